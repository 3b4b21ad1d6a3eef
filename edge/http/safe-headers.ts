import { createMiddleware } from 'hono/factory';
import type { EdgeEnvironment } from './edge-context.ts';

/**
 * The edge answers data and no pages: nothing it says may be taken for one, run, framed or kept by a referrer. These few
 * lines stand for a library of headers for pages, which weighs more than the ledger.
 */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};

export const safeHeaders = createMiddleware<EdgeEnvironment>(async (c, next) => {
  await next();
  if (c.res.status === 101) return;
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
});

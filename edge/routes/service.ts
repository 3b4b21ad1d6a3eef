import { createMiddleware } from 'hono/factory';
import { Hono } from 'hono/tiny';
import { isPaid } from '../../shared/catalogues/paid.ts';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { UPLOAD_BODY_MAX_BYTES } from '../../shared/operations/work.ts';
import { configuration } from '../configuration.ts';
import { checkRequest, matchOperation } from '../gateway/whitelist.ts';
import { bodyLimit } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { respond, respondText } from '../http/result.ts';
import { authorize, callAccount } from './call-account.ts';
import { callPaid } from './paid.ts';

const PREFIX = '/service';
const BODY_MAX_BYTES = 2 * 1024 * 1024;

const limitBody = createMiddleware<EdgeEnvironment>((c, next) => {
  const operation = c.get('operation');
  const isUpload = operation !== undefined && catalogue[operation.name].isUpload;
  return bodyLimit(isUpload ? UPLOAD_BODY_MAX_BYTES : BODY_MAX_BYTES)(c, next);
});

/**
 * Finds the operation by method and path. A read for every paired browser is authorized by the call itself,
 * anything else here, before its body is read.
 */
const match = createMiddleware<EdgeEnvironment>(async (c, next) => {
  const { path } = partsOf(c.req.url, PREFIX);
  const matched = matchOperation(
    { method: c.req.method, path, hasHeader: (name) => c.req.raw.headers.has(name) },
    configuration(c.env).allowedOperations,
  );
  if (!matched.ok) return respond(c, matched);
  c.set('operation', matched.value);
  const { role } = catalogue[matched.value.name];
  return role === 'viewer' && c.req.raw.body === null ? next() : authorize(role)(c, next);
});

export const serviceRoutes = new Hono<EdgeEnvironment>()
  /** A whitelisted operation at its own path; everything else is refused before anything is sent. */
  .all('/service/*', authenticate, match, limitBody, async (c) => {
    const operation = c.get('operation');
    if (operation === undefined) return c.notFound();
    const { search } = partsOf(c.req.url, PREFIX);
    const checked = checkRequest(operation, { search, body: (await c.req.text()) || null });
    if (!checked.ok) return respond(c, checked);
    const call = checked.value;
    if (isPaid(call.operation)) {
      const { operation, parameters, body } = call;
      const form = JSON.parse(body ?? '{}');
      return callPaid(c, { operation, parameters, form, body, came: body });
    }
    const called = await callAccount(c, (account, caller) => account.callService(caller, call));
    if (!called.ok) return respond(c, called);
    return respondText(called.value.text, called.value.status, {
      ...called.value.headers,
      'cache-control': 'private, no-store',
    });
  });

/** Path below a prefix and query as they were sent: encoded letters and dot segments stay visible. */
export function partsOf(url: string, prefix = ''): { path: string; search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2) + prefix.length;
  const question = url.indexOf('?', start);
  const end = question === -1 ? url.length : question;
  return { path: url.slice(start, end), search: url.slice(end) };
}

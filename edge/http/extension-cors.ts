import { PAGING_HEADERS } from '../builder-api/answer.ts';
import { isExtensionOrigin } from './extension-origin.ts';

const PREFLIGHT_KEPT_S = '7200';
const METHODS = 'GET,POST,PUT,PATCH,DELETE';
const REQUEST_HEADERS = 'authorization,content-type,idempotency-key,if-none-match';
const READABLE_HEADERS = `etag,idempotent-replayed,retry-after,server-timing,x-request-id,${PAGING_HEADERS}`;

/**
 * Says on an answer that a browser extension's script may read it, and nobody else's: a web page's can't read a word.
 * Written here, because a library's middleware copies the answer for it, with its body, once for each header.
 */
export function allowExtension(headers: Headers, origin: string | null): void {
  headers.set('vary', 'Origin');
  if (origin === null || !isExtensionOrigin(origin)) return;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', READABLE_HEADERS);
}

/** What a browser asks before it lets an extension ask: which methods and headers there may be. */
export function preflightAnswer(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': PREFLIGHT_KEPT_S,
    },
  });
}

import { catalogue } from '../../shared/operations/catalogue.ts';
import { configuration } from '../configuration.ts';
import { checkRequest, matchOperation } from '../gateway/whitelist.ts';
import { answerText } from '../http/answer.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { bodyText } from '../http/json-body.ts';
import { respond } from '../http/respond.ts';
import { callPaid } from './paid.ts';
import { authorize, notPaired, withCaller } from './with-caller.ts';

const PREFIX = '/service';
const BODY_MAX_BYTES = 2 * 1024 * 1024;

/**
 * Any `/service/*`: a whitelisted operation at its own path. Everything else is refused before anything is sent. A read that
 * every paired browser may make is authorized by the call that makes it; anything else before its body is read.
 */
export async function anyService(c: EdgeContext): Promise<Response> {
  if (c.get('tokenHash') === null) return respond(c, notPaired());
  const { path, search } = belowPrefix(c.req.url);
  const matched = matchOperation(
    { method: c.req.method, path, hasHeader: (name) => c.req.raw.headers.has(name) },
    configuration(c.env).allowedOperations,
  );
  if (!matched.ok) return respond(c, matched);
  c.set('operation', matched.value.name);
  const { role, cost } = catalogue[matched.value.name];
  if (role !== 'viewer' || c.req.raw.body !== null) {
    const who = await authorize(c, role);
    if (!who.ok) return respond(c, who);
  }
  const text = await bodyText(c, BODY_MAX_BYTES);
  if (!text.ok) return respond(c, text);
  const checked = checkRequest(matched.value, { search, body: text.value === '' ? null : text.value });
  if (!checked.ok) return respond(c, checked);
  const call = checked.value;
  if (cost === 'credits') return callPaid(c, call);
  const called = await withCaller(c, (account, caller) => account.callService(caller, call));
  if (!called.ok) return respond(c, called);
  return answerText(called.value.text, called.value.status, {
    ...called.value.headers,
    'cache-control': 'private, no-store',
  });
}

/** Path and query as they were sent: the whitelist takes no encoded letter and no dot segment for anything else. */
function belowPrefix(url: string): { path: string; search: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2) + PREFIX.length;
  const question = url.indexOf('?', start);
  const end = question === -1 ? url.length : question;
  return { path: url.slice(start, end), search: url.slice(end) };
}

import { catalogue } from '../../shared/operations/catalogue.ts';
import { configuration } from '../configuration.ts';
import { admit } from '../gateway/whitelist.ts';
import { answerText } from '../http/answer.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { bodyText } from '../http/json-body.ts';
import { respond } from '../http/respond.ts';
import { callPaid } from './paid.ts';
import { notPaired, withCaller } from './with-caller.ts';

const PREFIX = '/service';
const BODY_MAX_BYTES = 2 * 1024 * 1024;

/** Any `/service/*`: a whitelisted operation at its own path. Everything else is refused before anything is sent. */
export async function anyService(c: EdgeContext): Promise<Response> {
  // Nobody's body is read who has not even the form of a token.
  if (c.get('tokenHash') === null) return respond(c, notPaired());
  const text = await bodyText(c, BODY_MAX_BYTES);
  if (!text.ok) return respond(c, text);
  const admitted = admit(
    {
      method: c.req.method,
      ...belowPrefix(c.req.url),
      body: text.value === '' ? null : text.value,
      hasHeader: (name) => c.req.raw.headers.has(name),
    },
    configuration(c.env).allowedOperations,
  );
  if (!admitted.ok) return respond(c, admitted);
  const call = admitted.value;
  c.set('operation', call.operation);
  if (catalogue[call.operation].cost === 'credits') return callPaid(c, call);
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

import { catalogue } from '../../shared/operations/catalogue.ts';
import { configuration } from '../configuration.ts';
import { admit } from '../gateway/whitelist.ts';
import { answerText } from '../http/answer.ts';
import { bearerToken } from '../http/caller.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { bodyText } from '../http/json-body.ts';
import { respond } from '../http/respond.ts';
import { callPaid } from './paid.ts';
import { notPaired, withCaller } from './with-caller.ts';

const PREFIX = '/service';
const BODY_MAX_BYTES = 2 * 1024 * 1024;

/** Any `/service/*`: a whitelisted operation at its own path. Everything else is refused before anything is sent. */
export async function anyService(c: EdgeContext): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  // Nobody's body is read who has not even the form of a token.
  if (bearerToken(c.req.raw) === null) return respond(c, notPaired());
  const text = await bodyText(c, BODY_MAX_BYTES);
  if (!text.ok) return respond(c, text);
  const admitted = admit(
    {
      method: c.req.method,
      path: pathname.slice(PREFIX.length),
      search,
      body: text.value === '' ? null : text.value,
      hasHeader: (name) => c.req.raw.headers.has(name),
    },
    configuration(c.env).allowedOperations,
  );
  if (!admitted.ok) return respond(c, admitted);
  c.set('operation', admitted.value.operation);
  if (catalogue[admitted.value.operation].cost === 'credits') return callPaid(c, admitted.value);
  const called = await withCaller(c, (account, caller) => account.callService(caller, admitted.value));
  if (!called.ok) return respond(c, called);
  return answerText(called.value.text, called.value.status, {
    ...called.value.headers,
    'cache-control': 'private, no-store',
  });
}

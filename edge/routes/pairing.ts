import * as z from 'zod/mini';
import { pairRequest } from '../../shared/edge-api/pair-request.ts';
import { role } from '../../shared/edge-api/roles.ts';
import { accountStub } from '../account/stub.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { isExtensionOrigin } from '../http/extension-origin.ts';
import { jsonBody } from '../http/json-body.ts';
import { refusal } from '../http/refusal.ts';
import { fromObject, respond, respondRefusal } from '../http/respond.ts';
import { senderAddress } from '../http/sender-address.ts';
import { authorizedBody, withCaller } from './with-caller.ts';

/** POST `/pair`: a code for a token, bound to the origin that asks: an extension's, or none. */
export async function postPair(c: EdgeContext): Promise<Response> {
  const origin = c.req.header('origin') ?? null;
  if (origin !== null && !isExtensionOrigin(origin))
    return respondRefusal(
      c,
      refusal('EDGE_NOT_ALLOWED', 'Only a browser extension or a command line can pair.'),
    );
  const body = await jsonBody(c, pairRequest);
  if (!body.ok) return respond(c, body);
  const attempt = { ...body.value, origin, sender: senderAddress(c.req.raw) };
  return respond(c, await fromObject(c, accountStub(c.env).pair(attempt)), 201);
}

/** POST `/pairing-codes`: the owner invites a browser. */
export async function postPairingCode(c: EdgeContext): Promise<Response> {
  const body = await authorizedBody(c, 'owner', z.strictObject({ role }));
  if (!body.ok) return respond(c, body);
  return respond(c, await withCaller(c, (account, caller) => account.invite(caller, body.value.role)), 201);
}

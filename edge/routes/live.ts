import { LIVE_PROTOCOL, LIVE_TOKEN_PROTOCOL_PREFIX } from '../../shared/edge-api/live-protocol.ts';
import { liveRequest } from '../account/live-request.ts';
import { accountStub } from '../account/stub.ts';
import { callerOfToken } from '../http/caller.ts';
import type { EdgeContext } from '../http/edge-context.ts';
import { refusal } from '../http/refusal.ts';
import { respondRefusal } from '../http/respond.ts';

/** GET `/live?cursor`: a WebSocket of the object. The token comes as a subprotocol, because an address is logged. */
export async function getLive(c: EdgeContext): Promise<Response> {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket')
    return respondRefusal(c, refusal('EDGE_INVALID_REQUEST', 'This is a WebSocket.'));
  const protocols = (c.req.header('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim());
  const token = protocols.find((name) => name.startsWith(LIVE_TOKEN_PROTOCOL_PREFIX));
  const caller =
    token && protocols.includes(LIVE_PROTOCOL)
      ? await callerOfToken(token.slice(LIVE_TOKEN_PROTOCOL_PREFIX.length), c.req.raw)
      : null;
  if (caller === null)
    return respondRefusal(c, refusal('EDGE_UNAUTHORIZED', 'This browser is not paired with the edge.'));
  const cursor = /^\d{1,15}$/.exec(c.req.query('cursor') ?? '')?.[0];
  try {
    const opened = await accountStub(c.env).fetch(
      liveRequest(caller, cursor === undefined ? null : Number(cursor)),
    );
    // A refusal that came over a fetch can't be given headers any more; a copy can.
    return opened.status === 101 ? opened : new Response(opened.body, opened);
  } catch {
    return respondRefusal(
      c,
      refusal('EDGE_STORAGE_FAILED', 'The edge could not reach its storage; try again.'),
    );
  }
}

import * as z from 'zod/mini';
import { keptEvent } from './kept-event.ts';

/** Subprotocol offered beside `token.<token>` when opening `/live?cursor=<seq>`; the token is never in the URL. */
export const LIVE_PROTOCOL = 'pilot-light.1';
export const LIVE_TOKEN_PROTOCOL_PREFIX = 'token.';

/** Close codes of `/live`. */
export const LIVE_CLOSE = { revoked: 4001, tooManySockets: 4002, lagging: 4003 } as const;

/** The client sends `ping`; the runtime answers `pong` without waking the object. */
export const LIVE_PING = 'ping';
export const LIVE_PONG = 'pong';

/**
 * Message from a client: whether any of its views is open, in which case the edge polls the service more often. Only
 * for an edge that sends `views`; earlier ones close the socket.
 */
export const liveRequest = z.object({ type: z.literal('view'), open: z.boolean() });
export type LiveRequest = z.infer<typeof liveRequest>;

/** Whether the edge accepts `view`. */
const views = z.optional(z.boolean());

/**
 * Message from the edge. `changed` carries the events kept since the client's cursor, oldest first, without gap or
 * repeat; `version` is the newest snapshot version (a client with another one fetches `/snapshot`). `gap`: the client
 * is too far behind for events and fetches `/snapshot`.
 */
export const liveMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    version: z.string(),
    cursor: z.number(),
    events: z.array(keptEvent),
    views,
  }),
  z.object({ type: z.literal('gap'), version: z.string(), cursor: z.number(), views }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;

import * as z from 'zod/mini';
import { keptEvent } from './kept-event.ts';

/** Subprotocol that a client offers beside `token.<token>` when it opens `/live?cursor=<seq>`; the token never stands in the URL. */
export const LIVE_PROTOCOL = 'pilot-light.1';
export const LIVE_TOKEN_PROTOCOL_PREFIX = 'token.';

/** Close codes of `/live`. */
export const LIVE_CLOSE = { revoked: 4001, tooManySockets: 4002, lagging: 4003 } as const;

/** Client sends `ping`, the object answers `pong` without waking. */
export const LIVE_PING = 'ping';
export const LIVE_PONG = 'pong';

/**
 * What a client says besides: whether any of its views is open. While one is, the edge looks at the service more often. Only
 * for an edge that says `views`; earlier ones close the socket at it.
 */
export const liveRequest = z.object({ type: z.literal('view'), open: z.boolean() });
export type LiveRequest = z.infer<typeof liveRequest>;

/** The edge takes `view`. */
const views = z.optional(z.boolean());

/**
 * What the edge sends. `changed` carries the events kept since the client's cursor, oldest first, without gap or repeat;
 * `version` is the newest snapshot version (a client whose own differs asks for `/snapshot`). `gap`: the client is too far
 * behind to be brought up by events; it asks for `/snapshot`.
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

import * as z from 'zod/mini';
import { announcementsPage } from './attention-schema.ts';

/** Subprotocol beside `token.<token>` to open `/live?cursor=<number>`; the token is never in the URL. */
export const LIVE_PROTOCOL = 'pilot-light.1';
export const LIVE_TOKEN_PROTOCOL_PREFIX = 'token.';

/** Close codes of `/live`. */
export const LIVE_CLOSE = { revoked: 4001, tooManySockets: 4002, lagging: 4003 } as const;

/** The client sends `ping`; the runtime answers `pong` without waking the object. */
export const LIVE_PING = 'ping';
export const LIVE_PONG = 'pong';

/** A client's message: whether any of its views is open, in which case the edge polls more often. */
export const liveRequest = z.object({ type: z.literal('view'), open: z.boolean() });
export type LiveRequest = z.infer<typeof liveRequest>;

/** Most announcements in one message. */
export const LIVE_ANNOUNCEMENTS_MAX = 20;

/**
 * Message from the edge. `changed` carries what was announced above `since`, the client's cursor, oldest
 * first; `cursor` is the newest number, and `version` the newest snapshot version (a client with another one
 * fetches `/snapshot`). `gap`: there are too many announcements, which the client fetches.
 */
export const liveMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    version: z.string(),
    since: z.number(),
    cursor: z.number(),
    announcements: announcementsPage.shape.items,
  }),
  z.object({ type: z.literal('gap'), version: z.string(), cursor: z.number() }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;

import * as z from 'zod/mini';
import { keptEvent } from '../snapshot/kept-event.ts';

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
  }),
  z.object({ type: z.literal('gap'), version: z.string(), cursor: z.number() }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;

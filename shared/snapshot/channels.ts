import * as z from 'zod/mini';
import { CHANNEL_KINDS } from '../edge-api/channel-kinds.ts';
import { instantMs } from '../time-schema.ts';

/** Part of GET `/snapshot`: channels whose alerts do not arrive. `stopped`: the service refuses them. */
export const channelsNow = z.object({
  failing: z.array(
    z.object({
      channelId: z.string(),
      /** For viewers, the kind's. */
      name: z.string(),
      kind: z.enum(CHANNEL_KINDS),
      stopped: z.boolean(),
      since: instantMs,
    }),
  ),
});
export type ChannelsNow = z.infer<typeof channelsNow>;

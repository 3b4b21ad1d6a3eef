import * as z from 'zod/mini';
import { instantMs } from '../time.ts';

/** Part of GET `/snapshot`: channels whose alerts do not arrive. `stopped`: the service refuses them. */
export const channelsNow = z.object({
  failing: z.array(
    z.object({ channelId: z.string(), name: z.string(), stopped: z.boolean(), since: instantMs }),
  ),
});
export type ChannelsNow = z.infer<typeof channelsNow>;

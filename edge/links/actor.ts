import { CHANNEL_KINDS, type ChannelKind, KIND_NAMES } from '../../shared/edge-api/channel-kinds.ts';

const START = 'link:';

/** Stands where a device does for what was done by a link in a channel of that kind. */
export const actorOf = (kind: ChannelKind): string => `${START}${kind}`;

/** The kind of the channel by whose link something was done; null: by a device. */
export const linkKindOf = (deviceId: string): ChannelKind | null =>
  CHANNEL_KINDS.find((kind) => actorOf(kind) === deviceId) ?? null;

/** What stands where the name of a browser does, for what a link has done; null: by a device. */
export function linkName(deviceId: string): string | null {
  const kind = linkKindOf(deviceId);
  return kind && KIND_NAMES[kind];
}

import type { AttentionState, Reason } from '../../shared/attention/item.ts';
import { fateOf, type News, type NumberedAnnouncement } from '../../shared/attention/news.ts';
import { type ChannelKind, KIND_NAMES } from '../../shared/edge-api/channel-kinds.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { AnnouncementsPage } from '../../shared/snapshot/attention-schema.ts';

/** The browser that asks. */
export type Viewer = { deviceId: string; role: Role };

/** An announcement with what became of its item, as one browser gets it; null if it is not for its role. */
export function servedAnnouncement(
  { causedBy, ...announcement }: NumberedAnnouncement,
  { items }: Pick<AttentionState, 'items'>,
  { deviceId, role }: Viewer,
): AnnouncementsPage['items'][number] | null {
  const { about } = announcement;
  if (!isFor(about, { deviceId, role })) return null;
  const fate = fateOf(announcement, { items });
  return {
    ...announcement,
    about: role === 'viewer' && about.kind === 'channel-failing' ? withoutName(about) : about,
    over: fate === 'over',
    ...(fate === 'gone' && { gone: true as const }),
    seen: fate === 'seen',
    ...(causedBy === deviceId && { own: true as const }),
  };
}

/** Whether a browser is shown it: who may use the edge is for owners, and none is told what it did itself. */
export const isFor = (about: Reason | News, { deviceId, role }: Viewer): boolean =>
  about.kind !== 'access-changed' || (role === 'owner' && about.others && about.deviceId !== deviceId);

/** Viewers don't learn what owners call a channel: it goes by its kind. */
export const withoutName = <T extends { channel: string; channelKind: ChannelKind }>(reason: T): T => ({
  ...reason,
  channel: KIND_NAMES[reason.channelKind],
});

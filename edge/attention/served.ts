import type { AttentionState } from '../../shared/attention/item.ts';
import {
  type Announcement,
  isNews,
  type NumberedAnnouncement,
  openingKey,
} from '../../shared/attention/news.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { AnnouncementsPage } from '../../shared/snapshot/attention.ts';

/** The browser that asks. */
export type Viewer = { deviceId: string; role: Role };

/** An announcement with what became of its item, as one browser gets it; null if it is not for its role. */
export function servedAnnouncement(
  { causedBy, ...announcement }: NumberedAnnouncement,
  { items }: Pick<AttentionState, 'items'>,
  { deviceId, role }: Viewer,
): AnnouncementsPage['items'][number] | null {
  // Records are other people's data, of which viewers see nothing.
  if (announcement.about.kind === 'new-records' && role === 'viewer') return null;
  return {
    ...announcement,
    ...fateOf(announcement, { items }),
    ...(causedBy === deviceId && { own: true as const }),
  };
}

/** What became of the item that was announced. News is never over. */
export function fateOf(
  { noticeId, key, about }: Pick<Announcement, 'noticeId' | 'key' | 'about'>,
  { items }: Pick<AttentionState, 'items'>,
): { over: boolean; seen: boolean } {
  const item = items[noticeId];
  const isSame = key === openingKey(noticeId, item?.opening);
  return {
    over: !isNews(about) && (!isSame || item?.resolvedAt !== null),
    seen: isSame && item !== undefined && item.seen !== null,
  };
}

import type { AttentionState } from '../../shared/attention/item.ts';
import { isNews, type NumberedAnnouncement } from '../../shared/attention/news.ts';
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
  const item = items[announcement.noticeId];
  const isSame = announcement.key === `${announcement.noticeId}#${item?.opening}`;
  return {
    ...announcement,
    over: !isNews(announcement.about) && (!isSame || item?.resolvedAt !== null),
    seen: isSame && item !== undefined && item.seen !== null,
    ...(causedBy === deviceId && { own: true as const }),
  };
}

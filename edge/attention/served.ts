import { fateOf } from '../../shared/attention/fate.ts';
import type { AttentionState } from '../../shared/attention/item.ts';
import type { NumberedAnnouncement } from '../../shared/attention/news.ts';
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
  const fate = fateOf(announcement, { items });
  return {
    ...announcement,
    over: fate === 'over' || fate === 'gone',
    seen: fate === 'seen',
    ...(causedBy === deviceId && { own: true as const }),
  };
}

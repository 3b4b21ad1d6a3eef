import { openItems } from '../../shared/attention/open-items.ts';
import type { InstantMs } from '../../shared/durations.ts';
import { applyBadge } from '../badge/apply-badge.ts';
import { connectionItem } from '../connection/connection.ts';
import { flushNotices } from '../notices/flush.ts';
import { noticesItem } from '../notices/notice.ts';
import { clearNotice, showDigest, showNotice } from '../notices/show-notice.ts';
import { readSettings } from '../settings/settings.ts';
import { attentionItem, healthItem, snapshotItem } from '../snapshot-store/stored.ts';
import { readAtOf, standingOf } from '../standing/standing.ts';
import { formatClock } from '../words/format.ts';
import { namingOf } from '../words/naming.ts';

/** Shows what is pending, by the user's rules. @param awayMs how long the edge was not asked before this */
export async function presentNotices(now: InstantMs, awayMs: number, looking: boolean): Promise<void> {
  const [notices, attention, settings] = await Promise.all([
    noticesItem.getValue(),
    attentionItem.getValue(),
    readSettings(),
  ]);
  if (!notices.some(({ fate }) => fate.is === 'pending')) return;
  const clock = new Date(now);
  const minuteOfDay = clock.getHours() * 60 + clock.getMinutes();
  const flush = flushNotices(notices, attention, settings, { now, minuteOfDay, looking, awayMs });
  const naming = namingOf(attention.names, settings.screenShare);
  for (const notice of flush.show) await showNotice(notice, naming, now);
  if (flush.digest.length > 0) await showDigest(flush.digest, naming, now);
  await noticesItem.setValue(flush.notices);
}

/** Takes notifications off the screen whose items are over. */
export async function withdrawNotices(): Promise<void> {
  const [notices, attention] = await Promise.all([noticesItem.getValue(), attentionItem.getValue()]);
  const open = new Set(openItems(attention).map(({ id }) => id));
  const over = notices.filter(
    ({ noticeId, fate }) => fate.is === 'shown' && attention.items[noticeId] && !open.has(noticeId),
  );
  await Promise.all([...new Set(over.map(({ noticeId }) => noticeId))].map(clearNotice));
}

/** Puts badge, title and flame on the toolbar, from storage. @param online whether this browser is */
export async function presentBadge(now: InstantMs, online: boolean): Promise<void> {
  const [connection, stored, attention, health, settings] = await Promise.all([
    connectionItem.getValue(),
    snapshotItem.getValue(),
    attentionItem.getValue(),
    healthItem.getValue(),
    readSettings(),
  ]);
  const known = { connection, health, snapshot: stored };
  const standing = standingOf(known, online, now);
  const readAt = readAtOf(known, standing);
  await applyBadge(
    { standing, attention, snapshot: stored?.snapshot ?? null, settings },
    readAt === null ? null : formatClock(readAt, now),
  );
}

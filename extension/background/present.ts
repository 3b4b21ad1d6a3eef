import { openItems } from '../../shared/attention/open-items.ts';
import type { InstantMs } from '../../shared/durations.ts';
import { connectionItem } from '../connection/connection.ts';
import { readAtOf, standingOf } from '../connection/standing.ts';
import { formatClock } from '../i18n/format.ts';
import { namingOf } from '../i18n/naming.ts';
import { flushNotices } from '../notifications/flush.ts';
import { type Notice, noticesItem } from '../notifications/notice.ts';
import { ownDoingItem } from '../notifications/own-doing.ts';
import { clearNotice, showDigest, showNotice } from '../notifications/show-notice.ts';
import { readSettings } from '../storage/settings.ts';
import { attentionItem, healthItem, snapshotItem } from '../storage/stored.ts';
import { applyBadge } from './badge/apply-badge.ts';

/** Shows what is pending, by the user's rules. @param looking whether a page of ours is in front of the user */
export async function presentNotices(now: InstantMs, looking: boolean): Promise<void> {
  const [stored, attention, settings, connection, snapshot, doing] = await Promise.all([
    noticesItem.getValue(),
    attentionItem.getValue(),
    readSettings(),
    connectionItem.getValue(),
    snapshotItem.getValue(),
    ownDoingItem.getValue(),
  ]);
  if (!stored.some((notice) => notice.fate.is === 'pending')) return;
  const clock = new Date(now);
  const minuteOfDay = clock.getHours() * 60 + clock.getMinutes();
  const mayRaise = connection?.role === 'owner' && snapshot?.snapshot.sections.atLimit.data?.canEdit === true;
  const flush = flushNotices(stored, attention, settings, { now, minuteOfDay, looking, mayRaise, doing });
  const naming = namingOf(attention, settings.screenShare);
  let notices = flush.notices;
  await noticesItem.setValue(notices);
  /** Stores each as shown before the next; one that can't be shown stays pending and keeps no other waiting. */
  const tell = async (told: Notice[], shown: Promise<void>) => {
    const isShown = await shown.then(
      () => true,
      () => false,
    );
    if (!isShown) return;
    notices = notices.map((notice) => told.find((one) => one.key === notice.key) ?? notice);
    await noticesItem.setValue(notices);
  };
  for (const notice of flush.show) await tell([notice], showNotice(notice, naming, now));
  if (flush.digest.length > 0) await tell(flush.digest, showDigest(flush.digest, naming, now));
}

/** Takes notifications off the screen whose items are over. */
export async function withdrawNotices(): Promise<void> {
  const [notices, attention] = await Promise.all([noticesItem.getValue(), attentionItem.getValue()]);
  const open = new Set(openItems(attention).map((item) => item.id));
  const over = notices.filter(
    (notice) => notice.fate.is === 'shown' && attention.items[notice.noticeId] && !open.has(notice.noticeId),
  );
  await Promise.all([...new Set(over.map((notice) => notice.noticeId))].map(clearNotice));
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

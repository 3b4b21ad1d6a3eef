import { browser } from 'wxt/browser';
import { buildFactsOf } from '../../shared/attention/build-facts.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { canBuild } from '../../shared/spending/readiness.ts';
import { committedCredits } from '../../shared/spending/runs.ts';
import { verdictOf } from '../../shared/spending/verdict.ts';
import type { InstantMs } from '../../shared/time.ts';
import { attentionView, fateIn } from '../attention/view.ts';
import { asOf, type ConnectionStatus, connectionStatus } from '../connection/status.ts';
import { connectionTitle } from '../i18n/connection-words.ts';
import { formatClock, formatFacts, formatNumber } from '../i18n/format.ts';
import { namingOf } from '../i18n/naming.ts';
import { t } from '../i18n/t.ts';
import { verdictTitle } from '../i18n/verdict-words.ts';
import { settleQueue } from '../notifications/queue.ts';
import { clearNotice, showDigest, showNotice } from '../notifications/show.ts';
import { attentionItem, readHealth, readSnapshot } from '../storage/account.ts';
import type { KeptAttention } from '../storage/account-schema.ts';
import { notSentItem } from '../storage/not-sent.ts';
import { type Notice, noticesItem } from '../storage/notices.ts';
import { connectionItem } from '../storage/pairing.ts';
import { storageTroubleItem } from '../storage/session.ts';
import { readSettings } from '../storage/settings.ts';
import { type Badge, badgeOf, flameIcon } from './badge.ts';

/** Renders badge, title and flame from storage. @param online whether this browser is */
export async function renderBadge(now: InstantMs, online: boolean): Promise<void> {
  const [connection, stored, kept, notSent, health, settings, storageTrouble] = await Promise.all([
    connectionItem.getValue(),
    readSnapshot(),
    attentionItem.getValue(),
    notSentItem.getValue(),
    readHealth(),
    readSettings(),
    storageTroubleItem.getValue(),
  ]);
  const known = { connection, health, snapshot: stored, storageTrouble };
  const status = connectionStatus(known, online, now);
  const readAt = asOf(known);
  const snapshot = stored?.snapshot ?? null;
  const attention = attentionView(snapshot, kept, notSent);
  const edgeNow = now - (stored?.skewMs ?? 0);
  const badge = badgeOf({ status, attention, snapshot, settings, now: edgeNow });
  const building = stored && buildingWords(stored.snapshot, kept, edgeNow, settings.screenShare);
  const title = badgeTitle(badge, status, readAt === null ? null : formatClock(readAt, now), building);
  await Promise.all([
    browser.action.setBadgeText({ text: badge.text }),
    browser.action.setBadgeBackgroundColor({ color: badge.color }),
    browser.action.setBadgeTextColor({ color: '#ffffff' }),
    browser.action.setTitle({ title }),
    browser.action.setIcon({ path: flameIcon(badge.look) }),
  ]);
}

/** Whether the account can build, in a few words. @param now the edge's clock */
function buildingWords(
  snapshot: Snapshot,
  attention: KeptAttention,
  now: InstantMs,
  screened: boolean,
): string {
  const question = { now, role: null, link: null, act: 'launch', projectId: null } as const;
  const answer = canBuild(buildFactsOf(snapshot, question), question.act, committedCredits(snapshot));
  const { title, brief } = verdictTitle(verdictOf(answer, now), namingOf(attention, screened));
  return formatFacts(title, brief);
}

/**
 * The tooltip: connection problems, the badge's count, whether building is possible, and the age of all that.
 * @param readAt when that was read, formatted
 * @param building whether building is possible, in words
 */
export function badgeTitle(
  badge: Badge,
  status: ConnectionStatus,
  readAt: string | null,
  building: string | null = null,
): string {
  const parts = [t('name'), connectionTitle(status), counted(badge)];
  if (building !== null && status.kind === 'fine') parts.push(building);
  if (readAt !== null && status.kind !== 'not-paired') parts.push(t('badge.readAt', { at: readAt }));
  return parts.filter(Boolean).join(' · ');
}

function counted({ says, count }: Badge): string {
  if (says !== 'status') return saying(says, count);
  return count > 0 ? saying('asking', count) : '';
}

function saying(says: Exclude<Badge['says'], 'status'>, count: number): string {
  const values = { count, credits: formatNumber(count) };
  return t(`badge.${says}` as 'badge.asking', count, values);
}

/**
 * Shows pending notifications by the user's rules, and clears those that are over.
 * @param looking whether one of our pages is in front of the user
 */
export async function renderNotifications(now: InstantMs, looking: boolean): Promise<void> {
  await showPending(now, looking);
  await withdrawNotices();
}

async function showPending(now: InstantMs, looking: boolean): Promise<void> {
  const [stored, kept, settings, connection, snapshot] = await Promise.all([
    noticesItem.getValue(),
    attentionItem.getValue(),
    readSettings(),
    connectionItem.getValue(),
    readSnapshot(),
  ]);
  if (!stored.some((notice) => notice.fate.is === 'pending')) return;
  const clock = new Date(now);
  const minuteOfDay = clock.getHours() * 60 + clock.getMinutes();
  const mayRaise = connection?.role === 'owner' && snapshot?.snapshot.sections.atLimit.data?.canEdit === true;
  const balance = snapshot?.snapshot.sections.account.data?.credits ?? null;
  const { outlook } = snapshot?.snapshot ?? {};
  const situation = { now, minuteOfDay, looking, mayRaise, balance, outlook };
  const attention = attentionView(snapshot?.snapshot ?? null, kept);
  const settled = settleQueue(stored, attention, settings, situation);
  const naming = namingOf(kept, settings.screenShare);
  let notices = settled.notices;
  await noticesItem.setValue(notices);
  /** Stores each as shown before showing the next; one that fails stays pending and blocks no others. */
  const showAndNote = async (shownNotices: Notice[], shown: Promise<void>) => {
    const isShown = await shown.then(
      () => true,
      () => false,
    );
    if (!isShown) return;
    notices = notices.map((notice) => shownNotices.find((one) => one.key === notice.key) ?? notice);
    await noticesItem.setValue(notices);
  };
  for (const notice of settled.show) await showAndNote([notice], showNotice(notice, naming, now));
  if (settled.digest.length > 0) await showAndNote(settled.digest, showDigest(settled.digest, naming, now));
}

/** Clears what is over, or was seen here or by somebody else. */
async function withdrawNotices(): Promise<void> {
  const [notices, kept, stored] = await Promise.all([
    noticesItem.getValue(),
    attentionItem.getValue(),
    readSnapshot(),
  ]);
  const attention = attentionView(stored?.snapshot ?? null, kept);
  const shown = notices.filter(({ fate }) => fate.is === 'shown');
  // Every opening is shown under one id: the one that stands there now is the newest.
  const open = new Set(
    shown.flatMap((notice) => (fateIn(attention, notice) === 'open' ? [notice.noticeId] : [])),
  );
  const done = new Set(shown.flatMap(({ noticeId }) => (open.has(noticeId) ? [] : [noticeId])));
  await Promise.all([...done].map(clearNotice));
}

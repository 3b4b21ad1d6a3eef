import { numberProjects, updateNames } from '../../shared/attention/names.ts';
import { HOUR_MS, type InstantMs } from '../../shared/time.ts';
import type { Result } from '../edge-client/api-error.ts';
import { addNotices } from '../notifications/queue.ts';
import {
  attentionItem,
  healthItem,
  lastOkAtItem,
  lastReadItem,
  readHealth,
  readSnapshot,
  type StoredSnapshot,
  snapshotItem,
} from '../storage/account.ts';
import type { EdgeHealth, KeptAttention } from '../storage/account-schema.ts';
import { isStorageFull } from '../storage/bounds.ts';
import { clearCachedResponses } from '../storage/console.ts';
import { draftStore } from '../storage/drafts.ts';
import { noticesItem } from '../storage/notices.ts';
import { readTimesOf, saysTheSame } from '../storage/read-times.ts';
import { isSame } from '../storage/same-value.ts';
import { storageTroubleItem } from '../storage/session.ts';
import { setTogether } from '../storage/stored-item.ts';
import { type Announced, arrivedOf } from './announcements.ts';

/** Without contact to the edge for this long, new items count as missed. */
const ABSENCE_MS = HOUR_MS / 2;

export async function wasAway(now: InstantMs): Promise<boolean> {
  const { lastOkAt } = await readHealth();
  return lastOkAt !== null && now - lastOkAt >= ABSENCE_MS;
}

/**
 * Writes all changes in one step, so that snapshot, cursor and notifications agree however the background
 * ends. A notification is stored as pending before it is shown.
 */
export async function persist(
  now: InstantMs,
  came: {
    announced: readonly Announced[];
    /** The new cursor; absent: it stays. */
    cursor?: number | null;
    /** They were received after an absence. */
    away: boolean;
    snapshot?: StoredSnapshot;
  },
): Promise<void> {
  const { announced, away, cursor, snapshot } = came;
  const [kept, notices, stored] = await Promise.all([
    attentionItem.getValue(),
    noticesItem.getValue(),
    snapshotItem.getValue(),
  ]);
  const read = snapshot?.snapshot ?? null;
  const labels = announced.flatMap(({ projectId, label }) =>
    projectId && label ? [[projectId, label]] : [],
  );
  const names = { ...Object.fromEntries(labels), ...kept.names };
  const attention: KeptAttention = {
    cursor: cursor === undefined ? kept.cursor : cursor,
    names: read ? updateNames(names, read) : names,
    numbers: numberProjects(kept.numbers, read, announced),
    seen: read?.attention ? stillSeen(kept.seen, read.attention.ended) : kept.seen,
  };
  const allNotices = addNotices(notices, announced.map(arrivedOf), now, away);
  const isNew = snapshot && !(stored && saysTheSame(stored.snapshot, snapshot.snapshot));
  const changed = [
    ...(isSame(attention, kept) ? [] : [attentionItem.as(attention)]),
    ...(isSame(allNotices, notices) ? [] : [noticesItem.as(allNotices)]),
    ...(isNew ? [snapshotItem.as(snapshot), healthItem.as({ ...(await readHealth()), lastOkAt: now })] : []),
  ];
  // A quiet day would write every minute what has not changed.
  if (changed.length > 0) await setTogether(changed);
  if (!snapshot || !stored || isNew) return;
  const { snapshot: again, ...receipt } = snapshot;
  await lastReadItem.setValue({ of: stored.snapshot.version, ...receipt, ...readTimesOf(again) });
}

/** What ended needs no memory of having been seen. */
function stillSeen(seen: KeptAttention['seen'], ended: readonly string[]): KeptAttention['seen'] {
  return Object.fromEntries(Object.entries(seen).filter(([id]) => !ended.includes(id)));
}

const MESSAGE_MAX_CHARS = 500;

/**
 * Stores the outcome of calling the edge; the start of a failure is kept while its kind stays.
 * @param result the edge's version, or why it did not respond
 */
export async function noteHealth(now: InstantMs, result: Result<{ edgeApi: number }>): Promise<void> {
  const health = await readHealth();
  if (result.ok) {
    const { edgeApi } = result.value;
    await keepHealth({ ...health, lastOkAt: now, failure: null, edgeApi });
    await lastOkAtItem.setValue(now);
    return;
  }
  const { error } = result;
  const since = health.failure?.kind === error.kind ? health.failure.since : now;
  const message = error.message?.slice(0, MESSAGE_MAX_CHARS) ?? null;
  await keepHealth({ ...health, failure: { ...error, message, since } });
}

export async function noteLive(live: boolean): Promise<void> {
  await keepHealth({ ...(await readHealth()), live });
}

/**
 * Stores it if more than its time changed, and then with the age of everything: the browser may be closed
 * before the edge responds again.
 */
async function keepHealth(health: EdgeHealth): Promise<void> {
  const timeless = (one: EdgeHealth) => ({ ...one, lastOkAt: one.lastOkAt !== null });
  if (isSame(timeless(health), timeless(await healthItem.getValue()))) return;
  const snapshot = await readSnapshot();
  await setTogether([healthItem.as(health), ...(snapshot ? [snapshotItem.as(snapshot)] : [])]);
}

/**
 * Writes to storage; if that fails, deletes caches and tries again. While nothing can be stored, badge and
 * pages show that instead of a quiet state.
 * @returns why it failed; null when it did not
 */
export async function persistOrReport(now: InstantMs, write: () => Promise<void>): Promise<unknown> {
  let failed = await attempt(write);
  if (isStorageFull(failed)) {
    await attempt(makeRoom);
    failed = await attempt(write);
  }
  const known = await storageTroubleItem.getValue();
  if (failed === null && known) await storageTroubleItem.removeValue();
  if (failed !== null && !known)
    await storageTroubleItem.setValue({ since: now, words: String(failed).slice(0, MESSAGE_MAX_CHARS) });
  return failed;
}

async function attempt(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return null;
  } catch (error) {
    return error ?? 'failed';
  }
}

async function makeRoom(): Promise<void> {
  await clearCachedResponses();
  await draftStore.shrink(0);
}

import type { Announcement } from '../../shared/attention/announcement.ts';
import { numberProjects } from '../../shared/attention/project-numbers.ts';
import type { AttentionState } from '../../shared/attention/state.ts';
import { HOUR_MS, type InstantMs } from '../../shared/durations.ts';
import type { ApiError } from '../edge-client/api-error.ts';
import { addNotices, noticesItem } from '../notifications/notice.ts';
import { attentionItem, healthItem, type StoredSnapshot, snapshotItem } from '../storage/stored.ts';
import { setTogether } from '../storage/stored-item.ts';

/** The edge was not heard for this long: what is told now was missed. */
const ABSENCE_MS = HOUR_MS / 2;

/**
 * Writes what was learned in one step: the attention and its notices never disagree, however the background ends.
 * A notice is stored as pending before anything is shown.
 */
export async function learn(
  now: InstantMs,
  learned: { attention: AttentionState; announcements: readonly Announcement[]; snapshot?: StoredSnapshot },
): Promise<void> {
  const [notices, { lastOkAt }] = await Promise.all([noticesItem.getValue(), healthItem.getValue()]);
  const missed = lastOkAt !== null && now - lastOkAt >= ABSENCE_MS;
  await setTogether([
    attentionItem.as(
      numberProjects(learned.attention, learned.snapshot?.snapshot ?? null, learned.announcements),
    ),
    noticesItem.as(addNotices(notices, learned.announcements, now, missed)),
    ...(learned.snapshot ? [snapshotItem.as(learned.snapshot)] : []),
  ]);
}

/** Notes how asking the edge went; the instant at which a failure began is kept while its kind stays. */
export async function noteHealth(now: InstantMs, failure: ApiError | null): Promise<void> {
  const health = await healthItem.getValue();
  if (!failure) {
    await healthItem.setValue({ ...health, lastOkAt: now, failure: null });
    return;
  }
  const since = health.failure?.kind === failure.kind ? health.failure.since : now;
  await healthItem.setValue({ ...health, failure: { ...failure, since } });
}

export async function noteLive(live: boolean): Promise<void> {
  const health = await healthItem.getValue();
  if (health.live !== live) await healthItem.setValue({ ...health, live });
}

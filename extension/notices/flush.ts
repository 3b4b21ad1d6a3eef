import { SEVERITIES } from '../../shared/attention/item.ts';
import type { AttentionState } from '../../shared/attention/state.ts';
import { HOUR_MS, type InstantMs } from '../../shared/durations.ts';
import type { Settings } from '../settings/settings.ts';
import { holdBack } from './decide.ts';
import type { Notice, NoticeFate } from './notice.ts';

/** Nobody has asked the edge for this long: what is told now was missed. */
const ABSENCE_MS = HOUR_MS / 2;
/** That many at once after an absence become one. */
const DIGEST_FROM = 3;

export type Flush = {
  /** All notices, with the fate of those that were pending. */
  notices: Notice[];
  show: Notice[];
  digest: Notice[];
};

/**
 * Decides the fate of everything pending.
 * @param awayMs how long the edge was not asked before this
 */
export function flushNotices(
  notices: readonly Notice[],
  attention: AttentionState,
  settings: Settings,
  situation: { now: InstantMs; minuteOfDay: number; looking: boolean; awayMs: number },
): Flush {
  const fates = new Map<string, NoticeFate>();
  let show: Notice[] = [];
  for (const notice of notices) {
    if (notice.fate.is !== 'pending') continue;
    const over = attention.items[notice.noticeId]?.resolvedAt != null;
    const why = holdBack(notice, settings, { ...situation, over });
    fates.set(notice.key, why === null ? { is: 'shown' } : { is: 'held', why });
    if (why === null) show.push(notice);
  }
  let digest: Notice[] = [];
  if (situation.awayMs >= ABSENCE_MS && show.length >= DIGEST_FROM) {
    digest = show.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
    for (const { key } of digest) fates.set(key, { is: 'held', why: 'digest' });
    show = [];
  }
  return {
    notices: notices.map((notice) => ({ ...notice, fate: fates.get(notice.key) ?? notice.fate })),
    show: show.toReversed(),
    digest,
  };
}

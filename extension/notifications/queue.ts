import type { Announcement } from '../../shared/attention/news.ts';
import { SEVERITIES } from '../../shared/snapshot/attention.ts';
import type { InstantMs } from '../../shared/time.ts';
import { type AttentionView, fateIn } from '../attention/view.ts';
import { type Notice, noticesItem, type Settled } from '../storage/notices.ts';
import type { Settings } from '../storage/settings-schema.ts';
import { applyPolicy, type Situation } from './policy.ts';

/** A notice that is settled when it arrives, as the edge knows that it has nothing to say here. */
export type Arrived = Announcement & { number?: number; settled?: Settled };

/** Adds new announcements. @param missed whether they follow an absence */
export function addNotices(
  known: readonly Notice[],
  announcements: readonly Arrived[],
  now: InstantMs,
  missed = false,
): Notice[] {
  const keys = new Set(known.map(({ key }) => key));
  const fresh = announcements
    .filter(({ key }) => !keys.has(key))
    .map(
      ({ settled, ...announcement }): Notice => ({
        ...announcement,
        storedAt: now,
        fate: settled ?? { is: 'pending' },
        ...(missed && { missed }),
      }),
    );
  return noticesItem.fitted([...fresh.toReversed(), ...known]);
}

/** From this number on, notifications after an absence are combined into one. */
const DIGEST_FROM = 3;

export type SettledQueue = {
  /** All notices, with the outcome of suppressed ones. Those to be shown stay pending until they are. */
  notices: Notice[];
  /** Each with the outcome that it has once shown. */
  show: Notice[];
  digest: Notice[];
};

/** Decides the outcome of all pending notices. */
export function settleQueue(
  notices: readonly Notice[],
  attention: AttentionView,
  settings: Settings,
  situation: Omit<Situation, 'fate'>,
): SettledQueue {
  const outcomes = new Map<string, Settled>();
  const shown: Notice[] = [];
  for (const notice of notices) {
    if (notice.fate.is !== 'pending') continue;
    const fate = applyPolicy(notice, settings, { ...situation, fate: fateIn(attention, notice) });
    if (fate.is === 'held') outcomes.set(notice.key, fate);
    else shown.push({ ...notice, fate });
  }
  const missed = shown.filter((notice) => notice.missed);
  const digested = missed.length >= DIGEST_FROM;
  return {
    notices: notices.map((notice) => ({ ...notice, fate: outcomes.get(notice.key) ?? notice.fate })),
    show: shown.filter((notice) => !(digested && notice.missed)).toReversed(),
    digest: digested
      ? missed
          .map((notice): Notice => ({ ...notice, fate: { is: 'held', why: 'digest' } }))
          .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
      : [],
  };
}

import type { Reason } from '../../../shared/attention/item.ts';
import { ruleOf } from '../../../shared/attention/kinds/kinds.ts';
import { fateOf, subjectOfKey } from '../../../shared/attention/news.ts';
import type { AttentionNow } from '../../../shared/snapshot/attention-schema.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import { t } from '../../i18n/t.ts';

/** Standing of a need that was told; null: not known, ended without being resolved, or of what has no end. */
export type Standing = 'over' | 'open' | null;

/** What the edge last knew of a need. @param attention undefined = not read */
export const knownNeed = (id: string, attention: AttentionNow | undefined) => {
  const { items = [], endedTroubles = [] } = attention ?? {};
  const open = items.map((item) => ({ ...item, resolvedAt: null, endedBy: undefined }));
  return [...open, ...endedTroubles].find((item) => item.id === id);
};

/** Of the opening that was announced under a key. */
export function openingStanding(key: string, attention: AttentionNow | undefined): Standing {
  const noticeId = subjectOfKey(key);
  const item = knownNeed(noticeId, attention);
  if (item === undefined) return null;
  const fate = fateOf(
    { noticeId, key, about: item.reason as Reason, at: item.openedAt },
    { items: { [noticeId]: item } },
  );
  if (fate === 'over') return 'over';
  if (fate === 'gone' || item.resolvedAt !== null) return null;
  // What is open until it is seen has happened: it does not last.
  const { kind } = item.reason;
  return ruleOf(kind)?.ends.whenSeen ? null : 'open';
}

export const standingWords = (standing: Standing): string | null =>
  standing && t(standing === 'over' ? 'status.overByNow' : 'status.notOver');

/**
 * Whether the needs that the events of one entry report still hold. @param attention undefined = not read
 */
export function standingOf(events: readonly KeptEvent[], attention: AttentionNow | undefined): Standing {
  const standings = events.flatMap(({ need }) => {
    const item = need === undefined ? undefined : knownNeed(subjectOfKey(need), attention);
    // The budget of a run is over with it.
    return need === undefined || item?.severity === 'note' || item?.reason.kind === 'run-budget'
      ? []
      : [openingStanding(need, attention)];
  });
  if (standings.includes('open')) return 'open';
  return standings.length > 0 && standings.every((one) => one === 'over') ? 'over' : null;
}

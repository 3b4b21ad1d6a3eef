import type { Condition } from '../../../../shared/attention/item.ts';
import { KIND_ORDER } from '../../../../shared/attention/kinds.ts';
import { newsOf, openingKey, subjectOfKey, workKey } from '../../../../shared/attention/news.ts';
import { RULES } from '../../../../shared/attention/rules/rules.ts';
import { SAME_END_MS } from '../../../../shared/endings/ending.ts';
import type { AttentionNow } from '../../../../shared/snapshot/attention.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import type { Told } from '../../kit/told.ts';
import { knownNeed, openingStanding, type Standing } from '../../parts/over-by-now.ts';

/**
 * The needs that an event reports. Whether one opened by it is the edge's to say. Events signed with a project's own secret
 * have no effect on the account.
 */
export const reportedBy = (event: KeptEvent): Condition[] =>
  event.signer === 'project'
    ? []
    : KIND_ORDER.flatMap((kind) => RULES[kind].fromEvent?.(event) ?? []).flatMap((reading) =>
        'condition' in reading ? [reading.condition] : [],
      );

/**
 * Whether the needs that the events of one entry report still hold. @param attention undefined = not read
 */
export function standingOf(events: readonly KeptEvent[], attention: AttentionNow | undefined): Standing {
  const reported = events.flatMap((event) =>
    newsOf(event) === null
      ? reportedBy(event)
          // The budget of a run is over with it.
          .filter(({ severity, reason }) => severity !== 'note' && reason.kind !== 'run-budget')
          .map(({ id }) => ({ id, at: event.at }))
      : [],
  );
  const standings = reported.map(({ id, at }) => {
    const item = knownNeed(id, attention);
    // What opened later opened anew.
    if (item === undefined || item.openedAt >= at + SAME_END_MS) return null;
    return openingStanding(openingKey(id, item.opening), attention);
  });
  if (standings.includes('open')) return 'open';
  return standings.length > 0 && standings.every((one) => one === 'over') ? 'over' : null;
}

/** The kind of work that an event ends. */
const WORK: Readonly<Record<string, string>> = {
  'agent.prompt.finished': 'run',
  'deployment.finished': 'deploy',
};

/**
 * Finds what was told of an event: its own news, the end of its work, by its row, or what opened or ended by then and is announced
 * under the key of the item.
 */
export function toldFinder(told: readonly Told[]): (event: KeptEvent) => Told | null {
  const byKey = new Map(told.filter(({ isEnd }) => !isEnd).map((one) => [one.key, one]));
  const bySubject = Map.groupBy(byKey.values(), ({ key }) => subjectOfKey(key));
  return (event) => {
    const own = byKey.get(`event:${event.id}`);
    if (own || event.signer === 'project') return own ?? null;
    const work = WORK[event.event];
    if (work !== undefined) return byKey.get(workKey(work, event.projectId, event.work)) ?? null;
    const away = ({ at }: Told) => Math.abs(at - event.at);
    const [nearest] = reportedBy(event)
      .flatMap(({ id }) => bySubject.get(id) ?? [])
      .toSorted((one, other) => away(one) - away(other));
    return nearest && away(nearest) < SAME_END_MS ? nearest : null;
  };
}

import type { Condition } from '../../../../shared/attention/item.ts';
import { KIND_ORDER } from '../../../../shared/attention/kinds.ts';
import { subjectOfKey, workKey } from '../../../../shared/attention/news.ts';
import { RULES } from '../../../../shared/attention/rules/rules.ts';
import type { AttentionNow } from '../../../../shared/snapshot/attention-schema.ts';
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

/** The kind of work that an event ends. */
const WORK: Readonly<Record<string, string>> = {
  'agent.prompt.finished': 'run',
  'deployment.finished': 'deploy',
};

/** Finds what was told of an event: its own news, the end of its work, or the need that it reports. */
export function toldFinder(told: readonly Told[]): (event: KeptEvent) => Told | null {
  const byKey = new Map(told.filter(({ isEnd }) => !isEnd).map((one) => [one.key, one]));
  return ({ id, event, projectId, work, need }) => {
    const kind = WORK[event];
    const keys = [`event:${id}`, kind ? workKey(kind, projectId, work) : need];
    return keys.map((key) => byKey.get(key ?? '')).find((one) => one !== undefined) ?? null;
  };
}

import { CAP_EVENT } from '../../../shared/edge-api/caps.ts';
import { actOf, type GuardActRecord } from '../../../shared/edge-api/guards.ts';
import type { ReadSettingChange } from '../../../shared/edge-api/setting-changes.ts';
import { runEndingOfEvent } from '../../../shared/endings/event-ending.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';
import { settingChangeOf } from './change-words.ts';

/** What belongs to one change of a setting is reported within this time. */
const SAME_ACT_MS = 2 * MINUTE_MS;

type Read = { event: KeptEvent; act: GuardActRecord | null; change: ReadSettingChange | null };

/**
 * The events that tell again what another one tells, by that one: a feature that a browser switched and the service's event of it,
 * what was taken back and the cap put back by it, a cap that an owner set and the guard that gave way to it, a variable that was
 * replaced and the removal before it, the end of a run, what or who stopped it and the cap that was its budget.
 */
export function retellings(events: readonly KeptEvent[]): ReadonlyMap<KeptEvent, KeptEvent[]> {
  const read = events
    // What an app signs may be made up by it.
    .filter(({ signer }) => signer === undefined)
    .map((event) => ({
      event,
      act: event.source === 'edge' ? actOf(event) : null,
      change: settingChangeOf(event),
    }));
  const toldIn = new Map<KeptEvent, KeptEvent>();
  for (const ofProject of Map.groupBy(read, ({ event }) => event.projectId).values())
    for (const other of ofProject) {
      const away = ({ event }: Read) => Math.abs(event.at - other.event.at);
      const [main] = ofProject
        .filter((one) => one !== other && tellsToo(one, other, ofProject))
        .toSorted((one, another) => away(one) - away(another));
      if (main) toldIn.set(other.event, main.event);
    }
  const first = (event: KeptEvent): KeptEvent => {
    const main = toldIn.get(event);
    return main === undefined ? event : first(main);
  };
  return Map.groupBy(toldIn.keys(), first);
}

/** Whether the first event tells what the other one of its project does. No rule leads back to where another begins. */
function tellsToo(main: Read, other: Read, all: readonly Read[]): boolean {
  const later = other.event.at - main.event.at;
  const isNear = Math.abs(later) <= SAME_ACT_MS;
  const { facts, event } = other.event;
  if (main.change?.setting === 'limit' && main.change.part === 'enabled')
    return (
      isNear &&
      event === (main.change.to === true ? 'project.feature.enabled' : 'project.feature.disabled') &&
      facts.feature === main.change.feature
    );
  if (main.change?.setting === 'guard' && main.change.did === 'removed')
    return isNear && other.act?.did === 'undone' && other.act.guard === main.change.guard;
  if (main.change?.setting === 'secret' && main.change.did === 'changed')
    return (
      other.change?.setting === 'secret' &&
      other.change.did === 'removed' &&
      other.change.name === main.change.name &&
      later <= 0 &&
      isNear
    );
  if (main.act?.did === 'undone')
    return other.act?.did === 'put-back' && other.act.guard === main.act.guard && isBack(main, other, all);
  if (main.event.event === CAP_EVENT && main.event.source === 'edge')
    return (
      isNear &&
      main.event.facts.category === 'development' &&
      other.act?.did === 'left-alone' &&
      other.act.found === main.event.facts.to
    );
  if (main.event.event !== 'agent.prompt.finished' || !isOfOneRun(main.event, other.event)) return false;
  const ending = runEndingOfEvent(main.event.facts);
  if (other.act?.guard === 'run-budget') return other.act.did === 'laid' || other.act.did === 'put-back';
  if (ending === 'stopped') return other.act?.did === 'run-stopped' || other.change?.setting === 'run';
  return ending === 'capped' && event === 'project.credit_limit.reached' && facts.category === 'development';
}

const isOfOneRun = (one: KeptEvent, other: KeptEvent): boolean =>
  (one.work !== undefined && one.work === other.work) || (one.call !== undefined && one.call === other.call);

/** Whether a cap was put back because its raise was taken back: after that, and before it was raised again. */
function isBack(main: Read, other: Read, all: readonly Read[]): boolean {
  const isBetween = ({ event }: Read) => event.at > main.event.at && event.at < other.event.at;
  const isRaised = ({ act }: Read) => act?.did === 'laid' && act.guard === main.act?.guard;
  return other.event.at >= main.event.at && !all.some((one) => isRaised(one) && isBetween(one));
}

const ENDS: readonly string[] = ['agent.prompt.finished', 'deployment.finished'];

/**
 * The calls of this browser that began what an event ends, by that event, and those that a guard refused, by its event. A batch of
 * prompts has several ends, and stays an entry.
 */
export function callsOf(
  calls: readonly StoredPaidCall[],
  events: readonly KeptEvent[],
): ReadonlyMap<KeptEvent, StoredPaidCall> {
  const found = new Map<KeptEvent, StoredPaidCall>();
  for (const call of calls) {
    const first =
      call.state === 'refused'
        ? refusalOf(call, events)
        : events.find((event) => event.call === call.key && ENDS.includes(event.event));
    if (first && !found.has(first)) found.set(first, call);
  }
  return found;
}

const refusalOf = ({ about, error, confirmedAt }: StoredPaidCall, events: readonly KeptEvent[]) =>
  error?.guarded &&
  events.find((event) => {
    const act = event.source === 'edge' && event.projectId === about.projectId ? actOf(event) : null;
    return (
      act?.did === 'prompt-refused' &&
      act.guard === error.guarded?.guard &&
      Math.abs(event.at - confirmedAt) <= SAME_ACT_MS
    );
  });

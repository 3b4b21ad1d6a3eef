import { CAP_EVENT } from '../../../../shared/edge-api/caps.ts';
import { actOf, type GuardActRecord } from '../../../../shared/edge-api/guards.ts';
import type { ReadSettingChange } from '../../../../shared/edge-api/setting-changes.ts';
import { runEndingOfEvent } from '../../../../shared/endings/event-ending.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import { settingChangeOf } from './change-words.ts';

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
      const away = ({ event }: Read) => Math.abs(event.seq - other.event.seq);
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

/**
 * Whether the first event tells what the other one of its project does: both of one work, or of one thing with nothing else about it
 * between them. No rule leads back to where another begins.
 */
function tellsToo(main: Read, other: Read, all: readonly Read[]): boolean {
  const isLater = other.event.seq > main.event.seq;
  const [first, last] = isLater ? [main, other] : [other, main];
  const isNext = (about: (one: Read) => boolean) =>
    !all.some((one) => one.event.seq > first.event.seq && one.event.seq < last.event.seq && about(one));
  const { facts, event } = other.event;
  const { change } = main;
  if (change?.setting === 'limit' && change.part === 'enabled') {
    const isOfFeature = (one: Read) =>
      SWITCHES.includes(one.event.event)
        ? one.event.facts.feature === change.feature
        : one.change?.setting === 'limit' && one.change.feature === change.feature;
    // The service may report it before it answers.
    return (
      event === SWITCHES[Number(change.to === true)] &&
      isOfFeature(other) &&
      isNext(isLater ? isOfFeature : any)
    );
  }
  if (change?.setting === 'guard' && change.did === 'removed')
    return (
      !isLater &&
      other.act?.did === 'undone' &&
      other.act.guard === change.guard &&
      facts.by === main.event.facts.by &&
      isNext(({ act }) => act?.guard !== change.guard)
    );
  if (change?.setting === 'secret' && change.did === 'changed') {
    const isOfName = (one: Read) => one.change?.setting === 'secret' && one.change.name === change.name;
    const isRemoval = other.change?.setting === 'secret' && other.change.did === 'removed';
    return !isLater && isRemoval && isOfName(other) && isNext(isOfName);
  }
  if (main.act?.did === 'undone')
    return (
      isLater &&
      other.act?.did === 'put-back' &&
      other.act.guard === main.act.guard &&
      isNext(({ act }) => act?.did === 'laid' && act.guard === main.act?.guard)
    );
  // The guards give way in the step in which the cap is kept.
  if (main.event.event === CAP_EVENT && main.event.source === 'edge')
    return (
      !isLater &&
      main.event.facts.category === 'development' &&
      other.act?.did === 'left-alone' &&
      other.act.found === main.event.facts.to &&
      isNext(({ act }) => act?.did !== 'left-alone')
    );
  if (main.event.event !== 'agent.prompt.finished' || !isOfOneRun(main.event, other.event)) return false;
  const ending = runEndingOfEvent(main.event.facts);
  if (other.act?.guard === 'run-budget') return other.act.did === 'laid' || other.act.did === 'put-back';
  if (ending === 'stopped') return other.act?.did === 'run-stopped' || other.change?.setting === 'run';
  return ending === 'capped' && event === 'project.credit_limit.reached' && facts.category === 'development';
}

const isOfOneRun = (one: KeptEvent, other: KeptEvent): boolean =>
  (one.work !== undefined && one.work === other.work) || (one.call !== undefined && one.call === other.call);

/** The service's events of a feature: off, on. */
const SWITCHES: readonly string[] = ['project.feature.disabled', 'project.feature.enabled'];
const any = () => true;

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
    const first = events.find(
      (event) =>
        event.call === call.key &&
        (ENDS.includes(event.event) || (call.state === 'refused' && actOf(event)?.did === 'prompt-refused')),
    );
    if (first && !found.has(first)) found.set(first, call);
  }
  return found;
}

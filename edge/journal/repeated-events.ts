import { CAP_EVENT } from '../../shared/edge-api/caps.ts';
import { actOf, type GuardActRecord } from '../../shared/edge-api/guards.ts';
import { type ReadSettingChange, settingChangeOf } from '../../shared/edge-api/setting-changes.ts';
import type { Ending } from '../../shared/endings/ending.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { ENDS } from '../../shared/snapshot/read-ends.ts';
import { MINUTE_MS } from '../../shared/time.ts';

type Read = { event: KeptEvent; act: GuardActRecord | null; change: ReadSettingChange | null };

/**
 * Groups events by the one that they repeat: the service's event of a feature that a browser switched, the
 * cap put back as a guard was undone, that undoing as the guard was removed, a guard that gave way to an
 * owner's cap, a variable's removal before its replacement.
 * @param events newest first
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
 * Tells whether the first event also tells the other one of its project: both are of one thing, with nothing
 * else about it between them. The rules form no cycle.
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
      isNext(({ act }) => act?.did === 'set' && act.guard === main.act?.guard)
    );
  // The guards give way in the step in which the cap is kept.
  return (
    main.event.event === CAP_EVENT &&
    main.event.source === 'edge' &&
    !isLater &&
    main.event.facts.category === 'development' &&
    other.act?.did === 'left-alone' &&
    other.act.found === main.event.facts.to &&
    isNext(({ act }) => act?.did !== 'left-alone')
  );
}

/**
 * Tells whether the entry of a row of work covers an event: its end, its budget, its stop, or its cap.
 * @param ending of that row
 */
export function isToldByRow(event: KeptEvent, ending: Ending | null): boolean {
  if (event.signer !== undefined) return false;
  if (ENDS.includes(event.event)) return true;
  const act = event.source === 'edge' ? actOf(event) : null;
  if (act?.guard === 'run-budget') return act.did === 'set' || act.did === 'put-back';
  if (ending === 'stopped') return act?.did === 'run-stopped' || settingChangeOf(event)?.setting === 'run';
  return (
    ending === 'capped' &&
    event.event === 'project.credit_limit.reached' &&
    event.facts.category === 'development'
  );
}

/** The service's events of a feature: off, on. */
const SWITCHES: readonly string[] = ['project.feature.disabled', 'project.feature.enabled'];
const any = () => true;

/** One event, or several changes of one act, the newest first. `isBack`: caps, to what they were before. */
export interface Act {
  events: [newest: KeptEvent, ...older: KeptEvent[]];
  isBack: boolean;
}

/**
 * Groups events of one act, each within a minute of the next; every other event stands alone.
 * @param events newest first
 */
export function actsOf(events: readonly KeptEvent[]): Act[] {
  const back = capsSetBack(events);
  const all: Act[] = [];
  const open = new Map<string, Act['events']>();
  for (const event of events) {
    const act = nameOfAct(event, back);
    const newer = act === null ? undefined : open.get(act);
    const isAgain = event.event === CAP_EVENT && newer?.some((one) => capOf(one) === capOf(event));
    if (newer && !isAgain && (newer.at(-1)?.at ?? 0) - event.at <= MINUTE_MS) {
      newer.push(event);
      continue;
    }
    const one: Act['events'] = [event];
    all.push({ events: one, isBack: back.has(event) });
    if (act !== null) open.set(act, one);
  }
  return all;
}

const capOf = ({ projectId, facts: { category } }: KeptEvent): string => `${projectId} ${category}`;

/** The changes of caps that undo the change before. */
function capsSetBack(events: readonly KeptEvent[]): ReadonlySet<KeptEvent> {
  const caps = events.filter(({ event, source }) => event === CAP_EVENT && source === 'edge');
  const undone = [...Map.groupBy(caps, capOf).values()].flatMap((ofCap) =>
    ofCap.filter(({ facts }, at) => {
      const before = ofCap[at + 1]?.facts;
      return before !== undefined && facts.to === before.from && facts.from === before.to;
    }),
  );
  return new Set(undone);
}

/**
 * Names what may be one act of one browser: caps set for several projects or set back, or the events of one
 * receiver, which the service has as one subscription each. Null: the event stands alone.
 */
function nameOfAct(kept: KeptEvent, back: ReadonlySet<KeptEvent>): string | null {
  const { event, source, projectId, facts } = kept;
  const { by } = facts;
  if (source !== 'edge' || typeof by !== 'string') return null;
  if (event === CAP_EVENT) return `caps ${by} ${back.has(kept)}`;
  const change = settingChangeOf(kept);
  return change?.setting === 'receiver' && change.event !== null
    ? JSON.stringify([by, projectId, change.did, change.host])
    : null;
}

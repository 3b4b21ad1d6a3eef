import { inCents } from '../../shared/credits.ts';
import type { ChannelKind } from '../../shared/edge-api/channel-kinds.ts';
import { type BatchFacts, runProgress } from '../../shared/endings/run-ending.ts';
import type { LaunchState } from '../../shared/snapshot/launches.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import { isLaterWork, type WorkRow } from '../../shared/work/row.ts';

/** One reason for a temporary cap. */
export interface Layer {
  kind: 'run-budget' | 'raise';
  /** As requested. */
  credits: number;
  /** The resulting cap, in credits of this month. */
  to: number;
  /** Credits, for a budget: used this month when last read, and taken by its work since it was set. */
  used?: number;
  taken?: number;
  since: InstantMs;
  /** null = until the run is over. */
  until: InstantMs | null;
  /** Name of the browser that requested it. */
  by: string | null;
  /** The kind of the channel whose link requested it. One whose answer was lost stays until it is known. */
  link?: ChannelKind;
  /** Key of the paid call that starts its run; null = the current run, or the next. */
  call: string | null;
  /** Number of the run in progress when it was set, for a layer without a call; absent: the next run. */
  work?: number | undefined;
  endedAt: InstantMs | null;
  /** It is recorded, and not known to be set. */
  isOwed?: boolean;
  /** Credits of this month that were used before it was set: more than it allows. */
  usedBefore?: number | null;
}

export const activeIn = (layers: readonly Layer[]): Layer[] =>
  layers.filter(({ endedAt }) => endedAt === null);

/** The cap wanted at the service. A budget never raises it above what the owner, or a raise, allows. */
export function targetOf(own: number | null, layers: readonly Layer[]): number | null {
  const active = activeIn(layers);
  const raised = active.find(({ kind }) => kind === 'raise')?.to ?? own;
  const budget = active.find(({ kind }) => kind === 'run-budget')?.to ?? null;
  if (budget === null) return raised;
  return raised === null ? budget : Math.min(raised, budget);
}

/** The service takes no cap of 0 (service reference, Credit limits). */
const CAP_MIN = 0.01;

/**
 * Updates a budget after a reading of what this month has used: its cap is at most that plus what is left of
 * the budget. A refund or correction of an earlier run lowers what was used, but makes no room for this run.
 */
export function afterReading(layer: Layer, used: number): Layer {
  if (layer.kind !== 'run-budget' || layer.used === undefined || layer.used === used) return layer;
  const taken = inCents((layer.taken ?? 0) + Math.max(0, used - layer.used));
  const left = Math.max(0, layer.credits - taken);
  return { ...layer, used, taken, to: Math.max(CAP_MIN, Math.min(layer.to, inCents(used + left))) };
}

/** A change of the cap whose response was lost: it may still take effect. */
export interface UnconfirmedChange {
  cap: number | null;
  until: InstantMs;
}

/** How a cap just read relates to the override. `foreign`: somebody else has set it; it stays. */
export function compareCap(
  row: {
    own: number | null;
    confirmed: number | null;
    layers: readonly Layer[];
    unconfirmed: readonly UnconfirmedChange[];
  },
  read: number | null,
): 'agrees' | 'set' | 'foreign' {
  if (read === targetOf(row.own, row.layers)) return 'agrees';
  const isOurs = read === row.confirmed || row.unconfirmed.some(({ cap }) => cap === read);
  return isOurs ? 'set' : 'foreign';
}

export interface LayerWork {
  /** Its rows: one, those of its batch, or none yet. */
  rows: readonly Pick<WorkRow, 'over'>[];
  /** Whether anything of the project may run, by its status just read; null: no readable status. */
  mayRun: boolean | null;
}

/** A prompt not known to be sent by then was never sent: its browser gives up after five minutes. */
const NEVER_SENT_MS = 6 * MINUTE_MS;
/** A call whose response was lost takes effect within this time, or never. */
const MAY_TAKE_EFFECT_MS = 11 * MINUTE_MS;
/** A sleeping server takes minutes to start before the run begins. */
const NEVER_BEGAN_MS = 20 * MINUTE_MS;
/** How long a raise waits for its run. */
const AWAITED_MS = HOUR_MS;
/** Without a readable status or an event, a layer ends after this time. */
const NO_STATUS_MS = 2 * HOUR_MS;

/**
 * Tells whether the reason for a layer is over: by its time, by the outcome of its paid call, or because its
 * own work is over. An event alone ends it only if no status can be read, because it may be of the run
 * before. Where nothing of its work is known, times are deadlines.
 */
export function isOver(layer: Layer, call: LaunchState | null, work: LayerWork, now: InstantMs): boolean {
  const decided = isOverWithoutStatus(layer, call, now);
  if (decided !== null) return decided;
  const { rows, mayRun } = work;
  const isEnded = ({ over }: Pick<WorkRow, 'over'>) =>
    over === 'reading' || over === 'next' || (over === 'event' && mayRun === null);
  if (rows.length > 0 && rows.every(isEnded)) return true;
  if (mayRun === null) return now - layer.since >= NO_STATUS_MS;
  return !mayRun && now - layer.since >= (layer.call === null ? AWAITED_MS : NEVER_BEGAN_MS);
}

export function rowsOfLayer<Row extends WorkRow & { id: number }>(layer: Layer, runs: readonly Row[]): Row[] {
  const of =
    layer.call !== null
      ? runs.filter(({ callKey }) => callKey === layer.call)
      : runs.filter(
          (run) => (layer.work ?? null) === run.id || (layer.work == null && isLaterWork(run, layer.since)),
        );
  const [first] = of;
  const batch = first?.batch?.startedAt;
  return first === undefined || layer.call !== null
    ? of
    : runs.filter((run) => run === first || (batch !== undefined && run.batch?.startedAt === batch));
}

export const isRunning = (seen: SeenRun): boolean => progressOf(seen) === 'running';

/** The same, and a word that is new to us may be one. */
export const mayRun = (seen: SeenRun): boolean => isRunning(seen) || progressOf(seen) === 'unknown';

const progressOf = ({ status, startedAt, multiPrompt }: SeenRun) =>
  runProgress({ status, startedAt, batch: multiPrompt }).kind;

/** The relevant part of the service's status. */
interface SeenRun {
  status?: string | null | undefined;
  startedAt?: string | null | undefined;
  multiPrompt?: BatchFacts | null | undefined;
}

/** What {@link isOver} says as far as a layer's time and its paid call decide it; null: the status does. */
export function isOverWithoutStatus(layer: Layer, call: LaunchState | null, now: InstantMs): boolean | null {
  if (layer.until !== null) return now >= layer.until;
  if (layer.call === null) return null;
  switch (call) {
    case null:
    case 'reserved':
      return now - layer.since >= NEVER_SENT_MS;
    // A call that may have been sent keeps its layer while it can take effect. Some calls stay unknown for
    // ever, so then the status decides.
    case 'sent':
    case 'unknown':
      return now - layer.since < MAY_TAKE_EFFECT_MS ? false : null;
    case 'refused':
    case 'absent':
      return true;
    case 'launched':
      return null;
  }
}

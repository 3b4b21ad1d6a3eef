import { type BatchFacts, runProgress } from '../../../shared/builder-api/run-ending.ts';
import type { LaunchState } from '../../../shared/snapshot/launches.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS } from '../../../shared/time.ts';

/** One reason why a project's development cap is another than its owner's for a time. */
export interface Layer {
  kind: 'run-budget' | 'raise';
  /** As it was asked for. */
  credits: number;
  /** The cap that it means, in credits of this month. */
  to: number;
  since: InstantMs;
  /** null = until the run is over. */
  until: InstantMs | null;
  /** Name of the browser that asked for it. */
  by: string | null;
  /** Key of the paid call whose run it is for; null = the run that went on, or the next. */
  call: string | null;
  /** When the project's latest run before it began, in the service's words: by that the next one is told from it. */
  before: string | null;
  /** The run was seen. */
  isSeen: boolean;
  endedAt: InstantMs | null;
}

export const activeIn = (layers: readonly Layer[]): Layer[] =>
  layers.filter(({ endedAt }) => endedAt === null);

/** The cap that should stand at the service. A budget never lifts it above what the owner, or a raise, allows. */
export function targetOf(own: number | null, layers: readonly Layer[]): number | null {
  const active = activeIn(layers);
  const raised = active.find(({ kind }) => kind === 'raise')?.to ?? own;
  const budget = active.find(({ kind }) => kind === 'run-budget')?.to ?? null;
  if (budget === null) return raised;
  return raised === null ? budget : Math.min(raised, budget);
}

/** A change of the cap whose answer was lost: it may still take effect. */
export interface Doubt {
  cap: number | null;
  until: InstantMs;
}

/** What a cap that was read means. `foreign`: somebody else has set it, theirs stays. */
export function compareCap(
  row: { own: number | null; confirmed: number | null; layers: readonly Layer[]; doubts: readonly Doubt[] },
  read: number | null,
): 'agrees' | 'set' | 'foreign' {
  if (read === targetOf(row.own, row.layers)) return 'agrees';
  const isOurs = read === row.confirmed || row.doubts.some(({ cap }) => cap === read);
  return isOurs ? 'set' : 'foreign';
}

/** The status as the service tells it, as far as it matters here. */
export interface SeenRun {
  status?: string | null | undefined;
  startedAt?: string | null | undefined;
  multiPrompt?: BatchFacts | null | undefined;
}

/** A prompt that is not known to have left by then never did: its browser gives it up after five minutes. */
const NEVER_SENT_MS = 6 * MINUTE_MS;
/** A call whose answer was lost takes effect within this time, or never. */
const MAY_TAKE_EFFECT_MS = 11 * MINUTE_MS;
/** A server that sleeps takes minutes to wake before the run begins. */
const NEVER_BEGAN_MS = 20 * MINUTE_MS;
/** A raise waits so long for the run that it is for. */
const AWAITED_MS = HOUR_MS;
/** Where the status can't be read at all, an event ends it; without one this does. */
const NO_STATUS_MS = 2 * HOUR_MS;

/** Whether the status must be asked for before {@link isOver} can tell. */
export function needsStatus(layer: Layer, call: LaunchState | null, now: InstantMs): boolean {
  return isOverWithoutStatus(layer, call, now) === null;
}

/**
 * Whether what a layer is for is over: by its time, by what became of its paid call, else by the status of the run and its batch.
 * The status may still tell of the run before right after a start (published reference), so that alone ends nothing.
 * @param seen null: the project has no status to ask for
 */
export function isOver(
  layer: Layer,
  call: LaunchState | null,
  seen: SeenRun | null,
  now: InstantMs,
): boolean {
  const decided = isOverWithoutStatus(layer, call, now);
  if (decided !== null) return decided;
  if (seen === null) return layer.isSeen || now - layer.since >= NO_STATUS_MS;
  const progress = progressOf(seen);
  if (progress.kind === 'running' || progress.kind === 'unknown') return false;
  if (isRunOf(layer, seen)) return true;
  return now - layer.since >= (layer.call === null ? AWAITED_MS : NEVER_BEGAN_MS);
}

/** Whether the status is of the run that the layer is for, running or over. */
export const isRunOf = (layer: Layer, seen: SeenRun): boolean =>
  layer.isSeen || (seen.startedAt != null && seen.startedAt !== layer.before);

export const isRunning = (seen: SeenRun): boolean => progressOf(seen).kind === 'running';

const progressOf = ({ status, startedAt, multiPrompt }: SeenRun) =>
  runProgress({ status, startedAt, batch: multiPrompt });

function isOverWithoutStatus(layer: Layer, call: LaunchState | null, now: InstantMs): boolean | null {
  if (layer.until !== null) return now >= layer.until;
  if (layer.call === null) return null;
  switch (call) {
    case null:
    case 'reserved':
      return now - layer.since >= NEVER_SENT_MS;
    // What may have been sent is owed while it can still take effect; some calls stay unknown for ever, so then the status decides.
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

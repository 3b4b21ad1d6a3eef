import { deployEnding, deployPhaseOf } from './deploy-ending.ts';
import { contradicts, type DeployEnding, type Ending, isEnding } from './ending.ts';
import { runProgress } from './run-ending.ts';

/** The fact of a kept event into which the edge fills the ending that a reading told. */
export const FILLED_ENDING = 'ending';
/** Into which it fills the last words of the agent on a run that failed. */
export const FILLED_REASON = 'lastMessage';

/** Into which it fills the names of variables that the agent asked for as it ended and the project lacked. */
export const FILLED_KEYS = 'keysNeeded';
/** Into which it fills the budget of the project's runs that a run begun elsewhere went without, credits. */
export const FILLED_WITHOUT = 'withoutBudget';

/** Facts of an event, or of the service's record of one; each may be missing. */
export type EndedFacts = Readonly<Record<string, unknown>>;

/**
 * How a run ended whose end an event reports: as a reading told, unless the event contradicts it. The event's
 * status is `done` for every end (published reference, Conversation and runs), which alone is `not-known`.
 */
export function runEndingOfEvent(facts: EndedFacts): Ending {
  const progress = runProgress({ event: { status: textOf(facts.status) } });
  const own = progress.kind === 'ended' ? progress.ending : 'not-known';
  const filled = filledIn(facts);
  return filled === null || contradicts(filled, own) ? own : filled;
}

/** The same of a deployment, by `success` or `error` (service reference, Events); a lost body has neither. */
export function deployEndingOfEvent(facts: EndedFacts): DeployEnding {
  const own = deployEnding({ phase: deployPhaseOf(textOf(facts.status)), finishedAt: null });
  if (own !== null) return own;
  const filled = filledIn(facts);
  return filled === 'succeeded' || filled === 'failed' ? filled : 'not-known';
}

const filledIn = ({ [FILLED_ENDING]: filled }: EndedFacts): Ending | null =>
  isEnding(filled) ? filled : null;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

import { DAY_MS, type InstantMs } from '../time.ts';
import type { KnownWork } from './row.ts';

/** From so many runs on it needs somebody. */
export const CHAIN_TOLD_FROM = 3;
/** Without a prompt for this long nobody is at it any more, which does not say that it works. */
const QUIET_MS = DAY_MS;

/** A run with what is asked of it here. */
export type MarkedRun = Pick<
  KnownWork,
  'id' | 'kind' | 'begunAt' | 'endedAt' | 'ending' | 'credits' | 'refunded' | 'mark'
>;

/** A run that was said not to have fixed something, and the runs after it. Credits as far as known. */
export interface Chain {
  /** Rows of the first and of the last run. */
  workId: number;
  lastWorkId: number;
  /** When it was said. */
  markedAt: InstantMs;
  /** When the first and the last run began. */
  since: InstantMs;
  lastAt: InstantMs;
  count: number;
  credits: number;
  /** Whether a run of it took credits that are not known. */
  isAtLeast: boolean;
  /** How often it is told: with its third run, and each time that its cost has doubled since. */
  told: number;
}

/** `end`: what ended it; null: nothing yet. `quiet`: a day without a prompt, which tells nothing. */
export type KnownChain = Chain & { end: 'works' | 'quiet' | null };

/**
 * The last chain of a project. It ends when a run of it or a later one is marked as fixed, when a version
 * made since is starred or a version is restored, or a day after its last prompt.
 * @param rows of a project, oldest first
 * @param stars when the versions were made that were starred
 */
export function chainOf(
  rows: readonly MarkedRun[],
  stars: readonly InstantMs[],
  now: InstantMs,
): KnownChain | null {
  const runs = rows.filter(({ kind }) => kind === 'run');
  const isStarred = (from: InstantMs, to: InstantMs) => stars.some((madeAt) => madeAt >= from && madeAt < to);
  const isRestored = (from: InstantMs, to: InstantMs) =>
    rows.some(
      ({ kind, ending, begunAt }) =>
        kind === 'restore' && ending !== 'failed' && begunAt >= from && begunAt < to,
    );
  let chain: Growing | null = null;
  for (const [at, run] of runs.entries()) {
    const before = chain as Growing | null;
    const isOpen = before !== null && before.end === null && run.begunAt - before.lastAt <= QUIET_MS;
    if (!isOpen && before !== null && before.end === null) chain = { ...before, end: 'quiet' };
    if (!isOpen && run.mark?.mark !== 'not-fixed') continue;
    const nextAt = runs[at + 1]?.begunAt ?? Number.POSITIVE_INFINITY;
    const works =
      run.mark?.mark === 'fixed' || isStarred(run.begunAt, nextAt) || isRestored(run.begunAt, nextAt);
    const grown = withRun(isOpen ? before : null, run);
    chain = works ? { ...grown, end: 'works' } : grown;
  }
  if (chain === null) return null;
  const { toldCredits: _own, ...known } = chain;
  return known.end === null && now - known.lastAt > QUIET_MS ? { ...known, end: 'quiet' } : known;
}

interface Growing extends KnownChain {
  /** What it had cost when it was told last. */
  toldCredits: number;
}

function withRun(chain: Growing | null, run: MarkedRun): Growing {
  const { id, begunAt, ending, mark } = run;
  const isFree = run.refunded === true;
  const count = (chain?.count ?? 0) + 1;
  const credits = (chain?.credits ?? 0) + (isFree ? 0 : (run.credits ?? 0));
  const before = chain?.toldCredits ?? 0;
  const isTold =
    count === CHAIN_TOLD_FROM || (count > CHAIN_TOLD_FROM && before > 0 && credits >= 2 * before);
  return {
    workId: chain?.workId ?? id,
    lastWorkId: id,
    markedAt: chain?.markedAt ?? mark?.at ?? begunAt,
    since: chain?.since ?? begunAt,
    lastAt: begunAt,
    count,
    credits,
    isAtLeast: (chain?.isAtLeast ?? false) || (!isFree && run.credits === null && ending !== null),
    told: (chain?.told ?? 0) + Number(isTold),
    toldCredits: isTold ? credits : before,
    end: null,
  };
}

/** Words as they are compared: without case, punctuation and blanks. */
const bare = (words: string): string => words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** So many of the latest runs are compared with a new prompt. */
const COMPARED_RUNS = 3;

/**
 * The run that a prompt seems to ask for again: word for word, but for case and punctuation, one of the last
 * three within a day, which succeeded and of which nobody has said anything. Null: none.
 * @param rows of a project, newest first, with their prompts as people read them
 */
export function askedAgain<R extends Pick<KnownWork, 'kind' | 'begunAt' | 'ending' | 'prompt' | 'mark'>>(
  words: string,
  rows: readonly R[],
  now: InstantMs,
): R | null {
  const asked = bare(words);
  const runs = rows.filter(({ kind }) => kind === 'run').slice(0, COMPARED_RUNS);
  return asked === ''
    ? null
    : (runs.find(
        ({ prompt, ending, mark, begunAt }) =>
          ending === 'succeeded' && mark === null && now - begunAt < QUIET_MS && bare(prompt ?? '') === asked,
      ) ?? null);
}

import * as z from 'zod/mini';

/**
 * How a run ended. `capped`: it reached a monthly cap; what was built is kept. `paused`: its batch waits halfway. `untold`:
 * it is over, and nothing says how.
 */
export const RUN_ENDINGS = ['finished', 'failed', 'stopped', 'capped', 'paused', 'untold'] as const;
export const runEnding = z.enum(RUN_ENDINGS);
export type RunEnding = (typeof RUN_ENDINGS)[number];

/** Several prompts that run one after another (`multiPrompt` of the agent's status). */
export interface BatchFacts {
  /** An open set; `planning`, `executing`, `paused`, `done`, `cancelled` are known. */
  status?: string | null | undefined;
  prompts?: readonly { status?: string | null | undefined }[] | null | undefined;
  updatedAt?: string | null | undefined;
}

export interface MessageFacts {
  author?: string | null | undefined;
  messageType?: string | null | undefined;
  createdAt?: string | null | undefined;
}

/** Everything that may tell how one run went, from whatever source; each part may be missing. */
export interface RunFacts {
  /** The service's own word, the same for every end; null when nothing was read. */
  status?: string | null | undefined;
  startedAt?: string | null | undefined;
  messages?: readonly MessageFacts[] | null | undefined;
  batch?: BatchFacts | null | undefined;
  /** `agent.prompt.finished` of this very run. */
  event?: { status: string | null } | null | undefined;
  /** The service took a request to stop this run. */
  stopAccepted?: boolean | undefined;
  /** `project.credit_limit.reached` was told for development while it ran. */
  capReached?: boolean | undefined;
}

export type RunProgress =
  | { kind: 'running' }
  /** It never ran. */
  | { kind: 'idle' }
  | { kind: 'ended'; ending: RunEnding }
  /** A status that is new to us, and nothing else. */
  | { kind: 'unknown' };

/**
 * Whether a run is over, and how it ended. The status is `done` for every end: what tells is the last closing message of
 * the agent after the last one of the user, then a stop of ours, then the words of a status or an event, then a cap that
 * was reached meanwhile. The answer depends neither on the order in which the parts came nor on that of the messages;
 * a part that is lost makes it `untold` at most (a lost stop: whatever the agent's closing message says).
 * A batch is over when it says so itself: the status and the event tell of each of its prompts.
 */
export function runProgress(facts: RunFacts): RunProgress {
  const batch = isOlderBatch(facts) ? null : (facts.batch?.status ?? null);
  if (batch !== null && BATCH_GOING.has(batch)) return { kind: 'running' };
  const phase = statusPhase(facts.status);
  const hasEvent = facts.event !== null && facts.event !== undefined;
  if (phase === 'running' && !hasEvent) return { kind: 'running' };
  if (phase === 'idle' && !hasEvent) return { kind: 'idle' };
  if (phase === 'unknown' && !hasEvent && batch === null) return { kind: 'unknown' };
  return { kind: 'ended', ending: endingWith(saidEnding(facts, batch), facts) };
}

/**
 * An ending with what was told apart from the service's own words: a stop of ours explains every end but that at a cap, and
 * a cap that was reached meanwhile explains one that nothing else does.
 */
export function endingWith(
  ending: RunEnding,
  { stopAccepted, capReached }: Pick<RunFacts, 'stopAccepted' | 'capReached'>,
): RunEnding {
  if (ending === 'capped') return ending;
  if (stopAccepted) return 'stopped';
  return capReached && (ending === 'untold' || ending === 'paused') ? 'capped' : ending;
}

function saidEnding(facts: RunFacts, batch: string | null): RunEnding {
  const closing = closingOf(facts.messages ?? []);
  if (closing === 'capped') return closing;
  if (batch === 'cancelled') return 'stopped';
  if (closing === 'failed') return closing;
  if (batch !== null && facts.batch?.prompts?.some(({ status }) => status === 'failed')) return 'failed';
  const word = endingWord(facts.event?.status) ?? endingWord(facts.status);
  if (word !== null) return word;
  if (batch === 'paused') return 'paused';
  return closing ?? 'untold';
}

/** A batch that was over before this run began is not about it. */
function isOlderBatch({ batch, startedAt }: RunFacts): boolean {
  return Date.parse(batch?.updatedAt ?? '') < Date.parse(startedAt ?? '');
}

const BATCH_GOING: ReadonlySet<string> = new Set(['planning', 'executing']);

const PHASE_OF: Readonly<Record<string, 'running' | 'idle' | 'ended'>> = {
  init: 'running',
  running: 'running',
  idle: 'idle',
  done: 'ended',
};

function statusPhase(status: string | null | undefined): 'running' | 'idle' | 'ended' | 'unknown' {
  if (!status) return 'unknown';
  if (Object.hasOwn(PHASE_OF, status)) return PHASE_OF[status] ?? 'unknown';
  return endingWord(status) === null ? 'unknown' : 'ended';
}

/** Statuses are an open set: only a word that can mean nothing else tells an ending. `done` is none. */
function endingWord(status: string | null | undefined): RunEnding | null {
  if (!status) return null;
  if (/limit|capped/i.test(status)) return 'capped';
  if (/^(stopped|cancell?ed|aborted)$/i.test(status)) return 'stopped';
  if (/error|fail/i.test(status)) return 'failed';
  if (/^(success|finished)$/i.test(status)) return 'finished';
  return null;
}

const CLOSING: Readonly<Record<string, 'finished' | 'failed' | 'capped'>> = {
  finished: 'finished',
  error: 'failed',
  'limit-reached': 'capped',
};
const WORST_FIRST = ['capped', 'failed', 'finished'] as const;

/** What the newest closing message after the newest prompt says; of two at the same time the worse. */
function closingOf(messages: readonly MessageFacts[]): (typeof WORST_FIRST)[number] | null {
  const at = timesOf(messages);
  const prompted = Math.max(
    Number.NEGATIVE_INFINITY,
    ...messages.flatMap(({ author }, i) => (author === 'user' ? [at[i] ?? 0] : [])),
  );
  let newest: { at: number; closing: (typeof WORST_FIRST)[number] } | null = null;
  for (const [i, { author, messageType }] of messages.entries()) {
    const closing = messageType && Object.hasOwn(CLOSING, messageType) ? CLOSING[messageType] : undefined;
    const when = at[i] ?? 0;
    if (author === 'user' || closing === undefined || when < prompted) continue;
    const rank = newest === null ? 1 : when - newest.at || worse(closing, newest.closing);
    if (rank > 0) newest = { at: when, closing };
  }
  return newest?.closing ?? null;
}

function worse(one: (typeof WORST_FIRST)[number], other: (typeof WORST_FIRST)[number]): number {
  return WORST_FIRST.indexOf(other) - WORST_FIRST.indexOf(one);
}

/** A message without a time is taken to be of the time of the one before it. */
function timesOf(messages: readonly MessageFacts[]): number[] {
  let last = Number.NEGATIVE_INFINITY;
  return messages.map(({ createdAt }) => {
    const read = Date.parse(createdAt ?? '');
    if (!Number.isNaN(read)) last = read;
    return last;
  });
}

import { SECOND_MS } from '../time.ts';
import type { Ending } from './ending.ts';

/** Several prompts that run in sequence (`multiPrompt` of the agent's status). */
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

/** All facts about how one run went, from any source; each may be missing. */
export interface RunFacts {
  /** The service's status, the same for every end; null when nothing was read. */
  status?: string | null | undefined;
  startedAt?: string | null | undefined;
  messages?: readonly MessageFacts[] | null | undefined;
  batch?: BatchFacts | null | undefined;
  /** `agent.prompt.finished` of this run. */
  event?: { status: string | null } | null | undefined;
  /** The service accepted a request to stop this run. */
  stopAccepted?: boolean | undefined;
  /** `project.credit_limit.reached` for development arrived while it ran. */
  capReached?: boolean | undefined;
}

export type RunProgress =
  | { kind: 'running' }
  /** It never ran. */
  | { kind: 'idle' }
  | { kind: 'ended'; ending: Ending }
  /** An unknown status and no other fact. */
  | { kind: 'unknown' };

/**
 * Decides whether a run is over and how it ended. The status is `done` for every end, so the order of
 * evidence is: the agent's last closing message after the user's last message, a stop of ours, the words of a
 * status or event, a cap reached meanwhile. The order of facts and messages does not matter; a missing fact
 * makes it `not-known` at most (a missing stop: whatever the agent's closing message says). A batch is over
 * when its own status says so: the run's status and event report each of its prompts.
 */
export function runProgress(facts: RunFacts): RunProgress {
  const batch = isOlderBatch(facts) ? null : (facts.batch?.status ?? null);
  if (batch !== null && BATCH_GOING.has(batch)) return { kind: 'running' };
  const phase = statusPhase(facts.status);
  const hasEvent = facts.event !== null && facts.event !== undefined;
  if (phase === 'running' && !hasEvent) return { kind: 'running' };
  if (phase === 'idle' && !hasEvent) return { kind: 'idle' };
  if (phase === 'unknown' && !hasEvent && batch === null) return { kind: 'unknown' };
  return { kind: 'ended', ending: endingWith(reportedEnding(facts, batch), facts) };
}

/**
 * Combines an ending with facts outside the service's words: a stop of ours explains every end except one at
 * a cap; a cap reached meanwhile explains an end that nothing else does.
 */
export function endingWith(
  ending: Ending,
  { stopAccepted, capReached }: Pick<RunFacts, 'stopAccepted' | 'capReached'>,
): Ending {
  if (ending === 'capped') return ending;
  if (stopAccepted) return 'stopped';
  return capReached && (ending === 'not-known' || ending === 'paused') ? 'capped' : ending;
}

function reportedEnding(facts: RunFacts, batch: string | null): Ending {
  const closing = closingOf(facts.messages ?? []);
  if (closing === 'capped') return closing;
  if (batch === 'cancelled') return 'stopped';
  if (closing === 'failed') return closing;
  if (batch !== null && facts.batch?.prompts?.some(({ status }) => status === 'failed')) return 'failed';
  const word = endingWord(facts.event?.status) ?? endingWord(facts.status);
  if (word !== null) return word;
  if (batch === 'paused') return 'paused';
  return closing ?? 'not-known';
}

/**
 * A batch that was over before this run began belongs to an earlier run. One that goes on is updated as each
 * prompt begins, perhaps a moment before it.
 */
export function isOlderBatch({ batch, startedAt }: RunFacts): boolean {
  const before = BATCH_GOING.has(batch?.status ?? '') ? SECOND_MS : 0;
  return Date.parse(batch?.updatedAt ?? '') + before < Date.parse(startedAt ?? '');
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

/** Statuses are an open set: only an unambiguous word counts as an ending; `done` does not. */
function endingWord(status: string | null | undefined): Ending | null {
  if (!status) return null;
  if (/limit|capped/i.test(status)) return 'capped';
  if (/^(stopped|cancell?ed|aborted)$/i.test(status)) return 'stopped';
  if (/error|fail/i.test(status)) return 'failed';
  if (/^(success|finished)$/i.test(status)) return 'succeeded';
  return null;
}

const CLOSING: Readonly<Record<string, 'succeeded' | 'failed' | 'capped'>> = {
  finished: 'succeeded',
  error: 'failed',
  'limit-reached': 'capped',
};
const WORST_FIRST = ['capped', 'failed', 'succeeded'] as const;

/** What a message that closes a run says of its ending; null = it closes none. */
export function closingEnding({
  author,
  messageType,
}: Pick<MessageFacts, 'author' | 'messageType'>): 'succeeded' | 'failed' | 'capped' | null {
  if (author === 'user' || !messageType || !Object.hasOwn(CLOSING, messageType)) return null;
  return CLOSING[messageType] ?? null;
}

/**
 * How the prompts of a batch ended, as far as a message closes them, oldest first; null where the run is
 * none. A batch that is over has its own ending.
 */
export function promptEnds(facts: RunFacts): { at: number; ending: Ending }[] | null {
  if (!facts.batch || isOlderBatch(facts)) return null;
  const messages = facts.messages ?? [];
  const at = timesOf(messages);
  return messages.flatMap((message, i) => {
    const how = closingEnding(message);
    const when = at[i] ?? Number.NEGATIVE_INFINITY;
    return how === null || !Number.isFinite(when) ? [] : [{ at: when, ending: how }];
  });
}

/** The newest closing message after the newest prompt; of two with the same time, the worse. */
function closingOf(messages: readonly MessageFacts[]): (typeof WORST_FIRST)[number] | null {
  const at = timesOf(messages);
  const prompted = Math.max(
    Number.NEGATIVE_INFINITY,
    ...messages.flatMap(({ author }, i) => (author === 'user' ? [at[i] ?? 0] : [])),
  );
  let newest: { at: number; closing: (typeof WORST_FIRST)[number] } | null = null;
  for (const [i, message] of messages.entries()) {
    const closing = closingEnding(message);
    const when = at[i] ?? 0;
    if (closing === null || when < prompted) continue;
    const rank = newest === null ? 1 : when - newest.at || worse(closing, newest.closing);
    if (rank > 0) newest = { at: when, closing };
  }
  return newest?.closing ?? null;
}

function worse(one: (typeof WORST_FIRST)[number], other: (typeof WORST_FIRST)[number]): number {
  return WORST_FIRST.indexOf(other) - WORST_FIRST.indexOf(one);
}

/** A message without a time gets the time of the one before it. */
function timesOf(messages: readonly MessageFacts[]): number[] {
  let last = Number.NEGATIVE_INFINITY;
  return messages.map(({ createdAt }) => {
    const read = Date.parse(createdAt ?? '');
    if (!Number.isNaN(read)) last = read;
    return last;
  });
}

import type { AgentStatusRecord } from '../builder-api/agent.ts';
import type { DeploymentStatusRecord } from '../builder-api/publishing.ts';
import { deployEnding, deployPhaseOf } from '../endings/deploy-ending.ts';
import type { Ending } from '../endings/ending.ts';
import { deployEndingOfEvent, runEndingOfEvent } from '../endings/event-ending.ts';
import { closingEnding, isOlderBatch, promptEnds, runProgress } from '../endings/run-ending.ts';
import { type InstantMs, parseInstant } from '../time.ts';

export const WORK_KINDS = ['run', 'deploy', 'restore', 'rebuild', 'server'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** State of a paid call, from the weakest to the strongest: a later one replaces an earlier one. */
const CALL_STATES = ['sent', 'unknown', 'absent', 'refused', 'launched'] as const;
export type CallState = (typeof CALL_STATES)[number];

/** A paid call that starts work, as the ledger has it. Its key is its identity. */
export interface CallEvidence {
  from: 'ledger';
  kind: WorkKind;
  key: string;
  /** When it was sent, by the clock of the edge. */
  at: InstantMs;
  state: CallState;
  /** When its work began according to the service; null where that was not read. */
  begunAt: InstantMs | null;
  prompt: string | null;
  /** Name of the browser. */
  by: string | null;
}

/** A prompt of a batch, or the batch itself while it is planned. */
export interface BatchPlace {
  /** When the batch began, by the clock of the service. */
  startedAt: InstantMs;
  /** Order of its prompt; null before the first. */
  place: number | null;
  /** 0 while it is planned. */
  total: number;
  /** Whether prompts are still to run. */
  isGoing: boolean;
  /** How the prompts before it ended, as far as messages close them. */
  ends: readonly { at: InstantMs; ending: Ending }[];
}

/** Latest work as read (published reference, Reading state). `startedAt`: its identity; null: it has none. */
export interface ReadEvidence {
  from: 'reading';
  kind: WorkKind;
  /** When the service was asked, by the clock of the edge: what began later is not in it. */
  at: InstantMs;
  startedAt: InstantMs | null;
  deploymentId: string | null;
  /** null: it goes on. */
  ending: Ending | null;
  endedAt: InstantMs | null;
  reason: string | null;
  credits: number | null;
  refunded: boolean | null;
  prompt: string | null;
  promptedAt: InstantMs | null;
  versionId: string | null;
  batch: BatchPlace | null;
  /** Upper bound of an end, which changes its project (published reference, Get Project). Absent: `at`. */
  overBy?: InstantMs;
}

/** The end of work that an event reports. It names no start, so it belongs to what had begun by then. */
export interface EventEvidence {
  from: 'event';
  kind: 'run' | 'deploy';
  id: string;
  /** Time of its signed body. */
  at: InstantMs;
  /** Whether only an upper bound of that time is known, as of a delivery that the sweep found. */
  isBound: boolean;
  ending: Ending;
  reason: string | null;
  refunded: boolean | null;
  deploymentId: string | null;
  prompt: string | null;
}

/** A stop of ours that the service accepted, or a development cap reached: both explain a run's end. */
export interface CauseEvidence {
  from: 'stop' | 'cap';
  kind: 'run';
  at: InstantMs;
  /** Which guard's cap it was; null: the owner's, or unknown. */
  by: string | null;
}

export type Evidence = CallEvidence | ReadEvidence | EventEvidence | CauseEvidence;

/** Kept length of a prompt that was sent from here, and of one that was read, as far as a list shows it. */
export const PROMPT_MAX = 2000;
export const READ_TEXT_MAX = 200;
const cut = (text: string | null | undefined, max = READ_TEXT_MAX) => (text ? text.slice(0, max) : null);

export const factsOf = (record: AgentStatusRecord) => ({
  ...record,
  messages: record.realtimeConversation ?? [],
  batch: record.multiPrompt,
});

/**
 * What the agent's status says of a project's latest run; null: it never ran.
 * @param at when it was asked for
 */
export function readRun(record: AgentStatusRecord, at: InstantMs): ReadEvidence | null {
  const facts = factsOf(record);
  const { messages } = facts;
  const progress = runProgress(facts);
  if (progress.kind === 'idle') return null;
  const batch = batchIn(facts, progress.kind === 'running');
  const startedAt = parseInstant(record.startedAt) ?? batch?.startedAt ?? null;
  if (progress.kind === 'unknown' && startedAt === null) return null;
  const prompted = messages.findLastIndex(({ author }) => author === 'user');
  const later = messages.slice(prompted + 1);
  const closing = later.findLast((message) => closingEnding(message) !== null);
  const ending = progress.kind === 'ended' ? progress.ending : null;
  return {
    from: 'reading',
    kind: 'run',
    at,
    startedAt,
    deploymentId: null,
    ending,
    endedAt: ending === null ? null : parseInstant(closing?.createdAt),
    reason: ending === 'failed' ? cut(closing?.message) : null,
    credits: ending === null ? null : (record.creditsSpent ?? null),
    refunded: null,
    prompt: cut(messages[prompted]?.message),
    promptedAt: parseInstant(messages[prompted]?.createdAt),
    versionId: closing?.versionId ?? null,
    batch,
  };
}

function batchIn(
  facts: AgentStatusRecord & Parameters<typeof isOlderBatch>[0],
  isGoing: boolean,
): BatchPlace | null {
  const startedAt = parseInstant(facts.multiPrompt?.startedAt);
  if (!facts.multiPrompt || startedAt === null || isOlderBatch(facts)) return null;
  const { currentPromptIndex: index, totalPrompts, prompts } = facts.multiPrompt;
  const total = Math.min(totalPrompts ?? prompts?.length ?? 0, BATCH_MAX);
  const place = index == null || index < 0 ? null : Math.min(index, Math.max(0, total - 1));
  return { startedAt, place, total, isGoing, ends: (promptEnds(facts) ?? []).slice(-BATCH_MAX) };
}

/** Published reference, Batch: `TOO_MANY_PROMPTS` above this. */
const BATCH_MAX = 50;

/**
 * What the status of a project's latest deployment says; null: there was none.
 * @param at when it was asked for
 * @param changedAt when the project last changed, where the same response says it
 */
export function readDeploy(
  record: DeploymentStatusRecord,
  at: InstantMs,
  changedAt: InstantMs | null = null,
): ReadEvidence | null {
  const phase = deployPhaseOf(record.status);
  if (phase === 'never') return null;
  const ending = deployEnding({ phase, finishedAt: null });
  return {
    from: 'reading',
    kind: 'deploy',
    at,
    startedAt: parseInstant(record.createdAt),
    deploymentId: record.deploymentId ?? null,
    ending,
    endedAt: null,
    reason: null,
    credits: null,
    refunded: null,
    prompt: null,
    promptedAt: null,
    versionId: record.versionId ?? null,
    batch: null,
    ...(ending !== null && changedAt !== null && { overBy: Math.min(changedAt, at) }),
  };
}

/** An account's event about the end of work or a cap; `data` of its body. Null: about something else. */
export function eventEvidence(
  event: {
    event: string;
    id: string;
    at: InstantMs;
    source: string;
    facts: Readonly<Record<string, unknown>>;
  },
  data: Readonly<Record<string, unknown>>,
): EventEvidence | CauseEvidence | null {
  const { id, at, facts } = event;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const about = {
    from: 'event' as const,
    id,
    at,
    isBound: event.source === 'reconciled',
    reason: cut(text(facts.errorText) ?? text(facts.errorDetails)),
    refunded: typeof facts.creditRefunded === 'boolean' ? facts.creditRefunded : null,
    deploymentId: text(facts.deploymentId),
    prompt: cut(text(data.prompt) ?? text(facts.prompt)),
  };
  switch (event.event) {
    case 'agent.prompt.finished':
      return { ...about, kind: 'run', ending: runEndingOfEvent(facts) };
    case 'deployment.finished':
      return { ...about, kind: 'deploy', ending: deployEndingOfEvent(facts) };
    case 'project.credit_limit.reached': {
      const isDevelopment = /^dev/i.test(text(facts.category) ?? 'development');
      return isDevelopment ? { from: 'cap', kind: 'run', at, by: text(facts.guard) } : null;
    }
    default:
      return null;
  }
}

/** The identity of a piece of evidence: two with the same are about the same fact of the same work. */
export function identityOf(one: Evidence): string {
  switch (one.from) {
    case 'ledger':
      return `ledger ${one.key}`;
    case 'reading':
      return `reading ${one.kind} ${one.startedAt ?? `at ${one.at}`} ${one.batch?.startedAt ?? ''} ${one.batch?.place ?? ''}`;
    case 'event':
      return `event ${one.id}`;
    case 'stop':
    case 'cap':
      return `${one.from} ${one.at}`;
  }
}

/** How much a reading says of an end: a pause is not final, and a known end is better than an unknown. */
const known = ({ ending, credits, endedAt, reason }: ReadEvidence): number[] => [
  ending === null ? 0 : ending === 'paused' ? 1 : ending === 'not-known' ? 2 : 3,
  Number(credits !== null),
  Number(endedAt !== null),
  Number(reason !== null),
];

/** Whether the first says more; of two that say as much the earlier one counts. */
function saysMore(one: Evidence, other: Evidence): boolean {
  if (one.from === 'ledger' && other.from === 'ledger') {
    const rank = ({ state, begunAt }: CallEvidence) =>
      CALL_STATES.indexOf(state) * 2 + Number(begunAt !== null);
    if (rank(one) !== rank(other)) return rank(one) > rank(other);
  }
  if (one.from === 'reading' && other.from === 'reading') {
    const [mine, theirs] = [known(one), known(other)];
    const at = mine.findIndex((value, i) => value !== theirs[i]);
    if (at >= 0) return (mine[at] ?? 0) > (theirs[at] ?? 0);
  }
  const seenBy = (of: Evidence) => ('overBy' in of && of.overBy !== undefined ? of.overBy : of.at);
  return seenBy(one) !== seenBy(other)
    ? seenBy(one) < seenBy(other)
    : JSON.stringify(one) < JSON.stringify(other);
}

/**
 * The evidence that decides: of each fact the piece that says most, and of readings of one work also the
 * first, which says since when it is known. Sorted by own time, then source.
 */
export function decisive(evidence: readonly Evidence[]): Evidence[] {
  const best = new Map<string, Evidence>();
  const first = new Map<string, ReadEvidence>();
  for (const one of evidence) {
    const id = identityOf(one);
    const before = best.get(id);
    if (before === undefined || saysMore(one, before)) best.set(id, one);
    if (one.from !== 'reading') continue;
    const earliest = first.get(id);
    if (earliest === undefined || isEarlier(one, earliest)) first.set(id, one);
  }
  return [...new Set([...best.values(), ...first.values()])].toSorted((one, other) =>
    isEarlier(one, other) ? -1 : 1,
  );
}

function isEarlier(one: Evidence, other: Evidence): boolean {
  if (one.at !== other.at) return one.at < other.at;
  const [mine, theirs] = [identityOf(one), identityOf(other)];
  return mine === theirs ? JSON.stringify(one) < JSON.stringify(other) : mine < theirs;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * The words of a prompt by which it is recognized in the service's data: the service escapes text and strips
 * tags, so only letters and digits count, without entities, tags and case. Null: it has none.
 */
export function promptWords(prompt: string): string | null {
  const words = withoutTags(unescaped(prompt)).match(/[\p{L}\p{N}]+/gu);
  return words?.join(' ').toLowerCase() ?? null;
}

/** A text as it was before the service escaped it. */
export const unescaped = (text: string): string =>
  text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, decodeEntity);

/** Looks for tags up to the last `>` only: beyond it, each `<` would be searched to the end of the text. */
function withoutTags(text: string): string {
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end).replace(/<[^>]*>/g, ' ') + text.slice(end);
}

function decodeEntity(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return ENTITIES[name] ?? ' ';
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** Whether two prompts may be one, of which either may have been cut after `cutAt` characters. */
export function mayBeOnePrompt(one: string | null, other: string | null, cutAt: number): boolean {
  if (one === null || other === null || one === other) return true;
  const [mine, theirs] = [promptWords(one), promptWords(other)];
  if (mine === null || theirs === null) return true;
  if (one.length < cutAt && other.length < cutAt) return mine === theirs;
  // The last word of what was cut may be a part of one.
  const shared = Math.min(mine.length, theirs.length);
  const upTo = mine.slice(0, shared).lastIndexOf(' ');
  return upTo < 0 || mine.slice(0, upTo) === theirs.slice(0, upTo);
}

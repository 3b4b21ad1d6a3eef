import type { ConversationMessage } from '../../../shared/builder-api/agent.ts';
import type { WorkFacts } from '../../../shared/edge-api/work.ts';
import { type Ending, isSaid } from '../../../shared/endings/ending.ts';
import { closingEnding } from '../../../shared/endings/run-ending.ts';
import { type InstantMs, parseInstant, utcDay } from '../../../shared/time.ts';
import { mayBeOnePrompt, READ_TEXT_MAX } from '../../../shared/work/evidence.ts';
import { decoded } from './escaped-text.ts';

/** What is known of an ended run or deployment; null is not known. */
export type Ended = Pick<
  WorkFacts,
  'kind' | 'startedAt' | 'endedAt' | 'credits' | 'refunded' | 'fixAttempts' | 'versionId'
> & { ending: Ending; prompt: string | null };

export type Receipt = Ended & {
  /** Differs among the receipts of a project, and stays. */
  key: string;
  /** Null: only the conversation tells of it, as of a run that was over before the edge was set up. */
  row: WorkFacts | null;
  /** The message that a run ends with, by its place in the conversation; null: that goes back no further. */
  lastMessage: number | null;
};

/** A prompt with the messages until the next one, by what the conversation itself says of it. */
interface Turn {
  prompt: string | null;
  promptedAt: InstantMs | null;
  last: number;
  closing: Ending | null;
  closedAt: InstantMs | null;
  versionId: string | null;
}

export function turnsOf(messages: readonly ConversationMessage[]): Turn[] {
  const starts = messages.flatMap(({ author }, at) => (author === 'user' ? [at] : []));
  return starts.map((from, index) => {
    const last = (starts[index + 1] ?? messages.length) - 1;
    const turn = messages.slice(from, last + 1);
    const closing = turn.findLast((message) => closingEnding(message) !== null);
    return {
      prompt: turn[0]?.message ?? null,
      promptedAt: parseInstant(turn[0]?.createdAt),
      last,
      closing: closing === undefined ? null : closingEnding(closing),
      closedAt: parseInstant(closing?.createdAt),
      versionId: turn.findLast(({ versionId }) => versionId)?.versionId ?? null,
    };
  });
}

/**
 * Finds the row of each turn by its version, its closing message or its prompt. A row that no reading has
 * shown has none of them: it belongs to the turn with its words, if that is the only one.
 */
function rowsOfTurns(turns: readonly Turn[], runs: readonly WorkFacts[]): Map<Turn, WorkFacts> {
  const found = new Map<Turn, WorkFacts>();
  const left = new Set(runs);
  const join = (isOf: (turn: Turn, row: WorkFacts) => boolean, isAlone = false) => {
    for (const turn of turns) {
      const own = found.has(turn) ? [] : [...left].filter((row) => isOf(turn, row));
      const [row] = own;
      const rivals = turns.filter((other) => row && !found.has(other) && isOf(other, row));
      if (row === undefined || (isAlone && (own.length > 1 || rivals.length > 1))) continue;
      found.set(turn, row);
      left.delete(row);
    }
  };
  join(({ versionId }, row) => versionId !== null && row.versionId === versionId);
  join(({ closedAt }, row) => closedAt !== null && row.endedAt === closedAt);
  join(({ promptedAt }, row) => promptedAt !== null && row.promptedAt === promptedAt);
  const words = ({ prompt }: Turn, row: WorkFacts) =>
    row.promptedAt === null && row.prompt !== null && mayBeOnePrompt(row.prompt, prompt, READ_TEXT_MAX);
  join(words, true);
  return found;
}

/** Runs and deployments that are over, newest first. `rows`: a project's work; `messages`: oldest first. */
export function receiptsOf(rows: readonly WorkFacts[], messages: readonly ConversationMessage[]): Receipt[] {
  const turns = turnsOf(messages);
  const runs = rows.filter(({ kind }) => kind === 'run');
  const rowOf = rowsOfTurns(turns, runs);
  const turnOf = new Map([...rowOf].map(([turn, row]) => [row, turn]));
  const ofRows = rows
    .filter(({ kind, isOver }) => isOver && (kind === 'run' || kind === 'deploy'))
    .map((row) => ofRow(row, turnOf.get(row)));
  const others = turns.filter((turn) => !rowOf.has(turn));
  // What nothing closes may go on, until something else was asked.
  const over = others.filter((turn) => turn.closing !== null || turn !== turns.at(-1));
  const timeOf = ({ endedAt, startedAt }: Receipt) => endedAt ?? startedAt ?? 0;
  return [...ofRows, ...over.map(ofTurn)].toSorted((one, other) => timeOf(other) - timeOf(one));
}

/** A row as it is known without the conversation. */
export const receiptOf = (row: WorkFacts): Receipt => ofRow(row, undefined);

function ofRow(row: WorkFacts, turn: Turn | undefined): Receipt {
  const { call, batch, prompt } = row;
  // What was sent from here is no text of the service.
  const own = prompt !== null && (call === null || batch !== null) ? decoded(prompt) : prompt;
  return {
    ...row,
    key: `work:${row.id}`,
    row,
    prompt: own ?? (turn?.prompt ? decoded(turn.prompt) : null),
    startedAt: row.startedAt ?? turn?.promptedAt ?? row.sentAt,
    endedAt: row.endedAt ?? turn?.closedAt ?? row.overAt,
    ending: isSaid(row.ending) ? row.ending : (turn?.closing ?? 'not-known'),
    versionId: row.versionId ?? turn?.versionId ?? null,
    lastMessage: turn?.last ?? null,
  };
}

const ofTurn = ({ prompt, promptedAt, last, closing, closedAt, versionId }: Turn): Receipt => ({
  key: `turn:${promptedAt ?? last}`,
  row: null,
  kind: 'run',
  prompt: prompt && decoded(prompt),
  startedAt: promptedAt,
  endedAt: closedAt,
  credits: null,
  refunded: null,
  fixAttempts: null,
  ending: closing ?? 'not-known',
  versionId,
  lastMessage: last,
});

/** The UTC days of a run or deployment: of its start and of its end. */
export function daysOf({ startedAt, endedAt }: Pick<Ended, 'startedAt' | 'endedAt'>): string[] {
  const from = startedAt ?? endedAt;
  if (from === null) return [];
  return [...new Set([utcDay(from), utcDay(endedAt ?? from)])];
}

import type { AgentStatusRecord, ConversationMessage } from '../builder-api/agent.ts';
import { deployEnding } from '../endings/deploy-ending.ts';
import { type DeployEnding, type Ending, isSaid } from '../endings/ending.ts';
import { deployEndingOfEvent, runEndingOfEvent } from '../endings/event-ending.ts';
import { closingEnding, runProgress } from '../endings/run-ending.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import { type DeployState, endingOf, type RunState } from '../snapshot/project-state.ts';
import { startOf, withEachEndOnce } from '../snapshot/read-ends.ts';
import { type InstantMs, parseInstant, utcDay } from '../time.ts';

/** An ended run or deployment, in one line. Null fields are unknown. */
export type Receipt = {
  /** Differs among the receipts of a project, and stays. */
  key: string;
  startedAt: InstantMs | null;
  endedAt: InstantMs | null;
} & (
  | {
      kind: 'run';
      /** The prompt, as the service stores it: escaped. */
      prompt: string | null;
      credits: number | null;
      ending: Ending;
      versionId: string | null;
      /** The message that it ends with, by its place in the conversation. */
      lastMessage: number | null;
    }
  | {
      kind: 'deploy';
      ending: DeployEnding;
      refunded: boolean;
      fixAttempts: number | null;
      liveUrl: string | null;
    }
);

/** The part of a project's latest run that receipts need: from the snapshot, or from Agent Status. */
export type LatestRun = Pick<
  RunState,
  'phase' | 'startedAt' | 'finishedAt' | 'creditsSpent' | 'ending' | 'batch'
>;

/** What was read of one project; each part may be missing. */
export type ReceiptSources = {
  /** The conversation, oldest first. */
  messages: readonly ConversationMessage[];
  events: readonly KeptEvent[];
  /** The latest run and deployment; what earlier ones cost is in the events of their ends. */
  run: LatestRun | null;
  deploy: DeployState | null;
};

/** The latest run from Agent Status (published reference, Reading state). */
export function latestRunOf(record: AgentStatusRecord): LatestRun {
  const { status, startedAt, realtimeConversation: messages, multiPrompt: batch, creditsSpent } = record;
  const progress = runProgress({ status, startedAt, messages, batch });
  return {
    phase: progress.kind === 'running' ? 'running' : 'unknown',
    startedAt: parseInstant(startedAt),
    finishedAt: null,
    creditsSpent: creditsSpent ?? null,
    ending: progress.kind === 'ended' ? progress.ending : null,
  };
}

/** Receipts of ended runs and deployments: cost, ending and results; newest first. */
export function receiptsOf({ messages, events, run, deploy }: ReceiptSources): Receipt[] {
  // What the app's own key has signed may be made up by the app.
  const ownEvents = withEachEndOnce(events).filter(({ signer }) => signer === undefined);
  return [...runReceipts(messages, ownEvents, run), ...deployReceipts(ownEvents, deploy)].toSorted(
    (one, other) => timeOf(other) - timeOf(one),
  );
}

/** Position of a receipt among others. */
const timeOf = ({ endedAt, startedAt }: Receipt): number => endedAt ?? startedAt ?? 0;

type Prompted = { from: number; to: number; startedAt: InstantMs | null };

/** A prompt and the messages until the next one. */
function promptsOf(messages: readonly ConversationMessage[]): Prompted[] {
  const starts = messages.flatMap(({ author }, at) => (author === 'user' ? [at] : []));
  return starts.map((from, index) => ({
    from,
    to: (starts[index + 1] ?? messages.length) - 1,
    startedAt: parseInstant(messages[from]?.createdAt),
  }));
}

function runReceipts(
  messages: readonly ConversationMessage[],
  events: readonly KeptEvent[],
  run: LatestRun | null,
): Receipt[] {
  const prompts = promptsOf(messages);
  const ends = events.filter(({ event }) => event === 'agent.prompt.finished');
  const used = new Set<KeptEvent>();
  const receipts = prompts.flatMap((prompt, index): Receipt[] => {
    const until = prompts[index + 1]?.startedAt ?? Number.POSITIVE_INFINITY;
    const since = prompt.startedAt;
    const inTime = ({ at }: KeptEvent) => since !== null && at >= since && at < until;
    const event = ends.filter(inTime).sort(newestFirst)[0] ?? null;
    if (event) used.add(event);
    const turn = messages.slice(prompt.from, prompt.to + 1);
    const closing = turn.findLast((message) => closingEnding(message) !== null);
    const isNewest = index === prompts.length - 1;
    const span = { after: timeAt(messages[prompt.from - 1]), since, until: timeAt(closing) };
    const latest = isNewest && isOfPrompt(run, span) ? run : null;
    // Nothing shows yet that the latest is over.
    if (latest ? endingOf(latest) === null : isNewest && !closing && !event) return [];
    const progress = runProgress({
      status: 'done',
      messages: turn,
      event: event && { status: textOf(event, 'status') },
      capReached: events.some(
        (one) =>
          one.event === 'project.credit_limit.reached' && inTime(one) && one.facts.category === 'development',
      ),
    });
    return [
      {
        kind: 'run',
        key: `run:${since ?? prompt.from}`,
        prompt: turn[0]?.message ?? null,
        startedAt: since,
        endedAt: timeAt(closing) ?? event?.at ?? latest?.finishedAt ?? null,
        credits: latest?.creditsSpent ?? (event && numberOf(event, 'creditsSpent')),
        ending: knownOf(
          latest && endingOf(latest),
          event && runEndingOfEvent(event.facts),
          progress.kind === 'ended' ? progress.ending : null,
        ),
        versionId: turn.findLast(({ versionId }) => versionId)?.versionId ?? null,
        lastMessage: prompt.to,
      },
    ];
  });
  return [...receipts, ...ends.filter((event) => !used.has(event)).map((event) => eventReceipt(event, run))];
}

/** A run of which the conversation was not read, or goes back no further. */
function eventReceipt(event: KeptEvent, run: LatestRun | null): Receipt {
  const latest = run !== null && isEndOf(event, run) ? run : null;
  return {
    kind: 'run',
    key: `event:${event.id}`,
    prompt: textOf(event, 'prompt'),
    startedAt: latest?.startedAt ?? startOf(event),
    endedAt: event.at,
    credits: latest?.creditsSpent ?? numberOf(event, 'creditsSpent'),
    ending: knownOf(latest && endingOf(latest), runEndingOfEvent(event.facts)),
    versionId: null,
    lastMessage: null,
  };
}

/** The first ending that says how. */
const knownOf = <E extends Ending>(...told: readonly (E | null)[]): E | 'not-known' =>
  told.find(isSaid) ?? 'not-known';

/** Whether an event reports the end of what was read, which takes its end, or tells it its beginning. */
const isEndOf = (
  event: KeptEvent,
  { startedAt, finishedAt }: Pick<DeployState, 'startedAt' | 'finishedAt'>,
) => finishedAt === event.at || (startedAt !== null && startedAt === startOf(event));

const timeAt = (message: ConversationMessage | undefined) => parseInstant(message?.createdAt);

/**
 * Whether the latest run that was read is the one that the last prompt began: between the message before the prompt and the one
 * that closes it. One of a batch begins with the batch.
 */
function isOfPrompt(
  run: LatestRun | null,
  { after, since, until }: Record<'after' | 'since' | 'until', InstantMs | null>,
): boolean {
  if (run === null) return false;
  const { startedAt, finishedAt, batch } = run;
  if (finishedAt !== null && since !== null && finishedAt < since) return false;
  if (startedAt === null || since === null || batch) return true;
  return (after === null || startedAt >= after) && (until === null || startedAt <= until);
}

function deployReceipts(events: readonly KeptEvent[], deploy: DeployState | null): Receipt[] {
  const ending = deploy && deployEnding(deploy);
  const latest = ending === null ? null : deploy;
  const receipts = events
    .filter(({ event }) => event === 'deployment.finished')
    .map((event): Receipt => {
      const same = latest !== null && isEndOf(event, latest) ? latest : null;
      return {
        kind: 'deploy',
        key: `deploy:${textOf(event, 'deploymentId') ?? event.id}`,
        startedAt: same?.startedAt ?? startOf(event),
        endedAt: event.at,
        ending: knownOf<DeployEnding>(deployEndingOfEvent(event.facts), same && ending),
        refunded: event.facts.creditRefunded === true,
        fixAttempts: numberOf(event, 'fixAttempts'),
        liveUrl: same?.liveUrl ?? null,
      };
    });
  if (!latest || ending === null || latest.finishedAt === null) return receipts;
  if (events.some((event) => event.event === 'deployment.finished' && isEndOf(event, latest)))
    return receipts;
  return [
    ...receipts,
    {
      kind: 'deploy',
      key: `deploy:${latest.finishedAt}`,
      startedAt: latest.startedAt,
      endedAt: latest.finishedAt,
      ending,
      refunded: latest.creditRefunded ?? false,
      fixAttempts: null,
      liveUrl: latest.liveUrl,
    },
  ];
}

const newestFirst = (one: KeptEvent, other: KeptEvent): number => other.at - one.at;

function textOf({ facts }: KeptEvent, name: string): string | null {
  const value = facts[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf({ facts }: KeptEvent, name: string): number | null {
  const value = facts[name];
  return typeof value === 'number' ? value : null;
}

/** The UTC days of a run or deployment: of its start and of its end. */
export function daysOf({ startedAt, endedAt }: Pick<Receipt, 'startedAt' | 'endedAt'>): string[] {
  const from = startedAt ?? endedAt;
  if (from === null) return [];
  return [...new Set([utcDay(from), utcDay(endedAt ?? from)])];
}

import type { ConversationMessage } from '../../shared/builder-api/agent.ts';
import type { GuardRequest, GuardTrial } from '../../shared/edge-api/guards.ts';
import { closingEnding } from '../../shared/endings/run-ending.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { latestRunOf, type Receipt, receiptsOf } from '../../shared/spending/receipts.ts';
import type { DailySpending } from '../../shared/spending/spending-days.ts';
import { DAY_MS, type InstantMs, MINUTE_MS, parseInstant, utcDay } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';

const TRIAL_DAYS = 30;

export interface TrialParts {
  callService: CallService;
  /** Stored events about ends of a project's runs. */
  ends: (projectId: string) => readonly KeptEvent[];
}

/** How often a guard would have acted in the last 30 days of a project, as far as its runs are known. */
export async function tryGuard(
  { callService, ends }: TrialParts,
  projectId: string,
  request: GuardRequest,
  now: InstantMs,
): Promise<GuardTrial> {
  const { kind } = request;
  const today = Date.parse(utcDay(now));
  const since = today - (TRIAL_DAYS - 1) * DAY_MS;
  const parameters = { projectId };
  const readDays = async () => {
    const query = { from: utcDay(since), to: utcDay(now), projectId };
    const result = await callService('getSpending', { query });
    return result.ok ? result.data.daily : null;
  };
  switch (kind) {
    // What a raise would have allowed is unknown.
    case 'raise':
      return { kind, times: null, of: 0, unit: 'days', since };
    case 'run-budget': {
      const [conversation, status, days] = await Promise.all([
        callService('getConversation', { parameters }),
        callService('getAgentStatus', { parameters }),
        readDays(),
      ]);
      const runs = receiptsOf({
        messages: conversation.ok ? conversation.data.conversation : [],
        events: ends(projectId),
        run: status.ok ? latestRunOf(status.data) : null,
        deploy: null,
      }).filter((one) => one.kind === 'run' && (one.startedAt ?? one.endedAt ?? 0) >= since);
      const exceeded = runs.map((run) => hasExceeded(run, runs, days, request.credits));
      const known = exceeded.filter((one) => one !== null);
      const times = known.filter(Boolean).length;
      const unknown = runs.length - known.length;
      return known.length === 0 && !(conversation.ok && runs.length === 0)
        ? { kind, times: null, of: 0, unit: 'runs', since, unknown }
        : { kind, times, of: known.length, unit: 'runs', since, unknown };
    }
    case 'day-budget': {
      const days = await readDays();
      const times = days === null ? null : days.filter((day) => day.development > request.credits).length;
      return { kind, times, of: TRIAL_DAYS, unit: 'days', since };
    }
    case 'run-time':
    case 'failures': {
      const result = await callService('getConversation', { parameters });
      if (!result.ok) return { kind, times: null, of: 0, unit: 'runs', since };
      const runs = runsIn(result.data.conversation, since);
      const times =
        kind === 'run-time'
          ? runs.filter(({ durationMs }) => durationMs > request.minutes * MINUTE_MS).length
          : timesInARow(runs, request.inARow);
      return { kind, times, of: runs.length, unit: 'runs', since };
    }
  }
}

/**
 * Whether a run used more than its budget: by its own cost if reported, else by the development credits of its days.
 * Where these are within the budget, each run of these days was; where they are not, only a run that was alone on its days is
 * known to have exceeded it. Null = unknown.
 */
export function hasExceeded(
  run: Receipt,
  runs: readonly Receipt[],
  days: DailySpending | null,
  budget: number,
): boolean | null {
  if (run.kind === 'run' && run.credits !== null) return run.credits > budget;
  const own = daysOf(run);
  if (days === null || own.length === 0) return null;
  const spent = days
    .filter(({ date }) => own.includes(date.slice(0, 10)))
    .reduce((sum, { development }) => sum + development, 0);
  if (spent <= budget) return false;
  const isAlone = runs.every((other) => other === run || !daysOf(other).some((day) => own.includes(day)));
  return isAlone ? true : null;
}

/** The UTC days of a run. */
function daysOf({ startedAt, endedAt }: Receipt): string[] {
  const from = startedAt ?? endedAt;
  if (from === null) return [];
  return [...new Set([utcDay(from), utcDay(endedAt ?? from)])];
}

interface PastRun {
  durationMs: number;
  hasFailed: boolean;
}

/** Runs that a conversation shows from a prompt to the message that closes it, oldest first. */
function runsIn(messages: readonly ConversationMessage[], since: InstantMs): PastRun[] {
  const ordered = messages
    .flatMap((message) => {
      const at = parseInstant(message.createdAt);
      return at === null
        ? []
        : [{ isPrompt: message.author === 'user', closing: closingEnding(message), at }];
    })
    .sort((one, other) => one.at - other.at);
  const runs: PastRun[] = [];
  let promptedAt: InstantMs | null = null;
  for (const { isPrompt, closing, at } of ordered) {
    if (isPrompt) promptedAt = at;
    else if (promptedAt !== null && closing !== null) {
      if (promptedAt >= since) runs.push({ durationMs: at - promptedAt, hasFailed: closing === 'failed' });
      promptedAt = null;
    }
  }
  return runs;
}

/** How often this many failures came in a row; the count then starts again, as when the owner allows prompts again. */
function timesInARow(runs: readonly PastRun[], inARow: number): number {
  let times = 0;
  let failures = 0;
  for (const { hasFailed } of runs) {
    failures = hasFailed ? failures + 1 : 0;
    if (failures < inARow) continue;
    times++;
    failures = 0;
  }
  return times;
}

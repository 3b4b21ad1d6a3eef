import type { ConversationMessage } from '../../../shared/builder-api/agent.ts';
import { closingEnding } from '../../../shared/builder-api/run-ending.ts';
import type { GuardRequest, GuardTrial } from '../../../shared/edge-api/guards.ts';
import { DAY_MS, type InstantMs, MINUTE_MS, parseInstant } from '../../../shared/time.ts';
import type { CallService } from '../../builder-api/client.ts';
import { utcDay } from '../sections/reader.ts';

const TRIAL_DAYS = 30;

/** How often a guard would have acted in the last 30 days of a project, by what the service still tells of them. */
export async function tryGuard(
  callService: CallService,
  projectId: string,
  request: GuardRequest,
  now: InstantMs,
): Promise<GuardTrial> {
  const { kind } = request;
  const today = Date.parse(utcDay(now));
  const since = today - (TRIAL_DAYS - 1) * DAY_MS;
  switch (kind) {
    // What it would have given nobody can tell.
    case 'raise':
      return { kind, times: null, of: 0, unit: 'days', since };
    case 'run-budget':
    case 'day-budget': {
      const query = { from: utcDay(since), to: utcDay(now), projectId };
      const result = await callService('getSpending', { query });
      const days = result.ok ? result.data.daily : null;
      const times = days === null ? null : days.filter((day) => day.development > request.credits).length;
      return { kind, times, of: TRIAL_DAYS, unit: 'days', since };
    }
    case 'run-time':
    case 'failures': {
      const result = await callService('getConversation', { parameters: { projectId } });
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

/** How often so many failures came in a row; each time the count begins anew, as when the owner lets prompts go on. */
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

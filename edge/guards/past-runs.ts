import type { ConversationMessage } from '../../shared/builder-api/agent.ts';
import { closingEnding } from '../../shared/endings/run-ending.ts';
import type { DailySpending } from '../../shared/spending/spending-days.ts';
import { DAY_MS, type InstantMs, parseInstant, utcDay, utcDayStart } from '../../shared/time.ts';
import type { WorkRow } from '../../shared/work/row.ts';
import type { CallService } from '../builder-api/client.ts';

/** Days that a guard is tried on, today included. */
const TRIAL_DAYS = 30;

export interface TrialParts {
  callService: CallService;
  runsOf: (projectId: string) => readonly WorkRow[];
}

/** What is known of a project's runs in the days that a guard is tried on. */
export interface PastRuns {
  since: InstantMs;
  runs: () => readonly WorkRow[];
  /** Null: not readable. */
  readDays: () => Promise<DailySpending | null>;
  /** Runs in the conversation, each from prompt to closing message, oldest first; null: not readable. */
  readRuns: () => Promise<PastRun[] | null>;
}

export function pastRuns({ callService, runsOf }: TrialParts, projectId: string, now: InstantMs): PastRuns {
  const since = utcDayStart(now) - (TRIAL_DAYS - 1) * DAY_MS;
  return {
    since,
    runs: () => runsOf(projectId),
    readDays: async () => {
      const query = { from: utcDay(since), to: utcDay(now), projectId };
      const result = await callService('getSpending', { query });
      return result.ok ? result.data.daily : null;
    },
    readRuns: async () => {
      const result = await callService('getConversation', { parameters: { projectId } });
      return result.ok ? runsIn(result.data.conversation, since) : null;
    },
  };
}

export interface PastRun {
  durationMs: number;
  hasFailed: boolean;
}

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

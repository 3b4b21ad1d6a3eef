import type { WorkEntry } from '../edge-api/work.ts';
import { deployEndingOfEvent, runEndingOfEvent } from '../endings/event-ending.ts';
import type { KeptEvent } from '../snapshot/kept-event.ts';
import type { EntryOf } from './journal.ts';

/** A row of work of which nothing is known but what is given. */
export const workRowWith = (row: Partial<WorkEntry> & Pick<WorkEntry, 'id' | 'begunAt'>): WorkEntry => ({
  ...{ projectId: 'shop', kind: 'run', call: null, by: null, prompt: null, promptedAt: null, sentAt: null },
  ...{ startedAt: null, isOver: true, endedAt: row.begunAt, overAt: row.begunAt, ending: 'succeeded' },
  ...{ reason: null, credits: null, refunded: null, versionId: null, deploymentId: null, fixAttempts: null },
  ...{ batch: null, stoppedAt: null, capped: null, withoutBudget: null, hasEvent: true, mark: null },
  ...{ acts: [], told: [] },
  ...row,
});

/** The entry of work whose end an event reports, with what the event says of it. */
export function workEntryOf(end: KeptEvent, row: Partial<WorkEntry> = {}): EntryOf<'work'> {
  const { facts, at, seq, projectId, event } = end;
  const text = (name: string) => (typeof facts[name] === 'string' ? facts[name] : null);
  const number = (name: string) => (typeof facts[name] === 'number' ? facts[name] : null);
  const isRun = event === 'agent.prompt.finished';
  const ending = isRun ? runEndingOfEvent(facts) : deployEndingOfEvent(facts);
  return {
    ...{ kind: 'work', id: `work ${end.work ?? seq}`, at, isWrong: ending === 'failed' },
    row: workRowWith({
      ...{
        id: end.work ?? seq,
        begunAt: at,
        projectId: projectId ?? '',
        kind: isRun ? 'run' : 'deploy',
        ending,
      },
      ...{ prompt: text('prompt'), reason: text(isRun ? 'lastMessage' : 'errorDetails') },
      ...{ credits: number('creditsSpent'), startedAt: number('startedAt') },
      ...row,
    }),
    ...{ own: false, end, also: [], told: null },
  };
}

/** The entry of an event of which nothing else tells. */
export const eventEntryOf = (event: KeptEvent): EntryOf<'event'> => ({
  ...{ kind: 'event', id: String(event.seq), at: event.at, isWrong: false, event, also: [], told: null },
});

import { expect, it } from 'vitest';
import { MINUTE_MS } from '../time.ts';
import type { KeptEvent } from './kept-event.ts';
import { withEachEndOnce } from './read-ends.ts';

const END = 1_000 * MINUTE_MS;
const kept = (changes: Partial<KeptEvent>): KeptEvent => ({
  ...{ seq: 1, id: 'e', event: 'agent.prompt.finished', projectId: 'shop', at: END, receivedAt: END },
  ...{ source: 'webhook', facts: {}, ...changes },
});
const read = (at: number, startedAt?: number) =>
  kept({ id: 'read', source: 'edge', at, facts: startedAt === undefined ? {} : { startedAt } });
const left = (...events: KeptEvent[]) => withEachEndOnce(events).map(({ id }) => id);

it('an end that was read gives way to the event that reports it, however late the reading took it to be', () => {
  expect(left(read(END), kept({}))).toEqual(['e']);
  expect(left(read(END + 9 * MINUTE_MS, END - 9 * MINUTE_MS), kept({}))).toEqual(['e']);
});

it('of runs that end within a minute, each reading is that of its own event', () => {
  const first = read(END, END - MINUTE_MS);
  const second = kept({ at: END + 9_000, facts: { startedAt: END + 1_000 } });
  expect(left(first, second)).toEqual(['read', 'e']);
});

it('an event of another run, project or kind, or one that an app signed, reports no end that was read', () => {
  const before = read(END + 9 * MINUTE_MS, END + 3 * MINUTE_MS);
  expect(left(before, kept({}))).toEqual(['read', 'e']);
  for (const other of [
    { projectId: 'blog' },
    { event: 'deployment.finished' },
    { signer: 'project' as const },
  ])
    expect(left(read(END), kept(other))).toEqual(['read', 'e']);
});

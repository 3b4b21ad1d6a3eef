import { expect, it } from 'vitest';
import { MINUTE_MS } from '../time.ts';
import type { KeptEvent } from './kept-event.ts';
import { withEachEndOnce } from './read-ends.ts';

const END = 1_000 * MINUTE_MS;
const kept = (changes: Partial<KeptEvent>): KeptEvent => ({
  ...{ seq: 1, id: 'e', event: 'agent.prompt.finished', projectId: 'shop', at: END, receivedAt: END },
  ...{ source: 'webhook', facts: {}, ...changes },
});
const read = (changes: Partial<KeptEvent>) => kept({ id: 'read', source: 'edge', ...changes });
const left = (...events: KeptEvent[]) => withEachEndOnce(events).map(({ id }) => id);

it('an end that was read gives way to the event of the same work, however far apart their times are', () => {
  expect(left(read({ work: 7, at: END + 9 * MINUTE_MS }), kept({ work: 7 }))).toEqual(['e']);
});

it('of runs that end within a minute, each reading is that of its own event', () => {
  expect(left(read({ work: 7 }), kept({ work: 8, at: END + 9_000 }))).toEqual(['read', 'e']);
});

it('an event of other work, or one that an app signed, reports no end that was read', () => {
  for (const other of [{}, { work: 8 }, { work: 7, signer: 'project' as const }])
    expect(left(read({ work: 7 }), kept(other))).toEqual(['read', 'e']);
});

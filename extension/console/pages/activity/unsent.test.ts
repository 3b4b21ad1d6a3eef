import { expect, test } from 'vitest';
import { keptEventWith } from '../../../../shared/attention/fixtures.ts';
import { eventEntryOf, workEntryOf } from '../../../../shared/journal/fixtures.ts';
import { entryFixture, recordFixture } from '../../../launch/entry-fixture.ts';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import { UNFILTERED } from '../../kit/activity-address.ts';
import { unsentEntries } from './unsent.ts';

const call = (
  key: string,
  state: StoredPaidCall['state'],
  more: Partial<StoredPaidCall> = {},
): StoredPaidCall => ({
  ...{ key, method: 'POST', path: '/x', body: null, state, confirmedAt: 9, confirmedFor: null },
  about: { operation: 'startAgent', projectId: 'shop', words: 'Add a map' },
  ...{ settledAt: null, error: null, record: null },
  ...more,
});
const refusal = (code: string) => ({ error: { kind: 'refused', code, message: null } });
const ids = (...[calls, launches, listed, filters]: Partial<Parameters<typeof unsentEntries>>) =>
  unsentEntries(calls ?? [], launches ?? [], listed ?? [], { ...UNFILTERED, ...filters }).map(({ id }) => id);

test('what the edge’s ledger has is the edge’s to tell; what waits, was refused before or was left there is told here', () => {
  const calls = [
    call('waits', 'waiting'),
    call('refused', 'refused', refusal('EDGE_GUARDED')),
    call('left', 'receipt'),
    call('known', 'open', { record: recordFixture({ state: 'unknown' }) }),
    call('data', 'done'),
  ];
  const launches = [entryFixture({ key: 'going' }), entryFixture({ key: 'made', record: recordFixture() })];
  expect(ids(calls, launches)).toEqual(['own waits', 'own refused', 'own left', 'own going']);
  expect(ids(calls, launches, [], { ...UNFILTERED, project: 'shop' })).toHaveLength(3);
  expect(ids(calls, launches, [], { ...UNFILTERED, project: 'cafe' })).toEqual([]);
  expect(ids(calls, launches, [], { ...UNFILTERED, event: 'refused' })).toEqual(['own refused']);
  expect(ids(calls, launches, [], { ...UNFILTERED, event: 'project.paused' })).toEqual([]);
  expect(ids(calls, launches, [], { ...UNFILTERED, only: 'trouble' })).toEqual(['own refused', 'own left']);
});

test('a call that an entry of the edge is about is told by that alone', () => {
  const refused = keptEventWith({ seq: 1, at: 9, event: 'edge.guard', call: 'refused' });
  const end = keptEventWith({ seq: 2, at: 9, event: 'agent.prompt.finished' });
  const listed = [eventEntryOf(refused), workEntryOf(end, { call: 'going' })];
  const calls = [call('refused', 'refused', refusal('EDGE_GUARDED')), call('going', 'sending')];
  expect(ids(calls, [], listed)).toEqual([]);
  expect(ids(calls)).toHaveLength(2);
});

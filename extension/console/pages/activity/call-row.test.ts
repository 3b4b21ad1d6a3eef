// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import type { LaunchRecord } from '../../../../shared/snapshot/launches.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { entryFixture, recordFixture } from '../../../launch/entry-fixture.ts';
import { callRow, unsentLaunchRow } from './call-row.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const row = (record: Partial<LaunchRecord>, own = true) =>
  callRow({
    ...{ kind: 'call', id: 'own key-1', at: NOW, isWrong: false, own, by: 'Phone', credits: 1 },
    ...{ record: recordFixture(record), words: 'A booking page' },
  });

beforeEach(() => paintFrom(popupStates(NOW).busy, NOW));

test('a launch names the project that was created, the words it was launched with and what it took', () => {
  const made = row({ projectId: 'classes-2' });
  expect(made).toMatchObject({
    projectId: 'classes-2',
    sign: 'seen',
    numbers: { cost: '1 credit', credits: 1 },
  });
  expect(made.title).toMatch(/^\u2068?classes-2\u2069?: Launch$/);
  expect(made.facts.join()).toContain('A booking page');
  expect(made.facts.join(), 'it was this browser').not.toContain('Phone');
  expect(row({}, false).facts.join()).toMatch(/by \u2068?Phone/);
});

test('what was refused took nothing and says why; what is not known yet says so, and no cost', () => {
  const refusal = { code: 'X', message: 'No room', httpStatus: 409, details: null };
  const refused = row({ state: 'refused', projectId: null, refusal });
  expect(refused).toMatchObject({ projectId: null, sign: 'failed', numbers: { cost: '', credits: 0 } });
  expect(refused.title).toMatch(/Launch refused$/);
  expect(refused.facts.join()).toContain('No room');
  const unknown = row({ state: 'unknown', projectId: null });
  expect(unknown).toMatchObject({ sign: 'warning', numbers: { cost: '', credits: null } });
});

test('a launch that the edge does not have yet is told by this browser', () => {
  const launch = entryFixture({ refusal: { code: 'X', message: 'No room', httpStatus: 409, details: null } });
  const told = unsentLaunchRow({ kind: 'unsent-launch', id: 'own key-1', at: NOW, isWrong: true, launch });
  expect(told.title).toMatch(/Launch refused$/);
  expect(told.facts.join()).toContain('No room');
});

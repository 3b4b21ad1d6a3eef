// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { runFixture } from '../../shared/snapshot/project-fixture.ts';
import type { Cause } from '../../shared/spending/cause.ts';
import { followOnly } from '../fixtures/follow-only.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { buildingFact, buildingNow, isOverNow, verdictNow, withoutTrouble } from './building.ts';
import { stored } from './stored-state.ts';

const NOW = Date.UTC(2026, 10, 22, 9);

test.each([
  'key-rejected',
  'account-unconfirmed',
  'edge-unreachable',
  'no-credits',
  'service-failing',
] as const)('what is said above all views is not the verdict’s reason too: %s', (name) => {
  paintFrom(popupStates(NOW)[name], NOW);
  const full = verdictNow('launch', null);
  const { verdict, words } = withoutTrouble(full);
  expect(full.words.facts).not.toBe('');
  expect(words.facts).not.toBe(full.words.facts);
  expect(words.facts).toMatch(verdict.kind === 'stopped' ? /^$/ : /^Not read since/);
});

test('that a browser looks only is no state of what it looks at', () => {
  followOnly({ run: idle, server: 'Active' }, NOW, NOW);
  const asOwner = verdictNow('launch', null).verdict;
  const { value } = stored;
  if (value?.connection) stored.value = { ...value, connection: { ...value.connection, role: 'viewer' } };
  expect(verdictNow('launch', null).verdict).toEqual(asOwner);
  expect(buildingNow('launch', null).blockers[0]?.cause.kind).toBe('role-too-low');
  expect(buildingFact('shop')).toEqual([]);
});

const idle = runFixture({ phase: 'finished', status: 'done', ending: 'succeeded' });

test('what refused something is over only by what was read since', () => {
  const isOver = (cause: Cause, refusedAt: number) => isOverNow(cause, 'deploy', 'shop', refusedAt);
  const running: Cause = { kind: 'agent-running', startedAt: null };
  followOnly({ run: idle, server: 'Active' }, NOW, NOW);
  expect(isOver(running, NOW - 60_000)).toBe(true);
  expect(isOver(running, NOW - 5_000), 'read too soon after it').toBe(false);
  expect(isOver({ kind: 'server-not-ready', server: 'asleep', price: null }, NOW - 60_000)).toBe(true);
  expect(isOver({ kind: 'app-broken' }, NOW - 60_000), 'not among what is read').toBe(false);
  followOnly({ run: idle }, NOW, NOW);
  expect(isOver({ kind: 'server-not-ready', server: 'asleep', price: null }, NOW - 60_000)).toBe(false);
  followOnly({ run: runFixture({ batch: { done: 1, total: 3 } }) }, NOW, NOW);
  expect(isOver(running, NOW - 60_000)).toBe(false);
});

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { runFixture } from '../../shared/snapshot/project-fixture.ts';
import type { Cause } from '../../shared/spending/cause.ts';
import { followOnly } from '../fixtures/follow-only.ts';
import { buildingNow, isOverNow, verdictIn } from './building.ts';
import { stored } from './stored-state.ts';

const NOW = Date.UTC(2026, 10, 22, 9);

test('that a browser looks only is no state of what it looks at', () => {
  followOnly({ run: idle, server: 'Active' }, NOW, NOW);
  const asOwner = verdictIn('launch', null);
  const { value } = stored;
  if (value?.connection) stored.value = { ...value, connection: { ...value.connection, role: 'viewer' } };
  expect(verdictIn('launch', null)).toEqual(asOwner);
  expect(buildingNow('launch', null).blockers[0]?.cause.kind).toBe('role-too-low');
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

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readSection } from '../../shared/attention/fixtures.ts';
import { projectFixture, runFixture } from '../../shared/snapshot/project-fixture.ts';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import type { Cause } from '../../shared/spending/cause.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { isOverNow, obstacleNow, verdictNow, withoutTrouble } from './building.ts';

const NOW = Date.UTC(2026, 10, 22, 9);

test.each(['key-rejected', 'account-unconfirmed', 'edge-unreachable', 'service-failing'] as const)(
  'what is said above all views is not the verdict’s reason too: %s',
  (name) => {
    paintFrom(popupStates(NOW)[name], NOW);
    const full = verdictNow('launch', null);
    const { verdict, words } = withoutTrouble(full);
    expect(full.words.facts).not.toBe('');
    expect(words.facts).not.toBe(full.words.facts);
    expect(words.facts).toMatch(verdict.kind === 'stopped' ? /^$/ : /^Not read since/);
  },
);

/** The state of a browser whose snapshot follows one project. */
function following(project: Partial<ProjectState>, readAt = NOW): void {
  const { snapshot: kept, ...busy } = popupStates(NOW).busy;
  if (!kept) throw new Error('The state has no snapshot.');
  const { account, atLimit } = kept.snapshot.sections;
  const sections = {
    ...kept.snapshot.sections,
    account: { ...account, readAt },
    atLimit: { ...atLimit, readAt },
    projects: readSection({ total: 1, items: [projectFixture(project)] }, readAt),
  };
  paintFrom({ ...busy, snapshot: { ...kept, snapshot: { ...kept.snapshot, sections } } }, NOW);
}

const idle = runFixture({ phase: 'finished', status: 'done', ending: 'succeeded' });

test('what would refuse a deployment is known beforehand, and what the reference does not tell is no refusal', () => {
  const obstacle = () => obstacleNow('deploy', 'shop', {});
  following({ run: idle });
  expect(obstacle()).toBeNull();
  following({ run: runFixture({ startedAt: NOW - 60_000 }) });
  expect(obstacle()).toMatchObject({ isSure: true, says: expect.stringContaining('agent is at work') });
  following({ run: idle, server: 'Archived' });
  expect(obstacle()).toMatchObject({ isSure: true, says: expect.stringContaining('asleep') });
  expect(obstacleNow('deploy', 'shop', {}, ['server-not-ready'])).toBeNull();
  following({ run: idle, server: 'Archived' }, NOW - 60 * 60_000);
  expect(obstacle(), 'read too long ago').toBeNull();
});

test('what refused something is over only by what was read since', () => {
  const isOver = (cause: Cause, refusedAt: number) => isOverNow(cause, 'deploy', 'shop', refusedAt);
  const running: Cause = { kind: 'agent-running', startedAt: null };
  following({ run: idle, server: 'Active' });
  expect(isOver(running, NOW - 60_000)).toBe(true);
  expect(isOver(running, NOW - 5_000), 'read too soon after it').toBe(false);
  expect(isOver({ kind: 'server-not-ready', server: 'asleep', price: null }, NOW - 60_000)).toBe(true);
  expect(isOver({ kind: 'app-broken' }, NOW - 60_000), 'not among what is read').toBe(false);
  following({ run: idle });
  expect(isOver({ kind: 'server-not-ready', server: 'asleep', price: null }, NOW - 60_000)).toBe(false);
  following({ run: runFixture({ batch: { done: 1, total: 3 } }) });
  expect(isOver(running, NOW - 60_000)).toBe(false);
});

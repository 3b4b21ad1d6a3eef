// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { runFixture } from '../../../shared/snapshot/project-fixture.ts';
import { followOnly } from '../../fixtures/follow-only.ts';
import { obstacleNow, obstacleOn, refusalOn } from './obstacle.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const idle = runFixture({ phase: 'finished', status: 'done', ending: 'succeeded' });

test('what would refuse a deployment is known beforehand, and what the reference does not tell is no refusal', () => {
  const obstacle = () => obstacleNow('deploy', 'shop', {});
  followOnly({ run: idle }, NOW, NOW);
  expect(obstacle()).toBeNull();
  followOnly({ run: runFixture({ startedAt: NOW - 60_000 }) }, NOW, NOW);
  expect(obstacle()).toMatchObject({ isSure: true, says: expect.stringContaining('agent is at work') });
  followOnly({ run: idle, server: 'Archived' }, NOW, NOW);
  expect(obstacle()).toMatchObject({ isSure: true, says: expect.stringContaining('asleep') });
  expect(obstacleNow('deploy', 'shop', {}, { passes: ['server-not-ready'] })).toBeNull();
  followOnly({ run: idle, server: 'Archived' }, NOW - 60 * 60_000, NOW, true);
  expect(obstacle(), 'due and not read').toBeNull();
});

test('of a rebuild while a version is restored the reference tells nothing; while the agent is at work it is refused', () => {
  const recovery = { startedAt: NOW - 60_000 };
  followOnly({ run: idle, recovery }, NOW, NOW);
  expect(obstacleOn('shop', null, 'rebuild')).toMatchObject({
    isSure: false,
    says: expect.stringContaining('being restored'),
  });
  expect(refusalOn('shop', null, 'startServer')).toContain('being restored');
  followOnly({ run: runFixture({ startedAt: NOW - 60_000 }), recovery }, NOW, NOW);
  expect(refusalOn('shop', null, 'rebuild')).toContain('agent is at work');
});

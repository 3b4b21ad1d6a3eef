// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { runFixture } from '../../../shared/snapshot/project-fixture.ts';
import { followOnly } from '../../fixtures/follow-only.ts';
import { obstacleNow } from './obstacle.ts';

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
  expect(obstacleNow('deploy', 'shop', {}, ['server-not-ready'])).toBeNull();
  followOnly({ run: idle, server: 'Archived' }, NOW - 60 * 60_000, NOW);
  expect(obstacle(), 'read too long ago').toBeNull();
});

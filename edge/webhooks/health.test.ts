import { expect, test } from 'vitest';
import { projectFixture, runFixture } from '../../shared/snapshot/project-fixture.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { missedChanges } from './health.ts';

const NOW = 1_763_640_000_000;

const project = (finishedAt: number | null) => {
  const startedAt = finishedAt && finishedAt - 20 * MINUTE_MS;
  return projectFixture({ run: runFixture({ phase: 'finished', status: 'done', startedAt, finishedAt }) });
};

const seen = (finishedAt: number | null, keptAt: number | null) =>
  missedChanges([project(finishedAt)], (_, __, since) => keptAt !== null && keptAt >= since, NOW);

test('an end without an event is one, once the sender must have given up', () => {
  const endedAt = NOW - 10 * MINUTE_MS;
  expect(seen(endedAt, null)).toEqual([{ projectId: 'shop', event: 'agent.prompt.finished', endedAt }]);
  expect(seen(NOW - MINUTE_MS, null)).toEqual([]);
});

test('an end that was reported is none, nor is one of long ago or of an unknown time', () => {
  expect(seen(NOW - 10 * MINUTE_MS, NOW - 10 * MINUTE_MS + 500)).toEqual([]);
  expect(seen(NOW - 7 * HOUR_MS, null)).toEqual([]);
  expect(seen(null, null)).toEqual([]);
});

test('an event of an earlier run does not report this one', () => {
  expect(seen(NOW - 10 * MINUTE_MS, NOW - HOUR_MS)).toHaveLength(1);
});

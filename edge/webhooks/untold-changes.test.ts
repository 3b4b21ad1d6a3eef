import { expect, test } from 'vitest';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { untoldChanges } from './untold-changes.ts';

const NOW = 1_763_640_000_000;

function project(finishedAt: number | null): ProjectState {
  return {
    projectId: 'shop',
    label: null,
    createdAt: null,
    lastModifiedAt: null,
    engine: null,
    productionUrl: null,
    previewUrl: null,
    run: {
      phase: 'finished',
      status: 'done',
      startedAt: finishedAt && finishedAt - 20 * MINUTE_MS,
      finishedAt,
      lastMessage: null,
      creditsSpent: null,
    },
    deploy: null,
  };
}

const seen = (finishedAt: number | null, keptAt: number | null) =>
  untoldChanges([project(finishedAt)], (_, __, since) => keptAt !== null && keptAt >= since, NOW);

test('an end that no event told of is one, once the sender must have given up', () => {
  const endedAt = NOW - 10 * MINUTE_MS;
  expect(seen(endedAt, null)).toEqual([{ projectId: 'shop', event: 'agent.prompt.finished', endedAt }]);
  expect(seen(NOW - MINUTE_MS, null)).toEqual([]);
});

test('an end that was told is none, nor is one of long ago or of an unknown time', () => {
  expect(seen(NOW - 10 * MINUTE_MS, NOW - 10 * MINUTE_MS + 500)).toEqual([]);
  expect(seen(NOW - 7 * HOUR_MS, null)).toEqual([]);
  expect(seen(null, null)).toEqual([]);
});

test('an event of an earlier run does not tell of this one', () => {
  expect(seen(NOW - 10 * MINUTE_MS, NOW - HOUR_MS)).toHaveLength(1);
});

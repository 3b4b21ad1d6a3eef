import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { type EndedWork, missedChanges } from './health.ts';

const NOW = 1_763_640_000_000;

const seen = (overAt: number, change: Partial<EndedWork> = {}) =>
  missedChanges([{ projectId: 'shop', kind: 'run', hasEvent: false, overAt, ...change }], NOW);

test('an end without an event is one, once the sender must have given up', () => {
  const endedAt = NOW - 10 * MINUTE_MS;
  expect(seen(endedAt)).toEqual([{ projectId: 'shop', event: 'agent.prompt.finished', endedAt }]);
  expect(seen(endedAt, { kind: 'deploy' })).toMatchObject([{ event: 'deployment.finished' }]);
  expect(seen(NOW - MINUTE_MS)).toEqual([]);
});

test('an end that was reported is none, nor is one of long ago or of work that has no event', () => {
  expect(seen(NOW - 10 * MINUTE_MS, { hasEvent: true })).toEqual([]);
  expect(seen(NOW - 7 * HOUR_MS)).toEqual([]);
  expect(seen(NOW - 10 * MINUTE_MS, { kind: 'restore' })).toEqual([]);
});

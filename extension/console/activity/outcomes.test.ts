// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../shared/time.ts';
import { rebuildOutcome, restoreOutcome, serverOutcome } from './outcomes.tsx';

const SINCE = Date.UTC(2026, 10, 22, 9);
const call = { key: 'k', operation: 'recoverVersion' as const, projectId: 'shop', since: SINCE };
const at = (minutes: number) => new Date(SINCE + minutes * MINUTE_MS).toISOString();
const project = (record: object) => ({ projectId: 'shop', ...record }) as never;

it('a rebuild goes on, or the last one went well or failed', () => {
  expect(rebuildOutcome({ status: 'rebuilding' })?.sign).toBe('running');
  expect(rebuildOutcome({ status: 'success' })).toEqual({
    sign: 'done',
    words: 'the last rebuild went well',
  });
  expect(rebuildOutcome({ status: 'error', errorMessage: 'No route' })?.words).toMatch(
    /^the last rebuild failed · .*No route/,
  );
  expect(rebuildOutcome({ status: 'idle' })).toBeNull();
});

it('a version is restored once there is a version that was made from it', () => {
  const version = (createdAt: string) => ({
    _id: 'v6',
    name: 'Version 6',
    recoveredVersionId: 'v2',
    createdAt,
  });
  const going = project({ versionRecovery: { status: 'in_progress', startedAt: at(0) } });
  expect(restoreOutcome(going, [], call)?.sign).toBe('running');
  expect(restoreOutcome(project({}), [version(at(3))] as never, call)).toMatchObject({ sign: 'done' });
  expect(restoreOutcome(project({}), [version(at(-9))] as never, call)).toBeNull();
  const failed = { status: 'error', startedAt: at(0), errorMessage: 'Too old' };
  expect(restoreOutcome(project({ versionRecovery: failed }), [], call)).toMatchObject({ sign: 'failed' });
});

it('a server is up, or on its way', () => {
  expect(serverOutcome(project({ agentServerStatus: 'Active' }))?.sign).toBe('done');
  expect(serverOutcome(project({ agentServerStatus: 'Starting' }))?.sign).toBe('running');
  expect(serverOutcome(project({ agentServerStatus: 'Archived' }))).toBeNull();
  expect(serverOutcome(null)).toBeNull();
});

// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../shared/time.ts';
import { rebuildOutcome, restoreOutcome, serverOutcome } from './outcomes.tsx';

const SINCE = Date.UTC(2026, 10, 22, 9);
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
  const made = (from: string, name: string, createdAt: string) =>
    ({ _id: name, name, recoveredVersionId: from, createdAt }) as never;
  const recovery = (versionId: string, status: string) =>
    project({ versionRecovery: { status, versionId, startedAt: at(0) } });
  const call = { versionId: 'v2' };
  expect(restoreOutcome(recovery('v2', 'recovering'), [], call)?.sign).toBe('running');
  expect(restoreOutcome(recovery('v2', 'error'), [], call)).toMatchObject({ sign: 'failed' });
  expect(restoreOutcome(recovery('v1', 'error'), [], call), 'another').toBeNull();
  const versions = [
    made('v2', 'Version 5', at(-90)),
    made('v2', 'Version 6', at(3)),
    made('v1', 'Version 7', at(4)),
  ];
  expect(restoreOutcome(project({}), versions, call)?.words).toContain('Version 6');
  expect(restoreOutcome(project({}), versions.slice(2), call)).toBeNull();
});

it('a server is up, or on its way', () => {
  expect(serverOutcome(project({ agentServerStatus: 'Active' }))?.sign).toBe('done');
  expect(serverOutcome(project({ agentServerStatus: 'Starting' }))?.sign).toBe('running');
  expect(serverOutcome(project({ agentServerStatus: 'Archived' }))).toBeNull();
  expect(serverOutcome(null)).toBeNull();
});

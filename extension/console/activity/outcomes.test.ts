// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../shared/time.ts';
import { rebuildOutcome, restoreOutcome, serverOutcome } from './outcomes.tsx';

const SINCE = Date.UTC(2026, 10, 22, 9);
const call = { key: 'k', operation: 'rebuild' as const, projectId: 'shop', since: SINCE };
const at = (minutes: number) => new Date(SINCE + minutes * MINUTE_MS).toISOString();
const project = (record: object) => ({ projectId: 'shop', ...record }) as never;

it('a rebuild went well, failed or goes on; one from before says nothing of it', () => {
  const of = (status: string, startedAt = at(0), errorMessage?: string) =>
    rebuildOutcome({ status, startedAt, errorMessage }, call);
  expect(of('rebuilding')?.sign).toBe('running');
  expect(of('success')).toMatchObject({ sign: 'done', words: 'it went well' });
  expect(of('error', at(0), 'No route')?.words).toMatch(/^it failed · .*No route/);
  expect(of('success', at(-30))).toBeNull();
  expect(of('idle')).toBeNull();
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

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../shared/time.ts';
import { pass } from '../testing/alarms.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';
import { runTime } from './kinds/run-time.ts';
import { OverrideChecks } from './override-checks.ts';

let owner: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  for (const projectId of ['cafe', 'shop']) await control('addProject', { projectId });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await reset();
});

const actsOf = async (projectId: string) =>
  (await owner.ask('GET', `/guards/${projectId}`)).data.acts.map(({ did }: { did: string }) => did);

test('a guard that throws holds up no other, and is tried again', async () => {
  for (const projectId of ['cafe', 'shop']) {
    await owner.ask('PUT', `/guards/${projectId}`, { kind: 'run-time', minutes: 10 });
    await control('startRun', projectId, 'Add a page', { durationMs: 60 * MINUTE_MS });
  }
  await pass(MINUTE_MS, owner);
  const act = runTime.act;
  let broken = true;
  vi.spyOn(runTime, 'act').mockImplementation((guard, ...rest) => {
    if (guard.projectId !== 'cafe' || !broken) return act(guard, ...rest);
    throw new Error('a fault of ours');
  });
  await pass(11 * MINUTE_MS);
  expect([await actsOf('cafe'), await actsOf('shop')]).toEqual([[], ['run-stopped']]);
  broken = false;
  await pass(2 * MINUTE_MS);
  expect(await actsOf('cafe')).toEqual(['run-stopped']);
});

/** Two caps that are due to be put back, and a run that is due to be stopped. */
async function twoCapsAndRun(): Promise<void> {
  await control('addProject', { projectId: 'diner' });
  await owner.ask('PUT', '/guards/diner', { kind: 'run-time', minutes: 1 });
  for (const projectId of ['cafe', 'shop']) {
    const key = { 'idempotency-key': `prompt-${projectId}`, 'run-budget': '30' };
    await owner.ask('POST', `/service/projects/${projectId}/agent/start`, { prompt: 'Add a page' }, key);
  }
  await pass(MINUTE_MS);
  for (const projectId of ['cafe', 'shop']) await control('finishRun', projectId);
  await control('startRun', 'diner', 'Add a page', { durationMs: 60 * MINUTE_MS });
  await pass(1, owner);
}

test('a cap whose check throws holds up no other, nor the guards of runs', async () => {
  await twoCapsAndRun();
  const check = OverrideChecks.prototype.check;
  let broken = true;
  vi.spyOn(OverrideChecks.prototype, 'check').mockImplementation(function (
    this: OverrideChecks,
    id,
    ...rest
  ) {
    if (broken && id === 'cafe') return Promise.reject(new Error('a fault of ours'));
    return check.call(this, id, ...rest);
  });
  for (let minute = 0; minute < 3; minute++) await pass(MINUTE_MS);
  expect([await actsOf('cafe'), await actsOf('shop')]).toEqual([['set'], ['put-back', 'set']]);
  expect(await actsOf('diner')).toEqual(['run-stopped']);
  broken = false;
  await pass(2 * MINUTE_MS);
  expect(await actsOf('cafe')).toEqual(['put-back', 'set']);
});

test('a service that hangs for one cap holds up no other, nor the guards of runs', async () => {
  await twoCapsAndRun();
  const check = OverrideChecks.prototype.check;
  let answer = () => {};
  const hanging = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.spyOn(OverrideChecks.prototype, 'check').mockImplementation(async function (
    this: OverrideChecks,
    id,
    ...rest
  ) {
    if (id === 'cafe') await hanging;
    return check.call(this, id, ...rest);
  });
  // What hangs is waited for by the real clock.
  const passUntil = (holds: () => Promise<void>) =>
    vi.waitFor(async () => [await pass(MINUTE_MS), await holds()], { timeout: 20_000, interval: 500 });
  await passUntil(async () => {
    expect([await actsOf('shop'), await actsOf('diner')]).toEqual([['put-back', 'set'], ['run-stopped']]);
  });
  const again = { 'idempotency-key': 'prompt-again', 'run-budget': '30' };
  await owner.ask('POST', '/service/projects/shop/agent/start', { prompt: 'Add a form' }, again);
  await control('finishRun', 'shop');
  await passUntil(async () => {
    expect(await actsOf('shop'), 'while it still hangs').toEqual(['put-back', 'set', 'put-back', 'set']);
  });
  expect(await actsOf('cafe')).toEqual(['set']);
  answer();
  await passUntil(async () => expect(await actsOf('cafe')).toEqual(['put-back', 'set']));
}, 60_000);

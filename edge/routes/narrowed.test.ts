import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import app from '../index.ts';
import { EXTENSION_ORIGIN, type Paired, pair } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  await control('addProject', { projectId: 'shop' });
  owner = await pair();
});
afterEach(() => reset());

async function ask(method: string, path: string, body?: unknown, allowed = 'getAccount', more = {}) {
  const headers = {
    authorization: `Bearer ${owner.token}`,
    origin: EXTENSION_ORIGIN,
    'content-type': 'application/json',
    'idempotency-key': 'key-00001',
    ...more,
  };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const request = new Request(`https://edge.test${path}`, init);
  const narrowed = { ...env, ALLOWED_OPERATIONS: allowed };
  return (await app.fetch(request, narrowed, createExecutionContext())).status;
}

test('what the operator leaves out can be used at no address', async () => {
  const before = await callsOf();
  expect(await ask('GET', '/service/projects')).toBe(403);
  expect(await ask('GET', '/projects')).toBe(403);
  expect(await ask('PUT', '/service/projects/shop/webhook', { url: 'https://a.example/x' })).toBe(403);
  expect(await ask('POST', '/launches', { projectId: 'new-shop', prompt: 'Build' })).toBe(403);
  expect(await ask('PUT', '/subscriptions/projects/shop', {})).toBe(403);
  expect(await ask('POST', '/subscriptions/projects/shop/rotate')).toBe(403);
  expect(await callsOf()).toEqual(before);
  expect(await ask('GET', '/service/account')).toBe(200);
});

test('nor by what the edge does for a browser: caps, guards and imports', async () => {
  expect(await ask('PUT', '/caps/shop', { category: 'development', expected: 5_000, to: 10 })).toBe(403);
  for (const guard of [
    { kind: 'run-budget', credits: 20 },
    { kind: 'raise', credits: 20, until: { kind: 'run' } },
    { kind: 'run-time', minutes: 5 },
    { kind: 'day-budget', credits: 20, stopsRun: true },
  ])
    expect([guard.kind, await ask('PUT', '/guards/shop', guard)]).toEqual([guard.kind, 403]);
  expect(await ask('PUT', '/guards/shop', { kind: 'failures', inARow: 3 })).toBe(200);
  const start = ['POST', '/service/projects/shop/agent/start', { prompt: 'Build' }, 'startAgent'] as const;
  expect(await ask(...start, { 'run-budget': '20' })).toBe(403);
  const rows = [{ values: { name: 'Cumin' }, recordId: 'a1' }];
  expect(
    await ask('POST', '/imports', { projectId: 'shop', table: 'product', rows }, 'data.createRecord'),
  ).toBe(403);
  expect(await ask('POST', '/imports/key-00001/retry', { rows: [] })).toBe(403);
  expect(await ask('POST', '/imports/key-00001/undo', {}, 'data.createRecord')).toBe(403);
  expect((await callsOf()).setCreditLimits).toBeUndefined();
});

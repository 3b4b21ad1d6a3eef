import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import app from '../index.ts';
import { EXTENSION_ORIGIN, type Paired, pair } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

const NARROWED = { ...env, ALLOWED_OPERATIONS: 'getAccount' };

let owner: Paired;
beforeEach(async () => {
  await control('reset');
  await control('addProject', { projectId: 'shop' });
  owner = await pair();
});
afterEach(() => reset());

async function ask(method: string, path: string, body?: unknown): Promise<number> {
  const headers = {
    authorization: `Bearer ${owner.token}`,
    origin: EXTENSION_ORIGIN,
    'idempotency-key': 'key-00001',
  };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const request = new Request(`https://edge.test${path}`, init);
  return (await app.fetch(request, NARROWED, createExecutionContext())).status;
}

test('what the operator leaves out can be used at no address', async () => {
  const before = await callsOf();
  expect(await ask('GET', '/service/projects')).toBe(403);
  expect(await ask('PUT', '/service/projects/shop/webhook', { url: 'https://a.example/x' })).toBe(403);
  expect(await ask('POST', '/launches', { projectId: 'new-shop', prompt: 'Build' })).toBe(403);
  expect(await ask('PUT', '/subscriptions/projects/shop', {})).toBe(403);
  expect(await ask('POST', '/subscriptions/projects/shop/rotate')).toBe(403);
  expect(await callsOf()).toEqual(before);
  expect(await ask('GET', '/service/account')).toBe(200);
});

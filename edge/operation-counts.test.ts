import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Account } from './account/account.ts';
import { type Paired, pair } from './testing/edge.ts';
import { callsOf, control } from './testing/local-service.ts';
import { reset } from './testing/reset.ts';

let device: Paired;
beforeEach(async () => {
  await control('reset');
  device = await pair();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

/** Counts what a free account pays for: calls of the object, and each kind of KV operation. */
function counting() {
  const spies = new Map<string, { mock: { calls: unknown[] } }>();
  const kv = Object.getPrototypeOf(env.EVENTS);
  for (const name of ['get', 'getWithMetadata', 'put', 'list', 'delete'] as const)
    spies.set(`kv ${name}`, vi.spyOn(kv, name));
  const methods = Object.getOwnPropertyNames(Account.prototype).filter((name) => name !== 'constructor');
  for (const name of methods) spies.set(`object ${name}`, vi.spyOn(Account.prototype, name as 'fetch'));
  return () =>
    Object.fromEntries(
      [...spies].map(([name, spy]) => [name, spy.mock.calls.length]).filter(([, count]) => count !== 0),
    );
}

test('the counters count', async () => {
  const counts = counting();
  await env.EVENTS.put('probe', 'x');
  await env.EVENTS.get('probe');
  expect(counts()).toEqual({ 'kv put': 1, 'kv get': 1 });
});

test('an unchanged poll is one call of the object: no KV operation, no call of the service', async () => {
  const first = await device.ask('GET', '/snapshot');
  const before = await callsOf();
  const counts = counting();
  const etag = first.headers.get('etag') ?? '';
  expect((await device.ask('GET', '/snapshot', undefined, { 'if-none-match': etag })).status).toBe(304);
  expect(counts()).toEqual({ 'object call': 1 });
  expect(await callsOf()).toEqual(before);
});

test('a gateway read is one call of the object and one of the service', async () => {
  const before = await callsOf();
  const counts = counting();
  await device.ask('GET', '/service/account');
  expect(counts()).toEqual({ 'object callService': 1 });
  expect((await callsOf()).getAccount).toBe((before.getAccount ?? 0) + 1);
});

test('what names no operation or brings no token costs neither, a malformed body no more than the question who asks', async () => {
  const counts = counting();
  await device.ask('GET', '/service/webhooks/w1/secret');
  await device.ask('GET', '/snapshot', undefined, { authorization: 'Bearer nothing' });
  expect(counts()).toEqual({});
  await device.ask('PATCH', '/service/projects/shop', {});
  expect(counts()).toEqual({ 'object authorize': 1 });
});

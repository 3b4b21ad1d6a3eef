import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { type LocalService, startLocalService } from '../service.ts';
import { type Client, clientOf } from '../testing/client.ts';

let service: LocalService;
let call: Client;

beforeAll(async () => {
  service = await startLocalService({ clock: createClock({ stepped: true }) });
  call = clientOf(service);
});

beforeEach(() => service.control.reset());
afterAll(() => service.stop());

const launch = () => call('POST', '/projects/launch', { projectId: 'recipes', prompt: 'Build it' });
const made = () => service.control.counters().effects.projectsByRequestedId.recipes ?? 0;

describe('faults on request', () => {
  it('an error code, with Retry-After, before the effect', async () => {
    service.control.addFault({
      operation: 'launchProject',
      kind: 'error',
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      details: { why: 'test' },
      retryAfterSeconds: 7,
    });
    const { status, code, details, headers } = await launch();
    expect([status, code, details]).toEqual([429, 'RATE_LIMIT_EXCEEDED', { why: 'test' }]);
    expect(headers.get('retry-after')).toBe('7');
    expect(made()).toBe(0);
  });

  it('a 5xx with HTML', async () => {
    service.control.addFault({ operation: 'launchProject', kind: 'html', status: 502 });
    const { status, headers, text } = await launch();
    expect([status, headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(text).toContain('<html>');
  });

  it('a rejected key', async () => {
    service.control.addFault({ operation: '*', kind: 'error', status: 401, code: 'UNUSED' });
    expect((await launch()).json).toEqual({ error: expect.any(String) });
  });

  it('a reset before the effect: nothing was made', async () => {
    service.control.addFault({ operation: 'launchProject', kind: 'reset-before' });
    await expect(launch()).rejects.toThrow();
    expect(made()).toBe(0);
  });

  it('a reset after the effect: the project is there, the response is not', async () => {
    service.control.addFault({ operation: 'launchProject', kind: 'reset-after' });
    await expect(launch()).rejects.toThrow();
    expect(made()).toBe(1);
  });

  it('a hang: no response, no effect, and the service still stops', async () => {
    service.control.addFault({ operation: 'launchProject', kind: 'hang' });
    const signal = AbortSignal.timeout(200);
    const hung = fetch(`${service.url}/api/v1/vcaas/projects/launch`, {
      method: 'POST',
      headers: { 'api-key': service.apiKey },
      body: '{}',
      signal,
    });
    await expect(hung).rejects.toThrow();
    expect(service.control.counters().requests.launchProject).toBe(1);
    expect(made()).toBe(0);
  });

  it('a slow drip: whole in the end, in many pieces', async () => {
    service.control.addFault({
      operation: 'getAccount',
      kind: 'slow-drip',
      bytesPerChunk: 20,
      chunkEveryMs: 5,
    });
    const response = await fetch(`${service.url}/api/v1/vcaas/account`, {
      headers: { 'api-key': service.apiKey },
    });
    let pieces = 0;
    for await (const _piece of response.body ?? []) pieces += 1;
    expect(pieces).toBeGreaterThan(2);
  });

  it('a truncated body, after the effect', async () => {
    service.control.addFault({ operation: 'launchProject', kind: 'truncated' });
    await expect(launch()).rejects.toThrow();
    expect(made()).toBe(1);
  });

  it('a wrong envelope, after the effect', async () => {
    service.control.addFault({ operation: 'launchProject', kind: 'wrong-envelope', body: { ok: true } });
    const { status, json } = await launch();
    expect([status, json]).toEqual([200, { ok: true }]);
    expect(made()).toBe(1);
  });

  it('a redirect; whether it was followed, and with the key, is reported', async () => {
    service.control.addFault({ operation: 'getAccount', kind: 'redirect' });
    const { status, headers } = await call('GET', '/account');
    expect([status, headers.get('location')]).toEqual([302, '/__elsewhere']);
    expect(service.control.counters().redirectsFollowed).toEqual([]);
    await call('GET', `/${headers.get('location')}`);
    expect(service.control.counters().redirectsFollowed).toEqual([{ path: '/__elsewhere', withKey: true }]);
  });

  it('as often as requested, after as many good ones as requested, and for that operation only', async () => {
    service.control.addFault({ operation: 'getAccount', kind: 'html', status: 500, count: 2, skip: 1 });
    const seen: number[] = [];
    for (let request = 0; request < 4; request += 1) seen.push((await call('GET', '/account')).status);
    expect(seen).toEqual([200, 500, 500, 200]);
    service.control.addFault({ operation: 'getAccount', kind: 'html', status: 500 });
    expect((await call('GET', '/projects')).status).toBe(200);
    service.control.clearFaults();
    expect((await call('GET', '/account')).status).toBe(200);
  });
});

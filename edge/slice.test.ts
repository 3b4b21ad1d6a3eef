import { afterEach, beforeEach, expect, test } from 'vitest';
import { API_VERSION, API_VERSION_HEADER } from '../shared/edge-api/health.ts';
import { snapshot } from '../shared/snapshot/snapshot.ts';
import { callEdge, EXTENSION_ORIGIN, pair } from './testing/edge.ts';
import { callsOf, control } from './testing/local-service.ts';
import { reset } from './testing/reset.ts';

beforeEach(() => control('reset'));
afterEach(() => reset());

test('health shows what is configured and no value of it', async () => {
  const reply = await callEdge('GET', '/health');
  expect(reply.status).toBe(200);
  expect(reply.data).toMatchObject({
    ok: true,
    problems: [],
    configured: { apiKey: true, serviceUrl: true },
  });
  expect(reply.text).not.toContain('canary');
});

test('a paired browser sees the account, its projects, caps and failed deliveries', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('addProject', { projectId: 'blog' });
  await control('crossCap', 'shop');
  await control('startRun', 'blog');
  const device = await pair();
  const reply = await device.ask('GET', '/snapshot');
  expect(reply.status).toBe(200);
  const seen = snapshot.parse(reply.data);
  const { account, projects, atLimit, prices, spending, deliveries } = seen.sections;
  for (const section of [account, projects, atLimit, prices, spending, deliveries]) {
    expect(section.error).toBeNull();
    expect(section.readAt).not.toBeNull();
  }
  expect(account.data?.credits).toBeGreaterThan(0);
  expect(projects.data?.total).toBe(2);
  expect(projects.data?.items.find(({ projectId }) => projectId === 'blog')?.run?.phase).toBe('running');
  expect(projects.data?.items.find(({ projectId }) => projectId === 'blog')?.run?.startedAt).not.toBeNull();
  expect(atLimit.data).toMatchObject({
    total: 1,
    projects: [{ projectId: 'shop', atLimit: { development: true } }],
  });
});

test('health and every snapshot show the version that the edge speaks, and extensions may read it', async () => {
  expect((await callEdge('GET', '/health')).data.api).toBe(API_VERSION);
  const device = await pair();
  const first = await device.ask('GET', '/snapshot');
  const known = { 'if-none-match': first.headers.get('etag') ?? '' };
  const unchanged = await device.ask('GET', '/snapshot', undefined, known);
  expect(unchanged.status).toBe(304);
  for (const { headers } of [first, unchanged]) {
    expect(headers.get(API_VERSION_HEADER)).toBe(String(API_VERSION));
    expect(headers.get('access-control-expose-headers')?.toLowerCase()).toContain(API_VERSION_HEADER);
  }
});

test('a second look within the interval is a 304 and asks the service nothing', async () => {
  const device = await pair();
  const first = await device.ask('GET', '/snapshot');
  const before = await callsOf();
  const second = await device.ask('GET', '/snapshot', undefined, {
    'if-none-match': first.headers.get('etag') ?? '',
  });
  expect(second.status).toBe(304);
  expect(second.text).toBe('');
  expect(await callsOf()).toEqual(before);
});

test('an operation goes through at its own path; an unknown one does not', async () => {
  const device = await pair();
  expect((await device.ask('GET', '/service/account')).data.credits).toBeGreaterThan(0);
  expect((await device.ask('GET', '/service/webhooks/w1/secret')).code).toBe('EDGE_NOT_ALLOWED');
});

test('only extensions may read responses across origins', async () => {
  const preflight = (origin: string) =>
    callEdge('OPTIONS', '/snapshot', { headers: { origin, 'access-control-request-method': 'GET' } });
  expect((await preflight(EXTENSION_ORIGIN)).headers.get('access-control-allow-origin')).toBe(
    EXTENSION_ORIGIN,
  );
  expect((await preflight('https://example.com')).headers.get('access-control-allow-origin')).toBeNull();
});

test('a known address with another method is reported as such, an unknown one is not there', async () => {
  expect((await callEdge('DELETE', '/snapshot')).code).toBe('EDGE_METHOD_NOT_ALLOWED');
  expect((await callEdge('GET', '/pair')).status).toBe(405);
  expect((await callEdge('GET', '/nowhere')).code).toBe('EDGE_NOT_FOUND');
});

test('no response can be taken for a page', async () => {
  const { headers } = await callEdge('GET', '/nowhere');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('every response carries its id and the time it took', async () => {
  const { headers } = await callEdge('GET', '/health');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('server-timing')).toMatch(/total;dur=\d+/);
});

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Fault, ServiceName } from '../mock-channels/channels.ts';
import { targetsAt } from './demo-channels.ts';
import { type Stack, startStack } from './stack.ts';

const PATIENCE_MS = 180_000;
const SERVICES: Readonly<Record<string, ServiceName>> = { webhook: 'own' };
let stack: Stack;
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
let ask: (method: string, path: string, body?: object) => Promise<{ status: number; errors: any; data: any }>;

beforeAll(async () => {
  stack = await startStack({ demo: 'empty' });
  let token = '';
  ask = async (method, path, body) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${stack.edge.url}${path}`, init);
    // biome-ignore lint/suspicious/noExplicitAny: see above
    return { status: response.status, ...((await response.json()) as { errors: any; data: any }) };
  };
  const { data } = await ask('POST', '/pair', { code: stack.pairingCode, name: 'Owner' });
  token = data.token;
}, PATIENCE_MS);
afterAll(() => stack?.stop());

const channelOf = (kind: string) => {
  const target = targetsAt(stack.channels.url).find((one) => one.kind === kind);
  const rules = { name: kind, tells: ['everything'], over: false, hours: null, language: 'en' };
  return { kind, ...rules, target };
};
/** Slack and Telegram take one message a second. */
const PACE_MS = 1_100;
const testedAt = new Map<string, number>();
async function tested(kind: string) {
  const waitMs = (testedAt.get(kind) ?? Number.NEGATIVE_INFINITY) + PACE_MS - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  testedAt.set(kind, performance.now());
  return ask('POST', `/channels/channel-${kind}/test`, { channel: channelOf(kind) });
}
const takenBy = (kind: string) =>
  stack.channels.arrived.filter(({ service }) => service === (SERVICES[kind] ?? kind)).length;

afterEach(() => {
  for (const service of ['slack', 'telegram', 'discord', 'ntfy', 'own'] as const)
    stack.channels.setFault(service, null);
});

test.each(['slack', 'telegram', 'discord', 'ntfy', 'webhook'])(
  '%s: what the edge in workerd sends over loopback arrives, and stands on the page of the stand-in',
  async (kind) => {
    expect(await tested(kind)).toMatchObject({ status: 200, data: { sent: true } });
    expect(takenBy(kind)).toBe(1);
    const page = await (await fetch(stack.channels.url)).text();
    expect(page).toContain('This is a test. Alerts of your edge arrive here.');
  },
);

test.each([
  ['slack', { kind: 'refuses', status: 429, waitS: 30 }, '429 rate_limited', 0],
  ['slack', { kind: 'refuses', status: 410 }, '410 channel_is_archived', 0],
  ['discord', { kind: 'refuses', status: 404 }, '404 Unknown Webhook', 0],
  ['discord', { kind: 'refuses', status: 503 }, '503 503: Server Error', 0],
  ['telegram', { kind: 'refuses', status: 401 }, '401 Unauthorized', 0],
  ['telegram', { kind: 'cut' }, 'It could not be reached.', 0],
  ['ntfy', { kind: 'refuses', status: 429 }, '429 limit reached: too many requests', 0],
  ['ntfy', { kind: 'half', status: 500 }, '500', 0],
  ['webhook', { kind: 'hangs' }, 'It did not answer in 10 seconds.', 0],
  ['webhook', { kind: 'lost' }, 'It could not be reached.', 1],
] as [string, Fault, string, number][])(
  '%s that %j is told in the service’s own words',
  async (kind, fault, words, taken) => {
    const before = takenBy(kind);
    stack.channels.setFault(SERVICES[kind] ?? (kind as ServiceName), fault);
    const { status, errors } = await tested(kind);
    expect([status, errors]).toMatchObject([502, { errorCode: 'EDGE_CHANNEL_FAILED', errorMessage: words }]);
    expect(takenBy(kind) - before).toBe(taken);
  },
);

test('half an answer to what was taken is an answer', async () => {
  stack.channels.setFault('slack', { kind: 'half' });
  expect((await tested('slack')).status).toBe(200);
});

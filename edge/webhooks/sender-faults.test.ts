import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTrouble } from '../../shared/attention/kinds/kinds.ts';
import { SERVICE_EVENTS } from '../../shared/builder-api/webhooks.ts';
import { snapshot } from '../../shared/snapshot/snapshot.ts';
import type { RejectionReason } from '../../shared/snapshot/webhook-health.ts';
import { DAY_MS } from '../../shared/time.ts';
import { carryDeliveries } from '../testing/deliveries.ts';
import { firstReading, type Paired, pair } from '../testing/edge.ts';
import { live } from '../testing/live.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

/** Sender's faults, from the local service, against the edge (service reference, Events and Delivery). */
const RETRY_MS = [30_000, 120_000] as const;

let owner: Paired;
let deliveries: ReturnType<typeof carryDeliveries>;
let edgeDown = false;

beforeEach(async () => {
  edgeDown = false;
  await control('reset');
  await control('addProject', { projectId: 'shop' });
  owner = await pair();
  await owner.ask('POST', '/subscriptions/sync');
  deliveries = carryDeliveries(() => (edgeDown ? 500 : null));
});
afterEach(async () => {
  await deliveries.stop();
  await reset();
});

const emit = (id: string) =>
  control('emit', 'project.paused', { projectId: 'shop', state: 'paused', pausedBy: id }, id);
const statuses = () => deliveries.carried.map(({ status }) => status);

/** What a browser sees that has just opened its popup, once the sweep that this starts is through. */
async function opened() {
  const socket = await live(owner.token);
  await owner.ask('GET', '/snapshot?fresh=1');
  const read = async () => snapshot.parse((await owner.ask('GET', '/snapshot')).data);
  const seen = async () => (await read()).sections;
  /** What needs somebody about deliveries to this edge. */
  const alarms = async () =>
    ((await read()).attention?.items ?? []).filter(({ reason }) => isTrouble(reason.kind));
  return {
    seen,
    alarms,
    changed: () => socket.until(({ messages }) => messages.some(({ type }) => type === 'changed')),
  };
}

async function keptIds(): Promise<string[]> {
  const { data } = await owner.ask('GET', '/events');
  return data.events.map(({ id }: { id: string }) => id).sort();
}

async function rejections(): Promise<
  Partial<Record<RejectionReason, { count: number; about: string | null; skewSeconds: number }>>
> {
  const { data } = await owner.ask('GET', '/subscriptions');
  return Object.fromEntries(data.rejections.map((r: { reason: string }) => [r.reason, r]));
}

test('ten copies: one kept, one pushed, one write to the log, all acknowledged', async () => {
  await firstReading(owner);
  // What happened before the first reading is not announced; the service's clock may be behind the edge's.
  await control('advance', 1_000);
  const socket = await live(owner.token);
  await control('addSenderFault', { kind: 'duplicate', copies: 10 });
  await emit('once');
  await deliveries.arrived(10);
  expect(statuses()).toEqual(Array(10).fill(200));
  expect(await keptIds()).toEqual(['once']);
  await socket.until(({ messages }) =>
    messages.some((m) => m.type === 'changed' && m.announcements.length > 0),
  );
  const pushed = socket.messages.flatMap((m) => (m.type === 'changed' ? m.announcements : []));
  expect(pushed.map(({ noticeId }) => noticeId)).toEqual(['project-paused:shop']);
  expect((await env.EVENTS.list()).keys).toHaveLength(1);
  expect((await rejections()).duplicate?.count).toBe(9);
});

test('deliveries out of order are all kept', async () => {
  await control('addSenderFault', { kind: 'reorder' });
  await emit('first');
  await emit('second');
  await deliveries.arrived(2);
  expect(await keptIds()).toEqual(['first', 'second']);
});

test('a delayed delivery is kept when it comes', async () => {
  await control('addSenderFault', { kind: 'delay', delayMs: 60_000 });
  await emit('late');
  await control('advance', 60_000);
  await deliveries.arrived(1);
  expect(await keptIds()).toEqual(['late']);
});

test('a lost delivery is found when a popup opens, and silent webhooks are reported', async () => {
  const before = Date.now();
  await control('addSenderFault', { kind: 'lose' });
  await emit('lost');
  const popup = await opened();
  await popup.changed();
  const { events, subscriptions } = await popup.seen();
  expect(events.data?.items).toMatchObject([{ id: 'lost', source: 'reconciled', projectId: 'shop' }]);
  expect(Date.now() - before).toBeLessThan(2000);
  const [lost] = events.data?.items ?? [];
  expect(subscriptions.data?.silent).toMatchObject({
    missed: 1,
    until: (lost?.receivedAt ?? 0) + DAY_MS,
    newest: [{ seq: lost?.seq, event: lost?.event, projectId: 'shop' }],
  });
});

test('a forged delivery is rejected; the next try, well signed, is kept', async () => {
  await control('addSenderFault', { kind: 'forge' });
  await emit('e');
  await deliveries.arrived(1);
  expect(await keptIds()).toEqual([]);
  expect((await rejections())['bad-signature']?.about).toBe('project.paused');
  await control('advance', RETRY_MS[0]);
  await deliveries.arrived(2);
  expect(statuses()).toEqual([401, 200]);
  expect(await keptIds()).toEqual(['e']);
});

test('an unknown secret is read once, however many deliveries are signed with it', async () => {
  await control('addSenderFault', { kind: 'old-secret', count: 5 });
  for (const id of ['a', 'b', 'c', 'd', 'e']) await emit(id);
  await deliveries.arrived(5);
  expect(statuses()).toEqual(Array(5).fill(401));
  expect((await callsOf()).getWebhookSecret).toBe(SERVICE_EVENTS.length + 1);
});

test.each([
  [420, 'ahead'],
  [-420, 'stale'],
] as const)('a sender whose clock is %i s off is reported', async (skewSeconds, reason) => {
  await control('addSenderFault', { kind: 'skew', skewSeconds });
  const emittedAt = Date.now();
  await emit('e');
  await deliveries.arrived(1);
  const onTheWay = Math.ceil((Date.now() - emittedAt) / 1000);
  expect(statuses()).toEqual([401]);
  const rejection = (await rejections())[reason];
  expect(rejection?.count).toBe(1);
  expect(rejection?.skewSeconds).toBeLessThanOrEqual(skewSeconds);
  expect(rejection?.skewSeconds).toBeGreaterThanOrEqual(skewSeconds - onTheWay);
});

test('what was sent while the edge was down is found, reported as failing, and well again with the next delivery', async () => {
  edgeDown = true;
  await emit('missed');
  await deliveries.arrived(1);
  await control('advance', RETRY_MS[0]);
  await deliveries.arrived(2);
  await control('advance', RETRY_MS[1]);
  await deliveries.arrived(3);
  edgeDown = false;
  const popup = await opened();
  await popup.changed();
  const { events, subscriptions } = await popup.seen();
  expect(events.data?.items).toMatchObject([{ id: 'missed', source: 'reconciled' }]);
  const failing = subscriptions.data?.subscriptions.find(({ event }) => event === 'project.paused');
  expect(failing).toMatchObject({
    state: 'failing',
    problem: 'The service could not deliver to this edge and gave up after 3 tries: status 500.',
  });
  expect(subscriptions.data?.silent).toBeNull();
  expect(
    (await popup.alarms()).map(({ reason }) => reason.kind),
    'one alarm, of what does not arrive',
  ).toEqual(['delivery-failures']);
  await emit('fine');
  await deliveries.arrived(4);
  const after = (await popup.seen()).subscriptions.data?.subscriptions;
  expect(after?.find(({ event }) => event === 'project.paused')?.state).toBe('active');
});

test('a try that failed is known at once when a popup opens, and its retry completes the event instead of repeating it', async () => {
  edgeDown = true;
  await emit('e');
  await deliveries.arrived(1);
  edgeDown = false;
  const popup = await opened();
  await popup.changed();
  expect((await popup.seen()).events.data?.items).toMatchObject([
    { id: 'e', source: 'reconciled', facts: {} },
  ]);
  expect(await popup.alarms(), 'it was away for a moment, and the next try comes').toEqual([]);
  await control('advance', RETRY_MS[0]);
  await deliveries.arrived(2);
  expect((await popup.seen()).events.data?.items).toMatchObject([
    { id: 'e', source: 'webhook', facts: { state: 'paused' } },
  ]);
  expect((await env.EVENTS.list()).keys).toHaveLength(1);
});

import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { type LocalService, startLocalService } from '../service.ts';
import { type Client, clientOf } from '../testing/client.ts';
import { type Received, type Receiver, startReceiver } from '../testing/receiver.ts';

let service: LocalService;
let receiver: Receiver;
let call: Client;
let webhookId: string;

beforeEach(async () => {
  receiver = await startReceiver();
  service = await startLocalService({
    clock: createClock({ stepped: true, graceMs: 3_000 }),
    connectTo: { 'hooks.test:443': receiver.url },
  });
  call = clientOf(service);
  service.control.addProject({ projectId: 'shop' });
  const url = 'https://hooks.test/in?x=1';
  const headers = { 'x-mine': 'yes' };
  const made = await call('PUT', '/webhooks', { url, event: 'project.paused', headers });
  webhookId = made.data.id;
});

afterEach(async () => {
  await service.stop();
  await receiver.stop();
});

async function emit(count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    service.control.emit('project.paused', { projectId: 'shop', state: 'paused', number: index });
    await service.control.settled();
  }
}

async function deliveries() {
  return (await call('GET', `/webhooks/${webhookId}/deliveries`)).data.deliveries;
}

async function signedWith(received: Received, secret?: string): Promise<boolean> {
  const known = secret ?? (await call('GET', `/webhooks/${webhookId}/secret`)).data.secret;
  const [t, v1] = String(received.headers['x-service-signature']).split(',');
  const key = Buffer.from(known.replace('whsec_', ''), 'hex');
  const expected = createHmac('sha256', key)
    .update(`${t?.slice(2)}.${received.body}`)
    .digest('hex');
  return v1 === `v1=${expected}`;
}

describe('sending (service reference, Events)', () => {
  it('signs the raw body, names the event id, and adds the headers of the subscription', async () => {
    await emit();
    const [first] = receiver.received;
    if (first === undefined) throw new Error('nothing arrived');
    expect(await signedWith(first)).toBe(true);
    expect(first.path).toBe('/in?x=1');
    expect(first.headers).toMatchObject({ 'x-mine': 'yes', host: 'hooks.test' });
    expect(first.headers['x-service-event-id']).toBe((await deliveries())[0].eventId);
    expect(JSON.parse(first.body)).toMatchObject({ event: 'project.paused', data: { projectId: 'shop' } });
  });

  it('tries again after 30 s and after 2 min with the same event id, then gives up', async () => {
    receiver.responses.push(500, 503, 404);
    await emit();
    expect((await deliveries())[0]).toMatchObject({ status: 'pending', attempts: 1, httpStatus: 500 });
    await service.control.advance(29_000);
    expect(receiver.received).toHaveLength(1);
    await service.control.advance(1_000);
    expect(receiver.received).toHaveLength(2);
    await service.control.advance(119_000);
    expect(receiver.received).toHaveLength(2);
    await service.control.advance(1_000);
    expect((await deliveries())[0]).toMatchObject({ status: 'failed', attempts: 3, httpStatus: 404 });
    const ids = receiver.received.map((received) => received.headers['x-service-event-id']);
    expect(new Set(ids).size).toBe(1);
    expect(service.control.emails()).toHaveLength(1);
  });

  it('gives a receiver 10 s to answer', async () => {
    receiver.responses.push('hang');
    await emit();
    await service.control.advance(10_000);
    expect((await deliveries())[0]).toMatchObject({ attempts: 1, httpStatus: null, error: 'timeout' });
    await service.control.advance(30_000);
    expect((await deliveries())[0]).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  it('keeps 30 days of deliveries', async () => {
    await emit();
    await service.control.advance(29 * 86_400_000);
    expect(await deliveries()).toHaveLength(1);
    await service.control.advance(2 * 86_400_000);
    expect(await deliveries()).toHaveLength(0);
  });
});

describe('sending gone wrong on request', () => {
  it('duplicates, with one event id and one record', async () => {
    service.control.addSenderFault({ kind: 'duplicate' });
    await emit();
    expect(receiver.received).toHaveLength(2);
    expect(await deliveries()).toHaveLength(1);
  });

  it('loses: reported as delivered, never arrived', async () => {
    service.control.addSenderFault({ kind: 'lose' });
    await emit();
    expect(receiver.received).toHaveLength(0);
    expect((await deliveries())[0]).toMatchObject({ status: 'delivered' });
  });

  it('reorders: the second one arrives first', async () => {
    service.control.addSenderFault({ kind: 'reorder' });
    await emit(2);
    await service.control.advance(1_000);
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.number)).toEqual([1, 0]);
  });

  it('delays', async () => {
    service.control.addSenderFault({ kind: 'delay', delayMs: 60_000 });
    await emit();
    expect(receiver.received).toHaveLength(0);
    await service.control.advance(60_000);
    expect(receiver.received).toHaveLength(1);
  });

  it.each(['forge', 'old-secret'] as const)('%s: the signature does not match the secret', async (kind) => {
    service.control.addSenderFault({ kind });
    await emit();
    const [first] = receiver.received;
    if (first === undefined) throw new Error('nothing arrived');
    expect(await signedWith(first)).toBe(false);
  });

  it('skews the clock of the signature', async () => {
    service.control.addSenderFault({ kind: 'skew', skewSeconds: -400 });
    await emit();
    const header = String(receiver.received[0]?.headers['x-service-signature']);
    const seconds = Number(/t=(\d+)/.exec(header)?.[1]);
    expect(Date.now() / 1000 - seconds).toBeGreaterThan(399);
  });
});

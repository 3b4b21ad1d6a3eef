import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createClock } from '../../clock/clock.ts';
import { type LocalService, startLocalService } from '../../service.ts';
import { type DataClient, dataClientOf, fileForm } from '../testing/client.ts';

let service: LocalService;
let call: DataClient;

beforeAll(async () => {
  service = await startLocalService({ clock: createClock({ stepped: true }) });
  call = dataClientOf(service, 'data-local-shop');
});

beforeEach(() => {
  service.control.reset();
  service.control.addProject({ projectId: 'shop' });
  service.control.addTables('shop', [{ type: 'city', properties: [{ name: 'name' }] }]);
});

afterAll(() => service.stop());

const create = () => call('POST', '/crud/city', { name: 'Delft' });
const made = () => service.control.recordsOf('shop', 'city').length;

it('an error is a problem with its code and details, before the effect', async () => {
  const fault = { operation: 'data.createRecord', kind: 'error', status: 429, code: 'RATE_LIMITED' } as const;
  service.control.addFault({ ...fault, details: { limit: 5 }, retryAfterSeconds: 7 });
  const { status, json, headers } = await create();
  expect([status, headers.get('retry-after'), made()]).toEqual([429, '7', 0]);
  expect(json).toMatchObject({ title: 'Too many requests', code: 'RATE_LIMITED', limit: 5 });
});

it('a reset after the effect: the record is there, the response is not', async () => {
  service.control.addFault({ operation: 'data.createRecord', kind: 'reset-after' });
  await expect(create()).rejects.toThrow();
  expect(made()).toBe(1);
});

it('a reset before the effect, a truncated answer, a page of a proxy', async () => {
  service.control.addFault({ operation: 'data.*', kind: 'reset-before' });
  await expect(create()).rejects.toThrow();
  expect(made()).toBe(0);
  service.control.addFault({ operation: 'data.*', kind: 'truncated' });
  await expect(create()).rejects.toThrow();
  expect(made()).toBe(1);
  service.control.addFault({ operation: 'data.*', kind: 'html', status: 502 });
  expect(await create()).toMatchObject({ status: 502, json: undefined });
});

it('a delay: done at once, answered when the time has passed', async () => {
  service.control.addFault({ operation: 'data.createRecord', kind: 'delay', delayMs: 20_000 });
  const response = create();
  await expect.poll(made, { timeout: 10_000 }).toBe(1);
  let answered = false;
  void response.then(() => (answered = true));
  await service.control.advance(19_999);
  expect(answered).toBe(false);
  await service.control.advance(1);
  expect((await response).status).toBe(200);
});

it('faults of the data backend leave the account alone', async () => {
  service.control.addFault({ operation: 'data.*', kind: 'html', status: 500 });
  const account = await fetch(`${service.url}/api/v1/vcaas/account`, {
    headers: { 'api-key': service.apiKey },
  });
  expect(account.status).toBe(200);
});

it('counts requests, by the same names', async () => {
  await create();
  await call('GET', '/crud/city');
  const { requests, effects } = service.control.counters();
  expect(requests).toEqual({ 'data.createRecord': 1, 'data.listRecords': 1 });
  expect(effects.recordsCreated).toBe(1);
});

it('an upload beyond the limit is refused with the limit', async () => {
  service.control.setDataSettings({ maxUploadBytes: 10_000 });
  const { status, json } = await call('POST', '/files/upload', fileForm('big.txt', 'x'.repeat(3_000_000)));
  expect([status, json.field, json.maxFileBytes]).toEqual([413, 'file', 10_000]);
});

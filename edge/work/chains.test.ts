import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { workPage } from '../../shared/edge-api/work.ts';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { pass } from '../testing/alarms.ts';
import { firstReading, type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  await control('addProject', { projectId: 'shop' });
  await firstReading(owner);
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

let sent = 0;
async function run(): Promise<void> {
  sent += 1;
  const key = `prompt-${String(sent).padStart(4, '0')}`;
  await owner.ask(
    'POST',
    '/service/projects/shop/agent/start',
    { prompt: `Fix it, ${sent}` },
    { 'idempotency-key': key },
  );
  await pass(MINUTE_MS, owner);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS, owner);
}
const work = async (device = owner) => workPage.parse((await device.ask('GET', '/work/shop')).data);
const say = (id: number, mark: string | null, device = owner) =>
  device.ask('POST', `/work/${id}/mark`, { mark });
async function needs() {
  const { data } = (await owner.ask('GET', '/snapshot')) as { data: Snapshot };
  return (data.attention?.items ?? []).filter(({ reason }) => reason.kind === 'not-fixed');
}

const endedBy = (id = '') =>
  runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage }) => {
    const [{ item: json } = { item: '{}' }] = storage.sql.exec<{ item: string }>(
      'SELECT item FROM attention_items WHERE id = ?',
      id,
    );
    const item = JSON.parse(json) as { resolvedAt?: number; endedBy?: string };
    expect(item.resolvedAt).toBeTypeOf('number');
    return item.endedBy ?? null;
  });

test('from the third run on since somebody said that it is not fixed, it needs the user, and is over once it is', async () => {
  await run();
  const [first] = (await work()).rows;
  expect((await say(first?.id ?? 0, 'not-fixed')).status).toBe(200);
  expect((await work()).chain).toMatchObject({ count: 1, workId: first?.id });
  await run();
  expect(await needs()).toEqual([]);
  await run();
  const { chain, rows } = await work();
  expect(chain).toMatchObject({ count: 3, isAtLeast: false });
  expect(chain?.credits).toBe(rows.reduce((sum, { credits }) => sum + (credits ?? 0), 0));
  const [need] = await needs();
  expect(need).toMatchObject({ projectId: 'shop', severity: 'warning', reason: { count: 3 } });
  await say(chain?.lastWorkId ?? 0, 'fixed');
  await pass(MINUTE_MS, owner);
  expect(await needs()).toEqual([]);
  expect((await work()).chain).toBeNull();
  expect(await endedBy(need?.id), 'resolved, so that it is told as over').toBeNull();
});

test('a day without a prompt ends it as not known', async () => {
  await run();
  await say((await work()).rows[0]?.id ?? 0, 'not-fixed');
  await run();
  await run();
  const [need] = await needs();
  await pass(25 * HOUR_MS, owner);
  expect(await needs()).toEqual([]);
  expect(await endedBy(need?.id)).toBe('not-read');
});

test('the same press takes it back; who said it, and when, is kept for all browsers but a viewer’s', async () => {
  await run();
  const [{ id } = { id: 0 }] = (await work()).rows;
  await say(id, 'not-fixed');
  const viewer = await pairAs(owner, 'viewer');
  expect((await work()).rows[0]?.mark).toEqual({ mark: 'not-fixed', by: 'Test', at: Date.now() });
  expect((await work(viewer)).rows[0]?.mark).toMatchObject({ mark: 'not-fixed', by: null });
  await run();
  expect((await work()).rows[1]?.mark?.mark, 'what a reading adds leaves it').toBe('not-fixed');
  await say(id, null);
  expect(await work()).toMatchObject({ chain: null, rows: [{ mark: null }, { mark: null }] });
});

test('only who may build may say it, only of a run that succeeded', async () => {
  await run();
  await control('startRun', 'shop', 'Fail', { durationMs: 1000 });
  const [{ id } = { id: 0 }] = (await work()).rows;
  expect((await say(id, 'not-fixed', await pairAs(owner, 'viewer'))).status).toBe(403);
  expect((await say(id, 'not-fixed', await pairAs(owner, 'builder'))).status).toBe(200);
  expect((await say(id + 1000, 'not-fixed')).code).toBe('EDGE_NOT_FOUND');
  expect((await say(id, 'perhaps')).code).toBe('EDGE_INVALID_REQUEST');
  expect((await owner.ask('POST', '/work/x/mark', { mark: null })).code).toBe('EDGE_INVALID_REQUEST');
});

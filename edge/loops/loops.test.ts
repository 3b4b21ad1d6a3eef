import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Snapshot } from '../../shared/snapshot/snapshot.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { pass } from '../testing/alarms.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  await control('addProject', { projectId: 'shop' });
  await run('A landing page for a studio');
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

async function loops() {
  const { data } = (await owner.ask('GET', '/snapshot')) as { data: Snapshot };
  return (data.attention?.items ?? []).filter(({ reason }) => reason.kind === 'going-in-circles');
}

let sent = 0;
async function run(text: string): Promise<void> {
  sent += 1;
  const key = `prompt-${String(sent).padStart(4, '0')}`;
  await owner.ask('POST', '/service/projects/shop/agent/start', { prompt: text }, { 'idempotency-key': key });
  await pass(MINUTE_MS, owner);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS, owner);
}

const FAULT = 'The mobile menu does not close after choosing an entry';
const AGAIN = 'Mobile menu stays open after I choose an entry';

test('three prompts about the same thing need the user, with what they took', async () => {
  await run(FAULT);
  await run(AGAIN);
  expect(await loops()).toEqual([]);
  await run('the mobile menu still does not close');
  const [item] = await loops();
  expect(item).toMatchObject({ projectId: 'shop', severity: 'warning', reason: { count: 3 } });
  expect(item?.reason.credits).toBeGreaterThan(0);
  const [{ row } = { row: '' }] = await runInDurableObject(
    env.ACCOUNT.getByName('account'),
    (_, { storage }) =>
      storage.sql
        .exec<{ row: string }>("SELECT row FROM work WHERE kind = 'run' ORDER BY begun_at DESC")
        .toArray(),
  );
  expect(JSON.parse(row), 'the row of the last one').toMatchObject({ begunAt: item?.reason.lastAt });
  await pass(24 * HOUR_MS, owner);
  expect(await loops(), 'a day later nobody is at it').toEqual([]);
});

test('who says that it is progress is not asked again until it has cost twice as much', async () => {
  for (const text of [FAULT, AGAIN, FAULT]) await run(text);
  const [item] = await loops();
  await owner.ask('POST', `/attention/${encodeURIComponent(item?.id ?? '')}/seen`);
  expect(await loops()).toEqual([]);
  await run('still the same');
  expect(await loops()).toEqual([]);
  for (const text of [AGAIN, FAULT]) await run(text);
  expect(await loops()).toMatchObject([{ id: item?.id, opening: 2, reason: { count: 6 } }]);
});

test('a star on the version that a prompt made ends it, whenever somebody gives it', async () => {
  for (const text of [FAULT, AGAIN, FAULT]) await run(text);
  const [item] = await loops();
  const madeAt = Number(item?.reason.lastAt) + 30_000;
  const star = async (at: number) => {
    await owner.ask('PUT', `/sites/shop/marks/v-${at}`, { madeAt: at });
    await pass(MINUTE_MS, owner);
  };
  await star(Number(item?.since) - HOUR_MS);
  expect(await loops(), 'what worked before says nothing of it').toHaveLength(1);
  await star(madeAt);
  expect(await loops()).toEqual([]);
  await run('still the same');
  expect(await loops()).toEqual([]);
});

test('what was published is over, and prompts about other things are none', async () => {
  for (const text of [FAULT, AGAIN, 'A gallery of pictures', 'Translate all pages to French'])
    await run(text);
  expect(await loops()).toEqual([]);
});

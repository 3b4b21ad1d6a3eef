import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { workPage } from '../../shared/edge-api/work.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { accountHook } from '../testing/account-hook.ts';
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

const page = async (device = owner, query = '') => {
  const { data } = await device.ask('GET', `/work/shop${query}`);
  // As it came: the schema leaves out what it does not know.
  expect(data).toEqual(workPage.parse(data));
  return workPage.parse(data);
};
const prompt = (key: string, text: string) =>
  owner.ask('POST', '/service/projects/shop/agent/start', { prompt: text }, { 'idempotency-key': key });

/** A prompt that a guard stops, and a deployment begun elsewhere that fails; both are told to a channel. */
async function work() {
  await owner.ask('PUT', '/guards/shop', { kind: 'run-time', minutes: 1 });
  await prompt('prompt-0001', 'Add a page');
  for (let minute = 0; minute < 3; minute++) await pass(MINUTE_MS, owner);
  const post = await accountHook(owner);
  const data = {
    projectId: 'shop',
    deploymentId: 'd1',
    status: 'error',
    fixAttempts: 2,
    creditRefunded: true,
  };
  const timestamp = new Date(Date.now()).toISOString();
  await post('d1', { body: JSON.stringify({ event: 'deployment.finished', timestamp, data }) });
  await pass(MINUTE_MS, owner);
}

test('a project’s work is served newest first, each with what belongs to it', async () => {
  await work();
  const { rows, next } = await page();
  expect(next).toBeNull();
  expect(rows).toMatchObject([
    {
      ...{ kind: 'deploy', ending: 'failed', refunded: true, fixAttempts: 2, deploymentId: 'd1' },
      ...{ hasEvent: true, isOver: true, call: null, acts: [] },
      told: [{ kind: 'deploy-finished', outcome: 'failed' }],
    },
    {
      ...{ kind: 'run', call: 'prompt-0001', by: 'Test', prompt: 'Add a page', ending: 'stopped' },
      stoppedAt: expect.any(Number),
      acts: [{ guard: 'run-time', did: 'run-stopped', number: 1 }],
      told: [{ kind: 'run-finished', outcome: 'stopped', sent: [] }],
    },
  ]);
});

test('a run says where its prompt stands in the conversation', async () => {
  await prompt('prompt-0001', 'Add a page');
  await pass(MINUTE_MS, owner);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS, owner);
  const { data } = await owner.ask('GET', '/service/projects/shop/agent/full-conversation');
  const messages = (data as { conversation: { author: string; createdAt: string }[] }).conversation;
  const asked = messages.findLast(({ author }) => author === 'user')?.createdAt;
  expect((await page()).rows).toMatchObject([{ isOver: true, promptedAt: Date.parse(asked ?? '') }]);
});

test('what goes on is in it, and is not over', async () => {
  await prompt('prompt-0001', 'Add a page');
  expect((await page()).rows).toMatchObject([{ isOver: false, ending: null, overAt: null, told: [] }]);
});

test('those who may build read where it was told; a viewer reads no name of a channel or a browser', async () => {
  await work();
  const [told] = (await page()).rows[0]?.told ?? [];
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage: { sql } }) => {
    sql.exec('INSERT INTO removed_channels VALUES (?, ?, ?, ?)', 'gone', 'Canary channel', 'en', NOON);
    sql.exec(
      "INSERT INTO alerts VALUES ('gone', ?, 0, 'sent', ?, 1, '{}'), ('gone', 1, 0, 'sent', 2, 1, '{}')",
      told?.number ?? 0,
      NOON,
    );
    sql.exec(
      `UPDATE events SET row = json_set(row, '$.facts.by', 'Canary browser') WHERE event = 'edge.guard'`,
    );
    sql.exec(`UPDATE work SET row = json_set(row, '$.by', 'Canary browser') WHERE call_key IS NOT NULL`);
  });
  for (const device of [owner, await pairAs(owner, 'builder')]) {
    const [deploy, run] = (await page(device)).rows;
    expect(deploy?.told).toMatchObject([{ sent: [{ channel: 'Canary channel', at: NOON }] }]);
    expect(run).toMatchObject({ by: 'Canary browser', acts: [{ by: 'Canary browser' }] });
  }
  const viewer = await pairAs(owner, 'viewer');
  expect((await viewer.ask('GET', '/work/shop')).text).not.toContain('Canary');
  const seen = await page(viewer);
  expect(seen.rows).toMatchObject([
    { ending: 'failed', told: [{ outcome: 'failed', sent: [] }] },
    { by: null, prompt: 'Add a page', acts: [{ did: 'run-stopped', by: null }] },
  ]);
});

test('page follows page without a gap or a repetition, whatever began at one moment', async () => {
  await runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage: { sql } }) => {
    for (let n = 0; n < 120; n++)
      sql.exec(
        `INSERT INTO work (project_id, kind, begun_at, row, evidence) VALUES ('shop', 'deploy', ?, ?, ?)`,
        NOON + Math.floor(n / 7),
        JSON.stringify(anyRow(NOON + Math.floor(n / 7))),
        '[]',
      );
  });
  const ids: number[] = [];
  for (let at: string | null = ''; at !== null; ) {
    const { rows, next }: Awaited<ReturnType<typeof page>> = await page(owner, at && `?before=${at}`);
    ids.push(...rows.map(({ id }) => id));
    at = next;
  }
  expect(ids).toHaveLength(120);
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one));
  const { rows } = await page(owner, `?before=${NOON + 2}.0`);
  expect(rows.map(({ begunAt }) => begunAt - NOON)).toEqual([...Array(7).fill(1), ...Array(7).fill(0)]);
});

test.each(['x', '12', '1.', '-1.2', '1.2.3'])('a place that no page gave is refused: %s', async (before) => {
  expect((await owner.ask('GET', `/work/shop?before=${before}`)).code).toBe('EDGE_INVALID_REQUEST');
});

const anyRow = (begunAt: number) => ({
  ...{ kind: 'deploy', callKey: null, by: null, prompt: null, sentAt: null, startedAt: begunAt, begunAt },
  ...{
    deploymentId: null,
    batch: null,
    readAt: begunAt,
    over: 'reading',
    endedAt: null,
    ending: 'succeeded',
  },
  ...{ reason: null, credits: null, refunded: null, versionId: null, stoppedAt: null, capped: null },
  hasEvent: false,
});

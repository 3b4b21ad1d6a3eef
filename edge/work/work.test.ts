import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { journalPage } from '../../shared/journal/journal.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { WorkRow } from '../../shared/work/row.ts';
import { accountHook } from '../testing/account-hook.ts';
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
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const stub = () => env.ACCOUNT.getByName('account');
const rows = () =>
  runInDurableObject(stub(), (_, { storage }) =>
    storage.sql
      .exec<{ id: number; row: string }>('SELECT id, row FROM work ORDER BY begun_at')
      .toArray()
      .map(({ id, row }) => ({ id, ...(JSON.parse(row) as WorkRow) })),
  );
const prompt = (key: string, text: string) =>
  owner.ask('POST', '/service/projects/shop/agent/start', { prompt: text }, { 'idempotency-key': key });

test('each prompt is one row, from its paid call to its end, under one number', async () => {
  await prompt('prompt-0001', 'Add a page');
  expect(await rows()).toMatchObject([
    { callKey: 'prompt-0001', prompt: 'Add a page', by: 'Test', over: null },
  ]);
  const [{ id } = { id: 0 }] = await rows();
  await pass(MINUTE_MS, owner);
  expect(await rows()).toMatchObject([{ id, startedAt: expect.any(Number), over: null }]);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS, owner);
  const [first] = await rows();
  expect(first).toMatchObject({ id, over: 'reading', ending: 'succeeded', credits: expect.any(Number) });
  await prompt('prompt-0002', 'Mend the cart');
  await pass(MINUTE_MS, owner);
  const [before, second] = await rows();
  expect(before, 'the next one changes nothing about it').toEqual(first);
  expect(second).toMatchObject({ callKey: 'prompt-0002', over: null });
});

test('a run that only its end tells of ended at the cap that was reported before it', async () => {
  const send = async (event: string, data: object, at: number) => {
    const post = await accountHook(owner, event);
    const body = { event, timestamp: new Date(at).toISOString(), data: { projectId: 'shop', ...data } };
    expect((await post(`${event}:1`, { body: JSON.stringify(body) })).status).toBe(200);
  };
  await send('project.credit_limit.reached', { category: 'development', limit: 20, spent: 20 }, NOON - 2);
  await send('agent.prompt.finished', { status: 'done', prompt: 'Add a page' }, NOON - 1);
  expect(await rows()).toMatchObject([{ over: 'event', ending: 'capped', capped: { by: null } }]);
});

test('a run in which the credits run out is told alike wherever it is told, once it can be read, with its own cost', async () => {
  const post = await accountHook(owner, 'agent.prompt.finished');
  await control('setAccount', { recurrentCredits: 0, oneTimeCredits: 10 });
  const { lastAnnouncement } = (await owner.ask('GET', '/snapshot')).data.attention;
  const told = async () =>
    (await owner.ask('GET', `/announcements?since=${lastAnnouncement}`)).data.items.map(
      ({ about }: { about: object }) => about,
    );
  await prompt('prompt-0001', 'Add a page');
  await pass(MINUTE_MS, owner);
  await control('finishRun', 'shop');
  const data = { projectId: 'shop', status: 'done', prompt: 'Add a page' };
  const timestamp = new Date(Date.now()).toISOString();
  await post('agent:1', { body: JSON.stringify({ event: 'agent.prompt.finished', timestamp, data }) });
  await pass(3 * MINUTE_MS, owner);
  const openIds = async () =>
    (await owner.ask('GET', '/snapshot')).data.attention.items.map(({ id }: { id: string }) => id);
  expect(await openIds()).toEqual(['credits-exhausted']);
  expect(await rows()).toMatchObject([{ over: 'event', ending: 'not-known', credits: null }]);
  expect(await told()).toMatchObject([
    { kind: 'credits-exhausted' },
    { kind: 'run-finished', outcome: 'not-known' },
  ]);
  await control('setAccount', { oneTimeCredits: 500 });
  for (let minute = 0; minute < 3; minute++) await pass(MINUTE_MS, owner);
  const [run] = await rows();
  expect(run).toMatchObject({ callKey: 'prompt-0001', ending: 'succeeded', credits: 10 });
  const { sections } = (await owner.ask('GET', '/snapshot')).data;
  expect(sections.projects.data.items[0].run).toMatchObject({ ending: 'succeeded', creditsSpent: 10 });
  const { events } = (await owner.ask('GET', '/events?project=shop&limit=100')).data;
  const ends = events.filter(({ event }: { event: string }) => event === 'agent.prompt.finished');
  expect(ends).toMatchObject([{ work: run?.id, facts: { ending: 'succeeded', creditsSpent: 10 } }]);
  expect(await openIds()).toEqual([]);
  expect(await told(), 'nothing is told twice').toHaveLength(2);
});

test('work is found in the journal by its whole prompt, and that of other prompts is not', async () => {
  for (const [key, text] of [
    ['prompt-0001', `${'Mend what is old. '.repeat(20)}Add a Cart`],
    ['prompt-0002', 'Add a page'],
  ] as const) {
    await prompt(key, text);
    await pass(MINUTE_MS, owner);
    await control('finishRun', 'shop');
    await pass(MINUTE_MS, owner);
  }
  const found = async (query: string) => {
    const { data } = await owner.ask('GET', `/journal?${query}`);
    return journalPage
      .parse(data)
      .entries.flatMap((entry) => (entry.kind === 'work' ? [entry.row.call] : []));
  };
  expect(await found('q=cart')).toEqual(['prompt-0001']);
  expect(await found('q=ADD')).toEqual(['prompt-0002', 'prompt-0001']);
  expect(await found('q=cart&project=cafe')).toEqual([]);
  expect(await found('q=a%25')).toEqual([]);
});

test('a reading that tells nothing new writes nothing', async () => {
  await prompt('prompt-0001', 'Add a page');
  await pass(MINUTE_MS, owner);
  const stored = () =>
    runInDurableObject(stub(), (_, { storage }) => storage.sql.exec('SELECT * FROM work').toArray());
  const before = await stored();
  for (let at = 0; at < 3; at++) await pass(MINUTE_MS, owner);
  expect(await stored()).toEqual(before);
});

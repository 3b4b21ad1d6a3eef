import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventsPage } from '../../shared/snapshot/kept-event.ts';
import { accountHook, type PostHook } from '../testing/account-hook.ts';
import { runAlarmsAt } from '../testing/alarms.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

let owner: Paired;
let runOver: PostHook;
let start: number;

beforeEach(async () => {
  await control('reset');
  owner = await pair();
  runOver = await accountHook(owner, 'agent.prompt.finished');
  start = Date.now();
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const look = async (secondsLater: number) => {
  vi.useFakeTimers({ now: start + secondsLater * 1000, toFake: ['Date'] });
  await owner.ask('GET', '/snapshot?fresh=1');
  vi.useRealTimers();
};
const bodyAt = (at: number, prompt = 'Add a page') =>
  JSON.stringify({
    event: 'agent.prompt.finished',
    timestamp: new Date(at).toISOString(),
    data: { projectId: 'shop', status: 'done', prompt },
  });
const eventsOf = async () =>
  eventsPage.parse((await owner.ask('GET', '/events?event=agent.prompt.finished')).data).events;
const factsOf = async () => (await eventsOf()).map(({ facts }) => facts);

async function run(outcome: 'done' | 'error', id: string, secondsLater: number): Promise<void> {
  await control('startRun', 'shop');
  await control('finishRun', 'shop', outcome);
  await runOver(id, { body: bodyAt(await control<number>('now')) });
  await look(secondsLater);
}

test('events whose status is the same for every end have how each run ended, also after the next one (Conversation and runs)', async () => {
  await control('addProject', { projectId: 'shop' });
  await run('error', 'first', 13);
  const failed = {
    status: 'done',
    ending: 'failed',
    lastMessage: expect.stringMatching(/failed on our side/),
  };
  expect(await factsOf()).toMatchObject([failed]);
  await run('done', 'second', 26);
  expect(await factsOf()).toMatchObject([
    { status: 'done', ending: 'succeeded', creditsSpent: expect.any(Number) },
    failed,
  ]);
});

test('a run that was not begun through the edge is marked to have gone without the budget of the project’s runs, and no other', async () => {
  await control('addProject', { projectId: 'shop' });
  await run('done', 'before', 13);
  await owner.ask('PUT', '/guards/shop', { kind: 'run-budget', credits: 15 });
  await control('advance', 60_000);
  start += 60_000;
  await run('done', 'elsewhere', 26);
  const headers = { 'idempotency-key': 'prompt-0001' };
  expect(
    (await owner.ask('POST', '/service/projects/shop/agent/start', { prompt: 'Here' }, headers)).status,
  ).toBe(200);
  await look(39);
  await control('finishRun', 'shop', 'done');
  await look(52);
  expect((await factsOf()).map(({ withoutBudget }) => withoutBudget)).toEqual([undefined, 15, undefined]);
});

test('an end that nothing tells stays unknown, and is filled in by the reading that tells', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('addFault', { operation: 'getAgentStatus', kind: 'error', count: 9, status: 500, code: 'X' });
  await run('done', 'only', 13);
  expect((await factsOf())[0]).not.toHaveProperty('ending');
  await control('clearFaults');
  await look(300);
  expect((await factsOf())[0]).toMatchObject({ ending: 'succeeded' });
});

test('a guard that reads the agent’s status fills the end in, while the project itself can’t be read', async () => {
  await control('addProject', { projectId: 'shop' });
  await owner.ask('PUT', '/guards/shop', { kind: 'run-budget', credits: 100 });
  await look(0);
  await owner.ask(
    'POST',
    '/service/projects/shop/agent/start',
    { prompt: 'Add a page' },
    { 'idempotency-key': 'prompt-0001' },
  );
  await control('addFault', { operation: 'getProject', kind: 'error', count: 99, status: 500, code: 'X' });
  await control('finishRun', 'shop');
  await runOver('only', { body: bodyAt(await control<number>('now')) });
  expect((await factsOf())[0]).not.toHaveProperty('ending');
  await runAlarmsAt(Date.now() + 10_000);
  expect((await factsOf())[0]).toMatchObject({ ending: 'succeeded' });
});

test('an event that arrives after the next run ended has how its own run ended, as it was announced', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startRun', 'shop');
  await look(0);
  await control('finishRun', 'shop', 'error');
  const firstEnd = await control<number>('now');
  await look(13);
  await control('advance', 100_000);
  await control('startRun', 'shop');
  await look(110);
  await control('finishRun', 'shop');
  await look(125);
  vi.useFakeTimers({ now: start + 160_000, toFake: ['Date'] });
  await runOver('first', { body: bodyAt(firstEnd) });
  vi.useRealTimers();
  const [late] = await factsOf();
  expect(late).toMatchObject({ status: 'done', ending: 'failed' });
});

test('an event that was found by polling keeps what a reading told of its end when it is delivered after all', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('addSenderFault', { event: 'agent.prompt.finished', kind: 'lose' });
  await control('startRun', 'shop');
  await control('finishRun', 'shop');
  const at = await control<number>('now');
  await runAlarmsAt(start + 300_000);
  await look(330);
  const [found] = await eventsOf();
  expect(found).toMatchObject({ source: 'reconciled', facts: { ending: 'succeeded' } });
  await control('addFault', { operation: '*', kind: 'error', count: 99, status: 500, code: 'X' });
  await runOver(found?.id ?? '', { body: bodyAt(at) });
  expect((await eventsOf())[0]).toMatchObject({ source: 'webhook', facts: { ending: 'succeeded' } });
});

test('each prompt of a batch has how it ended, while the batch goes on and after it', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startBatch', 'shop', { prompts: ['A page', 'A form'] });
  await look(0);
  await control('finishRun', 'shop', 'error');
  await runOver('first', { body: bodyAt(await control<number>('now'), 'A page') });
  await control('advance', 100_000);
  await look(100);
  expect(await factsOf(), 'the batch goes on').toMatchObject([{ ending: 'failed' }]);
  await control('finishRun', 'shop');
  vi.useFakeTimers({ now: start + 101_000, toFake: ['Date'] });
  await runOver('second', { body: bodyAt(await control<number>('now'), 'A form') });
  await control('advance', 20_000);
  await look(121);
  expect(await factsOf(), 'the batch is over, with a failure').toMatchObject([
    { ending: 'succeeded', creditsSpent: expect.any(Number) },
    { ending: 'failed' },
  ]);
});

test('an end that no event reports is kept as it was read, once, and stays after the next one; its event comes beside it', async () => {
  await control('addProject', { projectId: 'shop' });
  await control('startRun', 'shop', 'Add a map');
  await control('finishRun', 'shop', 'error');
  const firstEnd = await control<number>('now');
  await look(0);
  await look(13);
  const facts = { ending: 'failed', startedAt: expect.any(Number), prompt: 'Add a map' };
  const read = { source: 'edge', facts };
  expect(await eventsOf()).toMatchObject([read]);
  await control('advance', 100_000);
  await control('startRun', 'shop');
  await control('finishRun', 'shop');
  await look(113);
  expect(await eventsOf()).toMatchObject([{ source: 'edge', facts: { ending: 'succeeded' } }, read]);
  await runOver('first', { body: bodyAt(firstEnd, 'Add a map') });
  await look(126);
  expect((await eventsOf()).map(({ source }) => source)).toEqual(['webhook', 'edge', 'edge']);
});

test('an end that an event reports is not kept again, nor one of more than a day ago', async () => {
  await control('addProject', { projectId: 'shop' });
  await run('done', 'only', 13);
  await look(26);
  expect((await eventsOf()).map(({ source }) => source)).toEqual(['webhook']);
  await control('addProject', { projectId: 'old' });
  await control('startRun', 'old');
  await control('finishRun', 'old');
  await look(90_000);
  expect((await eventsOf()).map(({ projectId }) => projectId)).toEqual(['shop']);
});

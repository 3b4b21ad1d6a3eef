import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventsPage } from '../../shared/snapshot/kept-event.ts';
import { accountHook, type PostHook } from '../testing/account-hook.ts';
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
  await owner.ask('GET', '/snapshot');
  vi.useRealTimers();
};
const bodyAt = (at: number) =>
  JSON.stringify({
    event: 'agent.prompt.finished',
    timestamp: new Date(at).toISOString(),
    data: { projectId: 'shop', status: 'done', prompt: 'Build it' },
  });
const factsOf = async () =>
  eventsPage
    .parse((await owner.ask('GET', '/events?event=agent.prompt.finished')).data)
    .events.map(({ facts }) => facts);

async function run(outcome: 'done' | 'error', id: string, secondsLater: number): Promise<void> {
  await control('startRun', 'shop');
  await control('finishRun', 'shop', outcome);
  await runOver(id, { body: bodyAt(Date.now()) });
  await look(secondsLater);
}

test('events whose status is the same for every end have how each run ended, also after the next one (Conversation and runs)', async () => {
  await control('addProject', { projectId: 'shop' });
  await run('error', 'first', 13);
  expect(await factsOf()).toMatchObject([{ status: 'done', ending: 'failed' }]);
  await run('done', 'second', 26);
  expect(await factsOf()).toMatchObject([
    { status: 'done', ending: 'succeeded', creditsSpent: expect.any(Number) },
    { status: 'done', ending: 'failed' },
  ]);
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

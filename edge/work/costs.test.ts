import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcementsPage } from '../../shared/snapshot/attention-schema.ts';
import { eventsPage } from '../../shared/snapshot/kept-event.ts';
import { accountHook, type PostHook } from '../testing/account-hook.ts';
import { type Paired, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';

const PROMPT_ENDED = 'agent.prompt.finished';
let owner: Paired;
let runOver: PostHook;
let since: number;

beforeEach(async () => {
  await control('reset');
  await control('addProject', { projectId: 'shop' });
  owner = await pair();
  runOver = await accountHook(owner, PROMPT_ENDED);
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

/** Reads the account at the service's time. */
async function look(): Promise<{ lastAnnouncement: number }> {
  vi.useFakeTimers({ now: await control<number>('now'), toFake: ['Date'] });
  return (await owner.ask('GET', '/snapshot?fresh=1')).data.attention;
}
/** Reads it for the first time. */
const begin = async () => (since = (await look()).lastAnnouncement);
const pass = async (seconds: number) => {
  await control('advance', seconds * 1000);
  vi.useFakeTimers({ now: await control<number>('now'), toFake: ['Date'] });
};
async function report(id: string, at: number): Promise<void> {
  const data = { projectId: 'shop', status: 'done', prompt: 'Add a page' };
  await runOver(id, {
    body: JSON.stringify({ event: PROMPT_ENDED, timestamp: new Date(at).toISOString(), data }),
  });
}
const start = (credits: number) =>
  control('startRun', 'shop', 'Add a page', { credits, durationMs: 600_000 });
async function finish(): Promise<number> {
  await control('finishRun', 'shop');
  return control<number>('now');
}
const costsTold = async () =>
  announcementsPage
    .parse((await owner.ask('GET', `/announcements?since=${since}`)).data)
    .items.map(({ about }) => ('credits' in about ? about.credits : null));
const costsKept = async () =>
  eventsPage
    .parse((await owner.ask('GET', `/events?event=${PROMPT_ENDED}`)).data)
    .events.map(({ facts }) => facts.creditsSpent)
    .toReversed();

test.each([1, 30])('runs that end %d seconds apart are each told with their own cost', async (apart) => {
  await begin();
  for (const credits of [31, 14, 25]) {
    await start(credits);
    await pass(apart);
    await report(`run of ${credits}`, await finish());
    await costsTold();
    await pass(2);
    await look();
  }
  await pass(13);
  await look();
  expect(await costsTold()).toEqual([31, 14, 25]);
  expect(await costsKept()).toEqual([31, 14, 25]);
});

test('a run that ends soon after one that a reading told is told with its own cost', async () => {
  await start(31);
  await begin();
  await pass(60);
  await finish();
  await pass(1);
  await look();
  expect(await costsTold()).toEqual([31]);
  await start(14);
  await pass(8);
  await report('second', await finish());
  await pass(2);
  await look();
  expect(await costsTold()).toEqual([31, 14]);
  expect((await costsKept()).at(-1)).toBe(14);
});

test('an end that a reading told is not told again by its event', async () => {
  await start(31);
  await begin();
  await pass(60);
  const at = await finish();
  await pass(1);
  await look();
  await pass(1);
  await report('first', at + 1500);
  await pass(2);
  await look();
  await pass(130);
  await look();
  expect(await costsTold()).toEqual([31]);
});

test('a run that was replaced before its cost was read is told without one', async () => {
  await begin();
  await start(31);
  await pass(5);
  const first = await finish();
  await pass(1);
  await start(14);
  await pass(5);
  const second = await finish();
  await report('first', first);
  await report('second', second);
  await pass(2);
  await look();
  await pass(13);
  await look();
  expect(await costsTold()).toEqual([null, 14]);
  expect(await costsKept()).toEqual([undefined, 14]);
});

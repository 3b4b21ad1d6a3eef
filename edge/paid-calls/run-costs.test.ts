import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { pass } from '../testing/alarms.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';

let owner: Paired;
let builder: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  builder = await pairAs(owner, 'builder');
  for (const projectId of PROJECTS) await control('addProject', { projectId });
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const PROJECTS = ['bakery', 'cinema', 'garage', 'harbor'] as const;
const THREE = PROJECTS.slice(0, 3);
let keys = 0;
const prompt = (projectId: string, body: object = { prompt: 'Add a page' }) =>
  builder.ask('POST', `/service/projects/${projectId}/agent/start`, body, {
    'idempotency-key': `prompt-${++keys}-key`,
  });
const usedBy = async (projectId: string): Promise<number> =>
  (await serviceResponse('GET', `/projects/${projectId}/credit-limits`)).usedThisMonth.development;
const limit = (dailySpendCredits: number | null) =>
  owner.ask('PATCH', `/devices/${builder.deviceId}`, { dailySpendCredits });
const read = async () => (await builder.ask('GET', '/snapshot')).data;
const spent = async (): Promise<number> => (await read()).dailySpend.spent;
/** Lets the runs of these projects end. @returns what they took together */
async function ended(projectIds: readonly string[], outcome = 'done'): Promise<number> {
  await pass(5 * MINUTE_MS);
  for (const projectId of projectIds) await control('finishRun', projectId, outcome);
  await pass(2 * MINUTE_MS);
  const items: { projectId: string; run: { creditsSpent: number } }[] = (await read()).sections.projects.data
    .items;
  return items
    .filter(({ projectId }) => projectIds.includes(projectId))
    .reduce((sum, { run }) => sum + run.creditsSpent, 0);
}
/** Runs by which it is known what a run usually takes. @returns the middle of it */
async function usual(): Promise<number> {
  for (const projectId of THREE) await control('startRun', projectId, 'Elsewhere', { credits: 20 });
  await pass(MINUTE_MS);
  await ended(THREE);
  const { low, high } = (await read()).sections.history.data.runCredits;
  return Math.round((low + high) / 2);
}

test('a limit counts the runs of before it was set, each with what it took', async () => {
  for (const projectId of THREE) expect((await prompt(projectId)).status).toBe(200);
  const took = await ended(THREE);
  expect(took).toBeGreaterThan(6);
  await limit(6);
  expect(await spent()).toBeCloseTo(took, 5);
  expect((await prompt('harbor')).code).toBe('EDGE_SPEND_GUARD');
});

test('a run reserves what runs usually take, and counts with what it took once it is over', async () => {
  const one = await usual();
  await limit(2.5 * one);
  expect((await prompt('bakery')).status).toBe(200);
  expect(await spent()).toBe(one);
  expect((await prompt('cinema')).status).toBe(200);
  expect(await spent()).toBe(2 * one);
  expect((await prompt('garage')).code, 'a third does not fit').toBe('EDGE_SPEND_GUARD');
  const took = await ended(['bakery']);
  expect(await spent()).toBeCloseTo(one + took, 5);
});

test('without history a run reserves nothing and may pass the limit, which then refuses', async () => {
  await limit(5);
  expect((await prompt('bakery')).status).toBe(200);
  expect(await spent()).toBe(0);
  const took = await ended(['bakery']);
  expect(took).toBeGreaterThan(5);
  expect(await spent()).toBeCloseTo(took, 5);
  expect((await prompt('cinema')).code).toBe('EDGE_SPEND_GUARD');
});

test('a run that failed is refunded and counts nothing (service reference, published: what a run costs)', async () => {
  const one = await usual();
  await limit(1_000);
  await prompt('bakery');
  expect(await spent()).toBe(one);
  await ended(['bakery'], 'error');
  expect(await spent()).toBe(0);
});

test('each prompt of a batch is a run (service reference, published: a batch)', async () => {
  const one = await usual();
  await limit(2.5 * one);
  const prompts = (count: number) => ({
    prompt: 'x',
    multiPrompt: { prompts: Array.from({ length: count }, (_, at) => `Step ${at}`) },
  });
  expect((await prompt('harbor', prompts(3))).code).toBe('EDGE_SPEND_GUARD');
  expect((await prompt('harbor', prompts(2))).status).toBe(200);
  expect(await spent()).toBe(2 * one);
});

const derived = { prompt: 'A shop', multiPrompt: { letServiceDecide: true } };

test('a batch of which nobody knows how many prompts it has reserves what is left of the day, and is stopped there', async () => {
  await limit(40);
  expect((await prompt('harbor', derived)).status).toBe(200);
  expect(await spent()).toBe(40);
  expect((await prompt('bakery')).code, 'nothing is left for another').toBe('EDGE_SPEND_GUARD');
  const { guards } = await read();
  expect(guards.overrides).toMatchObject([
    { projectId: 'harbor', layers: [{ kind: 'run-budget', credits: 40 }] },
  ]);
  await pass(HOUR_MS);
  // The service stops it there; what its first prompt took was never read.
  expect([await usedBy('harbor'), await spent()]).toEqual([40, 40]);
});

test('such a batch is refused where less is left than a run takes to begin, and needs no limit of who has none', async () => {
  await limit(10);
  expect((await prompt('harbor', derived)).code).toBe('EDGE_SPEND_GUARD');
  await limit(null);
  expect((await prompt('harbor', derived)).status).toBe(200);
  expect((await read()).guards.overrides).toEqual([]);
});

const batchOf = (count: number) => ({
  prompt: 'x',
  multiPrompt: { prompts: Array.from({ length: count }, (_, at) => `Step ${at}`) },
});

test('a batch of which an earlier prompt failed counts what its last one took', async () => {
  await usual();
  await limit(1_000);
  await prompt('harbor', { prompt: 'x', multiPrompt: { prompts: ['A page', 'A form'] } });
  await ended(['harbor'], 'error');
  const took = await ended(['harbor']);
  expect(took).toBeGreaterThan(0);
  // The first one is refunded: its message says how it ended.
  expect(await spent()).toBeCloseTo(took, 5);
});

test('a batch that is stopped frees what its prompts that never ran had reserved', async () => {
  const one = await usual();
  await limit(1_000);
  await prompt('harbor', batchOf(20));
  expect(await spent()).toBe(20 * one);
  await pass(MINUTE_MS);
  await builder.ask('POST', '/service/projects/harbor/agent/stop', {});
  await pass(2 * MINUTE_MS);
  const items: { projectId: string; run: { creditsSpent: number } }[] = (await read()).sections.projects.data
    .items;
  const took = items.find(({ projectId }) => projectId === 'harbor')?.run.creditsSpent ?? 0;
  expect(took).toBeGreaterThan(0);
  expect(await spent()).toBeCloseTo(took, 5);
});

test('a batch whose cost is never told keeps its reservation only until the day is over', async () => {
  const one = await usual();
  await limit(1_000);
  await prompt('harbor', batchOf(20));
  await pass(11 * HOUR_MS);
  expect(await spent()).toBeGreaterThan(10 * one);
  vi.setSystemTime(NOON + DAY_MS);
  expect(await spent()).toBe(0);
});

test('a prompt that the service refuses counts nothing', async () => {
  const one = await usual();
  await limit(10 * one);
  await control('startRun', 'bakery', 'Elsewhere');
  expect((await prompt('bakery')).code).toBe('AGENT_RUNNING');
  expect(await spent()).toBe(0);
});

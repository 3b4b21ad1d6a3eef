import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { pass, runAlarmsAt } from '../testing/alarms.ts';
import { type Paired, pair, pairAs } from '../testing/edge.ts';
import { callsOf, control } from '../testing/local-service.ts';
import { MONTH_END, NOON, startAt } from '../testing/noon.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';

let owner: Paired;
let builder: Paired;
beforeEach(async () => {
  await startAt(NOON);
  owner = await pair();
  builder = await pairAs(owner, 'builder');
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const capOf = async (projectId: string): Promise<number | null> =>
  (await serviceResponse('GET', `/projects/${projectId}/credit-limits`)).creditLimits
    .maxDevelopmentCreditsPerMonth;
const addShop = async () => {
  await control('addProject', { projectId: 'shop' });
  await serviceResponse('PATCH', '/projects/shop/credit-limits', { maxDevelopmentCreditsPerMonth: 500 });
  await control('setUsage', 'shop', { development: 100 });
};
const launch = (key: string) =>
  builder.ask(
    'POST',
    '/launches',
    { projectId: 'bakery', prompt: 'Build a bakery', creditLimits: { maxDevelopmentCreditsPerMonth: 300 } },
    { 'idempotency-key': key, 'run-budget': '20' },
  );
const prompt = (body: object = { prompt: 'Add a page' }) =>
  builder.ask('POST', '/service/projects/shop/agent/start', body, {
    'idempotency-key': 'prompt-0001',
    'run-budget': '30',
  });
const acts = async (projectId: string) =>
  (await owner.ask('GET', `/guards/${projectId}`)).data.acts
    .map(({ did }: { did: string }) => did)
    .toReversed();

test.each([
  ['at the service', () => serviceResponse('DELETE', '/projects/bakery')],
  ['through the edge', () => owner.ask('DELETE', '/service/projects/bakery')],
])('a name launched again right after its project was deleted %s gets its cap back', async (_, drop) => {
  expect((await launch('launch-0001')).status).toBe(201);
  await control('finishRun', 'bakery');
  await pass(MINUTE_MS);
  expect(await capOf('bakery')).toBe(300);
  await drop();
  await pass(MINUTE_MS);
  expect((await launch('launch-0002')).status).toBe(201);
  expect(await capOf('bakery')).toBe(20);
  await control('finishRun', 'bakery');
  await pass(MINUTE_MS);
  expect(await capOf('bakery')).toBe(300);
  expect(await acts('bakery')).toEqual(['set', 'put-back', 'set', 'put-back']);
});

test('a lowered cap is not forgotten because its project was not found for a while', async () => {
  await addShop();
  await prompt();
  await control('finishRun', 'shop');
  const fault = { kind: 'error', status: 404, code: 'PROJECT_NOT_FOUND', count: 500 };
  for (const operation of ['getCreditLimits', 'getAgentStatus'])
    await control('addFault', { operation, ...fault });
  for (let at = 0; at < 4; at++) await pass(HOUR_MS);
  expect(await acts('shop')).toEqual(['set', 'could-not']);
  const { failing } = (await owner.ask('GET', '/snapshot')).data.guards;
  expect(failing).toMatchObject([{ projectId: 'shop', code: 'PROJECT_NOT_FOUND' }]);
  await control('clearFaults');
  await pass(6 * MINUTE_MS);
  expect(await capOf('shop')).toBe(500);
});

test('the override of a project that is not found for three days ends, and nothing is called for it any more', async () => {
  await addShop();
  await prompt();
  await serviceResponse('DELETE', '/projects/shop');
  for (let at = 0; at < 5; at++) await pass(HOUR_MS);
  expect((await owner.ask('GET', '/guards/shop')).data.limit).toMatchObject({ own: 500, cap: 130 });
  await pass(3 * DAY_MS);
  await pass(HOUR_MS);
  expect((await owner.ask('GET', '/guards/shop')).data.limit).toBeNull();
  const before = (await callsOf()).getCreditLimits;
  await pass(HOUR_MS);
  expect((await callsOf()).getCreditLimits).toBe(before);
});

test('a batch has one budget for all of its prompts, and the cap is back when the last is over', async () => {
  await addShop();
  await prompt({ multiPrompt: { prompts: ['Add a page', 'Add a form'] } });
  expect(await capOf('shop')).toBe(130);
  await control('finishRun', 'shop');
  await pass(5_000);
  await pass(MINUTE_MS);
  const status = await serviceResponse('GET', '/projects/shop/agent/status');
  expect([status.multiPrompt.currentPromptIndex, await capOf('shop')]).toEqual([1, 130]);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  await pass(MINUTE_MS);
  expect(await capOf('shop')).toBe(500);
});

test('a batch that pauses at its budget is over: the cap is back', async () => {
  await addShop();
  await prompt({ multiPrompt: { prompts: ['Add a page', 'Add a form'] } });
  await control('crossCap', 'shop', 'development');
  await pass(MINUTE_MS);
  await pass(MINUTE_MS);
  expect(await capOf('shop')).toBe(500);
});

test('a run across the end of the month has what is left of its budget in the next one, and the owner’s cap is put back', async () => {
  const late = MONTH_END - HOUR_MS - MINUTE_MS;
  await control('advance', late - Date.now());
  vi.setSystemTime(late);
  await addShop();
  await control('setDurations', { runMs: [3 * HOUR_MS, 3 * HOUR_MS] });
  await prompt();
  expect(await capOf('shop')).toBe(130);
  for (let at = 0; at < 4; at++) await pass(20 * MINUTE_MS);
  expect([Date.now() > MONTH_END, await capOf('shop')], 'it took ten').toEqual([true, 20]);
  await control('finishRun', 'shop');
  await pass(MINUTE_MS);
  expect(await capOf('shop')).toBe(500);
});

test('a raise until the end of the month is taken back with it', async () => {
  await addShop();
  const at = MONTH_END;
  expect(
    (await owner.ask('PUT', '/guards/shop', { kind: 'raise', credits: 50, until: { kind: 'time', at } }))
      .status,
  ).toBe(200);
  await pass(MONTH_END - Date.now() - MINUTE_MS);
  expect(await capOf('shop')).toBe(550);
  await pass(2 * MINUTE_MS);
  expect(await capOf('shop')).toBe(500);
});

test.each([
  ['ahead by a day', DAY_MS],
  ['back by an hour', -HOUR_MS],
])('when the clock jumps %s, the cap stays for its run, and the owner’s is put back', async (_, jump) => {
  await addShop();
  await control('setDurations', { runMs: [3 * DAY_MS, 3 * DAY_MS] });
  await prompt();
  await pass(MINUTE_MS);
  await runAlarmsAt(Date.now() + jump);
  await pass(MINUTE_MS);
  expect(await capOf('shop'), 'its run goes on').toBe(130);
  await control('finishRun', 'shop');
  // What was scheduled before the clock was set back is due at the old time.
  await pass(Math.max(0, -jump) + MINUTE_MS);
  expect(await capOf('shop')).toBe(500);
});

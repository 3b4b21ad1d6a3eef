import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../shared/time.ts';
import { runAlarmsAt } from './testing/alarms.ts';
import { channelServices } from './testing/channel-services.ts';
import { PRODUCT_TABLE, recordsOf } from './testing/data.ts';
import { callEdge, EXTENSION_ORIGIN } from './testing/edge.ts';
import { ImportingBrowser, isDone } from './testing/imports.ts';
import { callsOf, control } from './testing/local-service.ts';
import { restoreRecordedBuild, underWay } from './testing/recorded-build.ts';
import { reset } from './testing/reset.ts';
import { serviceResponse } from './testing/service-response.ts';

/**
 * An upgrade in the middle of work: the edge starts on what the build before wrote while a prompt and a launch ran with budgets, an
 * import waited with five of its twenty rows sent, and an alert waited for its minute.
 */
const PROMPT = { prompt: 'Add a page' };
const LAUNCH = {
  projectId: 'bakery',
  prompt: 'Build a bakery',
  creditLimits: { maxDevelopmentCreditsPerMonth: 300 },
};
const { alerts = [], devices = [], events = [] } = underWay.tables;

const asking =
  ({ token }: { token: string }) =>
  (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    callEdge(method, path, {
      headers: { origin: EXTENSION_ORIGIN, authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
const owner = asking(underWay.devices.owner);
const builder = asking(underWay.devices.builder);
const imports = new ImportingBrowser(() => ({ ...underWay.devices.builder, deviceId: '', ask: builder }));
const capOf = async (projectId: string): Promise<number> =>
  (await serviceResponse('GET', `/projects/${projectId}/credit-limits`)).creditLimits
    .maxDevelopmentCreditsPerMonth;

let now: number;
let channels: ReturnType<typeof channelServices>;
/** What the service had been asked before the upgrade. */
let before: Record<string, number>;

beforeEach(async () => {
  await control('reset');
  await control('setAccount', { oneTimeCredits: 5_000 });
  await control('setDurations', { runMs: [60 * MINUTE_MS, 60 * MINUTE_MS] });
  await control('addProject', { projectId: 'shop' });
  await control('addTables', 'shop', [PRODUCT_TABLE]);
  await control(
    'addRecords',
    'shop',
    'product',
    [0, 1, 2, 3, 4].map((n) => ({ sku: `S-${n}`, price: n })),
  );
  await serviceResponse('PATCH', '/projects/shop/credit-limits', { maxDevelopmentCreditsPerMonth: 130 });
  await control('setUsage', 'shop', { development: 110 });
  const startedAgoMs = underWay.at - Date.parse(underWay.startedAt);
  await control('startRun', 'shop', PROMPT.prompt, { startedAgoMs });
  await serviceResponse('POST', '/projects/launch', {
    ...LAUNCH,
    creditLimits: { maxDevelopmentCreditsPerMonth: 20 },
  });
  before = await callsOf();
  // The run of the storage began when the service says it began.
  const { runs } = await control<{ runs: { startedAt: number }[] }>('workOf', 'shop');
  const shift = (runs[0]?.startedAt ?? 0) - Date.parse(underWay.startedAt);
  now = underWay.at + shift;
  vi.useFakeTimers({ now, toFake: ['Date'] });
  channels = channelServices();
  await restoreRecordedBuild(underWay, shift);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await reset();
});

async function pass(ms: number): Promise<void> {
  await control('advance', ms);
  now += ms;
  await runAlarmsAt(now);
}

test('no cap stays low: each is put back when its run is over, and not before', async () => {
  await pass(MINUTE_MS);
  await pass(MINUTE_MS);
  expect([await capOf('shop'), await capOf('bakery')], 'they run').toEqual([130, 20]);
  for (const projectId of ['shop', 'bakery']) await control('finishRun', projectId);
  for (let minute = 0; minute < 3; minute += 1) await pass(MINUTE_MS);
  expect([await capOf('shop'), await capOf('bakery')]).toEqual([500, 300]);
  for (const projectId of ['shop', 'bakery']) {
    const { acts } = (await owner('GET', `/guards/${projectId}`)).data;
    expect(acts[0], projectId).toMatchObject({ did: 'put-back' });
  }
});

test('nothing paid is sent again, whatever is asked under its key and however much time passes', async () => {
  const again = [
    await builder('POST', '/service/projects/shop/agent/start', PROMPT, {
      'idempotency-key': 'prompt-0001',
      'run-budget': '30',
    }),
    await builder('POST', '/launches', LAUNCH, { 'idempotency-key': 'launch-0001', 'run-budget': '20' }),
  ];
  expect(again.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true']);
  for (let minute = 0; minute < 15; minute += 1) await pass(MINUTE_MS);
  const after = await callsOf();
  for (const operation of ['launchProject', 'startAgent', 'deployProject', 'createProject'])
    expect(after[operation], operation).toBe(before[operation]);
  for (const key of ['prompt-0001', 'launch-0001'])
    expect((await builder('GET', `/paid-calls/${key}`)).data, key).toMatchObject({ key, state: 'launched' });
});

test('an import goes on where it was: each row becomes one record', async () => {
  const done = await imports.checkUntil(isDone);
  expect(done.counts).toMatchObject({ created: 20, waiting: 0, refused: 0 });
  const skus = (await recordsOf()).map(({ sku }) => sku);
  expect([skus.length, new Set(skus).size]).toEqual([20, 20]);
  expect((await callsOf())['data.createRecord'], 'the five are not sent again').toBe(15);
});

test('an alert that waited is sent once, and none that was sent before', async () => {
  expect(alerts.map(({ result }) => result)).toEqual(['over', 'sent', 'waiting']);
  for (let minute = 0; minute < 5; minute += 1) await pass(MINUTE_MS);
  const failed = channels.posted.filter(({ json }) => String(json.text).includes('could not be deployed'));
  expect(failed).toHaveLength(1);
  expect(channels.posted.filter(({ json }) => String(json.text).includes('bakery'))).toEqual([]);
});

test('no device and no event is lost', async () => {
  expect((await owner('GET', '/devices')).data.map(({ role }: { role: string }) => role)).toEqual(
    devices.map(({ role }) => role),
  );
  const { data } = await owner('GET', '/events?limit=100');
  const kept = data.events.map(({ seq }: { seq: number }) => seq);
  for (const { seq } of events) expect(kept).toContain(seq);
});

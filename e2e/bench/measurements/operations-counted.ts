import type { BrowserPart } from '../../simulator/actors/browser-part.ts';
import type { House } from '../../simulator/world.ts';
import type { BenchRun } from '../bench-run.ts';
import { countFigure, type Figure } from '../figure.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BROWSERS = 10;
const EVENTS_A_DAY = 200;
const PROJECTS = 20;
const MONTH_DAYS = 30;
/** In the month each browser is open this long a day; on the day all are open around the clock. */
const HOURS_OPEN = 1;

/** What Cloudflare's free plan gives a day, and how much of it a day may take. */
const QUOTAS = {
  'requests of the Worker': 100_000,
  'requests of the object': 100_000,
  'KV reads': 100_000,
  'KV writes': 1_000,
  'KV lists': 1_000,
} as const;
type Operation = keyof typeof QUOTAS;
const SHARE_PERCENT = 30;

type Counts = Record<Operation | 'calls of the service' | 'rows written', number>;

/** Operations counted one by one on simulated time: of an unchanged poll, of one event, of a day and of a month. */
export async function operationsCounted(run: BenchRun): Promise<Figure[]> {
  // What the modules under test import is resolved by these, so they come first.
  await import('../../simulator/platform/module-hooks.ts');
  await import('../../simulator/platform/chrome-setup.ts');
  const { createHouse } = await import('../../simulator/world.ts');
  const house = await createHouse(1, { webhooks: true });
  try {
    const browsers = await settleIn(house);
    const figures = [...(await unchangedPoll(house, browsers)), ...(await oneEvent(house))];
    const hours = run.quick ? 2 : 24;
    run.say(`   ${hours} hours of ${BROWSERS} browsers…`);
    figures.push(...day(await counted(house, () => passHours(house, hours)), 24 / hours));
    if (!run.quick) {
      run.say(`   ${MONTH_DAYS} days, ${HOURS_OPEN} h a day…`);
      figures.push(...month(await counted(house, () => passMonth(house, browsers))));
    }
    return figures;
  } finally {
    house.close();
  }
}

async function settleIn(house: House): Promise<BrowserPart[]> {
  const { PAIRING_CODE } = await import('../../simulator/actors/edge-part.ts');
  for (let at = 0; at < PROJECTS; at++) house.service.control.addProject({ projectId: `project-${at}` });
  const first = await house.newBrowser('a');
  await house.until(first.pair(PAIRING_CODE, 'browser 0'));
  const browsers = [first];
  for (let at = 1; at < BROWSERS; at++) {
    const answer = await house.until(
      first.request('/pairing-codes', { method: 'POST', body: '{"role":"owner"}' }),
    );
    const { data } = (await answer.json()) as { data: { code: string } };
    const browser = await house.newBrowser(String.fromCharCode('a'.charCodeAt(0) + at));
    await house.until(browser.pair(data.code, `browser ${at}`));
    browsers.push(browser);
  }
  await house.runFor(10 * MINUTE_MS);
  return browsers;
}

async function unchangedPoll(house: House, browsers: readonly BrowserPart[]): Promise<Figure[]> {
  const [browser] = browsers;
  if (!browser) return [];
  const known = await house.until(browser.request('/snapshot'));
  const headers = { 'if-none-match': known.headers.get('etag') ?? '' };
  const counts = await counted(house, async () => {
    const answer = await house.until(browser.request('/snapshot', { headers }), 500);
    if (answer.status !== 304) throw new Error(`An unchanged poll was answered ${answer.status}.`);
  });
  return [
    countFigure('an unchanged poll: calls of the object', counts['requests of the object'], {
      unit: '',
      atMost: 1,
    }),
    countFigure('an unchanged poll: KV operations', kvOf(counts), { unit: '', atMost: 0 }),
    countFigure('an unchanged poll: calls of the service', counts['calls of the service'], {
      unit: '',
      atMost: 0,
    }),
  ];
}

async function oneEvent(house: House): Promise<Figure[]> {
  const { edge } = house;
  const before = edge.object.counts.hookCalls;
  const counts = await counted(house, async () => {
    house.service.control.crossCap('project-0');
    await house.runFor(1_000);
  });
  return [
    countFigure('one event: calls of the object', edge.object.counts.hookCalls - before, {
      unit: '',
      atMost: 1,
    }),
    countFigure('one event: KV writes', counts['KV writes'], { unit: '', atMost: 1 }),
    countFigure('one event: KV lists', counts['KV lists'], { unit: '', atMost: 0 }),
  ];
}

/** Time passes with an event every seven minutes, of one project after the other. */
async function passHours(house: House, hours: number): Promise<void> {
  const events = Math.round((EVENTS_A_DAY / 24) * hours);
  for (let at = 0; at < events; at++) {
    const projectId = `project-${at % PROJECTS}`;
    const data = {
      projectId,
      feature: 'web',
      scope: 'feature',
      refusing: true,
      cap: 10,
      capKind: 'units',
      used: at,
    };
    house.service.control.emit('project.feature_limit.warning', { ...data, at: new Date().toISOString() });
    await house.runFor((hours * HOUR_MS) / events);
  }
}

async function passMonth(house: House, browsers: readonly BrowserPart[]): Promise<void> {
  for (let date = 0; date < MONTH_DAYS; date++) {
    for (const browser of browsers) browser.wakeUp();
    await passHours(house, HOURS_OPEN);
    for (const browser of browsers) browser.sleep();
    await passHours(house, 24 - HOURS_OPEN);
  }
}

function day(counts: Counts, times: number): Figure[] {
  return [
    ...Object.entries(QUOTAS).map(([operation, quota]) =>
      countFigure(
        `a day of ${BROWSERS} browsers and ${EVENTS_A_DAY} events: ${operation} (${quota} are free)`,
        ((counts[operation as Operation] * times) / quota) * 100,
        { unit: '%', atMost: SHARE_PERCENT, digits: 1 },
      ),
    ),
    countFigure('the same day: calls of the service', counts['calls of the service'] * times, {
      unit: '',
      atMost: null,
    }),
    countFigure(
      'the same day: rows written by the object (100000 are free)',
      counts['rows written'] * times,
      {
        unit: '',
        atMost: null,
      },
    ),
  ];
}

function month(counts: Counts): Figure[] {
  return Object.entries(QUOTAS).map(([operation, quota]) =>
    countFigure(
      `a month, ${BROWSERS} browsers ${HOURS_OPEN} h a day: ${operation} a day`,
      (counts[operation as Operation] / MONTH_DAYS / quota) * 100,
      { unit: '%', atMost: SHARE_PERCENT, digits: 1 },
    ),
  );
}

async function counted(house: House, work: () => Promise<void>): Promise<Counts> {
  const before = read(house);
  await work();
  const after = read(house);
  for (const name of Object.keys(after) as (keyof Counts)[]) after[name] -= before[name];
  return after;
}

function read({ edge, service }: House): Counts {
  const { reads, writes, lists } = edge.events.counts;
  const { calls, alarms, rowsWritten } = edge.object.counts;
  return {
    'requests of the Worker': edge.counts.requests,
    'requests of the object': calls + alarms,
    'KV reads': reads,
    'KV writes': writes,
    'KV lists': lists,
    'calls of the service': Object.values(service.world.counters.requests).reduce((sum, n) => sum + n, 0),
    'rows written': rowsWritten,
  };
}

const kvOf = (counts: Counts) => counts['KV reads'] + counts['KV writes'] + counts['KV lists'];

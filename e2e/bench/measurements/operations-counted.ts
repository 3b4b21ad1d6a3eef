import type { BrowserActor } from '../../simulator/actors/browser-actor.ts';
import type { World } from '../../simulator/world.ts';
import type { BenchRun } from '../bench-run.ts';
import { allCalls } from '../day-cost.ts';
import { countFigure, type Figure } from '../figure.ts';
import { simulator } from '../simulated-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BROWSERS = 10;
const EVENTS_A_DAY = 200;
const PROJECTS = 20;
const WEEK_DAYS = 7;
/** In the week, each browser is open this long a day; on the day, all are open around the clock. */
const HOURS_OPEN = 1;

/** Daily quotas of Cloudflare's free plan, and the share that a day may use. */
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

/** Operations counted on simulated time: an unchanged poll, one event, a day and a week. */
export async function operationsCounted(run: BenchRun): Promise<Figure[]> {
  const { createWorld } = await simulator();
  const world = await createWorld(1, { webhooks: true });
  try {
    const browsers = await settleIn(world);
    const figures = [...(await unchangedPoll(world, browsers)), ...(await oneEvent(world))];
    const hours = run.quick ? 2 : 24;
    run.say(`   ${hours} hours of ${BROWSERS} browsers…`);
    figures.push(...day(await counted(world, () => passHours(world, hours)), 24 / hours));
    if (!run.quick) {
      run.say(`   ${WEEK_DAYS} days, ${HOURS_OPEN} h a day…`);
      figures.push(...week(await counted(world, () => passWeek(world, browsers))));
    }
    return figures;
  } finally {
    world.close();
  }
}

async function settleIn(world: World): Promise<BrowserActor[]> {
  const { PAIRING_CODE } = await simulator();
  for (let at = 0; at < PROJECTS; at++) world.service.control.addProject({ projectId: `project-${at}` });
  const first = await world.newBrowser('a');
  await world.until(first.pair(PAIRING_CODE, 'browser 0'));
  const browsers = [first];
  for (let at = 1; at < BROWSERS; at++) {
    const response = await world.until(
      first.request('/pairing-codes', { method: 'POST', body: '{"role":"owner"}' }),
    );
    const { data } = (await response.json()) as { data: { code: string } };
    const browser = await world.newBrowser(String.fromCharCode('a'.charCodeAt(0) + at));
    await world.until(browser.pair(data.code, `browser ${at}`));
    browsers.push(browser);
  }
  await world.runFor(10 * MINUTE_MS);
  return browsers;
}

async function unchangedPoll(world: World, browsers: readonly BrowserActor[]): Promise<Figure[]> {
  const [browser] = browsers;
  if (!browser) return [];
  const known = await world.until(browser.request('/snapshot'));
  const headers = { 'if-none-match': known.headers.get('etag') ?? '' };
  const counts = await counted(world, async () => {
    const response = await world.until(browser.request('/snapshot', { headers }), 500);
    if (response.status !== 304) throw new Error(`An unchanged poll was answered ${response.status}.`);
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

async function oneEvent(world: World): Promise<Figure[]> {
  const { edge } = world;
  const before = edge.object.counts.hookCalls;
  const counts = await counted(world, async () => {
    world.service.control.crossCap('project-0');
    await world.runFor(1_000);
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

/** Advances time with an event every seven minutes, of one project after the other. */
async function passHours(world: World, hours: number): Promise<void> {
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
    world.service.control.emit('project.feature_limit.warning', { ...data, at: new Date().toISOString() });
    await world.runFor((hours * HOUR_MS) / events);
  }
}

async function passWeek(world: World, browsers: readonly BrowserActor[]): Promise<void> {
  for (let date = 0; date < WEEK_DAYS; date++) {
    for (const browser of browsers) browser.wakeUp();
    await passHours(world, HOURS_OPEN);
    for (const browser of browsers) browser.sleep();
    await passHours(world, 24 - HOURS_OPEN);
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

function week(counts: Counts): Figure[] {
  return Object.entries(QUOTAS).map(([operation, quota]) =>
    countFigure(
      `a week, ${BROWSERS} browsers ${HOURS_OPEN} h a day: ${operation} a day`,
      (counts[operation as Operation] / WEEK_DAYS / quota) * 100,
      { unit: '%', atMost: SHARE_PERCENT, digits: 1 },
    ),
  );
}

async function counted(world: World, work: () => Promise<void>): Promise<Counts> {
  const before = read(world);
  await work();
  const after = read(world);
  for (const name of Object.keys(after) as (keyof Counts)[]) after[name] -= before[name];
  return after;
}

function read({ edge, service }: World): Counts {
  const { reads, writes, lists } = edge.events.counts;
  const { calls, alarms, rowsWritten } = edge.object.counts;
  return {
    'requests of the Worker': edge.counts.requests,
    'requests of the object': calls + alarms,
    'KV reads': reads,
    'KV writes': writes,
    'KV lists': lists,
    'calls of the service': allCalls(service.world.counters.requests),
    'rows written': rowsWritten,
  };
}

const kvOf = (counts: Counts) => counts['KV reads'] + counts['KV writes'] + counts['KV lists'];

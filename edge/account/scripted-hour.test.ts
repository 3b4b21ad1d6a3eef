import { abortAllDurableObjects } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GuardRequest } from '../../shared/edge-api/guards.ts';
import { MINUTE_MS, nextMonth, SECOND_MS } from '../../shared/time.ts';
import { carryDeliveries } from '../testing/deliveries.ts';
import { firstReading, pair, pairAs } from '../testing/edge.ts';
import { HourBrowser } from '../testing/hour/browser.ts';
import { Clocks } from '../testing/hour/clocks.ts';
import {
  announcementDifferences,
  eventDifferences,
  type Happened,
  planDifferences,
  snapshotDifferences,
} from '../testing/hour/differences.ts';
import { whatTheServiceKnows } from '../testing/hour/service-knows.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { serviceResponse } from '../testing/service-response.ts';

/** Ahead of the real clock, so that alarms fire only when the test runs them, and not near the end of a month. */
const TODAY = new Date();
const NOON = Date.UTC(TODAY.getUTCFullYear(), TODAY.getUTCMonth() + 1, 12, 12);
const PATIENCE_MS = 240_000;
const CAP = 500;
const RUN_ENDED = 'agent.prompt.finished';
const DEPLOYED = 'deployment.finished';
const CAP_REACHED = 'project.credit_limit.reached';
/** How late what is said may be: a push and a reading; a poll without one; a sweep, where nothing else tells. */
const PUSHED_MS = 20 * SECOND_MS;
const POLLED_MS = 2.5 * MINUTE_MS;
const SWEPT_MS = 5 * MINUTE_MS;

let clocks: Clocks;
let deliveries: ReturnType<typeof carryDeliveries>;
let browsers: HourBrowser[];
const happened: Happened = {
  seen: new Set(),
  budgetsReached: new Set(),
  stoppedElsewhere: new Set(),
  capsCrossed: [],
  guards: new Map(),
};

beforeEach(async () => {
  await control('reset');
  await control('setDurations', {
    runMs: [300 * MINUTE_MS, 300 * MINUTE_MS],
    deployMs: [300 * MINUTE_MS, 300 * MINUTE_MS],
  });
  await control('setAccount', { recurrentCredits: 10_000 });
  for (const projectId of ['shop', 'blog', 'clinic', 'bakery']) {
    await control('addProject', { projectId });
    await serviceResponse('PATCH', `/projects/${projectId}/credit-limits`, {
      maxDevelopmentCreditsPerMonth: CAP,
    });
  }
  clocks = new Clocks(NOON);
  await clocks.start();
  deliveries = carryDeliveries(() => (clocks.edgeIsDown ? 503 : null));
  const owner = await pair();
  const other = await pairAs(owner, 'builder');
  await firstReading(owner);
  await clocks.pass(MINUTE_MS);
  const { attention } = (await owner.ask('GET', '/snapshot')).data;
  browsers = [owner, other].map((device) => new HourBrowser(device, attention.lastAnnouncement));
});
afterEach(async () => {
  for (const browser of browsers) browser.close();
  vi.useRealTimers();
  await deliveries.stop();
  await reset();
});

const run = (projectId: string) => control('startRun', projectId);
const finish = (projectId: string, outcome = 'done') => control('finishRun', projectId, outcome);
const deploy = (projectId: string) => control('startDeployment', projectId);
const deployed = (projectId: string, outcome = 'success') => control('finishDeployment', projectId, outcome);
const webhook = (event: string, fault: object) => control('addSenderFault', { event, ...fault });
const lastRun = async (projectId: string): Promise<string> =>
  (await control<{ runs: { id: string }[] }>('workOf', projectId)).runs.at(-1)?.id ?? '';
const ask = async (...call: Parameters<HourBrowser['device']['ask']>) => {
  const [{ device } = {}] = browsers;
  if (!device) throw new Error('There is no browser.');
  const reply = await device.ask(...call);
  if (reply.status >= 400) throw new Error(`${call[0]} ${call[1]}: ${reply.code}`);
  return reply;
};
const open = () => Promise.all(browsers.map((browser) => browser.open()));
const close = () => {
  for (const browser of browsers) browser.close();
};

/** The edge's process ends in the middle of what it does; connections break. */
async function kill(): Promise<void> {
  await abortAllDurableObjects();
  await Promise.all(browsers.filter(({ isOpen }) => isOpen).map((browser) => browser.reconnect()));
}

/** What somebody does or what happens, and after what time everybody says what the service knows. */
type Moment = readonly [says: string, act: () => Promise<unknown>, forMs: number];

const TWO_ARE_OPEN: readonly Moment[] = [
  ['two browsers are opened', open, PUSHED_MS],
  ['a run and a deployment begin', () => Promise.all([run('shop'), deploy('blog')]), PUSHED_MS],
  ['the run succeeds', () => finish('shop'), PUSHED_MS],
  ['the deployment succeeds', () => deployed('blog'), PUSHED_MS],
  ['others begin', () => Promise.all([run('shop'), deploy('blog'), run('clinic')]), 2 * MINUTE_MS],
  [
    'the run fails, which is delivered three times',
    async () => {
      await webhook(RUN_ENDED, { kind: 'duplicate', copies: 3 });
      await finish('shop', 'error');
    },
    PUSHED_MS,
  ],
  [
    'the deployment fails, which is delivered late',
    async () => {
      await webhook(DEPLOYED, { kind: 'delay', delayMs: 90 * SECOND_MS });
      await deployed('blog', 'error');
    },
    2 * MINUTE_MS,
  ],
  [
    'a cap stops a run, and its end overtakes that',
    async () => {
      await webhook(CAP_REACHED, { kind: 'reorder' });
      happened.capsCrossed.push('credit-cap of clinic');
      await control('crossCap', 'clinic');
    },
    PUSHED_MS,
  ],
  ['a run begins', () => run('shop'), 2 * MINUTE_MS],
  ['a user stops it', () => ask('POST', '/service/projects/shop/agent/stop', {}), PUSHED_MS],
  ['a run begins after it', () => run('shop'), 2 * MINUTE_MS],
  ['the edge is killed while it goes on', kill, PUSHED_MS],
  ['the run succeeds, so no failure is left', () => finish('shop'), PUSHED_MS],
  [
    'the owner raises the cap elsewhere',
    () =>
      serviceResponse('PATCH', '/projects/clinic/credit-limits', { maxDevelopmentCreditsPerMonth: 2 * CAP }),
    2 * MINUTE_MS,
  ],
];

const NONE_IS_OPEN: readonly Moment[] = [
  ['both browsers are closed', async () => close(), 0],
  ['work begins', () => Promise.all([run('shop'), deploy('blog'), run('bakery')]), POLLED_MS],
  [
    'a deployment succeeds, so no failure is left; the webhook is lost',
    async () => {
      await webhook(DEPLOYED, { kind: 'lose' });
      await deployed('blog');
    },
    SWEPT_MS,
  ],
  [
    'a run fails, of which the webhook is lost',
    async () => {
      await webhook(RUN_ENDED, { kind: 'lose' });
      await finish('bakery', 'error');
    },
    SWEPT_MS,
  ],
  [
    'somebody stops a run elsewhere',
    async () => {
      happened.stoppedElsewhere.add(await lastRun('shop'));
      await finish('shop', 'stopped');
    },
    POLLED_MS,
  ],
  [
    'a prompt with a budget',
    async () => {
      const headers = { 'idempotency-key': 'budgeted-prompt', 'run-budget': '20' };
      await ask('POST', '/service/projects/shop/agent/start', { prompt: 'Add a page' }, headers);
    },
    POLLED_MS,
  ],
  [
    'the budget stops it, which is delivered twice, and the edge is killed in between',
    async () => {
      await webhook(CAP_REACHED, { kind: 'duplicate', copies: 2 });
      happened.capsCrossed.push('run-budget of shop');
      happened.budgetsReached.add('shop');
      await control('crossCap', 'shop');
      await kill();
    },
    POLLED_MS,
  ],
  [
    'somebody has seen that',
    async () => {
      await ask('POST', '/attention/run-budget:shop/seen');
      happened.budgetsReached.delete('shop');
    },
    0,
  ],
  ['a run begins', () => run('shop'), 6 * MINUTE_MS],
  [
    'a user stops it, which is delivered late',
    async () => {
      await webhook(RUN_ENDED, { kind: 'delay', delayMs: 150 * SECOND_MS });
      await ask('POST', '/service/projects/shop/agent/stop', {});
    },
    4 * MINUTE_MS,
  ],
  ['work begins again', () => Promise.all([run('bakery'), deploy('bakery')]), POLLED_MS],
  [
    'the edge is down while the run succeeds, and up for the second attempt',
    async () => {
      clocks.edgeIsDown = true;
      await finish('bakery');
      await clocks.pass(20 * SECOND_MS);
      await kill();
      clocks.edgeIsDown = false;
    },
    POLLED_MS,
  ],
  [
    'the edge is down for every attempt to tell that the deployment failed',
    async () => {
      clocks.edgeIsDown = true;
      await deployed('bakery', 'error');
      await clocks.pass(4 * MINUTE_MS);
      await kill();
      clocks.edgeIsDown = false;
    },
    SWEPT_MS,
  ],
];

const TWO_ARE_OPEN_AGAIN: readonly Moment[] = [
  ['both browsers are opened again', open, MINUTE_MS],
  [
    'somebody has seen the failed deployment',
    async () => {
      const { deployments } = await control<{ deployments: { id: string }[] }>('workOf', 'bakery');
      happened.seen.add(`deploy:${deployments.at(-1)?.id}`);
      await ask('POST', '/attention/deploy-failed:bakery/seen');
    },
    0,
  ],
  ['a run and a deployment begin again', () => Promise.all([run('clinic'), deploy('clinic')]), PUSHED_MS],
  [
    'both end while the edge is killed',
    async () => {
      await Promise.all([finish('clinic'), deployed('clinic')]);
      await kill();
    },
    MINUTE_MS,
  ],
  [
    'two runs one after the other, of which the second is told first',
    async () => {
      await run('blog');
      await clocks.pass(2 * MINUTE_MS);
      await webhook(RUN_ENDED, { kind: 'delay', delayMs: 3 * MINUTE_MS });
      await finish('blog', 'error');
      await clocks.pass(MINUTE_MS);
      await run('blog');
      await clocks.pass(90 * SECOND_MS);
      await finish('blog');
    },
    2 * MINUTE_MS,
  ],
];

const guard = async (projectId: string, request: GuardRequest) => {
  await ask('PUT', `/guards/${projectId}`, request);
  happened.guards.set(projectId, { guard: request, setAt: clocks.now });
};

const GUARDS_AND_BATCHES: readonly Moment[] = [
  [
    'an owner has prompts refused after two failures',
    () => guard('bakery', { kind: 'failures', inARow: 2 }),
    0,
  ],
  ['a run begins under it', () => run('bakery'), 2 * MINUTE_MS],
  ['it fails', () => finish('bakery', 'error'), PUSHED_MS],
  ['another begins', () => run('bakery'), 2 * MINUTE_MS],
  [
    'it fails too, of which the webhook is lost: prompts are refused',
    async () => {
      await webhook(RUN_ENDED, { kind: 'lose' });
      await finish('bakery', 'error');
    },
    SWEPT_MS,
  ],
  [
    'a run may take three minutes, and begins',
    async () => {
      await guard('shop', { kind: 'run-time', minutes: 3 });
      await run('shop');
    },
    2 * MINUTE_MS,
  ],
  [
    'both browsers are closed, and the edge is killed',
    async () => {
      close();
      await kill();
    },
    0,
  ],
  ['its time is over: the guard stops it', () => clocks.pass(2 * MINUTE_MS), POLLED_MS],
  ['both browsers are opened once more', open, MINUTE_MS],
  [
    'a day may cost five credits, and a run begins',
    async () => {
      await guard('blog', { kind: 'day-budget', credits: 5, stopsRun: false });
      await run('blog');
    },
    2 * MINUTE_MS,
  ],
  ['it succeeds: the day is spent', () => finish('blog'), MINUTE_MS],
  [
    'a batch of two prompts begins',
    () => control('startBatch', 'clinic', { prompts: ['A page', 'A form'] }),
    POLLED_MS,
  ],
];

/** Two browsers are open at its begin, and a batch runs. */
const BATCHES_END: readonly Moment[] = [
  ['the first prompt of the batch fails', () => finish('clinic', 'error'), PUSHED_MS],
  ['its second one succeeds, so the batch is over with a failure', () => finish('clinic'), PUSHED_MS],
  [
    'both browsers are closed, and a batch begins where the day is spent',
    async () => {
      close();
      await control('startBatch', 'blog', { prompts: ['A page', 'A form'] });
    },
    POLLED_MS,
  ],
  [
    'its first prompt succeeds, of which the webhook is lost',
    async () => {
      await webhook(RUN_ENDED, { kind: 'lose' });
      await finish('blog');
    },
    SWEPT_MS,
  ],
  ['its second one succeeds: the batch has', () => finish('blog'), POLLED_MS],
  ['a batch of three begins', () => control('startBatch', 'clinic', { prompts: ['1', '2', '3'] }), POLLED_MS],
  [
    'its first prompt succeeds, which is delivered late',
    async () => {
      await webhook(RUN_ENDED, { kind: 'delay', delayMs: 150 * SECOND_MS });
      await finish('clinic');
    },
    4 * MINUTE_MS,
  ],
  ['both browsers see it go on', open, MINUTE_MS],
  ['a user stops it', () => ask('POST', '/service/projects/clinic/agent/stop', {}), PUSHED_MS],
  ['a batch begins', () => control('startBatch', 'clinic', { prompts: ['1', '2'] }), 2 * MINUTE_MS],
  [
    'a cap stops it while the edge is killed',
    async () => {
      happened.capsCrossed.push('credit-cap of clinic');
      await control('crossCap', 'clinic');
      await kill();
    },
    MINUTE_MS,
  ],
];

const setCap = (projectId: string, expected: number, to: number) =>
  ask('PUT', `/caps/${projectId}`, { category: 'development', expected, to });

const CAPS_ARE_RAISED: readonly Moment[] = [
  ['an owner raises the cap', () => setCap('clinic', 2 * CAP, 3 * CAP), PUSHED_MS],
  [
    'an owner raises it for one run, which begins',
    async () => {
      await guard('clinic', { kind: 'raise', credits: 50, until: { kind: 'run' } });
      await run('clinic');
    },
    2 * MINUTE_MS,
  ],
  ['the run succeeds, so the cap is put back', () => finish('clinic'), 2 * MINUTE_MS],
  [
    'both browsers are closed, and a cap is raised for ten minutes',
    async () => {
      close();
      const until = { kind: 'time', at: clocks.now + 10 * MINUTE_MS } as const;
      await guard('clinic', { kind: 'raise', credits: 50, until });
    },
    POLLED_MS,
  ],
  [
    'a run reaches the raised cap, and the edge is killed',
    async () => {
      await run('clinic');
      await clocks.pass(2 * MINUTE_MS);
      happened.capsCrossed.push('credit-cap of clinic');
      await control('crossCap', 'clinic');
      await kill();
    },
    POLLED_MS,
  ],
  ['its time is over while the edge is down', downFor(10 * MINUTE_MS), POLLED_MS],
];

/** The edge is down for a time. */
function downFor(ms: number): () => Promise<void> {
  return async () => {
    clocks.edgeIsDown = true;
    await clocks.pass(ms);
    await kill();
    clocks.edgeIsDown = false;
  };
}

const RESET = nextMonth(NOON);
const planned = (projectId: string, to: number) => ({ projectId, category: 'development', from: CAP, to });

/** One project stays at its cap until the month is over. */
const A_MONTH_ENDS: readonly Moment[] = [
  [
    'an owner plans caps of the next month',
    () =>
      ask('PUT', '/plans', {
        month: new Date(RESET).toISOString().slice(0, 7),
        caps: [planned('shop', 200), planned('bakery', 800)],
      }),
    0,
  ],
  [
    'somebody changes one of them elsewhere',
    () => serviceResponse('PATCH', '/projects/bakery/credit-limits', { maxDevelopmentCreditsPerMonth: 900 }),
    POLLED_MS,
  ],
  ['a quarter of an hour before the month ends', () => clocks.jump(RESET - 15 * MINUTE_MS), SWEPT_MS],
  ['a run begins, and both browsers are open', () => Promise.all([run('bakery'), open()]), 2 * MINUTE_MS],
  ['both are closed, and the month ends while it goes on', monthEnds, SWEPT_MS],
  ['the run succeeds', () => finish('bakery'), POLLED_MS],
  ['both browsers are opened in the new month', open, MINUTE_MS],
  [
    'the planned cap is spent',
    async () => {
      await run('shop');
      await clocks.pass(2 * MINUTE_MS);
      happened.capsCrossed.push('credit-cap of shop');
      await control('crossCap', 'shop');
    },
    PUSHED_MS,
  ],
  ['the plan is taken back, which lifts that', () => ask('POST', '/plans/undo'), 2 * MINUTE_MS],
  ['the plan is deleted', () => ask('DELETE', '/plans'), 0],
];

async function monthEnds(): Promise<void> {
  close();
  await clocks.pass(RESET - clocks.now);
  await kill();
  await clocks.pass(8 * MINUTE_MS);
}

test('an hour in which runs, deployments and caps end in every way: at each moment everybody says what the service knows', {
  timeout: PATIENCE_MS,
}, async () => {
  const began = clocks.now;
  for (const [says, act, forMs] of [
    ...TWO_ARE_OPEN,
    ...NONE_IS_OPEN,
    ...TWO_ARE_OPEN_AGAIN,
    ...GUARDS_AND_BATCHES,
    ...BATCHES_END,
    ...CAPS_ARE_RAISED,
    ...A_MONTH_ENDS,
  ]) {
    await act();
    for (const browser of browsers) browser.view();
    await clocks.pass(forMs);
    const known = await whatTheServiceKnows(happened.stoppedElsewhere, clocks.now);
    const minute = Math.round((clocks.now - began) / MINUTE_MS);
    for (const browser of browsers) {
      const snapshot = await browser.look();
      const { plan } = (await browser.device.ask('GET', '/plans')).data;
      const differences = [
        ...snapshotDifferences(snapshot, known, happened),
        ...announcementDifferences(browser, known, happened),
        ...eventDifferences(await browser.events(), known),
        ...planDifferences(plan, known, clocks.now),
      ];
      expect(differences, `minute ${minute}: ${says}`).toEqual([]);
    }
  }
  expect((clocks.now - began) / MINUTE_MS).toBeGreaterThan(60);
});

import { control } from '../../edge/testing/local-service.ts';
import { serviceResponse } from '../../edge/testing/service-response.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import {
  ask,
  CAP,
  CAP_REACHED,
  clocks,
  close,
  DEPLOYED,
  deploy,
  deployed,
  finish,
  happened,
  kill,
  lastRun,
  type Moment,
  open,
  POLLED_MS,
  PUSHED_MS,
  RUN_ENDED,
  run,
  SWEPT_MS,
  webhook,
} from './hour.ts';

export const TWO_ARE_OPEN: readonly Moment[] = [
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

export const NONE_IS_OPEN: readonly Moment[] = [
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

export const TWO_ARE_OPEN_AGAIN: readonly Moment[] = [
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

import { control } from '../../edge/testing/local-service.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import {
  ask,
  clocks,
  close,
  finish,
  guard,
  happened,
  kill,
  type Moment,
  open,
  POLLED_MS,
  PUSHED_MS,
  RUN_ENDED,
  run,
  SWEPT_MS,
  webhook,
} from './hour.ts';

export const GUARDS_AND_BATCHES: readonly Moment[] = [
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
export const BATCHES_END: readonly Moment[] = [
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

import { control } from '../../edge/testing/local-service.ts';
import { MONTH_END } from '../../edge/testing/noon.ts';
import { serviceResponse } from '../../edge/testing/service-response.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import {
  ask,
  CAP,
  clocks,
  close,
  downFor,
  finish,
  guard,
  happened,
  kill,
  type Moment,
  open,
  POLLED_MS,
  PUSHED_MS,
  run,
  SWEPT_MS,
} from './hour.ts';

const setCap = (projectId: string, expected: number, to: number) =>
  ask('PUT', `/caps/${projectId}`, { category: 'development', expected, to });

export const CAPS_ARE_RAISED: readonly Moment[] = [
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

/** One project stays at its cap until the month is over. */
export const A_MONTH_ENDS: readonly Moment[] = [
  [
    'somebody changes a cap elsewhere',
    () => serviceResponse('PATCH', '/projects/bakery/credit-limits', { maxDevelopmentCreditsPerMonth: 900 }),
    POLLED_MS,
  ],
  ['a quarter of an hour before the month ends', () => clocks.jump(MONTH_END - 15 * MINUTE_MS), SWEPT_MS],
  ['a run begins, and both browsers are open', () => Promise.all([run('bakery'), open()]), 2 * MINUTE_MS],
  ['both are closed, and the month ends while it goes on', monthEnds, SWEPT_MS],
  ['the run succeeds', () => finish('bakery'), POLLED_MS],
  ['both browsers are opened in the new month', open, MINUTE_MS],
  ['an owner lowers a cap', () => setCap('shop', CAP, 200), PUSHED_MS],
  [
    'it is spent',
    async () => {
      await run('shop');
      await clocks.pass(2 * MINUTE_MS);
      happened.capsCrossed.push('credit-cap of shop');
      await control('crossCap', 'shop');
    },
    PUSHED_MS,
  ],
  ['it is raised, which lifts that', () => setCap('shop', 200, CAP), 2 * MINUTE_MS],
];

async function monthEnds(): Promise<void> {
  close();
  await clocks.pass(MONTH_END - clocks.now);
  await kill();
  await clocks.pass(8 * MINUTE_MS);
}

import { vi } from 'vitest';
import { nextMonth } from '../../shared/time.ts';
import { control } from './local-service.ts';

const TODAY = new Date();
/** Noon ahead of the real clock, so that alarms fire only as tests run them; near no end of day or month. */
export const NOON = Date.UTC(TODAY.getUTCFullYear(), TODAY.getUTCMonth() + 1, 12, 12);
export const MONTH_END = nextMonth(NOON);

/** Empties the service, and sets its clock and the edge's. */
export async function startAt(now: number): Promise<void> {
  await control('reset');
  await control('advance', now - (await control<number>('now')));
  vi.useFakeTimers({ now, toFake: ['Date'] });
}

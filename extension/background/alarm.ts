import { browser } from 'wxt/browser';
import { MINUTE_MS } from '../../shared/durations.ts';

export const REFRESH_ALARM = 'refresh';
export const REFRESH_EVERY_MS = MINUTE_MS;

/** Creating an alarm anew on every wake would put it off for ever: only when there is none. */
export async function ensureRefreshAlarm(): Promise<void> {
  if (await browser.alarms.get(REFRESH_ALARM)) return;
  await browser.alarms.create(REFRESH_ALARM, { periodInMinutes: REFRESH_EVERY_MS / MINUTE_MS });
}

import { browser } from 'wxt/browser';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';

/** Polls once a minute for what the live socket missed. */
export const REFRESH_ALARM = 'refresh';
export const REFRESH_EVERY_MS = MINUTE_MS;
/** Resumes launches in progress. */
export const LAUNCH_ALARM = 'launch';
/** Sends what can be taken back no longer, in case the browser ends the background before. */
export const SEND_ALARM = 'send';
/** The shortest period that both browsers support. */
const SOON_MS = MINUTE_MS / 2;

export const ensureRefreshAlarm = (): Promise<void> => ensure(REFRESH_ALARM, REFRESH_EVERY_MS);

/** When the edge is asked next, without anybody's doing; null while the browser has not planned it. */
export const nextRefreshAt = async (): Promise<InstantMs | null> =>
  (await browser.alarms.get(REFRESH_ALARM))?.scheduledTime ?? null;

export async function setAlarm(
  name: typeof LAUNCH_ALARM | typeof SEND_ALARM,
  needed: boolean,
): Promise<void> {
  if (needed) await ensure(name, SOON_MS);
  else await browser.alarms.clear(name);
}

/**
 * Creates the alarm if there is none: recreating it on every start would postpone it for ever. Replaces one
 * that is due later than its period: a clock that was ahead has planned it.
 */
async function ensure(name: string, everyMs: number): Promise<void> {
  const planned = await browser.alarms.get(name);
  if (planned && planned.scheduledTime - Date.now() <= everyMs) return;
  await browser.alarms.create(name, { periodInMinutes: everyMs / MINUTE_MS });
}

import { browser } from 'wxt/browser';
import { MINUTE_MS } from '../../shared/time.ts';

/** Looks at the account, once a minute: what the live socket missed. */
export const REFRESH_ALARM = 'refresh';
export const REFRESH_EVERY_MS = MINUTE_MS;
/** Goes on with launches that are under way. */
export const LAUNCH_ALARM = 'launch';
/** The shortest period that both browsers keep. */
const LAUNCH_EVERY_MS = MINUTE_MS / 2;

export const ensureRefreshAlarm = (): Promise<void> => ensure(REFRESH_ALARM, REFRESH_EVERY_MS);

export async function setLaunchAlarm(needed: boolean): Promise<void> {
  if (needed) await ensure(LAUNCH_ALARM, LAUNCH_EVERY_MS);
  else await browser.alarms.clear(LAUNCH_ALARM);
}

/** Creating an alarm anew on every start would put it off for ever: only when there is none. */
async function ensure(name: string, everyMs: number): Promise<void> {
  if (await browser.alarms.get(name)) return;
  await browser.alarms.create(name, { periodInMinutes: everyMs / MINUTE_MS });
}

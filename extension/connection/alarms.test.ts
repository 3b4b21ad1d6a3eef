import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { ensureRefreshAlarm, nextRefreshAt, REFRESH_ALARM, REFRESH_EVERY_MS } from './alarms.ts';

beforeEach(() => fakeBrowser.reset());

test('an alarm that is due within its period is left alone: made anew on every start it would never come', async () => {
  await fakeBrowser.alarms.create(REFRESH_ALARM, { when: Date.now() + MINUTE_MS / 2, periodInMinutes: 1 });
  const planned = await nextRefreshAt();
  await ensureRefreshAlarm();
  expect(await nextRefreshAt()).toBe(planned);
});

test.each([
  ['that a clock ahead has planned a year from now', { when: Date.now() + 365 * DAY_MS, periodInMinutes: 1 }],
  ['that the browser has lost', null],
])('an alarm %s is made anew', async (_, planned) => {
  if (planned) await fakeBrowser.alarms.create(REFRESH_ALARM, planned);
  await ensureRefreshAlarm();
  expect(((await nextRefreshAt()) ?? 0) - Date.now()).toBeLessThanOrEqual(REFRESH_EVERY_MS);
});

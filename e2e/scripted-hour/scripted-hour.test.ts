import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../shared/time.ts';
import { A_MONTH_ENDS, CAPS_ARE_RAISED } from './caps.ts';
import { announcementDifferences, eventDifferences, snapshotDifferences } from './differences.ts';
import { BATCHES_END, GUARDS_AND_BATCHES } from './guards-and-batches.ts';
import { beginHour, browsers, clocks, endHour, happened } from './hour.ts';
import { whatTheServiceKnows } from './service-knows.ts';
import { NONE_IS_OPEN, TWO_ARE_OPEN, TWO_ARE_OPEN_AGAIN } from './work.ts';

const PATIENCE_MS = 240_000;

beforeEach(beginHour);
afterEach(endHour);

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
      const events = await browser.events();
      const differences = [
        ...snapshotDifferences(snapshot, known, happened),
        ...announcementDifferences(browser, events, known, happened),
        ...eventDifferences(events, known),
      ];
      expect(differences, `minute ${minute}: ${says}`).toEqual([]);
    }
  }
  expect((clocks.now - began) / MINUTE_MS).toBeGreaterThan(60);
});

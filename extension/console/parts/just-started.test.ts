// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { MINUTE_MS } from '../../../shared/time.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { paidCallsItem, type StoredPaidCall } from '../../storage/paid-calls.ts';
import { browserNow } from '../../ui/page-state.ts';
import { followPaidCalls } from '../../ui/paid-calls.ts';
import { isJustStarted } from './just-started.ts';

const NOW = Date.UTC(2026, 10, 23, 9);
const accepted = (projectId: string, at: number) =>
  ({
    ...{ key: 'key-00001', method: 'POST', path: `/projects/${projectId}/agent/start`, body: null },
    about: { operation: 'startAgent', projectId, words: 'Add prices' },
    ...{ confirmedAt: at, confirmedFor: null, settledAt: at, error: null, record: null, state: 'done' },
  }) satisfies Partial<StoredPaidCall> as StoredPaidCall;

beforeEach(async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  await followPaidCalls();
});

test('a run that the service accepted from this browser is going on before a reading shows it, for a minute', async () => {
  expect(isJustStarted('shop')).toBe(false);
  await paidCallsItem.setValue([{ ...accepted('shop', NOW), state: 'refused' }]);
  expect(isJustStarted('shop')).toBe(false);
  await paidCallsItem.setValue([accepted('shop', NOW)]);
  expect(isJustStarted('shop')).toBe(true);
  browserNow.value = NOW + MINUTE_MS;
  expect(isJustStarted('shop')).toBe(false);
});

test('once a reading shows the run, the reading says whether it goes on', async () => {
  const { busy } = popupStates(NOW);
  const items = busy.snapshot?.snapshot.sections.projects.data?.items ?? [];
  const read = items.find(({ run }) => run?.startedAt != null);
  if (!read?.run?.startedAt) throw new Error('No project has run.');
  const { startedAt } = read.run;
  for (const [call, isGoing] of [
    ['key-00001', false],
    ['another', true],
  ] as const) {
    read.run = { ...read.run, call };
    paintFrom(busy, NOW);
    await paidCallsItem.setValue([accepted(read.projectId, startedAt)]);
    browserNow.value = startedAt + 1000;
    expect(isJustStarted(read.projectId), call).toBe(isGoing);
  }
});

// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { lastFailure } from './act.ts';
import { settingsNow } from './page-state.ts';
import { saveSettings } from './settings-change.ts';
import { stored } from './stored-state.ts';

const NOW = Date.UTC(2026, 10, 21, 15, 13);

let respond: (result: Result<null>) => void;

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  const result = new Promise<Result<null>>((resolve) => {
    respond = resolve;
  });
  Object.assign(fakeBrowser.runtime, { sendMessage: async () => ({ result: await result }) });
});

/** What an open page gets at any time. */
const update = () => {
  if (stored.value) stored.value = { ...stored.value, health: { ...stored.value.health, live: true } };
};

test('a change that is being saved stays shown while another update arrives, and a second one keeps it', async () => {
  const saved = [saveSettings({ theme: 'dark' }), saveSettings({ calmBadge: 'nothing' })];
  update();
  expect(settingsNow.value).toMatchObject({ theme: 'dark', calmBadge: 'nothing' });
  respond(success(null));
  await Promise.all(saved);
  expect(settingsNow.value).toMatchObject({ theme: 'dark', calmBadge: 'nothing' });
});

test('a change that could not be saved is taken back, and the failure is shown', async () => {
  const saved = saveSettings({ theme: 'dark' });
  respond(apiError('refused', 'EDGE_NOT_FOUND'));
  expect((await saved).ok).toBe(false);
  expect(settingsNow.value.theme).toBe('system');
  expect(lastFailure.value?.code).toBe('EDGE_NOT_FOUND');
});

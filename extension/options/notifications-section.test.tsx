// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { DEFAULT_SETTINGS } from '../storage/settings.ts';
import type { Settings } from '../storage/settings-schema.ts';
import { lastFailure } from '../ui/act.ts';
import { settingsNow } from '../ui/page-state.ts';
import { NotificationRules } from './notifications-section.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
let outcome: Result<null>;
let kept: Partial<Settings>;

/** Paints the page from such settings, as the background has stored them. */
function paint(settings: Partial<Settings>): void {
  kept = settings;
  paintFrom({ ...popupStates(NOW).busy, settings: { ...DEFAULT_SETTINGS, ...settings } }, NOW);
}

beforeEach(() => {
  fakeBrowser.reset();
  outcome = success(null);
  lastFailure.value = null;
  Object.assign(fakeBrowser.runtime, {
    sendMessage: async ({ request }: { request: { settings: Partial<Settings> } }) => {
      if (outcome.ok) paint({ ...kept, ...request.settings });
      return { result: outcome };
    },
  });
  paint({});
});
afterEach(cleanup);

test('a kind of notice is turned off and on again, and no other with it', async () => {
  paint({ silencedTopics: ['cron-job'] });
  render(<NotificationRules />);
  const toggle = screen.getByLabelText('Payments disconnected');
  fireEvent.click(toggle);
  await waitFor(() =>
    expect(settingsNow.value.silencedTopics).toEqual(['cron-job', 'payments-disconnected']),
  );
  fireEvent.click(toggle);
  await waitFor(() => expect(settingsNow.value.silencedTopics).toEqual(['cron-job']));
});

test('all kinds of a group are turned off and on at once, and none of another', async () => {
  paint({ silencedTopics: ['cron-job', 'project-resumed'] });
  render(<NotificationRules />);
  const verb = (name: string) => screen.getByRole('button', { name });
  fireEvent.click(verb('choose none: Ended work'));
  await waitFor(() =>
    expect([...settingsNow.value.silencedTopics].sort()).toEqual([
      'cron-job',
      'deploy-finished',
      'mobile-build-finished',
      'project-resumed',
      'run-finished',
    ]),
  );
  fireEvent.click(verb('choose all: Ended work'));
  await waitFor(() => expect(settingsNow.value.silencedTopics).toEqual(['cron-job', 'project-resumed']));
  fireEvent.click(verb('choose all: Failures'));
  await waitFor(() => expect(settingsNow.value.silencedTopics).toEqual(['project-resumed']));
});

test('quiet hours are set by their two ends, which count only while they are on', async () => {
  paint({ quietHours: { on: false, from: '22:00', to: '07:00' } });
  render(<NotificationRules />);
  const from = screen.getByLabelText<HTMLInputElement>('From');
  expect(from.disabled).toBe(true);
  fireEvent.click(screen.getByLabelText('Quiet hours'));
  await waitFor(() => expect(from.disabled).toBe(false));
  fireEvent.change(from, { target: { value: '07:00' } });
  await waitFor(() => expect(settingsNow.value.quietHours).toEqual({ on: true, from: '07:00', to: '07:00' }));
  await screen.findByText('From and to are the same: no quiet hours.');
});

test('everything is muted for an hour, and can be heard again before', async () => {
  render(<NotificationRules />);
  fireEvent.click(screen.getByRole('button', { name: /hour/ }));
  await waitFor(() => expect(settingsNow.value.mutedUntil).toBeGreaterThan(Date.now()));
  expect(settingsNow.value.mutedUntil).toBeLessThanOrEqual(Date.now() + 3_600_000);
  paint({ mutedUntil: NOW + 60_000 });
  fireEvent.click(await screen.findByRole('button', { name: 'Unmute' }));
  await waitFor(() => expect(settingsNow.value.mutedUntil).toBe(0));
});

test('a muted project is heard again from here', async () => {
  paint({ silencedProjects: ['recipe-box', 'invoice-bot'] });
  render(<NotificationRules />);
  const row = (await screen.findByText(/recipe.box/i)).closest('li');
  fireEvent.click(row?.querySelector('button') as HTMLButtonElement);
  await waitFor(() => expect(settingsNow.value.silencedProjects).toEqual(['invoice-bot']));
});

test('minutes that are none change nothing', () => {
  paint({ longAfterMinutes: 15 });
  render(<NotificationRules />);
  for (const value of ['', '-1', '601'])
    fireEvent.change(screen.getByRole('spinbutton'), { target: { value } });
  expect(settingsNow.value.longAfterMinutes).toBe(15);
});

test('a change that the background did not keep is not shown as kept, and is reported', async () => {
  outcome = apiError('storage-full');
  render(<NotificationRules />);
  fireEvent.click(screen.getByLabelText('Payments disconnected'));
  await waitFor(() => expect(lastFailure.value?.kind).toBe('storage-full'));
  expect(settingsNow.value.silencedTopics).toEqual([]);
});

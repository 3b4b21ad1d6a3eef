/** @vitest-environment happy-dom */
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { popupStates } from '../fixtures/popup-states.ts';
import { Home, loadFirstPaint } from '../popup/app.tsx';
import { Boundary } from './boundary.tsx';
import { followStorage, stored } from './stored-state.ts';

// extension/storage/storage-schema.md: a page that fails on what is stored has it set right, once.

const { busy, 'no-credits': without } = popupStates(Date.now());

/** Stands for the background: what it makes of storage when a page asks. */
let repair = async (): Promise<void> => {};
const asked = vi.fn();

beforeEach(async () => {
  fakeBrowser.reset();
  stored.value = null;
  asked.mockClear();
  repair = async () => {};
  vi.spyOn(browser.commands, 'getAll').mockImplementation((async () => []) as never);
  vi.spyOn(browser.runtime, 'sendMessage').mockImplementation((async ({ name }: { name: string }) => {
    if (name !== 'repairStored') return { problem: 'no-background' };
    asked();
    await repair();
    return { result: { ok: true, value: null } };
  }) as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const store = (values: object) => browser.storage.local.set(values as Record<string, unknown>);
const open = async () => {
  await followStorage();
  await loadFirstPaint();
  render(
    <Boundary>
      <Home />
    </Boundary>,
  );
};
const NEED = 'Barber bookings is at its cap';
/** Has the outline of a snapshot, and can't be drawn. */
const UNDRAWABLE = { ...busy.snapshot, snapshot: { ...busy.snapshot?.snapshot, attention: { items: 3 } } };

it('what this build wrote is painted without asking anybody', async () => {
  await store({ ...busy, form: '1.0.0' });
  await open();
  expect(await screen.findByText(NEED)).toBeTruthy();
  expect(asked).not.toHaveBeenCalled();
});

it.each([
  ['an older build', { form: '0.9.0' }],
  ['nobody knows which build', {}],
])('what %s wrote is set right before it is painted', async (_, form) => {
  await store({ ...busy, ...form, snapshot: UNDRAWABLE });
  repair = () => store({ snapshot: busy.snapshot, form: '1.0.0' });
  await open();
  expect(await screen.findByText(NEED)).toBeTruthy();
  expect(asked).toHaveBeenCalledTimes(1);
});

it('settings of another version are painted as the background set them right', async () => {
  await store({ ...busy, settings: { theme: 'sepia' }, form: '0.9.0' });
  repair = () => store({ settings: { theme: 'dark' }, form: '1.0.0' });
  await followStorage();
  expect(stored.value?.settings.theme).toBe('dark');
});

it('without a background, what another build wrote is painted by its outline', async () => {
  vi.mocked(browser.runtime.sendMessage).mockRejectedValue(new Error('Could not establish connection'));
  await store({ ...busy, health: 7, form: '0.9.0' });
  await open();
  expect(await screen.findByText(NEED)).toBeTruthy();
});

it('a background that never answers keeps nobody waiting', async () => {
  repair = () => new Promise(() => {});
  await store({ ...busy, form: '0.9.0' });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const opened = open();
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  await opened;
  expect(await screen.findByText(NEED)).toBeTruthy();
});

it('a page that fails once has it set right, and paints again', async () => {
  await store({ ...busy, snapshot: UNDRAWABLE, form: '1.0.0' });
  repair = () => store({ snapshot: busy.snapshot });
  await open();
  expect(await screen.findByText(NEED)).toBeTruthy();
  expect(asked).toHaveBeenCalledTimes(1);
});

it('a page that always fails asks once, and says what to do', async () => {
  await store({ ...busy, snapshot: UNDRAWABLE, form: '1.0.0' });
  await open();
  expect((await screen.findByRole('alert')).textContent).toBe("Stored data can't be shown.");
  expect(screen.getByRole('button', { name: "Reset this browser's copy" })).toBeTruthy();
  expect(asked).toHaveBeenCalledTimes(1);
});

it('garbage in what is owed keeps nobody from the rest', async () => {
  const call = {
    key: 'a',
    operation: 'startAgent',
    projectId: 'landing-2026',
    code: 'RUN_BEFORE_FAILED',
    at: 1,
  };
  const odd = [{ ...call, key: 'b', at: 9e18 }, { ...call, key: 'c', message: {} }, 'x', null];
  await store({ ...busy, 'not-sent': [...odd, call], revocations: 'cut te', form: '1.0.0' });
  await open();
  expect(await screen.findByText('A prompt for Landing 2026 was not sent')).toBeTruthy();
  expect(stored.value?.notSent).toEqual([call]);
  expect(asked).not.toHaveBeenCalled();
});

it.each(['javascript:alert(1)', 'http://pay.example', 7, { href: 'https://pay.example' }])(
  'an address of buying that is no https leads nowhere: %j',
  async (billingUrl) => {
    const { snapshot } = without;
    await store({
      ...without,
      snapshot: { ...snapshot, snapshot: { ...snapshot?.snapshot, billingUrl } },
      form: '1.0.0',
    });
    await open();
    expect((await screen.findAllByText(/Out of credits/)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Buy credits', { exact: false })).toBeNull();
  },
);

it('an address of a project that is none of the web is no link', async () => {
  const text = JSON.stringify(busy).replaceAll(
    /"https:\/\/[^"]*\.(?:apps|preview)\.example"/g,
    '"javascript:alert(1)"',
  );
  await store({ ...JSON.parse(text), form: '1.0.0' });
  await open();
  expect(await screen.findByText(NEED)).toBeTruthy();
  expect(document.querySelectorAll('a[href^="javascript"]')).toHaveLength(0);
});

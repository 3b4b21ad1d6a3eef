// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Device } from '../../shared/edge-api/pairing.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { DailyGuard, DevicesSection } from './devices-section.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
const device = (deviceId: string, changes: Partial<Device> = {}): Device => ({
  ...{ deviceId, name: deviceId, role: 'builder', pairedAt: NOW, lastSeenAt: NOW - 3 * 60_000 },
  ...{ current: false, dailySpendCredits: null, invitedBy: null },
  ...changes,
});

/** What the edge holds, and what it was asked; a background that passes it on. */
let devices: Device[];
let sent: { name: string; request: Record<string, unknown> }[];
let answers: Record<string, (request: Record<string, unknown>) => Result<unknown>>;

beforeEach(() => {
  fakeBrowser.reset();
  devices = [device('Desk', { role: 'owner', current: true }), device('Laptop')];
  sent = [];
  answers = {
    readEdge: () => success({ value: devices, readAt: NOW }),
    invite: () => success({ code: '7KQF-9M2XTR4B8W', role: 'viewer', expiresAt: NOW + 600_000 }),
    changeEdge: ({ path }) => {
      devices = devices.filter(({ deviceId }) => path !== `/devices/${deviceId}`);
      return success({ value: null });
    },
  };
  Object.assign(fakeBrowser.runtime, {
    sendMessage: async (message: (typeof sent)[number]) => {
      sent.push(message);
      return { result: answers[message.name]?.(message.request) };
    },
  });
  const { busy } = popupStates(NOW);
  paintFrom({ ...busy, connection: { ...busy.connection, role: 'owner' } as never }, NOW);
});
afterEach(cleanup);

const rowOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement;
const commands = () => sent.map(({ name }) => name).filter((name) => name !== 'readEdge');
/** The second press, once it counts. */
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(button);
};

test('when a browser was seen counts by the edge, whatever the clock of this one', async () => {
  const AHEAD_MS = 3 * 3_600_000;
  const { 'clock-wrong': wrong } = popupStates(NOW + AHEAD_MS);
  const snapshot = { ...wrong.snapshot, skewMs: AHEAD_MS };
  paintFrom({ ...wrong, snapshot: snapshot as never }, NOW + AHEAD_MS);
  render(<DevicesSection />);
  expect((await rowOf('Laptop')).textContent?.replace(/\W/g, ' ')).toContain('last seen 3 min ago');
});

test('an owner invites a browser into the role that was chosen, and reads the line and until when it is good', async () => {
  render(<DevicesSection />);
  fireEvent.click(screen.getByRole('radio', { name: /^owner/i }));
  fireEvent.click(screen.getByRole('button', { name: 'Create a line' }));
  await screen.findByText('https://edge.example/#pair=7KQF-9M2XTR4B8W');
  expect(screen.getByText(/^Works once, until /)).toBeTruthy();
  expect(sent.find(({ name }) => name === 'invite')?.request).toEqual({ role: 'owner' });
});

test('an invitation that is refused is reported, and leaves no line of an earlier one to be used', async () => {
  render(<DevicesSection />);
  const make = screen.getByRole('button', { name: 'Create a line' });
  fireEvent.click(make);
  await screen.findByText(/#pair=/);
  answers.invite = () => apiError('offline');
  fireEvent.click(make);
  await screen.findByText(/^You are offline\./);
  expect(screen.queryByText(/#pair=/)).toBeNull();
});

test('a browser is removed only on a second press, and is gone from the list once the edge has done it', async () => {
  render(<DevicesSection />);
  fireEvent.click(within(await rowOf('Laptop')).getByRole('button', { name: 'Remove' }));
  expect(commands()).toEqual([]);
  await press('Remove now');
  await waitFor(() => expect(screen.queryByText('Laptop')).toBeNull());
  expect(sent.find(({ name }) => name === 'changeEdge')?.request).toEqual({
    method: 'DELETE',
    path: '/devices/Laptop',
  });
  expect(screen.getByText('Desk')).toBeTruthy();
  expect(document.activeElement?.textContent, 'the keyboard stays in the section').toBe('Browsers');
});

test('a browser that could not be removed stays in the list, with the reason', async () => {
  answers.changeEdge = () => apiError('edge-unreachable');
  render(<DevicesSection />);
  fireEvent.click(within(await rowOf('Laptop')).getByRole('button', { name: 'Remove' }));
  await press('Remove now');
  await screen.findByText(/^Your edge does not answer\./);
  within(await rowOf('Laptop')).getByRole('button', { name: 'Remove' });
});

test('a browser can be removed with those that it let in, which are named, and all others signed out', async () => {
  devices = [
    ...devices.slice(0, 1),
    device('Laptop', { role: 'owner', invitedBy: 'Desk' }),
    device('Phone', { invitedBy: 'Laptop' }),
    device('Tablet', { invitedBy: 'Phone' }),
  ];
  render(<DevicesSection />);
  within(await rowOf('Phone')).getByText(/let in by \W*Laptop/);
  fireEvent.click(
    within(await rowOf('Laptop')).getByRole('button', { name: 'Remove it and the 2 browsers it let in' }),
  );
  await press('Remove now');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out all others' }));
  await press('Sign out all others now');
  const asked = () =>
    sent
      .filter(({ name }) => name === 'changeEdge')
      .map(({ request }) => `${request.method} ${request.path}`);
  await waitFor(() =>
    expect(asked()).toEqual(['DELETE /devices/Laptop?invited=1', 'POST /devices/sign-out-others']),
  );
});

test('removing the browser that shows the list is not offered', async () => {
  render(<DevicesSection />);
  const own = within(await rowOf('Desk'));
  expect(own.queryByRole('button', { name: 'Remove' })).toBeNull();
  own.getByText(/this one$/);
});

test('a browser that is no owner’s is shown no list, and asks for none', () => {
  const { busy } = popupStates(NOW);
  paintFrom({ ...busy, connection: { ...busy.connection, role: 'builder' } as never }, NOW);
  render(<DevicesSection />);
  expect(screen.queryByText('Browsers')).toBeNull();
  expect(sent).toEqual([]);
});

test('the limit says what it counts, and that a run may pass it while there is no history', async () => {
  const hint = async (state: 'busy' | 'without-history') => {
    const { busy } = popupStates(NOW);
    const sections = busy.snapshot?.snapshot.sections;
    if (!busy.snapshot || !sections) throw new Error('The state has no snapshot.');
    const history = { data: null, readAt: null, error: null };
    const snapshot =
      state === 'busy'
        ? busy.snapshot
        : { ...busy.snapshot, snapshot: { ...busy.snapshot.snapshot, sections: { ...sections, history } } };
    paintFrom({ ...busy, snapshot }, NOW);
    render(<DailyGuard device={device('Laptop')} onChanged={() => {}} />);
    fireEvent.click(screen.getByRole('button'));
    const shown = screen.getByRole('status').textContent;
    cleanup();
    return shown;
  };
  expect(await hint('busy')).toMatch(/not scans.*app's model\.$/);
  expect(await hint('without-history')).toContain('may pass it');
});

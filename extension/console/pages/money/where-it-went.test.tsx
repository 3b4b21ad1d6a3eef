// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Statement } from '../../../../shared/spending/statement.ts';
import { success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { stored } from '../../../ui/stored-state.ts';
import { TellBelow, WhereItWent } from './where-it-went.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const NOVEMBER: Statement = {
  ...{ from: Date.UTC(2026, 10), to: Date.UTC(2026, 10, 22), daysLeftOut: 0, daysUnread: 0 },
  ...{
    fell: 1224.8,
    rose: 0,
    runs: 1010,
    runCount: 61,
    notSeen: 0,
    acts: 60,
    apps: 128,
    other: 26.8,
  },
  tellBelow: 100,
};
let statement: Statement;
let changes: unknown[];
const reads: string[] = [];

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).calm, NOW);
  statement = NOVEMBER;
  changes = [];
  reads.length = 0;
  respondHere((name, request) => {
    if (name === 'changeEdge') changes.push(request);
    if (name === 'readEdge') reads.push((request as { path: string }).path);
    return Promise.resolve(success({ value: statement, readAt: NOW }));
  });
});
afterEach(cleanup);

const lines = (container: Element) =>
  [...container.querySelectorAll('li')].map((line) => line.textContent?.replace(/\s+/g, ' ').trim());

it('says folded what fell, and opens to parts that add up and accuse of nothing', async () => {
  const { container } = render(<WhereItWent period="2026-11" />);
  await screen.findByText('1,224.8 fell');
  fireEvent.click(screen.getByRole('button', { name: 'Where the credits went' }));
  expect(lines(container)).toEqual([
    'Runs1,010',
    'Deployments and other acts60',
    'Running apps128',
    'Other26.8',
    'Sum1,224.8',
  ]);
  expect(screen.getByRole('link', { name: 'Runs' }).getAttribute('href')).toMatch(
    /#\/activity\/event\/agent\.prompt\.finished\/from\/2026-11-01\/day\/2026-11-21$/,
  );
});

it('says that the service tells of more than the balance lost', async () => {
  statement = { ...NOVEMBER, fell: 1195, other: -3 };
  const { container } = render(<WhereItWent period="2026-11" />);
  await screen.findByText('1,195 fell');
  fireEvent.click(screen.getByRole('button', { name: 'Where the credits went' }));
  expect(lines(container).join()).not.toContain('Other');
  expect(container.textContent).toContain('the service tells of 3 more than the balance lost');
});

it('says from when on it is known, and of how many days since then it says nothing', async () => {
  statement = { ...NOVEMBER, from: Date.UTC(2026, 10, 9), daysLeftOut: 8, daysUnread: 3 };
  const { container } = render(<WhereItWent period="2026-11" />);
  await screen.findByText('1,224.8 fell');
  fireEvent.click(screen.getByRole('button', { name: 'Where the credits went' }));
  expect(container.textContent).toMatch(
    /known from 9 Nov on · without 3 days on which the balance could not be read/,
  );
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  fireEvent.click(screen.getByRole('button', { name: /^Copy/ }));
  expect(write.mock.calls[0]?.[0], 'what is copied says so too').toMatch(
    /known from 9 Nov on\nwithout 3 days/,
  );
});

it('of a day nothing is said that was not watched', async () => {
  statement = { ...NOVEMBER, to: NOVEMBER.from };
  render(<WhereItWent period="2026-11-21" />);
  await screen.findByText('No whole day of it was watched yet');
  expect(reads).toContain('/statements/2026-11-21');
});

it('of the last days nothing is said: there is no statement of them', () => {
  const { container } = render(<WhereItWent period="week" />);
  expect([container.textContent, reads]).toEqual(['', []]);
});

it('takes the balance below which it is told, and an empty field for none', async () => {
  render(<TellBelow />);
  const field = await screen.findByLabelText(/Tell me below/);
  for (const [typed, credits] of [
    ['250', 250],
    ['', null],
  ] as const) {
    fireEvent.input(field, { target: { value: typed } });
    fireEvent.change(field, { target: { value: typed } });
    await waitFor(() =>
      expect(changes.at(-1)).toMatchObject({ method: 'PUT', path: '/balance-alarm', body: { credits } }),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const wrong of ['-5', '0']) {
    fireEvent.input(field, { target: { value: wrong } });
    fireEvent.change(field, { target: { value: wrong } });
    expect((field as HTMLInputElement).validity.valid, 'the field says so').toBe(false);
  }
  expect(changes).toHaveLength(2);
});

it.each(['viewer', 'builder'] as const)(
  'a %s is not offered to set what every browser is told',
  async (role) => {
    const connection = stored.value?.connection;
    if (!stored.value || !connection) throw new Error('nothing is paired');
    stored.value = { ...stored.value, connection: { ...connection, role } };
    render(<TellBelow />);
    await waitFor(() => expect(reads).toContainEqual(expect.stringContaining('/statements/')));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.queryByLabelText(/Tell me below/)).toBeNull();
  },
);

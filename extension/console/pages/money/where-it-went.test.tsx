// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Statement } from '../../../../shared/spending/statement.ts';
import { success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { TellBelow, WhereItWent } from './where-it-went.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const FELL_AT = Date.UTC(2026, 10, 19, 3, 40);
const NOVEMBER: Statement = {
  ...{ from: Date.UTC(2026, 10), to: Date.UTC(2026, 10, 22), daysLeftOut: 0 },
  ...{
    fell: 1224.8,
    rose: 0,
    runs: 1010,
    runCount: 61,
    notSeen: 0,
    other: 60,
    apps: 128,
    notAccounted: 26.8,
  },
  times: [{ since: FELL_AT - 1_800_000, at: FELL_AT, credits: -26.8 }],
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
  respondHere((name, request) => {
    if (name === 'changeEdge') changes.push(request);
    if (name === 'readEdge') reads.push((request as { path: string }).path);
    return Promise.resolve(success({ value: statement, readAt: NOW }));
  });
});
afterEach(cleanup);

it('says in one line what fell and where it went, and opens when what nobody can account for fell', async () => {
  const { container } = render(<WhereItWent />);
  const line = (await screen.findByText(/^1,224\.8 fell/)).textContent;
  expect(line).toBe('1,224.8 fell · Runs 1,010 · Deployments and other 60 · Running apps 128');
  expect(screen.getByRole('link', { name: 'Runs 1,010' }).getAttribute('href')).toMatch(
    /#\/activity\/event\/agent\.prompt\.finished\/from\/2026-11-01\/day\/2026-11-21$/,
  );
  expect(container.querySelector('details')?.textContent).toMatch(/Not accounted for 26\.8.*: 26\.8/);
  expect(screen.getByRole('button', { name: 'Copy: Where the credits went' }).title).toContain(
    '2026-11-19T03:10:00.000Z / 2026-11-19T03:40:00.000Z: 26.8',
  );
});

it('of a day nothing is said that was not watched', async () => {
  statement = { ...NOVEMBER, to: NOVEMBER.from };
  render(<WhereItWent />);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '2026-11-21' } });
  await screen.findByText('No whole day of it was watched yet');
  expect(reads).toContain('/statements/2026-11-21');
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

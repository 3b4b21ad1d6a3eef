// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { GuardRecord, GuardRequest } from '../../../../../../shared/edge-api/guards.ts';
import { DAY_MS } from '../../../../../../shared/time.ts';
import { success } from '../../../../../edge-client/api-error.ts';
import { respondHere } from '../../../../../messaging/client.ts';
import { readFormDraft } from '../../../../../storage/form-drafts.ts';
import { edgeNow } from '../../../../../ui/page-state.ts';
import { stored } from '../../../../../ui/stored-state.ts';
import { GuardRow } from './guard-row.tsx';

const recordOf = (guard: GuardRequest): GuardRecord => ({
  guard,
  setBy: null,
  setAt: 0,
  state: 'ready',
  since: null,
  number: null,
  problem: null,
  until: null,
});

/** The guard as the edge has it now, which another owner may have set. */
let now: GuardRecord | null;
let sent: unknown[];

beforeEach(() => {
  fakeBrowser.reset();
  sent = [];
  stored.value = { connection: { role: 'owner' } } as NonNullable<typeof stored.value>;
  respondHere((name, request) => {
    if (name === 'changeEdge') sent.push((request as { body: unknown }).body);
    const value = { projectId: 'shop', limit: null, guards: now ? [now] : [], acts: [] };
    return Promise.resolve(success(name === 'readEdge' ? { value, readAt: 0 } : null));
  });
});
afterEach(cleanup);

const show = (record: GuardRecord | null) => {
  now = record;
  render(<GuardRow kind="run-budget" record={record} projectId="shop" />);
};
const field = () => screen.getByLabelText(/Credits/) as HTMLInputElement;
const type = (amount: string) => fireEvent.input(field(), { target: { value: amount } });

const submit = async () => {
  await waitFor(() => expect(field().value).toBe('60'));
  fireEvent.submit(field().closest('form') as HTMLFormElement);
};

it('a guard that another owner has set meanwhile is shown, and replaced only when it is set again', async () => {
  show(null);
  fireEvent.click(screen.getByRole('button', { name: /^Set/ }));
  type('60');
  now = recordOf({ kind: 'run-budget', credits: 45 });
  await submit();
  await screen.findByText(/Somebody has set it to .*45.* meanwhile/);
  expect(sent).toEqual([]);
  await submit();
  await waitFor(() => expect(sent).toEqual([{ kind: 'run-budget', credits: 60 }]));
});

it('what was typed survives the page, and goes when it is set', async () => {
  show(recordOf({ kind: 'run-budget', credits: 30 }));
  fireEvent.click(screen.getByRole('button', { name: /^Change/ }));
  type('60');
  await waitFor(async () => expect(await readFormDraft('guard shop run-budget')).not.toBeNull());
  cleanup();
  show(recordOf({ kind: 'run-budget', credits: 30 }));
  await waitFor(() => expect(field().value).toBe('60'));
  await submit();
  await waitFor(() => expect(sent).toEqual([{ kind: 'run-budget', credits: 60 }]));
  await waitFor(async () => expect(await readFormDraft('guard shop run-budget')).toBeNull());
});

it('a cap that is raised for a run says so, and is taken back; it is not raised again', async () => {
  const record = recordOf({ kind: 'raise', credits: 50, until: { kind: 'run' } });
  now = { ...record, state: 'acting', since: 0 };
  render(<GuardRow kind="raise" record={now} projectId="shop" />);
  screen.getByText('50 credits more until the run is over');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Take it back']);
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(sent).toEqual([{ kind: 'raise' }]));
});

it('a raise says which cap it sets: above what is used, where that is more than the cap', async () => {
  const limits = {
    creditLimits: { maxDevelopmentCreditsPerMonth: 200 },
    usedThisMonth: { development: 250, infrastructure: 0 },
  };
  respondHere((name, request) =>
    Promise.resolve(
      name === 'readEdge' && (request as { path: string }).path.endsWith('/credit-limits')
        ? success({ value: limits, readAt: 0 })
        : success(null),
    ),
  );
  render(<GuardRow kind="raise" record={null} projectId="shop" />);
  fireEvent.click(screen.getByRole('button', { name: /^Set/ }));
  type('30');
  await screen.findByText('The cap becomes 280 credits; 250 are used this month.');
});

it('opens with its number selected, so that what is typed replaces it', () => {
  const select = vi.spyOn(HTMLInputElement.prototype, 'select');
  show(recordOf({ kind: 'run-budget', credits: 30 }));
  fireEvent.click(screen.getByRole('button', { name: /^Change/ }));
  expect(document.activeElement).toBe(field());
  expect(select.mock.contexts).toEqual([field()]);
});

it('whoever may not set one sees what it does, and no verb', () => {
  stored.value = { connection: { role: 'builder' } } as NonNullable<typeof stored.value>;
  const guard = { kind: 'day-budget', credits: 40, stopsRun: false } as const;
  const record = { ...recordOf(guard), state: 'acting', since: 0 } as const;
  render(<GuardRow kind="day-budget" record={record} projectId="shop" />);
  screen.getByText(/40 development credits a day/);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('one that acts for a day is taken back on that day alone', () => {
  const guard = { kind: 'day-budget', credits: 40, stopsRun: false } as const;
  const acting = { ...recordOf(guard), state: 'acting', since: 0 } as const;
  const verbs = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  render(
    <GuardRow kind="day-budget" record={{ ...acting, until: edgeNow.value + DAY_MS }} projectId="shop" />,
  );
  expect(verbs()).toHaveLength(2);
  cleanup();
  render(<GuardRow kind="day-budget" record={{ ...acting, until: edgeNow.value }} projectId="shop" />);
  expect(verbs()).toEqual(['Change']);
});

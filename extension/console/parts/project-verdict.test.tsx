// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Role } from '../../../shared/edge-api/role.ts';
import { apiError, success } from '../../edge-client/api-error.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { respondHere } from '../../messaging/client.ts';
import { ProjectVerdict } from './project-verdict.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
let changes: unknown[];
let cap: number;
let limitsRead: number;
/** Get Project. */
let record: object | null;

beforeEach(() => {
  fakeBrowser.reset();
  changes = [];
  cap = 300;
  limitsRead = 0;
  record = null;
  respondHere(async (name, request) => {
    if (name === 'changeEdge') {
      changes.push(request);
      cap += 50;
      return success({ value: null });
    }
    const { path = '' } = request as { path?: string };
    if (name === 'readEdge' && record && path.endsWith('/far-away'))
      return success({ value: record, readAt: NOW });
    if (path.endsWith('/credit-limits')) limitsRead += 1;
    if (name !== 'readEdge' || !path.endsWith('/credit-limits')) return apiError('refused', 'NOT_FOUND');
    const value = {
      creditLimits: { maxDevelopmentCreditsPerMonth: cap },
      usedThisMonth: { development: 310, infrastructure: 0 },
    };
    return success({ value, readAt: NOW });
  });
});
afterEach(cleanup);

function show(role: Role, projectId = 'barber-bookings'): void {
  const { calm } = popupStates(NOW);
  paintFrom({ ...calm, ...(calm.connection && { connection: { ...calm.connection, role } }) }, NOW);
  render(<ProjectVerdict projectId={projectId} tab="talk" />);
}

test('a project stopped by its cap is lifted for one run in the line itself', async () => {
  show('owner');
  await screen.findByText('Stopped by its cap');
  fireEvent.click(await screen.findByRole('button', { name: 'Raise by 50 for one run' }));
  const sure = await screen.findByRole('button', { name: 'Raise it to 360 until the run is over' });
  await waitFor(() => expect(sure.getAttribute('aria-disabled')).not.toBe('true'));
  expect(changes).toEqual([]);
  fireEvent.click(sure);
  await waitFor(() => expect(screen.queryByText('Stopped by its cap')).toBeNull());
  expect(changes).toEqual([
    {
      method: 'PUT',
      path: '/guards/barber-bookings',
      body: { kind: 'raise', credits: 50, until: { kind: 'run' } },
    },
  ]);
});

test.each([
  [Date.UTC(2026, 10, 30, 23, 59), 'Stopped by its cap'],
  [Date.UTC(2026, 11, 1), 'Ready to build'],
])('a cap that was reached in a month stops nothing in the next, and is read again', async (now, words) => {
  record = { projectId: 'far-away', agentProcessStatus: 'done' };
  paintFrom(popupStates(now).calm, now);
  render(<ProjectVerdict projectId="far-away" tab="talk" />);
  await screen.findByText(words);
  if (words === 'Ready to build') await waitFor(() => expect(limitsRead).toBeGreaterThan(1));
});

test('a raise counts from what is used, where that is beyond the cap', async () => {
  cap = 200;
  show('owner');
  fireEvent.click(await screen.findByRole('button', { name: 'Raise by 50 for one run' }));
  await screen.findByRole('button', { name: 'Raise it to 360 until the run is over' });
});

test('what a project does that the snapshot does not follow is read on its own page', async () => {
  cap = 400;
  record = { projectId: 'far-away', agentProcessStatus: 'init' };
  show('owner', 'far-away');
  await screen.findByText('Building');
  expect(screen.queryByText(/Not read yet/)).toBeNull();
});

test('what is still being read is not called unknown', async () => {
  record = { projectId: 'far-away', agentProcessStatus: 'done' };
  cap = 400;
  show('owner', 'far-away');
  screen.getByText('Reading whether it can build…');
  await screen.findByText('Ready to build');
  cleanup();
  record = null;
  show('owner', 'somewhere-else');
  await screen.findByText('Not known whether you can build');
  screen.getByText(/Not read yet/);
});

test('a run is stopped in the line that says so, on the tab of the conversation too, and a stop that failed is told', async () => {
  cap = 400;
  const { busy } = popupStates(NOW);
  paintFrom(busy, NOW);
  render(<ProjectVerdict projectId="recipe-box" tab="talk" />);
  await screen.findByText('Building');
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  const sure = await screen.findByRole('button', { name: 'Stop it now' });
  await waitFor(() => expect(sure.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(sure);
  await waitFor(() => expect(screen.getByRole('status').className).toContain('failure'));
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
});

test('of a run that its cap may stop it says so, with the raise beside it', async () => {
  cap = 311;
  paintFrom(popupStates(NOW).busy, NOW);
  render(<ProjectVerdict projectId="recipe-box" tab="talk" />);
  await screen.findByText(/^1 credit to its cap, a run usually takes 18/);
  fireEvent.click(screen.getByRole('button', { name: 'Raise by 50 for one run' }));
  await screen.findByRole('button', { name: 'Raise it to 361 until the run is over' });
});

test('where a raise counts for a run, what it leaves is said with the end of it', async () => {
  cap = 400;
  const { busy } = popupStates(NOW);
  const kept = busy.snapshot;
  if (!kept) throw new Error('The state has no snapshot.');
  const by = { kind: 'raise', credits: 100, to: 400, until: null, since: NOW, by: null, call: null };
  const overrides = [{ projectId: 'recipe-box', category: 'development', own: 300, cap: 400, layers: [by] }];
  const guards = { overrides, refusing: [], failing: [], dayBudgets: [] } as never;
  paintFrom({ ...busy, snapshot: { ...kept, snapshot: { ...kept.snapshot, guards } } }, NOW);
  render(<ProjectVerdict projectId="recipe-box" tab="talk" />);
  await screen.findByText(/Its cap is raised to 400 until the run is over\./);
});

test('that a stop was accepted goes once the run has ended', async () => {
  cap = 400;
  const { busy } = popupStates(NOW);
  const { snapshot: followed } = busy;
  if (!followed) throw new Error('The state has no snapshot.');
  respondHere(() => Promise.resolve(success({ value: null, readAt: NOW })));
  paintFrom(busy, NOW);
  render(<ProjectVerdict projectId="recipe-box" tab="talk" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  const sure = await screen.findByRole('button', { name: 'Stop it now' });
  await waitFor(() => expect(sure.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(sure);
  await screen.findByText('The service accepted the stop.');
  const { snapshot } = followed;
  const { projects } = snapshot.sections;
  const items = (projects.data?.items ?? []).map((one) =>
    one.projectId === 'recipe-box' && one.run
      ? { ...one, run: { ...one.run, phase: 'stopped' as const, finishedAt: NOW } }
      : one,
  );
  const sections = { ...snapshot.sections, projects: { ...projects, data: { total: items.length, items } } };
  paintFrom({ ...busy, snapshot: { ...followed, snapshot: { ...snapshot, sections } } }, NOW);
  await waitFor(() => expect(screen.queryByText('The service accepted the stop.')).toBeNull());
});

test.each([['a builder, who may not', 'builder', 300]] as const)(
  'it is not offered to %s',
  async (_, role, at) => {
    cap = at;
    show(role);
    await screen.findByText('Stopped by its cap');
    expect(screen.queryByRole('button', { name: /Raise by/ })).toBeNull();
  },
);

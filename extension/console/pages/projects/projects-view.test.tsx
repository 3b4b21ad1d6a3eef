// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { apiError, success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { listedRow, readRow } from '../../../fixtures/sample-account.ts';
import { respondHere } from '../../../messaging/client.ts';
import { noteRows } from '../../../reads/project-rows.ts';
import { ProjectsView } from './projects-view.tsx';
import { rowsInSight } from './rows-in-sight.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const named = (projectId: string) => ({ projectId, label: `The ${projectId}` });
let projects = ['shop', 'blog'].map(named);
let isOlder: boolean;
/** What the open project has used. */
let used: number;
/** Paths that were read. */
let reads: string[];

beforeEach(() => {
  fakeBrowser.reset();
  [isOlder, used, reads] = [false, 53.3, []];
  projects = ['shop', 'blog'].map(named);
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere((_, request) => {
    const { path = '' } = request as { path?: string };
    reads.push(path);
    if (path.startsWith('/projects?') && isOlder)
      return Promise.resolve(apiError('refused', 'EDGE_NOT_FOUND'));
    const value = path.startsWith('/projects?')
      ? { rows: projects.map((one) => listedRow(one.projectId, one)), total: projects.length }
      : path.startsWith('/service/project-groups')
        ? []
        : path.endsWith('/credit-limits')
          ? { creditLimits: {}, usedThisMonth: { development: used, infrastructure: 0 } }
          : {};
    return Promise.resolve(success({ value, readAt: NOW, total: projects.length }));
  });
});
afterEach(cleanup);

const controls = () => document.querySelectorAll('button, select, input, a').length;
const rows = () => document.querySelectorAll('.project-row').length;

it('beside a project it is a search and one link a project: what each does is read from its sign', async () => {
  render(<ProjectsView rest={['shop']} />);
  await screen.findByText('The blog');
  expect(rows()).toBeGreaterThanOrEqual(projects.length);
  expect(controls()).toBe(1 + rows());
  const words = [...document.querySelectorAll('.list-words > :not(strong)')];
  expect(words.map((one) => one.className)).toEqual(words.map(() => 'hidden-words'));
});

it('by itself it has its verbs, and only a long list has an order and days to choose by', async () => {
  render(<ProjectsView rest={[]} />);
  await screen.findByText('The blog');
  expect(screen.getByRole('button', { name: 'Select' })).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'created…' })).toBeNull();
  cleanup();
  projects = [...projects, ...Array.from({ length: 12 }, (_, at) => named(`app-${at}`))];
  render(<ProjectsView rest={[]} />);
  expect(await screen.findByRole('combobox', { name: 'Order' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'created…' })).toBeTruthy();
});

it('a project at its cap offers to raise it, and not what would be refused', async () => {
  render(<ProjectsView rest={[]} />);
  await screen.findByRole('link', { name: /^Raise: Barber bookings/ });
  expect(screen.queryByRole('button', { name: /^Deploy .*: Barber bookings/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Prompt: Barber bookings/ })).toBeNull();
  expect(screen.getByRole('link', { name: /^Prompt: The blog/ })).toBeTruthy();
});

it('no row has the service asked: what a project has used comes with the answers of the edge', async () => {
  render(<ProjectsView rest={[]} />);
  await screen.findByText('The blog');
  noteRows([readRow('blog', NOW, { development: 100, used: { development: 82.4, infrastructure: 0 } })]);
  await waitFor(() => expect(document.body.textContent).toContain('82.4/ 100'));
  expect(reads.filter((path) => path.startsWith('/service/projects'))).toEqual([]);
});

it('the row of the open project and its own limits come to one number: whichever is older is read again', async () => {
  const limits = () => reads.filter((path) => path === '/service/projects/shop/credit-limits').length;
  const leave = rowsInSight.watch('shop');
  render(<ProjectsView rest={['shop']} />);
  await screen.findByText('The blog');
  // What its page has read the edge has heard: its row is asked for.
  await waitFor(() => expect(reads.some((path) => path.startsWith('/projects?ids=shop'))).toBe(true));
  const before = limits();
  noteRows([readRow('shop', NOW + 1, { development: 100, used: { development: used, infrastructure: 0 } })]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(limits()).toBe(before);
  used = 82.4;
  noteRows([readRow('shop', NOW + 2, { development: 100, used: { development: used, infrastructure: 0 } })]);
  await waitFor(() => expect(limits()).toBe(before + 1));
  leave();
});

it('a row is the same element before, while and after a search is answered: what is pressed meanwhile is not another', async () => {
  render(<ProjectsView rest={[]} />);
  const row = await screen.findByRole('link', { name: /^The blog/ });
  fireEvent.input(screen.getByRole('searchbox'), { target: { value: 'blog' } });
  const isSearched = () => reads.some((path) => path.includes('search=blog'));
  await waitFor(() => expect(isSearched()).toBe(true));
  expect(screen.getByRole('link', { name: /^The blog/ })).toBe(row);
  await screen.findByText(/^Searched:/);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByRole('link', { name: /^The blog/ })).toBe(row);
});

it('an edge without rows of projects is said to be older, in the place of the list', async () => {
  isOlder = true;
  render(<ProjectsView rest={[]} />);
  await screen.findByText('Your edge is older than this extension');
  expect(rows()).toBe(0);
});

// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { ProjectsView } from './projects-view.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const named = (projectId: string) => ({ projectId, label: `The ${projectId}` });
let projects = ['shop', 'blog'].map(named);

beforeEach(() => {
  fakeBrowser.reset();
  projects = ['shop', 'blog'].map(named);
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere((_, request) => {
    const { path = '' } = request as { path?: string };
    const value = path.startsWith('/service/projects?')
      ? projects
      : path.startsWith('/service/project-groups')
        ? []
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

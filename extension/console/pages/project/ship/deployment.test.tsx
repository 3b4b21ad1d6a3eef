// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readSection } from '../../../../../shared/attention/fixtures.ts';
import type { ProjectRecord } from '../../../../../shared/builder-api/projects.ts';
import { deployOfStatus } from '../../../../../shared/snapshot/project-reading.ts';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { stored } from '../../../../ui/stored-state.ts';
import { goToPart } from '../../../parts/arrival.ts';
import { Deployment } from './deployment.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
});
afterEach(cleanup);

const shown = (status: string | null, project: Partial<ProjectRecord> = {}) => {
  const value = { status, createdAt: '2026-11-22T08:00:00Z', liveUrl: 'shop.example' };
  respondHere((name) => (name === 'readEdge' ? Promise.resolve(success({ value, readAt: NOW })) : null));
  render(<Deployment project={{ projectId: 'shop', ...project }} />);
};

test.each(['error', 'failed'])(
  'a deployment that ended as %s failed (Deployment statuses)',
  async (status) => {
    shown(status);
    expect((await screen.findByText(/^The deployment failed/)).className).toContain('failure');
    await screen.findByText('Ask the agent to fix it');
    expect(screen.queryByText('Open live')).toBeNull();
    // What was live before may be so still.
    screen.getByRole('button', { name: 'Unpublish' });
  },
);

test.each([
  ['success', /^Live, deployed/],
  [null, /^Not deployed\./],
  ['bundling', /bundling/],
])('with the status %s it is said as such: only success is live', async (status, words) => {
  shown(status);
  await screen.findByText(words);
  expect(screen.queryByText(/deployment failed/)).toBeNull();
  expect(screen.queryAllByRole('button', { name: 'Unpublish' })).toHaveLength(status === 'success' ? 1 : 0);
});

test.each([
  [{ what: 'answers', detail: null, tookMs: 420 }, /^· answers in 0.42 s$/, 'live-mark'],
  [{ what: 'status', detail: '502', tookMs: null }, /^· answers with an error/, 'failure'],
])('beside the address stands what visitors got when it was last looked at', async (seen, words, sign) => {
  const look = { at: NOW, host: 'shop.example', ...seen };
  respondHere((name, request) => {
    if (name === 'changeEdge') return Promise.resolve(success({ value: { look: null } }));
    const { path } = request as { path: string };
    const status = { status: 'success', createdAt: '2026-11-22T08:00:00Z', liveUrl: 'shop.example' };
    const value = path === '/sites/shop' ? { deployments: [{ at: NOW, look }] } : status;
    return Promise.resolve(success({ value, readAt: NOW }));
  });
  render(<Deployment project={{ projectId: 'shop' }} />);
  expect((await screen.findByText(words)).className).toBe(sign);
  fireEvent.click(screen.getByRole('button', { name: 'Does it answer?' }));
  await screen.findByText(/Nothing can be said/);
});

test('a command to deploy opens the question, with the focus on it, and sends nothing', async () => {
  location.hash = '#/projects/shop/ship';
  shown('success');
  await screen.findByText(/^Live, deployed/);
  goToPart('#/projects/shop/ship', 'deploy');
  const question = await screen.findByRole('group', { name: /Publishes the newest version/ });
  expect(document.activeElement).toBe(question);
  fireEvent.keyDown(question, { key: 'Escape' });
  expect(document.activeElement?.textContent).toMatch(/^Deploy/);
});

test('is as old as in the list of projects: since its end, where that is known', async () => {
  const { snapshot } = stored.value ?? {};
  const [project] = snapshot?.snapshot.sections.projects.data?.items ?? [];
  if (!stored.value || !snapshot || !project) throw new Error('nothing was read');
  const startedAt = Date.parse('2026-11-22T08:00:00Z');
  const deploy = {
    ...deployOfStatus({ status: 'success' }, null),
    startedAt,
    finishedAt: startedAt + 4 * MINUTE_MS,
  };
  const items = [{ ...project, projectId: 'shop', deploy }];
  const { sections } = snapshot.snapshot;
  const projects = readSection({ total: 1, items }, NOW);
  stored.value = {
    ...stored.value,
    snapshot: { ...snapshot, snapshot: { ...snapshot.snapshot, sections: { ...sections, projects } } },
  };
  shown('success');
  await screen.findByText(/^Live, deployed 56\smin ago/);
});

test('the button to deploy says that the newest version is live already, where it is', async () => {
  const values = {
    status: { status: 'success', createdAt: '2026-11-22T08:00:00Z' },
    versions: { versions: [{ _id: 'v1', createdAt: '2026-11-22T07:00:00Z' }], totalCount: 1 },
  };
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const isList = (request as { path: string }).path.includes('/versions');
    return Promise.resolve(success({ value: isList ? values.versions : values.status, readAt: NOW }));
  });
  render(<Deployment project={{ projectId: 'shop' }} />);
  await screen.findByText(/^Live, deployed/);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Deploy/ }).title).toMatch(/That version is live already/),
  );
});

test('while one is under way the address keeps its place, and nothing is claimed of what is there', async () => {
  shown('deploying', { productionProjectUrl: 'shop.example' });
  await screen.findByText('shop.example');
  screen.getByRole('link', { name: /Open what visitors get/ });
});

test('what would refuse a deployment stands in place of its question', async () => {
  shown('success', { agentProcessStatus: 'init', agentServerStatus: 'Active' });
  await screen.findByText(/^It would be refused now\. The agent is at work/);
  const deploy = screen.getByRole('button', { name: /^Deploy/ });
  expect(deploy.className).toContain('unable');
  expect(deploy.title).toMatch(/The agent is at work/);
  fireEvent.click(deploy);
  const question = screen.getByRole('group', { name: /^It would be refused now/ });
  expect([...question.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Cancel']);
});

test('one that is under way by the newest reading is no refusal of the next', async () => {
  shown('success', {
    agentServerStatus: 'Active',
    deployment: { status: 'deploying', createdAt: '2026-11-22T08:59:00Z' },
  });
  await screen.findByText(/^Live, deployed/);
  expect(screen.queryByText(/would be refused now/)).toBeNull();
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readSection } from '../../../../../shared/attention/fixtures.ts';
import type { ProjectRecord } from '../../../../../shared/builder-api/projects.ts';
import { shownDeploy } from '../../../../../shared/snapshot/project-reading.ts';
import { DAY_MS, MINUTE_MS } from '../../../../../shared/time.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { stored } from '../../../../ui/stored-state.ts';
import { goToPart } from '../../../parts/arrival.ts';
import { Deployment } from './deployment.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

/** What the edge knows of deployments that succeeded. */
const siteOf = (...deployments: { at: number; look: object | null }[]): Record<string, unknown> => ({
  deployments: deployments.map((one) => ({ versionId: null, isUnsure: false, ...one })),
  marks: [],
});

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
});
afterEach(cleanup);

/** @param succeeded when deployments of before did, as the edge knows */
const shown = (
  status: string | null,
  project: Partial<ProjectRecord> = {},
  succeeded = [NOW - DAY_MS],
  unpublishedAt?: number,
) => {
  const record = { status, createdAt: '2026-11-22T08:00:00Z', liveUrl: 'shop.example' };
  const site = { ...siteOf(...succeeded.map((at) => ({ at, look: null }))), unpublishedAt };
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const value = (request as { path: string }).path === '/sites/shop' ? site : record;
    return Promise.resolve(success({ value, readAt: NOW }));
  });
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
    await screen.findByRole('button', { name: 'Unpublish' });
  },
);

test.each(['error', 'deploying'])(
  'of what was never published nothing is opened or unpublished (%s)',
  async (status) => {
    shown(status, { productionProjectUrl: 'shop.example' }, []);
    await screen.findAllByText(/^(The deployment failed|Deploying)/);
    expect(screen.queryByText(/shop.example|Open/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Unpublish' })).toBeNull();
  },
);

test.each([
  ['before it was taken down', [NOW - DAY_MS], NOW - DAY_MS / 2, 0],
  ['again after that', [NOW - DAY_MS / 4, NOW - DAY_MS], NOW - DAY_MS / 2, 1],
] as const)(
  'of a deployment that failed, what was published %s is there to open and to take down by then',
  async (_, succeeded, downAt, count) => {
    shown('error', { productionProjectUrl: 'shop.example' }, [...succeeded], downAt);
    await screen.findByText(/^The deployment failed/);
    await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Unpublish' })).toHaveLength(count));
    expect(screen.queryAllByRole('link', { name: /Open/ })).toHaveLength(count);
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

const ANSWERS = { at: NOW, what: 'answers', detail: null, tookMs: 420 };
const GOT_502 = { at: NOW, what: 'status', detail: '502', tookMs: null };
test.each([
  [ANSWERS, /^· answered at \d\d:\d\d, in 0.42 s$/, 'live-mark'],
  [GOT_502, /^· got an error \(502\) at \d\d:\d\d$/, 'failure'],
  // What was seen longer ago is no sign of today.
  [{ ...ANSWERS, at: NOW - DAY_MS }, /^· answered at \d+ Nov, \d\d:\d\d, in 0.42 s$/, ''],
  [{ ...GOT_502, at: NOW - 10 * DAY_MS }, /^· got an error \(502\) at \d+ Nov, \d\d:\d\d$/, ''],
])('beside the address stands what visitors got when it was last looked at', async (seen, words, sign) => {
  const look = { host: 'shop.example', ...seen };
  respondHere((name, request) => {
    if (name === 'changeEdge') return Promise.resolve(success({ value: { look: null } }));
    const { path } = request as { path: string };
    const status = { status: 'success', createdAt: '2026-11-22T08:00:00Z', liveUrl: 'shop.example' };
    const value = path === '/sites/shop' ? siteOf({ at: NOW, look }) : status;
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
    ...shownDeploy({ status: 'success' }, null),
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

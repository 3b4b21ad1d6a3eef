// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { goToPart } from '../../parts/arrival.ts';
import { Deployment } from './deployment.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
});
afterEach(cleanup);

const shown = (status: string | null) => {
  const value = { status, createdAt: '2026-11-22T08:00:00Z', liveUrl: 'shop.example' };
  respondHere((name) => (name === 'readEdge' ? Promise.resolve(success({ value, readAt: NOW })) : null));
  render(<Deployment project={{ projectId: 'shop' }} />);
};

test.each(['error', 'failed'])(
  'a deployment that ended as %s failed (Deployment statuses)',
  async (status) => {
    shown(status);
    expect((await screen.findByText(/^The deployment failed/)).className).toContain('failure');
    await screen.findByText('Ask the agent to fix it');
    await screen.findByText(/does not say which version visitors see/);
    expect(screen.queryByText('Open live')).toBeNull();
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

test('a command to deploy opens the question, with the focus on it, and sends nothing', async () => {
  location.hash = '#/projects/shop/ship';
  shown('success');
  await screen.findByText(/^Live, deployed/);
  goToPart('#/projects/shop/ship', 'deploy');
  const question = await screen.findByRole('group', { name: /publishes the newest version/ });
  expect(document.activeElement).toBe(question);
  fireEvent.keyDown(question, { key: 'Escape' });
  expect(document.activeElement?.textContent).toMatch(/^Deploy/);
});

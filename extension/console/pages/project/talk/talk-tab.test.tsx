// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { TalkTab } from './talk-tab.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const at = (minutes: number) => new Date(NOW - 60 * MINUTE_MS + minutes * MINUTE_MS).toISOString();
const said = (author: string, message: string, minutes: number, more = {}) => ({
  ...{ author, message, createdAt: at(minutes) },
  ...more,
});
const turn = (prompt: string, minutes: number, version: string) => [
  said('user', prompt, minutes),
  said('agent', `Answer to ${prompt}`, minutes + 5, { messageType: 'finished', versionId: version }),
];
const CONVERSATION = [
  ...turn('A landing page', 0, 'v1'),
  ...turn('The menu does not close', 20, 'v2'),
  ...turn('The menu still does not close', 30, 'v3'),
  ...turn('menu stays open', 40, 'v4'),
];
let changes: unknown[];

beforeEach(() => {
  fakeBrowser.reset();
  changes = [];
  respondHere((name, request) => {
    if (name === 'changeEdge') changes.push(request);
    const { path = '' } = (request ?? {}) as { path?: string };
    const value = path.includes('full-conversation')
      ? { conversation: CONVERSATION }
      : path.startsWith('/sites/')
        ? { deployments: [], marks: [] }
        : path.startsWith('/events')
          ? { events: [], nextBefore: null }
          : {};
    return Promise.resolve(success({ value, readAt: NOW }));
  });
  const reason = { kind: 'going-in-circles', count: 3, credits: 62, lastAt: NOW - 20 * MINUTE_MS } as const;
  const item = {
    ...{ id: 'going-in-circles:shop:2', severity: 'warning' as const, projectId: 'shop', reason },
    ...{ since: NOW - 40 * MINUTE_MS, openedAt: NOW, opening: 1, seen: null, rank: 0 },
  };
  const { snapshot: kept, ...seeded } = popupStates(NOW).busy;
  if (!kept) throw new Error('Nothing is stored.');
  const attention = { items: [item], open: 1, ended: [], lastAnnouncement: 0 };
  paintFrom({ ...seeded, snapshot: { ...kept, snapshot: { ...kept.snapshot, attention } } }, NOW);
});
afterEach(cleanup);

const prompts = () => [...document.querySelectorAll('.said.mine')].map(({ textContent }) => textContent);

it('the link of prompts about the same thing shows these alone, and all on demand', async () => {
  render(<TalkTab projectId="shop" rest={['circles']} />);
  await screen.findByText('menu stays open');
  expect(prompts()).toHaveLength(3);
  expect(screen.queryByText(/^Answer/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show 5 earlier messages' }));
  await screen.findByText('Answer to A landing page');
  expect(prompts()).toHaveLength(4);
});

it('a run that made a version is marked as one that works', async () => {
  render(<TalkTab projectId="shop" rest={[]} />);
  const stars = await screen.findAllByRole('button', { name: /^This works/ });
  expect(stars).toHaveLength(4);
  fireEvent.click(stars.at(-1) as HTMLElement);
  await waitFor(() =>
    expect(changes).toMatchObject([
      { method: 'PUT', path: '/sites/shop/marks/v4', body: { madeAt: Date.parse(at(45)) } },
    ]),
  );
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../../messaging/client.ts';
import { ProjectWebhook } from './webhook-tab.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const EDGES = 'https://edge.example/hooks/projects/shop';
const HOOK = { projectId: 'shop', ready: true, secretChangedAt: null };

afterEach(cleanup);

it('shows where the webhook of a project points, and what came by it', async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere((_name, request) => {
    const { path } = request as { path: string };
    const value = path.startsWith('/events')
      ? { events: [], nextCursor: null, oldestAt: null }
      : path.startsWith('/subscriptions')
        ? [HOOK]
        : { url: EDGES, enabled: true, secretPrefix: null };
    return Promise.resolve(success({ value, readAt: NOW }));
  });
  render(<ProjectWebhook projectId="shop" />);
  for (const part of screen.getAllByRole('button')) fireEvent.click(part);
  await screen.findByText(/^It points at your edge/);
  await screen.findByText('Nothing yet.');
});

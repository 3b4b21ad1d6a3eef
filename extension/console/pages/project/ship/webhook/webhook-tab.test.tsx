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

it.each([
  ['nowhere', null, [], 'Nothing comes while it points nowhere.'],
  ['elsewhere', 'https://app.example/hook', [], 'What it sends goes elsewhere and does not come here.'],
  ['at this edge', EDGES, [HOOK], "None of the project's latest events came by it."],
])('says why nothing came by a webhook that points %s', async (_, url, hooks, words) => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere((_name, request) => {
    const { path } = request as { path: string };
    const webhook = { url, enabled: url !== null, secretPrefix: null };
    const value = path.startsWith('/events')
      ? { events: [], nextCursor: null }
      : path.startsWith('/subscriptions')
        ? hooks
        : webhook;
    return Promise.resolve(success({ value, readAt: NOW }));
  });
  render(<ProjectWebhook projectId="shop" />);
  for (const part of screen.getAllByRole('button')) fireEvent.click(part);
  await screen.findByText(words);
});

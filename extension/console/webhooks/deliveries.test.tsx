// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../edge-client/api-error.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { respondHere } from '../../messaging/client.ts';
import { Deliveries } from './deliveries.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const at = new Date(NOW).toISOString();
const delivery = (id: number) => ({
  ...{ id, webhookId: 'w1', event: 'deployment.finished', eventId: `deploy:${id}`, projectId: 'shop' },
  ...{ feature: null, status: 'delivered', attempts: 1, httpStatus: 200, durationMs: 20, error: null },
  ...{ at, updatedAt: at },
});

afterEach(cleanup);

it('of 10,000 deliveries only a few are rendered, and all are counted', async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  const deliveries = Array.from({ length: 10_000 }, (_, id) => delivery(id));
  respondHere(() => Promise.resolve(success({ value: { deliveries, nextCursor: null }, readAt: NOW })));
  render(<Deliveries webhookId="w1" />);
  await screen.findByText('10,000 deliveries, newest first');
  const list = screen.getByRole('list', { name: 'Deliveries' });
  expect(within(list).queryAllByRole('listitem').length).toBeLessThan(100);
});

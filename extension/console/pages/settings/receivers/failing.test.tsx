// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  type DeliveryFailureGroup,
  REJECTION_REASONS,
  type SubscriptionHealth,
} from '../../../../../shared/snapshot/webhook-health.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { browserNow } from '../../../../ui/page-state.ts';
import { Failing } from './failing.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => {
  fakeBrowser.reset();
  opened.value = null;
  paintFrom({}, NOW);
});
afterEach(cleanup);

const opened = signal<string | null>(null);
const shown = (
  ours: Partial<SubscriptionHealth>,
  groups: DeliveryFailureGroup[] = [],
  listed: Parameters<typeof Failing>[0]['listed'] = null,
) => {
  const none = { mode: 'push' as const, syncedAt: NOW, origin: null, subscriptions: [], rejections: [] };
  const deliveries = { data: { total: groups.length, groups }, readAt: NOW, error: null };
  const { container } = render(
    <Failing
      ours={{ ...none, silent: null, ...ours }}
      deliveries={deliveries}
      listed={listed}
      opened={opened}
    />,
  );
  return container;
};

it('says why deliveries were refused, and what they were of, in words of its own', () => {
  const rejection = { count: 2, lastAt: NOW, skewSeconds: -420, about: 'project.paused' };
  shown({ rejections: REJECTION_REASONS.map((reason) => ({ ...rejection, reason })) });
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines).toHaveLength(REJECTION_REASONS.length);
  expect(lines.filter((line) => line?.includes('{') || !line?.includes('Project paused'))).toEqual([]);
  const stale = screen.getByText(/^The sender's clock is 7\smin behind/).closest('li') as HTMLElement;
  within(stale).getByText('Project paused · 2 times, just now');
});

it("shows the service's words as the service's", () => {
  const problem = 'The service refused the subscription: Too many subscriptions';
  shown({ subscriptions: [{ event: 'project.paused', state: 'failing', lastReceivedAt: null, problem }] });
  screen.getByText(/“Too many subscriptions”$/);
});

it('counts the events that were missed', () => {
  shown({ silent: { since: NOW, missed: 3, until: NOW, newest: [] } });
  screen.getByText(/^Your edge missed 3 events since /);
});

it('names what was missed, leads to what was found of it, and says until when that stands', () => {
  const missed = { event: 'deployment.finished', projectId: 'shop', at: NOW };
  const newest = [
    { ...missed, seq: 7 },
    { ...missed, seq: null, event: 'agent.prompt.finished' },
  ];
  shown({ silent: { since: NOW, missed: 2, until: NOW + 3_600_000, newest } });
  const link = screen.getByRole('link', { name: /^Deployment finished · / });
  expect(link.getAttribute('href')).toMatch(/activity\/7$/);
  expect(screen.getAllByRole('link')).toHaveLength(1);
  screen.getByText(/Here until \S+/);
});

const GROUP: DeliveryFailureGroup = {
  ...{ webhookId: 'w1', event: 'project.paused', host: 'shop.example', ours: false, httpStatus: 500 },
  ...{ error: 'HTTP 500', count: 2, firstAt: NOW, lastAt: NOW, lastProjectId: null, givenUp: true },
};

it('a receiver that fails in several ways is one line, with each of them and one way to its deliveries', () => {
  shown({}, [GROUP, { ...GROUP, httpStatus: null, error: 'timeout' }]);
  const line = screen.getByRole('listitem');
  fireEvent.click(screen.getByRole('button'));
  expect(line.textContent).toMatch(/HTTP 500, 2 deliveries.*timeout, 2 deliveries/);
});

it('the list of deliveries says how often it fails, for its head too; once they arrive, the head says so', async () => {
  browserNow.value = NOW + 1_000;
  const at = new Date(NOW).toISOString();
  const delivery = (id: number, status: string) => ({
    ...{ id, event: 'project.paused', status, attempts: 3, httpStatus: 500, error: 'HTTP 500', at },
    updatedAt: at,
  });
  let deliveries = [3, 2, 1].map((id) => delivery(id, 'failed'));
  respondHere(() =>
    Promise.resolve(success({ value: { deliveries, nextCursor: null }, readAt: browserNow.peek() })),
  );
  const container = shown({}, [GROUP]);
  const head = () => container.querySelector('.setting-value')?.textContent;
  expect(head()).toContain('2 deliveries');
  const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }));
  press(/^Look: shop\.example/);
  await waitFor(() => expect(head()).toContain('3 deliveries'));
  press(/^Look: shop\.example/);
  deliveries = [delivery(4, 'delivered'), ...deliveries];
  browserNow.value = NOW + 2_000;
  press(/^Look: shop\.example/);
  await waitFor(() => expect(head()).toBe('fails no longer'));
});

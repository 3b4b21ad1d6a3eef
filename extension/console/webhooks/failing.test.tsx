// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { cleanup, render, screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  type DeliveryFailureGroup,
  REJECTION_REASONS,
  type SubscriptionHealth,
} from '../../../shared/snapshot/webhook-health.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { Failing } from './failing.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom({}, NOW);
});
afterEach(cleanup);

const shown = (ours: Partial<SubscriptionHealth>, groups: DeliveryFailureGroup[] = []) => {
  const none = { mode: 'push' as const, syncedAt: NOW, subscriptions: [], rejections: [], silent: null };
  render(<Failing ours={{ ...none, ...ours }} groups={groups} opened={signal(null)} repair={null} />);
};

it('says why deliveries were refused, and what they were of, in words of its own', () => {
  const rejection = { count: 2, lastAt: NOW, skewSeconds: -420, about: 'project.paused' };
  shown({ rejections: REJECTION_REASONS.map((reason) => ({ ...rejection, reason })) });
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines).toHaveLength(REJECTION_REASONS.length);
  expect(lines.filter((line) => line?.includes('{') || !line?.includes('A project was paused'))).toEqual([]);
  const stale = screen.getByText(/^The sender's clock is 7\smin behind/).closest('li') as HTMLElement;
  within(stale).getByText('A project was paused · 2 times, just now');
});

it("shows the service's words as the service's", () => {
  const problem = 'The service refused the subscription: Too many subscriptions';
  shown({ subscriptions: [{ event: 'project.paused', state: 'failing', lastReceivedAt: null, problem }] });
  screen.getByText(/“Too many subscriptions”$/);
});

it('counts the events that were missed', () => {
  shown({ silent: { since: NOW, missed: 3 } });
  screen.getByText(/^Your edge missed 3 events since /);
});

it('offers the deliveries of a receiver that fails in several ways once', () => {
  const group: DeliveryFailureGroup = {
    ...{ webhookId: 'w1', event: 'project.paused', host: 'shop.example', ours: false, httpStatus: 500 },
    ...{ error: 'HTTP 500', count: 2, firstAt: NOW, lastAt: NOW, lastProjectId: null, givenUp: true },
  };
  shown({}, [group, { ...group, httpStatus: null, error: 'timeout' }]);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { webhookList } from '../../../../../shared/builder-api/webhooks.ts';
import { apiError, success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { useResource } from '../../../../reads/resource.ts';
import { OtherReceivers } from './other-receivers.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const EVENTS = ['deployment.finished', 'project.paused', 'project.resumed'];

afterEach(cleanup);

/** A service with one receiver of three events; it refuses to end the subscription of `refused`. */
async function shown(refused: string | null, failing: ReadonlySet<string> = new Set()) {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  const headers = { Authorization: null, 'X-Team': null };
  let webhooks = EVENTS.map((event) => ({
    id: `id-${event}`,
    url: 'https://a.example/hook',
    event,
    headers,
  }));
  const ended: string[] = [];
  respondHere((name, request) => {
    const { path } = request as { path: string };
    if (name === 'changeEdge') {
      const id = path.split('/').at(-1) ?? '';
      ended.push(id);
      if (id === `id-${refused}`) return Promise.resolve(apiError('edge-failing'));
      webhooks = webhooks.filter((one) => one.id !== id);
      return Promise.resolve(success({ value: { success: true } }));
    }
    const value = path.includes('/deliveries') ? { deliveries: [], nextCursor: null } : { webhooks };
    return Promise.resolve(success({ value, readAt: NOW }));
  });
  const View = () => (
    <OtherReceivers
      webhooks={useResource({ path: '/service/webhooks', schema: webhookList })}
      origin="https://edge.example"
      failing={failing}
      opened={signal(null)}
      isAdding={signal(false)}
    />
  );
  render(<View />);
  if (failing.size > 0) {
    await act(async () => {});
    return { row: document.body, ended };
  }
  const row = await screen.findByRole('button', { name: /^a\.example/ });
  fireEvent.click(row);
  return { row, ended };
}

/** A question is armed after a moment. */
async function confirm(opener: RegExp, sure: RegExp) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: opener }));
  await act(async () => void (await vi.advanceTimersByTimeAsync(500)));
  vi.useRealTimers();
  fireEvent.click(screen.getByRole('button', { name: sure }));
}

it('a receiver that fails is not listed a second time', async () => {
  await shown(null, new Set([`id-${EVENTS[1]}`]));
  expect(screen.queryByText(/a\.example/)).toBeNull();
});

it('a receiver of several events is one row that names them', async () => {
  const { row } = await shown(null);
  expect(row.textContent).toMatch(/3 events: Deployment finished, Project paused, Project resumed/);
  expect(screen.getAllByText(/Its id: id-/)).toHaveLength(3);
  expect(screen.getAllByText(/sends Authorization and X-Team/)).toHaveLength(3);
});

it('it is deleted with all its subscriptions, one after another, after one question', async () => {
  const { ended } = await shown(null);
  await confirm(/^Delete with all/, /^Stop sending 3 events to a\.example/);
  await waitFor(() => expect(screen.queryByText(/^a\.example/)).toBeNull());
  expect(ended).toEqual(EVENTS.map((event) => `id-${event}`));
});

it('what the service refuses to end stays, and says why', async () => {
  await shown('project.paused');
  await confirm(/^Delete with all/, /^Stop sending 3 events/);
  const left = await waitFor(() => {
    const rows = screen.getAllByText(/Its id: id-/);
    expect(rows).toHaveLength(1);
    return rows[0]?.closest('li') as HTMLElement;
  });
  expect(left.textContent).toContain('project.paused');
  expect(within(left).getByRole('status').textContent).not.toBe('');
});

it('one of its events is ended alone', async () => {
  const { ended } = await shown(null);
  await confirm(/^Remove.*Project resumed/, /^Stop sending “Project resumed” to a\.example/);
  await waitFor(() => expect(screen.getAllByText(/Its id: id-/)).toHaveLength(2));
  expect(ended).toEqual(['id-project.resumed']);
});

it('an opened receiver takes more events in its row, and what it gets is taken', async () => {
  const { row } = await shown(null);
  fireEvent.click(screen.getByRole('button', { name: /^Add events….*a\.example/ }));
  const projects = await screen.findByLabelText('About which projects');
  await waitFor(() => expect(document.activeElement).toBe(projects));
  expect(row.closest('li')?.contains(projects)).toBe(true);
  expect(screen.queryByLabelText('Its address')).toBeNull();
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  expect(box(/^Deployment finished/).disabled).toBe(true);
  expect(box(/^Run finished/).disabled).toBe(false);
});

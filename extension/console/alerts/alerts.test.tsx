// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ChannelRecord } from '../../../shared/edge-api/channels.ts';
import { apiErrorOf, success } from '../../edge-client/api-error.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { respondHere } from '../../messaging/client.ts';
import { readFormDraft } from '../../storage/form-drafts.ts';
import { Alerts } from './alerts.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const MINUTE_MS = 60_000;
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const channel = (more: Partial<ChannelRecord> = {}): ChannelRecord => ({
  ...{ channelId: 'channel-1', kind: 'slack', name: 'Studio', tells: ['failures', 'limits'], over: true },
  ...{ hours: null, language: 'en', host: 'hooks.slack.example', setAt: NOW, setBy: null, state: 'ready' },
  ...{ problem: null, nextTryAt: null, sent: 14, waiting: 2, alerts: [] },
  lastSent: { at: NOW - 3 * MINUTE_MS, title: 'House handbook is at its cap' },
  ...more,
});

type Change = { method: string; path: string; body?: unknown };
let changes: Change[];
let listed: unknown;
let refusal: ReturnType<typeof apiErrorOf> | null;

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  changes = [];
  listed = { channels: [] };
  refusal = null;
  respondHere((name, request) => {
    if (name === 'readEdge') return Promise.resolve(success({ value: listed, readAt: NOW }));
    if (name !== 'changeEdge') return null;
    changes.push(request as Change);
    return Promise.resolve(refusal ?? success({ value: null }));
  });
});
afterEach(cleanup);

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const TOKEN = '123456:ABC-secret';

function fillTelegram() {
  press('Add a channel');
  press('Telegram');
  type('Name', 'Jana');
  type('Bot token, as 123456:ABC', TOKEN);
  type('Chat id: a number, or @ and a name', '-1002134');
}

describe('a new channel', () => {
  it('is sent whole: what to tell, when by the clock of this browser, and where', async () => {
    render(<Alerts isOwner />);
    fillTelegram();
    press('Failures');
    fireEvent.click(screen.getByLabelText(/Only at certain hours/));
    press('Sat');
    press('Sun');
    fireEvent.click(screen.getByLabelText('Tell also when it is over'));
    press('Add Telegram');
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    expect(changes).toEqual([
      {
        method: 'PUT',
        path: expect.stringMatching(/^\/channels\/[\w-]{8,}$/),
        body: {
          ...{ kind: 'telegram', name: 'Jana', tells: ['needs-you', 'failures'], over: true, language: 'en' },
          hours: { from: '08:00', to: '22:00', days: [1, 2, 3, 4, 5], timeZone: ZONE, stoppingPasses: true },
          target: { kind: 'telegram', token: TOKEN, chat: '-1002134' },
        },
      },
    ]);
  });

  it('keeps its secret out of the browser’s storage, where the rest of the form survives the page', async () => {
    render(<Alerts isOwner />);
    fillTelegram();
    await waitFor(async () =>
      expect(await readFormDraft('channel new')).toMatchObject({
        fields: { name: 'Jana', kind: 'telegram' },
      }),
    );
    expect(
      JSON.stringify([await browser.storage.local.get(null), await browser.storage.session.get(null)]),
    ).not.toContain(TOKEN);
    expect(screen.getByLabelText<HTMLInputElement>('Bot token, as 123456:ABC').type).toBe('password');
    cleanup();
    render(<Alerts isOwner />);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Jana'));
    expect(screen.getByLabelText<HTMLInputElement>('Bot token, as 123456:ABC').value).toBe('');
  });

  it('can’t be sent without an address, and forgets one that was typed for another service', async () => {
    render(<Alerts isOwner />);
    press('Add a channel');
    type('Name', 'Studio');
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Add (Slack|Discord)$/ });
    expect(save().disabled).toBe(true);
    type('Address of the incoming webhook', 'https://hooks.slack.example/T0/B0/x');
    await waitFor(() => expect(save().disabled).toBe(false));
    press('Discord');
    await waitFor(() => expect(save().textContent).toBe('Add Discord'));
    expect(save().disabled).toBe(true);
  });

  it('is tested before it is stored; a refused test is told in the service’s own words, and nothing is lost', async () => {
    refusal = apiErrorOf(502, { errorCode: 'EDGE_CHANNEL_FAILED', errorMessage: '401 Unauthorized' });
    render(<Alerts isOwner />);
    fillTelegram();
    press('Send a test');
    await screen.findByText(/did not confirm the test\. \(401 Unauthorized\)/);
    expect(changes).toEqual([
      {
        method: 'POST',
        path: expect.stringMatching(/^\/channels\/[\w-]{8,}\/test$/),
        body: {
          channel: expect.objectContaining({ target: { kind: 'telegram', token: TOKEN, chat: '-1002134' } }),
        },
      },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Bot token, as 123456:ABC').value).toBe(TOKEN);
  });

  it('of ntfy says that its free server refuses Workers', async () => {
    render(<Alerts isOwner />);
    press('Add a channel');
    expect(screen.queryByText(/free ntfy\.sh/)).toBeNull();
    press('ntfy');
    await screen.findByText(/free ntfy\.sh refuses Workers/);
  });
});

describe('a stored channel', () => {
  it('says what it tells, what was sent and what waits, and why it is stopped', async () => {
    const problem = { status: 410, words: 'no_service', since: NOW - 5 * MINUTE_MS };
    const alerts = [{ at: NOW, title: 'Shop deployed', result: 'own' as const }];
    listed = { channels: [channel({ state: 'stopped', problem, alerts })] };
    render(<Alerts isOwner />);
    const row = await screen.findByText('Studio').then((name) => name.closest('li') as HTMLElement);
    expect(row.textContent).toMatch(/Slack · hooks\.slack\.example/);
    expect(row.textContent).toMatch(/Failures.*Limits · also when it is over/);
    expect(row.textContent).toMatch(/House handbook is at its cap · 14 sent in 30 days · 2 wait/);
    expect(row.textContent).toMatch(/refuses alerts, first 5.min.ago, with “410 no_service”\./);
    expect(row.textContent).toMatch(/Shop deployed · not sent: your own change caused it/);
  });

  it('is changed without its address, which stays', async () => {
    const hours = { from: '08:00', to: '18:00', days: [1, 5], timeZone: 'Asia/Tokyo', stoppingPasses: false };
    listed = { channels: [channel({ hours })] };
    render(<Alerts isOwner />);
    fireEvent.click(await screen.findByRole('button', { name: 'Change the channel' }));
    type('Name', 'Studio Nord');
    press('Save the channel');
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]).toEqual({
      method: 'PUT',
      path: '/channels/channel-1',
      body: {
        kind: 'slack',
        name: 'Studio Nord',
        tells: ['failures', 'limits'],
        over: true,
        hours,
        language: 'en',
      },
    });
  });

  it('is tested as it is stored, and removed after a question that says it can’t be undone', async () => {
    listed = { channels: [channel()] };
    render(<Alerts isOwner />);
    fireEvent.click(await screen.findByRole('button', { name: 'Test' }));
    await screen.findByText('The service took the test.');
    const row = screen.getByText('Studio').closest('li') as HTMLElement;
    fireEvent.click(within(row).getByRole('button', { name: 'Remove' }));
    const sure = within(row).getByRole('button', { name: /^Remove Studio .*can't be undone/ });
    await waitFor(() => expect(sure.getAttribute('aria-disabled')).not.toBe('true'));
    fireEvent.click(sure);
    await waitFor(() =>
      expect(changes).toEqual([
        { method: 'POST', path: '/channels/channel-1/test', body: {} },
        { method: 'DELETE', path: '/channels/channel-1' },
      ]),
    );
  });
});

it('builders see names and kinds, and nothing to press', async () => {
  listed = { names: [{ channelId: 'channel-1', kind: 'telegram', name: 'Jana' }] };
  render(<Alerts isOwner={false} />);
  const row = (await screen.findByText('Jana')).closest('li');
  expect(row?.textContent).toBe('Jana Telegram');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

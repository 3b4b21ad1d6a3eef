// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ChannelRecord } from '../../../../../shared/edge-api/channels.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { apiErrorOf } from '../../../../edge-client/edge-client.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { TOPICS } from '../../../../i18n/topic-words.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { readFormDraft } from '../../../../storage/form-drafts.ts';
import { type Notice, noticesItem } from '../../../../storage/notices.ts';
import { DEFAULT_SETTINGS } from '../../../../storage/settings.ts';
import { Alerts } from './alerts.tsx';
import { channelSign } from './channel-row.tsx';

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

const paintAs = (role: 'builder' | 'viewer') => {
  const { connection, ...state } = popupStates(NOW).busy;
  paintFrom({ ...state, ...(connection && { connection: { ...connection, role } }) }, NOW);
};

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
const SECRET = 'Secret';

function fillTelegram() {
  press('Add a channel');
  press('Telegram');
  type('Name', 'Jana');
  type('Bot token, as 123456:ABC', TOKEN);
  type('Chat ID: a number, or @ and a name', '-1002134');
}

describe('a new channel', () => {
  it('is sent whole: what to tell, when by the clock of this browser, and where', async () => {
    render(<Alerts linked={null} />);
    fillTelegram();
    press('Failures');
    expect(screen.getByRole('button', { name: 'Failures' }).title).toMatch(/Run failed · Deployment failed/);
    fireEvent.click(screen.getByLabelText(/Only at certain hours/));
    press('Sat');
    press('Sun');
    fireEvent.click(screen.getByLabelText('Also send when it is over'));
    press('Save the channel');
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

  it('has the focus once it is added, and is not asked to be tested where its test arrived before', async () => {
    respondHere((name, request) => {
      if (name === 'readEdge') return Promise.resolve(success({ value: listed, readAt: NOW }));
      const { method, path } = request as Change;
      const channelId = path.split('/')[2] ?? '';
      if (method === 'PUT') listed = { channels: [channel({ channelId, name: 'Jana', lastSent: null })] };
      return Promise.resolve(success({ value: null }));
    });
    const { unmount } = render(<Alerts linked={null} />);
    fillTelegram();
    press('Send a test');
    await screen.findByText('The channel accepted the test.');
    press('Save the channel');
    await screen.findByText('Jana is saved and tested.');
    const row = await rowOf('Jana');
    await waitFor(() => expect(document.activeElement).toBe(row));
    unmount();
    listed = { channels: [] };
    render(<Alerts linked={null} />);
    fillTelegram();
    press('Save the channel');
    await screen.findByText(/^Jana is saved\. Send a test/);
  });

  it('keeps its secret out of the browser’s storage, where the rest of the form survives the page', async () => {
    render(<Alerts linked={null} />);
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
    render(<Alerts linked={null} />);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Jana'));
    expect(screen.getByLabelText<HTMLInputElement>('Bot token, as 123456:ABC').value).toBe('');
  });

  it('shows its address while it is typed, and says that it is none once the field is left', async () => {
    render(<Alerts linked={null} />);
    press('Add a channel');
    press('Your own address');
    const address = screen.getByLabelText<HTMLInputElement>('Address');
    expect(address.type).toBe('text');
    fireEvent.input(address, { target: { value: 'shop.example' } });
    expect(screen.queryByText('The address must start with https://.')).toBeNull();
    fireEvent.blur(address);
    await screen.findByText('The address must start with https://.');
  });

  it('shows a secret while it is typed where that is asked for, and generates one', async () => {
    render(<Alerts linked={null} />);
    press('Add a channel');
    press('Your own address');
    const secret = () => screen.getByLabelText<HTMLInputElement>(SECRET);
    expect(secret().type).toBe('password');
    press(`Show what is entered: ${SECRET}`);
    await waitFor(() => expect(secret().type).toBe('text'));
    press('Generate a secret');
    await waitFor(() => expect(secret().value).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/));
    await screen.findByRole('button', { name: 'Copy' });
  });

  it('says in the words of the form which address the edge does not call', async () => {
    refusal = apiErrorOf(400, {
      errorCode: 'EDGE_INVALID_REQUEST',
      errorMessage: 'target.server must not be an address of a private network.',
      errorDetails: { field: 'target.server', reason: 'private-network' },
    });
    render(<Alerts linked={null} />);
    fillTelegram();
    press('Send a test');
    await screen.findByText(/^Your edge can't reach a private network/);
    expect(screen.queryByText(/target\.server/)).toBeNull();
  });

  it('is of all projects, or of those that are chosen', async () => {
    render(<Alerts linked={null} />);
    fillTelegram();
    press('Only these');
    await screen.findByText('Still missing – About which projects');
    const projects = within(screen.getByRole('group', { name: 'About which projects' }));
    fireEvent.click((await projects.findAllByRole('checkbox'))[0] as HTMLElement);
    press('Save the channel');
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]?.body).toMatchObject({ projects: [expect.any(String)] });
  });

  it('can’t be sent without an address, and forgets one that was typed for another service', async () => {
    render(<Alerts linked={null} />);
    press('Add a channel');
    type('Name', 'Studio');
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Save the channel$/ });
    expect(isOff(save())).toBe(true);
    type('Address of the incoming webhook', 'https://hooks.slack.example/T0/B0/x');
    await waitFor(() => expect(isOff(save())).toBe(false));
    press('Discord');
    await waitFor(() => expect(save().textContent).toBe('Save the channel'));
    expect(isOff(save())).toBe(true);
  });

  it('says which of its fields are still missing or wrong, until it can be sent', async () => {
    render(<Alerts linked={null} />);
    press('Add a channel');
    press('Your own address');
    await screen.findByText(`Still missing – Name · Address · ${SECRET}`);
    type('Name', 'Studio');
    type('Address', 'https://own.example/alerts');
    await screen.findByText(`Still missing – ${SECRET}`);
    type(SECRET, 'hunter2');
    await screen.findByText(`Not right yet – ${SECRET}`);
    expect(screen.getByLabelText(SECRET).getAttribute('aria-invalid')).toBe('true');
    type(SECRET, `whsec_${'A'.repeat(32)}`);
    await waitFor(() => expect(screen.queryByText(/^(Still missing|Not right yet)/)).toBeNull());
  });

  it('is tested before it is stored; a refused test is told in the service’s own words, and nothing is lost', async () => {
    refusal = apiErrorOf(502, { errorCode: 'EDGE_CHANNEL_FAILED', errorMessage: '401 Unauthorized' });
    render(<Alerts linked={null} />);
    fillTelegram();
    press('Send a test');
    await screen.findByText(/did not confirm the test\. .*401 Unauthorized/);
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

  it('closes by Escape, from any of its fields, and leads back to the button', async () => {
    render(<Alerts linked={null} />);
    fillTelegram();
    fireEvent.keyDown(screen.getByLabelText('Chat ID: a number, or @ and a name'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a channel' }));
  });

  it('of ntfy says that its free server refuses Workers', async () => {
    render(<Alerts linked={null} />);
    press('Add a channel');
    expect(screen.queryByText(/free ntfy\.sh/)).toBeNull();
    press('ntfy');
    await screen.findByText(/free ntfy\.sh refuses Workers/);
  });
});

describe('a stored channel', () => {
  it('says what it tells, what was sent and what waits, and why it is stopped', async () => {
    const problem = { status: 410, words: 'no_service', since: NOW - 5 * MINUTE_MS };
    listed = { channels: [channel({ state: 'stopped', problem })] };
    render(<Alerts linked={null} />);
    const row = await screen.findByText('Studio').then((name) => name.closest('li') as HTMLElement);
    expect(row.textContent).toMatch(/Failures.*Limits · also when it is over/);
    fireEvent.click(within(row).getByRole('button', { name: /^Change: / }));
    expect(row.textContent).toMatch(/Slack · hooks\.slack\.example · /);
    expect(row.textContent).toMatch(/House handbook is at its cap · 14 alerts sent in 30 days · 2 wait/);
    expect(row.textContent).toMatch(/refused since 5.min.ago, “410 no_service”\./);
  });

  it('keeps how its last test went, and gives no sign of health after one that failed', async () => {
    const test = { at: NOW - 5 * MINUTE_MS, words: '404 no_team' };
    listed = { channels: [channel({ test })] };
    const { unmount } = render(<Alerts linked={null} />);
    const row = await rowOf('Studio');
    expect(row.textContent).toMatch(/The last test failed 5.min.ago: “404 no_team”/);
    expect(channelSign(channel({ test }))).toBe('warning');
    unmount();
    listed = { channels: [channel({ lastSent: null, sent: 0, test: { ...test, words: null } })] };
    render(<Alerts linked={null} />);
    const tested = await rowOf('Studio');
    expect(tested.querySelector('.setting-value')?.getAttribute('title')).not.toMatch(/sent in 30 days/);
    expect(tested.textContent).not.toMatch(/failed/);
  });

  it('is changed without its address, which stays', async () => {
    const hours = { from: '08:00', to: '18:00', days: [1, 5], timeZone: 'Asia/Tokyo', stoppingPasses: false };
    listed = { channels: [channel({ hours })] };
    render(<Alerts linked={null} />);
    fireEvent.click(await screen.findByRole('button', { name: /^Change: Studio/ }));
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
    render(<Alerts linked={null} />);
    const row = (await screen.findByText('Studio')).closest('li') as HTMLElement;
    fireEvent.click(within(row).getByRole('button', { name: /^Send a test: / }));
    await screen.findByText('The channel accepted the test.');
    fireEvent.click(within(row).getByRole('button', { name: /^Change: / }));
    fireEvent.click(within(row).getByRole('button', { name: /^Remove: / }));
    const sure = within(row).getByRole('button', { name: 'Remove' });
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

it('builders see names and kinds, and nothing to press but what is of their browser', async () => {
  listed = { names: [{ channelId: 'channel-1', kind: 'telegram', name: 'Jana' }] };
  paintAs('builder');
  render(<Alerts linked={null} />);
  const row = (await screen.findByText('Jana')).closest('li');
  expect(row?.textContent).toBe('JanaTelegram');
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'What needs you',
    'Everything',
    'Send a test',
    'Change',
  ]);
});

it('viewers see what this browser shows, ask for no channels, and read nothing about them', async () => {
  let asked = 0;
  respondHere((name) => {
    if (name === 'readEdge') asked++;
    return null;
  });
  paintAs('viewer');
  render(<Alerts linked={null} />);
  await screen.findByText('This browser');
  await screen.findByTitle('Nothing yet.');
  expect(asked).toBe(0);
});

const rowOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement;
const notice = (key: string, at: number, fate: Notice['fate']): Notice => ({
  ...{ key, noticeId: key, severity: 'warning', projectId: 'shop', label: 'Shop', at, storedAt: at, fate },
  about: { kind: 'project-resumed' },
});

it('says that the channels are being read, or could not be read, and never that there are none', async () => {
  const { promise: answer, resolve: finish } = Promise.withResolvers<ReturnType<typeof apiErrorOf>>();
  respondHere((name) => (name === 'readEdge' ? answer : null));
  render(<Alerts linked={null} />);
  await screen.findByText('Reading…');
  finish(apiErrorOf(502, { errorCode: 'EDGE_UPSTREAM_FAILED', errorMessage: 'No answer' }));
  await screen.findByRole('button', { name: 'Try again' });
});

describe('this browser', () => {
  it('stands first in the list, with what it shows, when, and how many it showed', async () => {
    const settings = Object.assign({}, DEFAULT_SETTINGS, {
      silencedTopics: ['project-resumed', 'cron-job'],
      quietHours: { on: true, from: '22:00', to: '07:00' },
    });
    paintFrom({ ...popupStates(NOW).busy, settings }, NOW);
    await noticesItem.setValue([
      notice('a', NOW - MINUTE_MS, { is: 'held', why: 'quiet-hours' }),
      notice('b', NOW - 2 * MINUTE_MS, { is: 'shown', why: 'wanted' }),
    ]);
    listed = { channels: [channel()] };
    render(<Alerts linked={null} />);
    await screen.findByText('Studio');
    const row = await rowOf('This browser');
    expect(row.parentElement?.firstElementChild).toBe(row);
    expect((await rowOf('Studio')).parentElement).toBe(row.parentElement);
    expect(row.textContent).toMatch(/Quiet from 22:00 to 07:00: only what stops building\./);
    await within(row).findByTitle(/Last 2.min.ago: .*1 of the last 2 shown/);
    fireEvent.click(within(row).getByRole('button', { name: 'Change: This browser' }));
    expect(within(row).getAllByRole('checkbox').length).toBeGreaterThan(TOPICS.length);
  });

  it('is tested with a notification, and says when the browser refuses it', async () => {
    const created = vi.spyOn(browser.notifications, 'create').mockResolvedValue('test' as never);
    render(<Alerts linked={null} />);
    const row = await rowOf('This browser');
    fireEvent.click(within(row).getByRole('button', { name: /^Send a test/ }));
    await screen.findByText(/^Accepted\./);
    expect(created).toHaveBeenCalledOnce();
    created.mockRejectedValue(new Error('no'));
    fireEvent.click(within(row).getByRole('button', { name: /^Send a test/ }));
    await screen.findByText("The browser refuses this extension's notifications.");
    created.mockRestore();
  });
});

it('what was told is one history of this browser and every channel, with why something was not', async () => {
  const alert = (key: string, at: number, result: 'sent' | 'own', isEnd = false) => ({
    ...{ key, isEnd, projectId: 'shop', announcedAt: at, at, title: `Told by a channel ${key}`, result },
  });
  await noticesItem.setValue([notice('a', NOW - 9 * MINUTE_MS, { is: 'held', why: 'muted' })]);
  listed = {
    channels: [
      channel({ alerts: [alert('b', NOW - MINUTE_MS, 'own'), alert('a', NOW - 9 * MINUTE_MS, 'sent')] }),
      channel({ channelId: 'channel-2', name: 'Jana', alerts: [alert('a', NOW - 9 * MINUTE_MS, 'sent')] }),
    ],
  };
  render(<Alerts linked={null} />);
  const history = await screen.findByRole('region', { name: 'What was sent and shown' });
  fireEvent.click(within(history).getByRole('button', { name: 'What was sent and shown' }));
  await waitFor(() => expect(within(history).getAllByRole('listitem')).toHaveLength(2));
  const [newest, older] = within(history)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(newest).toMatch(/Told by a channel b.*Studio – not sent: your own change caused it1.min.ago$/);
  expect(older).toMatch(/runs again.*This browser – not shown: muted · Studio and Jana – sent9.min.ago$/);
  expect(
    within(history)
      .getByRole('link', { name: /runs again/ })
      .getAttribute('href'),
  ).toMatch(/shop\/talk$/);
});

it('a long history is searched by what was told and by where, with a count', async () => {
  await noticesItem.setValue(
    Array.from({ length: 12 }, (_, at) => notice(`n${at}`, NOW - at * MINUTE_MS, { is: 'shown' })),
  );
  const sent = {
    key: 'b',
    isEnd: false,
    projectId: null,
    announcedAt: NOW,
    at: NOW,
    result: 'sent' as const,
  };
  listed = { channels: [channel({ alerts: [{ ...sent, title: 'Credits are used up' }] })] };
  render(<Alerts linked={null} />);
  const history = within(await screen.findByRole('region', { name: 'What was sent and shown' }));
  fireEvent.click(history.getByRole('button', { name: 'What was sent and shown' }));
  await history.findByText('Credits are used up');
  const type = (value: string) => fireEvent.input(history.getByRole('searchbox'), { target: { value } });
  type('studio');
  await waitFor(() => expect(history.getAllByRole('listitem')).toHaveLength(1));
  expect(history.getByText('1 of the 13 rows read so far')).toBeTruthy();
  type('browser again');
  expect(await history.findByText('12 of the 13 rows read so far')).toBeTruthy();
  type('recipe');
  expect(await history.findByText('0 of the 13 rows read so far')).toBeTruthy();
});

it('what a removed channel sent stays in the history, under its name', async () => {
  const sent = { key: 'event:e1', isEnd: false, projectId: 'shop', announcedAt: NOW, at: NOW };
  const alerts = [{ ...sent, title: 'The run is ready', result: 'sent' as const }];
  listed = { channels: [], removed: [{ channelId: 'channel-2', name: 'Jana', isRemoved: true, alerts }] };
  render(<Alerts linked={null} />);
  fireEvent.click(await screen.findByRole('button', { name: 'What was sent and shown' }));
  const row = (await screen.findByText('The run is ready')).closest('li');
  expect(row?.textContent).toContain('Jana (removed) – sent');
});

it('says of what was told that it is over by now', async () => {
  const sent = { isEnd: false, projectId: 'shop', announcedAt: NOW, at: NOW, result: 'sent' as const };
  listed = {
    channels: [
      channel({
        alerts: [
          { ...sent, key: 'credit-cap:gone:development#1', title: 'The cap is reached' },
          { ...sent, key: 'event:e1', title: 'The run is ready' },
        ],
      }),
    ],
  };
  const { snapshot } = popupStates(NOW).busy;
  const [item] = snapshot?.snapshot.attention?.items ?? [];
  if (!snapshot?.snapshot.attention || !item) throw new Error('Nothing is open.');
  const ended = { ...item, id: 'credit-cap:gone:development', opening: 1, seen: null, resolvedAt: NOW };
  const attention = { ...snapshot.snapshot.attention, endedTroubles: [ended] };
  paintFrom(
    { ...popupStates(NOW).busy, snapshot: { ...snapshot, snapshot: { ...snapshot.snapshot, attention } } },
    NOW,
  );
  render(<Alerts linked={null} />);
  fireEvent.click(await screen.findByRole('button', { name: 'What was sent and shown' }));
  const row = async (title: string) => (await screen.findByText(title)).closest('li')?.textContent;
  expect(await row('The cap is reached')).toContain('over by now · Studio – sent');
  expect(await row('The run is ready')).not.toContain('over by now');
});

it('a link leads to its channel, which has the focus', async () => {
  listed = { channels: [channel(), channel({ channelId: 'channel-2', name: 'Jana' })] };
  render(<Alerts linked="channel-2" />);
  const row = await rowOf('Jana');
  await waitFor(() => expect(document.activeElement).toBe(row));
});

// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { AttentionItem, Reason } from '../../shared/attention/item.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { AttentionNow } from '../../shared/snapshot/attention-schema.ts';
import { apiError, type Result, success } from '../edge-client/api-error.ts';
import { isOff } from '../fixtures/is-off.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates, type SeededStorage } from '../fixtures/popup-states.ts';
import { paidCallsItem, type StoredPaidCall } from '../storage/paid-calls.ts';
import { lastFailure } from '../ui/act.ts';
import { followPaidCalls } from '../ui/paid-calls.ts';
import { stored } from '../ui/stored-state.ts';
import { justSeen } from './layout.ts';
import { Leaving } from './leaving.tsx';
import { NeedsYou } from './needs-you.tsx';

const NOW = Date.UTC(2026, 10, 21, 15, 13);
const states = popupStates(NOW);

type Sent = { name: string; request: Record<string, unknown> };
let sent: Sent[];
let responses: Record<string, (request: Sent['request']) => Result<unknown>>;

beforeEach(async () => {
  fakeBrowser.reset();
  await followPaidCalls();
  sent = [];
  responses = { readEdge: () => apiError('edge-unreachable', null, null) };
  Object.assign(fakeBrowser.runtime, {
    sendMessage: async (message: Sent) => {
      sent.push(message);
      return { result: responses[message.name]?.(message.request) ?? success(null) };
    },
  });
});
afterEach(cleanup);

const requests = (name: string) => sent.filter((one) => one.name === name).map(({ request }) => request);

function show(seeded: SeededStorage, role: Role = 'owner'): void {
  const connection = seeded.connection && { ...seeded.connection, role };
  paintFrom({ ...seeded, ...(connection && { connection }) }, NOW);
  render(<NeedsYou />);
}

/** One thing that needs the user, and nothing else. */
function showOne(reason: Reason, changes: Partial<AttentionItem> = {}, role: Role = 'owner'): void {
  const item: AttentionItem = {
    ...{ id: `${reason.kind}:barber-bookings`, severity: 'warning', projectId: 'barber-bookings', reason },
    ...{ since: NOW, openedAt: NOW, opening: 1, seen: null, rank: 0 },
    ...changes,
  };
  showAll([item], role);
}

/** These things need the user, and nothing else. */
function showAll(items: AttentionItem[], role: Role = 'owner'): void {
  const { snapshot: stored } = states.busy;
  if (!stored) throw new Error('nothing was read');
  const attention = { items, open: items.length, seen: 0, ended: [], endedTroubles: [], lastAnnouncement: 0 };
  show({ ...states.busy, snapshot: { ...stored, snapshot: { ...stored.snapshot, attention } } }, role);
}

const row = (title: string): HTMLElement => screen.getByText(title).closest('li') as HTMLElement;
const press = (name: string | RegExp, within_: HTMLElement = document.body) =>
  fireEvent.click(within(within_).getByRole('button', { name }));
/** The second step, once it can be taken. */
const confirm = (name: string | RegExp) =>
  waitFor(() => {
    const button = screen.getByRole('button', { name });
    expect(button.getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(button);
  });

describe('what opening the app does not help', () => {
  test.each<[string, Reason, RegExp]>([
    ['a stop to protect credits', { kind: 'kill-switch' }, /^Find what uses so much/],
    ['a payment account that is gone', { kind: 'payments-disconnected' }, /^Connect its payment account/],
    ['a pause', { kind: 'project-paused', state: null, resumable: true }, /^Resume it at the service/],
  ])('%s offers to look, and says what helps', async (_, reason, advice) => {
    showOne(reason);
    expect(screen.queryByRole('link', { name: 'Open' })).toBeNull();
    press('Look');
    expect(await screen.findByText(advice)).toBeTruthy();
  });
});

describe('several needs of one kind', () => {
  const needs = (ids: string[]): AttentionItem[] =>
    ids.map((projectId) => ({
      ...{ id: `project-paused:${projectId}`, severity: 'warning', projectId },
      reason: { kind: 'project-paused', state: null, resumable: true },
      ...{ since: NOW, openedAt: NOW, opening: 1, seen: null, rank: 0 },
    }));
  const titles = () => [...document.querySelectorAll('.row strong')].map(({ textContent }) => textContent);

  test('are one line that says how many and whose, and unfolds to each with its verb', () => {
    showAll(needs(['barber-bookings', 'recipe-box', 'landing-2026']));
    expect(titles()).toEqual(['Project paused (3)']);
    expect(row('Project paused (3)').textContent).toContain('Barber bookings, Landing 2026, Recipe box');
    press('Look');
    expect(titles()).toHaveLength(4);
    expect(screen.getAllByRole('button', { name: 'Look' })).toHaveLength(3);
    press('Less');
    expect(titles()).toHaveLength(1);
  });

  test('stay rows while there are two, or as many of different kinds', () => {
    const [first, second] = needs(['barber-bookings', 'recipe-box']) as [AttentionItem, AttentionItem];
    showAll([first, { ...second, id: 'kill-switch:recipe-box', reason: { kind: 'kill-switch' } }]);
    cleanup();
    showAll([first, second]);
    expect(titles()).toEqual(['Barber bookings is paused', 'Recipe box is paused']);
  });

  test('their verbs are alike by name and told apart by what they are described by', () => {
    showAll(needs(['barber-bookings', 'recipe-box']));
    const described = screen
      .getAllByRole('button', { name: 'Look' })
      .map((verb) => document.getElementById(verb.getAttribute('aria-describedby') ?? '')?.textContent);
    expect(described).toEqual(['Barber bookings is paused', 'Recipe box is paused']);
  });
});

describe('deliveries that fail', () => {
  const failing = (changes: Partial<Extract<Reason, { kind: 'delivery-failures' }>> = {}): Reason => ({
    ...{ kind: 'delivery-failures', event: 'deployment.finished', host: 'shop.example', ours: false },
    ...{ httpStatus: 500, error: null, count: 6, firstAt: NOW, lastAt: NOW, givenUp: false },
    ...changes,
  });
  const ID = { id: 'delivery-failures:wh-1:500' };

  test.each([
    [301, /Register its new address\.$/],
    [401, /Compare the secrets/],
    [404, /Nothing accepts them at that path\./],
    [429, /too many requests/],
    [422, /does not accept them/],
    [500, /receiver has an error/],
    [null, /Is the receiver running/],
  ])('with %s say where to look', async (httpStatus, advice) => {
    showOne(failing({ httpStatus }), ID);
    press('Look');
    expect(await screen.findByText(advice)).toBeTruthy();
  });

  test('show an owner the path, and never the query, which may hold a credential', async () => {
    const url = 'https://user:pass@shop.example/hooks/in?token=canary';
    responses.readEdge = () =>
      success({ value: { webhooks: [{ id: 'wh-1', url, event: 'deployment.finished' }] }, readAt: NOW });
    showOne(failing(), ID);
    press('Look');
    await screen.findByText('/hooks/in');
    expect(requests('readEdge')).toEqual([{ path: '/service/webhooks', keep: false }]);
    expect(document.body.textContent).not.toMatch(/canary|pass/);
  });

  test('show the path to owners only', async () => {
    showOne(failing(), ID, 'builder');
    press('Look');
    await screen.findByText(/receiver has an error/);
    expect(requests('readEdge')).toEqual([]);
  });

  test('that are meant for the edge let an owner check its subscriptions', async () => {
    showOne(failing({ ours: true }), ID);
    press('Look');
    fireEvent.click(await screen.findByRole('button', { name: 'Check subscriptions' }));
    await screen.findByText(/^Checked\./);
    expect(requests('changeEdge')).toEqual([{ method: 'POST', path: '/subscriptions/sync', body: {} }]);
  });
});

describe('a run that failed', () => {
  const TITLE = 'Invoice bot: a run failed';
  const openForm = async () => {
    press('Look', row(TITLE));
    press('Ask the agent to fix it', row(TITLE));
    return screen.findByLabelText<HTMLTextAreaElement>('Prompt for the agent');
  };

  test('offers the same prompt again before a repair: whatever failed, that may work now', async () => {
    show(states['failed-work']);
    press('Look', row(TITLE));
    await within(row(TITLE)).findByText('Prompt this again', {}, { timeout: 8000 });
    const verbs = within(row(TITLE)).getAllByText(/^(Prompt this again|Ask the agent to fix it)$/);
    expect(verbs.map(({ textContent }) => textContent)).toEqual([
      'Prompt this again',
      'Ask the agent to fix it',
    ]);
    expect(verbs[0]?.closest('a')?.getAttribute('href')).toMatch(/#\/projects\/invoice-bot\/talk\/again$/);
  });

  test('shows what the agent said last, and asks it to fix that only once this is confirmed', async () => {
    show(states['failed-work']);
    const words = await openForm();
    expect(words.value).toMatch(/^The last run failed: The build kept failing: the package "pdf-lines"/);
    expect(screen.getByText('usually 12–24 credits')).toBeTruthy();
    expect(requests('startPaidCall')).toEqual([]);
    fireEvent.input(words, { target: { value: 'Use another package.' } });
    await confirm('Ask the agent to fix it');
    await waitFor(() => expect(requests('startPaidCall')).toHaveLength(1));
    expect(requests('startPaidCall')[0]).toMatchObject({
      method: 'POST',
      path: '/service/projects/invoice-bot/agent/start',
      body: { prompt: 'Use another package.' },
    });
  });

  test('is seen once the run was taken, and not before', async () => {
    show(states['failed-work']);
    await openForm();
    await confirm('Ask the agent to fix it');
    await waitFor(() => expect(requests('startPaidCall')).toHaveLength(1));
    const { key, method, path, about } = requests('startPaidCall')[0] as never;
    const call = {
      key,
      method,
      path,
      about,
      confirmedAt: NOW,
      confirmedFor: null,
      body: null,
      error: null,
      record: null,
    };
    await paidCallsItem.setValue([{ ...call, state: 'sending', settledAt: null }]);
    expect(requests('acknowledge')).toEqual([]);
    await paidCallsItem.setValue([{ ...call, state: 'done', settledAt: NOW }]);
    await waitFor(() => expect(requests('acknowledge')).toEqual([{ id: 'run-failed:invoice-bot' }]));
  });

  test('says why a run was refused, and keeps the words', async () => {
    show(states['failed-work']);
    responses.startPaidCall = () => apiError('refused', 'AGENT_RUNNING', 'busy');
    const words = await openForm();
    await confirm('Ask the agent to fix it');
    await screen.findByText(/^The agent is at work in it/);
    expect(words.value).toMatch(/^The last run failed/);
    expect(requests('acknowledge')).toEqual([]);
  });

  test('is reported only to a viewer', () => {
    show(states['failed-work'], 'viewer');
    press('Look', row(TITLE));
    expect(screen.queryByRole('button', { name: 'Ask the agent to fix it' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Mark as seen' })).toBeTruthy();
  });
});

test('a deployment that failed says why, leads to its log, and is made again at its price', async () => {
  show(states['failed-work']);
  press('Look', row('Acme storefront could not be deployed'));
  expect(screen.getAllByText(/Migration 12 would drop/)).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Logs' }).getAttribute('href')).toMatch(/acme-storefront\/ship$/);
  const again = await screen.findByRole('button', { name: /^Deploy again · / });
  fireEvent.click(again);
  fireEvent.click(again);
  await waitFor(() => expect(requests('startPaidCall')).toHaveLength(1));
  expect(requests('startPaidCall')[0]).toMatchObject({
    path: '/service/projects/acme-storefront/deployments/deploy',
    isUndoable: true,
  });
});

describe('keys that the agent asks for', () => {
  const fill = async (name: string, value: string) =>
    fireEvent.input(await screen.findByLabelText(new RegExp(`^${name}`)), { target: { value } });
  const fillAll = async () => {
    press('Add keys', row('Recipe box needs 2 keys'));
    await fill('STRIPE_SECRET_KEY', 'canary-1');
    await fill('MAIL_API_KEY', 'canary-2');
  };
  const given = () => requests('changeEdge').map(({ body }) => body);

  test('are given one by one, then the agent goes on', async () => {
    show(states['failed-work']);
    await fillAll();
    await confirm('Add and continue');
    await waitFor(() => expect(requests('startPaidCall')).toHaveLength(1));
    expect(given()).toEqual([
      { secretName: 'STRIPE_SECRET_KEY', secretValue: 'canary-1' },
      { secretName: 'MAIL_API_KEY', secretValue: 'canary-2' },
    ]);
    expect(JSON.stringify(requests('startPaidCall'))).not.toContain('canary');
  });

  test('can be followed by one thing while the agent’s run is not sent yet: taking it back', async () => {
    show(states['failed-work']);
    render(<Leaving />);
    await fillAll();
    screen.getByRole('button', { name: 'Add and continue' }).focus();
    await confirm('Add and continue');
    await waitFor(() => expect(requests('startPaidCall')).toHaveLength(1));
    const { key, about } = requests('startPaidCall')[0] as Pick<StoredPaidCall, 'key' | 'about'>;
    await paidCallsItem.setValue([
      {
        ...{ key, about, method: 'POST', path: '/agent/start', body: '{}', confirmedFor: null, record: null },
        ...{ sendAt: { at: Date.now() + 5_000, start: 's' }, confirmedAt: NOW, settledAt: null, error: null },
        state: 'waiting',
      },
    ]);
    const form = row('Recipe box needs 2 keys');
    await within(form).findByRole('button', { name: /^Undo \d/ });
    expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
    expect(within(form).queryByRole('button', { name: /^(?:Add and continue|Only add|Cancel)$/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'starts' })).toBeNull();
    responses.takeBackPaidCall = () => {
      void paidCallsItem.setValue([]);
      return success(true);
    };
    await confirm(/^Undo/);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add and continue'));
  });

  test('may be given alone: nothing is started, then it offers to go on with its usual price', async () => {
    show(states['failed-work']);
    await fillAll();
    press('Only add');
    await screen.findByText('Saved.');
    expect(
      document.activeElement?.contains(screen.getByRole('button', { name: /^Continue · usually/ })),
    ).toBe(true);
    expect(requests('acknowledge')).toEqual([]);
    press('Not now');
    await waitFor(() => expect(requests('acknowledge')).toEqual([{ id: 'keys-needed:recipe-box' }]));
    expect(given()).toHaveLength(2);
    expect(requests('startPaidCall')).toEqual([]);
  });

  test('once given are no need any more: their row stays until it was said whether to go on', async () => {
    show(states['failed-work']);
    await fillAll();
    press('Only add');
    await screen.findByText('Saved.');
    const { snapshot: kept } = states['failed-work'];
    if (!kept) throw new Error('nothing was read');
    const attention = endedNow(states['failed-work']);
    const after = { ...kept, snapshot: { ...kept.snapshot, attention } };
    paintFrom({ ...states['failed-work'], snapshot: after }, NOW);
    await new Promise((resolve) => setTimeout(resolve, 1_700));
    expect(row('Over: Recipe box needs 2 keys').textContent).toContain('Saved.');
    press('Not now');
    await waitFor(() => expect(screen.queryByText(/Recipe box needs 2 keys/)).toBeNull(), { timeout: 3_000 });
    expect(requests('acknowledge'), 'what the edge has no longer').toEqual([]);
  });

  test('once given let the agent go on, and are not given again', async () => {
    show(states['failed-work']);
    await fillAll();
    press('Only add');
    await confirm(/^Continue · usually/);
    await waitFor(() => expect(requests('startPaidCall')).toHaveLength(1));
    expect(given()).toHaveLength(2);
  });

  test('of which one is refused start nothing, and those that were taken are not given again', async () => {
    show(states['failed-work']);
    let refusals = 1;
    responses.changeEdge = ({ body }) =>
      (body as { secretName: string }).secretName === 'MAIL_API_KEY' && refusals-- > 0
        ? apiError('refused', 'INVALID_SECRET_KEY_NAME', 'No')
        : success(null);
    await fillAll();
    await confirm('Add and continue');
    await screen.findByText(/^MAIL_API_KEY was not accepted: /);
    expect(requests('startPaidCall')).toEqual([]);
    await confirm('Add and continue');
    await waitFor(() => expect(requests('startPaidCall')).toHaveLength(1));
    expect(given().map((body) => (body as { secretName: string }).secretName)).toEqual([
      'STRIPE_SECRET_KEY',
      'MAIL_API_KEY',
      'MAIL_API_KEY',
    ]);
  });

  test('cannot be given half', async () => {
    show(states['failed-work']);
    press('Add keys', row('Recipe box needs 2 keys'));
    await fill('STRIPE_SECRET_KEY', 'canary-1');
    expect(isOff(screen.getByRole('button', { name: 'Only add' }))).toBe(true);
  });

  test('are written nowhere, and Escape takes the form back', async () => {
    show(states['failed-work']);
    await fillAll();
    expect(JSON.stringify(await fakeBrowser.storage.local.get(null))).not.toContain('canary');
    fireEvent.keyDown(await screen.findByLabelText(/^MAIL_API_KEY/), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByLabelText(/^MAIL_API_KEY/)).toBeNull());
  });
});

test('a need that could only say since when leads to where it is dealt with', () => {
  showOne({ kind: 'run-budget', budget: 30 } as Reason);
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'See its limits' });
  expect(link.href).toContain('#/projects/barber-bookings/limits');
  expect(screen.queryByRole('button', { name: 'Look' })).toBeNull();
});

test('what somebody else has seen says when, and in whose browser', async () => {
  showOne({ kind: 'kill-switch' }, { seen: { at: NOW, by: 'Studio laptop' } });
  fireEvent.click(screen.getByText('Barber bookings was stopped to protect your credits'));
  expect(await screen.findByText(/by Studio laptop$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Seen' })).toBeNull();
});

test('what is gone because it was marked as seen can be brought back, in its place', async () => {
  const failed = { kind: 'run-failed', message: null } as const;
  const item: AttentionItem = {
    ...{ id: 'run-failed:invoice-bot', severity: 'warning', projectId: 'invoice-bot', reason: failed },
    ...{ since: NOW, openedAt: NOW, opening: 1, seen: null, rank: 0 },
  };
  showAll([item]);
  press(/^Invoice bot: a run failed/);
  press('Mark as seen');
  await waitFor(() => expect(requests('acknowledge')).toEqual([{ id: item.id }]));
  cleanup();
  showAll([]);
  const gone = (await screen.findByText('Marked as seen.')).closest('li') as HTMLElement;
  expect(gone.textContent).toContain('Invoice bot: a run failed');
  press('Undo', gone);
  await waitFor(() => expect(requests('unacknowledge')).toEqual([{ id: item.id }]));
  await waitFor(() => expect(screen.queryByText('Marked as seen.')).toBeNull());
});

test('what is not fixed says what it took, at least where not all is known, and takes the word that it is', async () => {
  showOne({ kind: 'not-fixed', count: 4, credits: 62, isAtLeast: true, lastAt: NOW, workId: 9, told: 1 });
  press(/^Barber bookings: not fixed after 4 prompts/);
  await screen.findByText(/At least 62 credits\./);
  fireEvent.click(await screen.findByRole('button', { name: 'Fixed' }, { timeout: 8000 }));
  await waitFor(() =>
    expect(requests('changeEdge')).toMatchObject([
      { method: 'POST', path: '/work/9/mark', body: { mark: 'fixed' } },
    ]),
  );
});

test('a run that failed offers the last good version with its price, to those who may restore it', async () => {
  const made = (id: string, at: number) => ({ _id: id, createdAt: new Date(at).toISOString() });
  responses.readEdge = ({ path }) => {
    const value = `${path}`.startsWith('/sites/')
      ? { deployments: [], marks: [{ versionId: 'v1', madeAt: NOW - 600_000 }] }
      : { versions: [made('v1', NOW - 600_000), made('v2', NOW - 60_000)], totalCount: 2 };
    return success({ value, readAt: NOW });
  };
  const reason = { kind: 'run-failed', message: null } as const;
  showOne(reason);
  press(/^Barber bookings: a run failed/);
  const back = await screen.findByRole(
    'link',
    { name: /^Go back to \d+:\d+ · price not known$/ },
    { timeout: 8000 },
  );
  expect(back.getAttribute('href')).toMatch(/#\/projects\/barber-bookings\/ship\/back$/);
  cleanup();
  sent = [];
  showOne(reason, {}, 'viewer');
  press(/^Barber bookings: a run failed/);
  await screen.findByText('barber-bookings');
  expect(screen.queryByRole('link', { name: /^Go back/ })).toBeNull();
  expect(requests('readEdge')).toEqual([]);
});

test('what is over by the time it is brought back says so, and is no failure', async () => {
  const reason = { kind: 'run-failed', message: null } as const;
  const item: AttentionItem = {
    ...{ id: 'run-failed:invoice-bot', severity: 'warning', projectId: 'invoice-bot', reason },
    ...{ since: NOW, openedAt: NOW, opening: 1, seen: null, rank: 0 },
  };
  justSeen.value = [item];
  responses.unacknowledge = () => apiError('refused', 'EDGE_NOT_FOUND', null);
  showAll([]);
  press('Undo');
  await screen.findByText(/^It is over; there/);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(lastFailure.value).toBeNull();
});

test('what stays open although it was seen can be marked as not seen', async () => {
  const seen = { at: NOW, by: 'Office' };
  showOne({ kind: 'kill-switch' }, { seen });
  press(/was stopped to protect your credits/);
  press('Mark as not seen');
  await waitFor(() => expect(requests('unacknowledge')).toEqual([{ id: 'kill-switch:barber-bookings' }]));
});

test.each([
  ['met is said in the past', undefined, true],
  ['replaced by something worse', 'replaced', false],
  ['not read any more', 'not-read', false],
])('a need that is %s, until it goes', (_, endedBy, isOver) => {
  showOne({ kind: 'project-paused', state: null, resumable: true });
  const { snapshot: read } = states.busy;
  if (!read) throw new Error('nothing was read');
  const attention = endedNow(stored.value as SeededStorage, endedBy);
  act(() =>
    paintFrom({ ...states.busy, snapshot: { ...read, snapshot: { ...read.snapshot, attention } } }, NOW),
  );
  expect(screen.queryByText('Over: Barber bookings is paused') !== null).toBe(isOver);
  expect(screen.queryByText('It no longer needs you.') !== null).toBe(isOver);
  if (!isOver) row('Barber bookings is paused');
});

/** Everything that needs the user there has ended. */
function endedNow({ snapshot }: SeededStorage, endedBy?: string): AttentionNow {
  const items = snapshot?.snapshot.attention?.items ?? [];
  return {
    ...{ items: [], open: 0, seen: 0, ended: items.map(({ id }) => id), lastAnnouncement: 0 },
    endedTroubles: items.map((item) => ({ ...item, resolvedAt: NOW, endedBy })),
  };
}

test('muting a project says so, and can be taken back', async () => {
  showOne({ kind: 'project-paused', state: null, resumable: true });
  press('Look');
  press('Mute this project');
  await screen.findByText('This browser shows no notifications of this project.');
  press('Unmute');
  await screen.findByRole('button', { name: 'Mute this project' });
  expect(screen.queryByText(/shows no notifications/)).toBeNull();
});

test.each<[Reason, number]>([
  [
    {
      ...{ kind: 'credit-cap', category: 'development', spent: 5000, limit: 5000, canEdit: true },
      resetsAt: Date.UTC(2026, 11, 1),
    },
    0,
  ],
  [{ kind: 'run-failed', message: null }, 1],
  [
    {
      ...{ kind: 'delivery-failures', event: 'deployment.finished', host: 'shop.example', ours: false },
      ...{ httpStatus: 500, error: 'HTTP 500', count: 6, firstAt: NOW, lastAt: NOW, givenUp: true },
    },
    0,
  ],
])(
  'what stops building, or a receiver, is no question whether one can build, and since when and why are said once: %o',
  (reason, count) => {
    showOne(reason);
    fireEvent.click(document.querySelector('.sentence') as Element);
    expect(screen.getByRole('button', { name: 'Mark as seen' })).toBeTruthy();
    expect(screen.queryAllByText('Can I build?')).toHaveLength(count);
    expect(screen.queryAllByText(/\bsince\b/i)).toHaveLength(1);
    expect(screen.queryByText('Error')).toBeNull();
  },
);

// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { API_VERSION } from '../../shared/edge-api/health.ts';
import { upgradeCommand } from '../../shared/published.ts';
import { unreadSection } from '../../shared/snapshot/section.ts';
import type { SectionName } from '../../shared/snapshot/snapshot.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { success } from '../edge-client/api-error.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates, type SeededStorage } from '../fixtures/popup-states.ts';
import { busyAccount, sampleProject } from '../fixtures/sample-account.ts';
import { PUBLISHED } from '../ui/published.ts';
import { Home } from './app.tsx';

const NOW = Date.UTC(2026, 10, 21, 15, 13);
const states = popupStates(NOW);

beforeEach(() => {
  Object.assign(fakeBrowser, { commands: { getAll: async () => [] } });
});
afterEach(cleanup);

function show(seeded: SeededStorage, now = NOW): void {
  paintFrom(seeded, now);
  render(<Home />);
}

const section = (name: string) => screen.queryByRole('region', { name });
const says = (words: string | RegExp) => screen.queryByText(words) !== null;

describe('a cap that was just raised', () => {
  test('is no thing that needs the user: calm is said beside the way back', () => {
    show(states.raised);
    expect(section('Needs you')).toBeNull();
    expect(within(section('Just changed') as HTMLElement).getByText('Before: 5,000.')).toBeTruthy();
    expect(says('Nothing needs you')).toBe(true);
  });

  test('can be put back for a quarter of an hour, then nothing is left of it', () => {
    const later = NOW + 16 * MINUTE_MS;
    show({ ...popupStates(later).calm, 'cap-changes': states.raised['cap-changes'] ?? [] }, later);
    expect(section('Just changed')).toBeNull();
    expect(section('Needs you')).toBeNull();
    expect(says('Nothing needs you')).toBe(true);
  });
});

describe('a launch that never reached the edge', () => {
  test('needs the user until they say that they have seen it', () => {
    const sent: unknown[] = [];
    fakeBrowser.runtime.onMessage.addListener((message) => {
      sent.push(message);
    });
    show(states['not-sent']);
    expect(says('Nothing needs you')).toBe(false);
    const needs = within(section('Needs you') as HTMLElement);
    expect(needs.getByText('studio-nord was not launched')).toBeTruthy();
    expect(needs.getByText(/Nothing was charged/)).toBeTruthy();
    fireEvent.click(needs.getAllByRole('button', { name: 'Mark as seen' })[0] as HTMLElement);
    expect(JSON.stringify(sent)).toContain('dismissNotSent');
  });
});

describe('an edge and an extension of two versions', () => {
  const speaking = (edgeApi: number): SeededStorage => ({
    ...states.calm,
    health: { ...(states.calm.health as NonNullable<SeededStorage['health']>), edgeApi },
  });

  test.each([
    ['the edge', API_VERSION - 1, 'Your edge is older than this extension'],
    ['the extension', API_VERSION + 1, 'This extension is older than your edge'],
  ])('say that %s is to be updated, and show what both know', async (_which, edgeApi, words) => {
    show(speaking(edgeApi));
    await screen.findByText(words);
    expect(says('Nothing needs you')).toBe(true);
  });

  test('give the command that upgrades the edge to copy, to which version, and what is missing until then', async () => {
    show(speaking(API_VERSION - 1));
    await screen.findByText(upgradeCommand(PUBLISHED));
    expect(says(/^To upgrade it to \d+\.\d+\.\d+:.*Until then, /)).toBe(true);
    screen.getByRole('button', { name: 'Copy' });
  });

  test('say nothing while they are of one version, or nothing is known of it', () => {
    show(speaking(API_VERSION));
    show(states.calm);
    expect(says(/is older than/)).toBe(false);
  });
});

describe('calm is said only when it is known', () => {
  const without = (name: SectionName, readAt: number | null, isOverdue = false): SeededStorage => {
    const { calm } = states;
    const { snapshot } = calm.snapshot as NonNullable<SeededStorage['snapshot']>;
    const part =
      readAt === null
        ? unreadSection
        : { ...snapshot.sections[name], readAt, ...(isOverdue && { isOverdue }) };
    const sections = { ...snapshot.sections, [name]: part };
    return {
      ...calm,
      snapshot: { ...calm.snapshot, snapshot: { ...snapshot, sections } },
    } as SeededStorage;
  };

  test.each(['account', 'atLimit', 'projects', 'deliveries'] as const)('%s was never read', (name) => {
    show(without(name, null));
    expect(says('Nothing needs you')).toBe(false);
    expect(says('Some of this could not be read')).toBe(true);
  });

  test('the deliveries were due and not read', () => {
    show(without('deliveries', NOW - 6 * HOUR_MS, true));
    expect(says('Nothing needs you')).toBe(false);
    expect(says('Not read now: Deliveries.')).toBe(true);
  });

  test('prices are no part of it', () => {
    show(without('prices', NOW - HOUR_MS / 2));
    expect(says('Nothing needs you')).toBe(true);
  });

  test('a part that the edge reads at a slower pace is no reason for doubt, however old it is', () => {
    show(without('deliveries', NOW - 2 * HOUR_MS));
    expect(says('Nothing needs you')).toBe(true);
  });
});

describe('out of credits', () => {
  const withAccount = (seeded: SeededStorage, change: object): SeededStorage => {
    const kept = seeded.snapshot as NonNullable<SeededStorage['snapshot']>;
    return { ...seeded, snapshot: { ...kept, snapshot: { ...kept.snapshot, ...change } } };
  };

  test('is said once, in place of the balance, with the age of what is shown in the foot', () => {
    show(states['no-credits']);
    expect(document.body.textContent?.match(/credits/gi)).toEqual(['credits']);
    screen.getByText('Out of credits');
    expect(within(section('Needs you') as HTMLElement).queryByText(/account/)).toBeNull();
    screen.getByText(/^read 19\smin\sago/);
    expect(screen.queryByRole('link', { name: /Buy credits/ })).toBeNull();
  });

  test('leads once to where they are bought, if the edge says where', () => {
    show(withAccount(states['no-credits'], { billingUrl: 'https://pay.example/plan' }));
    const [link, ...others] = screen.getAllByRole('link', { name: /Buy credits/ });
    expect(link?.getAttribute('href')).toBe('https://pay.example/plan');
    expect(others).toEqual([]);
    expect(screen.queryByRole('button', { name: /^(Launch|Write)/ })).toBeNull();
  });

  test('is not said of a balance that is only too small for a launch', () => {
    const { account, ...rest } = states.calm.snapshot?.snapshot.sections ?? {};
    const few = { ...account, data: { credits: 0.5, recurrentCredits: 0.5, oneTimeCredits: 0 } };
    show(withAccount(states.calm, { sections: { ...rest, account: few } }));
    expect(says('Out of credits')).toBe(false);
    screen.getByText('0.5');
  });
});

test('nothing counts on while it is not followed', () => {
  show(states.offline, NOW + 5 * HOUR_MS);
  const running = within(section('Running') as HTMLElement);
  expect(running.getByText(/^13 min/)).toBeTruthy();
  expect(running.queryByText(/overdue/)).toBeNull();
});

describe('what can only fail is not offered as the thing to do', () => {
  test.each([
    'revoked',
    'offline',
    'key-rejected',
    'account-unconfirmed',
    'edge-unreachable',
    'no-credits',
  ] as const)('%s', (state) => {
    show(states[state]);
    expect(screen.queryByRole('button', { name: 'Raise' })).toBeNull();
    expect(screen.getByRole('button', { name: /^Write a draft/ }).classList.contains('primary')).toBe(false);
  });

  test('while it is heard, it is', () => {
    show(states.busy);
    expect(screen.getByRole('button', { name: 'Raise' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Launch from/ }).classList.contains('primary')).toBe(true);
  });
});

test('a viewer reads that it looks only, has nothing to launch, and no stop is shown for that', () => {
  const { busy } = states;
  show({
    ...busy,
    connection: { ...(busy.connection as NonNullable<SeededStorage['connection']>), role: 'viewer' },
  });
  expect(says('Looking only')).toBe(true);
  expect(says('Stopped')).toBe(false);
  expect(screen.queryByRole('button', { name: /^(Launch|Write)/ })).toBeNull();
});

describe('while the screen is shared', () => {
  const SECRET =
    /barber|acme|recipe|invoice|landing|shop\.example|studio|nightly|edge\.example|412|5,?000|6,?000|18 more/i;
  const hidden = (seeded: SeededStorage): SeededStorage => ({ ...seeded, settings: { screenShare: true } });

  test.each(['busy', 'lively', 'everything-at-once', 'raised', 'edge-unreachable', 'not-an-edge'] as const)(
    'no name, number or address is anywhere in the page: %s',
    async (state) => {
      show(hidden(states[state]));
      for (const row of screen.queryAllByRole('button', { expanded: false })) await act(() => row.click());
      const { textContent } = document.body;
      expect(textContent).not.toMatch(SECRET);
      const result = [...document.querySelectorAll('*')].flatMap((element) =>
        ['href', 'title', 'value', 'placeholder', 'aria-label'].map(
          (name) => element.getAttribute(name) ?? '',
        ),
      );
      expect(result.join('\n')).not.toMatch(SECRET);
      expect(document.querySelectorAll('a[href], svg.sparkline, input')).toHaveLength(0);
    },
  );

  test('a project keeps its number when another one is gone', () => {
    const numberOf = () =>
      within(section('Running') as HTMLElement)
        .getAllByText(/^Project \d+$/)
        .map(({ textContent }) => textContent);
    show(hidden(states.busy));
    const before = numberOf();
    cleanup();
    const { snapshot: stored } = states.busy;
    if (!stored) throw new Error('nothing was read');
    const { attention: _, ...snapshot } = stored.snapshot;
    show(hidden({ ...states.busy, snapshot: { ...stored, snapshot } }));
    expect(numberOf()).toEqual(before);
    expect(new Set(before).size).toBe(2);
  });
});

test('two failing subscriptions of one receiver are listed separately', () => {
  show(states['two-alike']);
  expect(says(/^deployment\.finished · HTTP 500, 6 deliveries/)).toBe(true);
  expect(says(/^project\.paused · HTTP 500, 2 deliveries/)).toBe(true);
});

describe('a stopped app', () => {
  const stopped = (phase: 'live' | 'failed'): SeededStorage => {
    const seeded = states['everything-at-once'];
    const deploy = { phase, finishedAt: NOW };
    const items = [sampleProject('barber-bookings', 'Barber bookings', { deploy })];
    const read = busyAccount(NOW, { projects: { data: { total: 1, items }, readAt: NOW, error: null } });
    const { attention } = seeded.snapshot?.snapshot ?? {};
    const snapshot = { ...read, ...(attention && { attention }) };
    return { ...seeded, snapshot: { snapshot, etag: null, receivedAt: NOW, skewMs: 0 } };
  };
  const linksOf = async (seeded: SeededStorage) => {
    show(seeded);
    fireEvent.click(screen.getByText('Barber bookings was stopped to protect your credits'));
    await screen.findByRole('link', { name: 'Open preview' });
    return screen.getAllByRole('link').map(({ textContent }) => textContent);
  };

  test('leads to its site while that is live', async () => {
    expect(await linksOf(stopped('live'))).toContain('Open live site');
  });

  test('leads to its preview alone where the last deploy failed: an older one answers at its site', async () => {
    const links = await linksOf(stopped('failed'));
    expect(links).toContain('Open preview');
    expect(links).not.toContain('Open live site');
  });
});

test('raising takes the place of its verb, and gives it back', async () => {
  show(states.busy);
  await act(() => screen.getByRole('button', { name: 'Raise' }).click());
  expect(await screen.findByRole('button', { name: 'Cancel' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Raise' })).toHaveLength(1);
  await act(() => screen.getByRole('button', { name: 'Cancel' }).click());
  expect(screen.getAllByRole('button', { name: 'Raise' })).toHaveLength(1);
});

test('a run that has ended is not among what runs, nor to be stopped, also under the pointer', async () => {
  show(states.busy);
  fireEvent.pointerEnter(section('Running') as HTMLElement);
  fireEvent.click(screen.getByText('Recipe box'));
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
  const { attention } = states.busy;
  await act(() => paintFrom({ ...states.calm, ...(attention ? { attention } : {}) }, NOW));
  expect(section('Running')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

/** The background does what it is asked, and the popup gets to see this. */
function answerAndPaint(state: SeededStorage): void {
  Object.assign(fakeBrowser.runtime, {
    sendMessage: async () => {
      paintFrom(state, NOW);
      return { result: success(null) };
    },
  });
}

test('what is taken back leaves the focus at its row', async () => {
  answerAndPaint(states.busy);
  show(states.raised);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Barber bookings is at its cap/));
});

test('when a cap was raised the focus moves from its need to the row with Undo, also once that stands below the list', async () => {
  const changed = { 'cap-changes': states.raised['cap-changes'] ?? [] };
  show(states.busy);
  screen.getByText('Barber bookings is at its cap').closest('button')?.focus();
  const focused = () => document.activeElement?.textContent;
  act(() => paintFrom({ ...states.busy, ...changed }, NOW));
  expect(focused()).toMatch(/^Barber bookings is at its cap/);
  act(() => paintFrom({ ...states['failed-work'], ...changed }, NOW));
  expect(focused()).toMatch(/^The cap of barber-bookings is now/);
  const below = await screen.findByRole('region', { name: 'Just changed' }, { timeout: 5 * SECOND_MS });
  expect(below.contains(document.activeElement)).toBe(true);
  expect(focused()).toMatch(/^The cap of barber-bookings is now/);
});

test('what is marked as seen keeps the focus at its row', async () => {
  answerAndPaint(states.acknowledged);
  show(states.busy);
  fireEvent.click(screen.getByText('Barber bookings is at its cap'));
  fireEvent.click(screen.getByRole('button', { name: 'Mark as seen' }));
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Barber bookings is at its cap/));
});

test('of a refused subscription only the service’s message is shown as it came, all else in words of ours', async () => {
  show(states['everything-at-once']);
  fireEvent.click(screen.getByRole('button', { name: '7 more' }));
  fireEvent.click(screen.getByText('A webhook subscription is refused'));
  fireEvent.click(screen.getByText('Webhooks are not reaching your edge'));
  expect(says('“The address was refused.”')).toBe(true);
  expect(document.body.textContent).not.toMatch(/refused the subscription|says it delivered/);
  expect(screen.getAllByText('What helps')).toHaveLength(2);
});

describe('a run that asked for keys', () => {
  const asked = (isGiven: boolean) =>
    busyAccount(NOW, {
      projects: {
        ...{ readAt: NOW, error: null },
        data: {
          total: 1,
          items: [
            sampleProject('recipe-box', 'Recipe box', {
              run: {
                ...{ phase: 'finished', ending: 'succeeded', finishedAt: NOW - MINUTE_MS },
                keysNeeded: ['MAIL_KEY', 'SMS_KEY'].map((name, at) => ({
                  name,
                  description: null,
                  isGiven: at === 0 || isGiven,
                })),
              },
            }),
          ],
        },
      },
    });
  const showAsked = (isGiven: boolean) => {
    const { snapshot: kept } = states.busy;
    if (!kept) throw new Error('nothing was read');
    const { attention } = states.calm.snapshot?.snapshot ?? {};
    show({ ...states.busy, snapshot: { ...kept, snapshot: { ...asked(isGiven), attention } } });
  };

  test('goes on from its line once the project has all of them, however often the popup was closed', async () => {
    const sent: { name: string; request: { body?: { prompt?: string } } }[] = [];
    Object.assign(fakeBrowser.runtime, {
      sendMessage: async (message: (typeof sent)[number]) => {
        sent.push(message);
        return { result: success(null) };
      },
    });
    showAsked(true);
    fireEvent.click(await screen.findByRole('button', { name: 'Continue: Recipe box' }));
    screen.getByText('The project has MAIL_KEY and SMS_KEY now.');
    const sure = await screen.findByRole('button', { name: /^Continue · usually/ });
    await waitFor(() => expect(sure.getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(sure);
    await waitFor(() =>
      expect(sent.find(({ name }) => name === 'startPaidCall')?.request.body?.prompt).toMatch(
        /^You have MAIL_KEY and SMS_KEY now/,
      ),
    );
  });

  test('does not while one is missing', async () => {
    showAsked(false);
    fireEvent.click(screen.getByRole('button', { name: /^Recent/ }));
    await screen.findByText('Recipe box is ready');
    expect(screen.queryByRole('button', { name: /Continue/ })).toBeNull();
  });
});

test('a line of ended work leads to Talk and Ship of its project', () => {
  show(states.busy);
  fireEvent.click(screen.getByRole('button', { name: /^Recent/ }));
  const recent = within(section('Recent') as HTMLElement);
  fireEvent.click(recent.getAllByRole('button', { expanded: false })[0] as HTMLElement);
  expect(recent.getByRole('link', { name: 'Talk' }).getAttribute('href')).toMatch(/#\/projects\/.+\/talk$/);
  expect(recent.getByRole('link', { name: 'Ship' }).getAttribute('href')).toMatch(/#\/projects\/.+\/ship$/);
});

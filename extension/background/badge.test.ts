import { describe, expect, test } from 'vitest';
import { readSection } from '../../shared/attention/fixtures.ts';
import { type AttentionState, emptyAttention } from '../../shared/attention/item.ts';
import { attentionNowOf } from '../../shared/attention/open-items.ts';
import { acknowledge, reduceSnapshot } from '../../shared/attention/reduce.ts';
import { attentionView } from '../attention/view.ts';
import { asOf, connectionStatus } from '../connection/status.ts';
import { paired, popupStates, type SeededStorage } from '../fixtures/popup-states.ts';
import { busyAccount, calmAccount, sampleAtLimit } from '../fixtures/sample-account.ts';
import { connectionWords } from '../i18n/connection-words.ts';
import { DEFAULT_SETTINGS } from '../storage/settings.ts';
import { type BadgeInput, badgeOf } from './badge.ts';
import { badgeTitle } from './render.ts';

const T0 = Date.UTC(2026, 10, 21, 12);
const busy = busyAccount(T0);
const calm = calmAccount(T0);
const { projects } = calm.sections;
const restoring = calmAccount(T0, {
  projects: readSection(
    {
      ...(projects.data as NonNullable<typeof projects.data>),
      items: (projects.data?.items ?? []).map((one, at) => ({
        ...one,
        recovery: at === 0 ? { startedAt: T0 } : null,
      })),
    },
    T0,
  ),
});
const reduced = (snapshot: typeof busy) => reduceSnapshot(emptyAttention, snapshot).state;
const shownOf = (state: AttentionState) =>
  attentionView({ attention: attentionNowOf(state, 0) }, { seen: {} });
const attentionOf = (snapshot: typeof busy) => shownOf(reduced(snapshot));
const allSeen = shownOf(
  Object.values(reduced(busy).items).reduce(
    (state, { id }) => acknowledge(state, id, T0, 'Laptop'),
    reduced(busy),
  ),
);
const notSent = { key: 'k', operation: 'launch', projectId: 'shop', code: 'EDGE_ABANDONED', at: T0 };
const base: BadgeInput = {
  status: { kind: 'fine' },
  attention: attentionOf(calm),
  snapshot: calm,
  settings: DEFAULT_SETTINGS,
  now: T0,
};

describe('the badge', () => {
  test.each<[string, Partial<BadgeInput>, { text: string; look: string; says: string }]>([
    ['nothing', {}, { text: '', look: 'calm', says: 'calm' }],
    [
      'two things that ask',
      { attention: attentionOf(busy), snapshot: busy },
      { text: '2', look: 'count', says: 'asking' },
    ],
    [
      'all seen',
      { attention: allSeen, snapshot: busy },
      { text: '', look: 'outlined', says: 'acknowledged' },
    ],
    [
      'a launch that never reached the edge',
      { attention: attentionView({ attention: attentionNowOf(reduced(calm), 0) }, { seen: {} }, [notSent]) },
      { text: '1', look: 'count', says: 'asking' },
    ],
    ['two running', { snapshot: busy }, { text: '▸2', look: 'calm', says: 'running' }],
    ['a restoration', { snapshot: restoring }, { text: '▸1', look: 'calm', says: 'running' }],
    [
      'credits, when wanted',
      { settings: { ...DEFAULT_SETTINGS, calmBadge: 'credits' } },
      { text: '412', look: 'calm', says: 'credits' },
    ],
    [
      'no credits while the screen is shared',
      { settings: { ...DEFAULT_SETTINGS, calmBadge: 'credits', screenShare: true } },
      { text: '', look: 'calm', says: 'calm' },
    ],
  ])('%s', (_name, input, expected) => {
    expect(badgeOf({ ...base, ...input })).toMatchObject(expected);
  });

  test('a hundred things fit into it', () => {
    const projects = Array.from({ length: 120 }, (_, i) => sampleAtLimit(`project-${i}`, null));
    const many = calmAccount(T0, {
      atLimit: readSection({ total: 120, projects, resetsAt: null, canEdit: true }, T0),
    });
    expect(badgeOf({ ...base, attention: attentionOf(many) })).toMatchObject({ text: '99', count: 120 });
  });
});

test('the title says in words what the badge counts, and how old that is', () => {
  const asking = badgeOf({ ...base, attention: attentionOf(busy) });
  expect(badgeTitle(asking, base.status, '14:02')).toBe('Pilot Light · 2 things need you · read at 14:02');
  expect(badgeTitle(asking, base.status, '14:02', 'about 9 runs')).toBe(
    'Pilot Light · 2 things need you · about 9 runs · read at 14:02',
  );
  expect(badgeTitle(asking, { kind: 'stale', since: T0 }, null, 'about 9 runs')).not.toContain('runs');
});

/** Everything in `busy` asks for two things; in `calm` for none. */
describe('however the connection is, badge and title say what the popup says, and only what is fine looks calm', () => {
  const noCredits = { data: null, readAt: null, error: { code: 'no-credits', since: T0 } } as const;
  const states = {
    ...popupStates(T0),
    'out-of-credits': shownWith({ account: noCredits, projects: noCredits, prices: noCredits }),
    'one-part-unread': shownWith({
      deliveries: { data: null, readAt: null, error: { code: 'timeout', since: T0 } },
    }),
  };

  test.each<[keyof typeof states, string, string]>([
    ['calm', '', 'Pilot Light · Nothing needs you · read at 11:59'],
    ['not-paired', '', 'Pilot Light · Not paired yet'],
    ['loading', '?', 'Pilot Light · Reading your account'],
    ['revoked', '2?', 'Pilot Light · This browser was unpaired · 2 things need you · read at 11:47'],
    [
      'edge-unreachable',
      '2?',
      'Pilot Light · Your edge cannot be reached · 2 things need you · read at 11:47',
    ],
    ['edge-unreachable-first', '?', 'Pilot Light · Your edge cannot be reached'],
    ['edge-slow', '2?', 'Pilot Light · Your edge is slow to answer · 2 things need you · read at 11:47'],
    ['edge-not-configured', '?', 'Pilot Light · Your edge is not set up'],
    ['not-an-edge', '?', 'Pilot Light · There is no edge at that address'],
    [
      'key-rejected',
      '2?',
      'Pilot Light · The service rejects the API key · 2 things need you · read at 11:41',
    ],
    [
      'account-unconfirmed',
      '2?',
      'Pilot Light · Your edge has a new API key · 2 things need you · read at 11:41',
    ],
    [
      'service-failing',
      '2?',
      'Pilot Light · The builder service does not answer · 2 things need you · read at 11:41',
    ],
    ['offline', '2?', 'Pilot Light · You are offline · 2 things need you · read at 11:47'],
    ['clock-wrong', '2?', "Pilot Light · This computer's clock is off · 2 things need you · read at 11:59"],
    ['partly', '1?', 'Pilot Light · Some of this could not be read · 1 thing needs you · read at 11:59'],
    ['stale', '2?', 'Pilot Light · What you see is old · 2 things need you · read at 10:00'],
    ['out-of-credits', '?', 'Pilot Light · Without credits nothing is read · read at 12:00'],
    ['one-part-unread', '?', 'Pilot Light · Some of this could not be read · read at 12:00'],
  ])('%s', (state, text, title) => {
    const seeded: SeededStorage = states[state];
    const known = {
      connection: seeded.connection ?? null,
      snapshot: seeded.snapshot ?? null,
      health: seeded.health ?? { lastOkAt: null, failure: null, live: false },
    };
    const status = connectionStatus(known, true, T0);
    const readAt = asOf(known);
    const badge = badgeOf({
      ...base,
      status,
      snapshot: known.snapshot?.snapshot ?? null,
      attention: attentionView(known.snapshot?.snapshot ?? null, { seen: {} }),
    });
    expect(badge.text).toBe(text);
    expect(
      badgeTitle(badge, status, readAt === null ? null : new Date(readAt).toISOString().slice(11, 16)),
    ).toBe(title);
    expect(badge.look === 'struck', 'crossed out unless fine').toBe(status.kind !== 'fine');
    if (status.kind !== 'fine')
      expect(title).toContain(connectionWords(status, { host: '', readAt, now: T0 })?.title);
  });
});

function shownWith(sections: Parameters<typeof calmAccount>[1]): SeededStorage {
  const snapshot = calmAccount(T0, sections);
  return {
    connection: paired(T0),
    snapshot: { snapshot, etag: null, receivedAt: T0, skewMs: 0 },
    health: { lastOkAt: T0, failure: null, live: true },
  };
}

import { describe, expect, test } from 'vitest';
import { readSection } from '../../shared/attention/fixtures.ts';
import { acknowledge, reduceSnapshot } from '../../shared/attention/reduce.ts';
import { emptyAttention } from '../../shared/attention/state.ts';
import { busyAccount, calmAccount, sampleAtLimit } from '../fixtures/sample-account.ts';
import { DEFAULT_SETTINGS } from '../settings/settings.ts';
import { badgeTitle } from './apply-badge.ts';
import { type BadgeInput, badgeOf } from './badge.ts';

const T0 = Date.UTC(2026, 10, 21, 12);
const busy = busyAccount(T0);
const calm = calmAccount(T0);
const attentionOf = (snapshot: typeof busy) => reduceSnapshot(emptyAttention, snapshot).state;
const allSeen = Object.values(attentionOf(busy).items).reduce(
  (state, { id }) => acknowledge(state, id, T0),
  attentionOf(busy),
);
const base: BadgeInput = {
  paired: true,
  failure: null,
  stale: false,
  attention: attentionOf(calm),
  snapshot: calm,
  settings: DEFAULT_SETTINGS,
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
    ['two running', { snapshot: busy }, { text: '▸2', look: 'calm', says: 'running' }],
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
    ['not paired', { paired: false }, { text: '', look: 'struck', says: 'not-paired' }],
    [
      'no answer never looks quiet',
      { failure: 'edge-unreachable' },
      { text: '?', look: 'struck', says: 'failing' },
    ],
    [
      'a rejected key never looks quiet',
      { failure: 'key-rejected' },
      { text: '?', look: 'struck', says: 'failing' },
    ],
    ['old news never looks quiet', { stale: true }, { text: '?', look: 'struck', says: 'stale' }],
    [
      'what asked before the answers stopped is still told',
      { failure: 'offline', attention: attentionOf(busy) },
      { text: '2?', look: 'struck', says: 'failing' },
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

test('the title says in words what the badge means, and how old it is', () => {
  const asking = badgeOf({ ...base, attention: attentionOf(busy) });
  expect(badgeTitle(asking, '14:02')).toBe('Pilot Light · 2 things need you · read at 14:02');
  const lost = badgeOf({ ...base, failure: 'key-rejected' });
  expect(badgeTitle(lost, '14:02')).toBe(
    'Pilot Light · The service rejects the API key of your edge. Give it a valid one. · read at 14:02',
  );
});

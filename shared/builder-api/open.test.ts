import { expect, test } from 'vitest';
import { catalogue, type OperationName } from '../operations/catalogue.ts';
import { unreadIn } from './open.ts';

const read = <N extends OperationName>(name: N, data: unknown) => catalogue[name].data.safeParse(data);

test('credits alone are a balance', () => {
  expect(read('getAccount', { credits: 12 })).toMatchObject({ success: true, data: { credits: 12 } });
});

/** A response with a valid and an invalid entry, and where the valid one is after parsing. */
const LISTS: readonly [OperationName, data: unknown, good: unknown][] = [
  ['getCreditCosts', { creditCosts: { A: 1, B: 'free' } }, { creditCosts: { A: 1 } }],
  ['listProjects', [{ projectId: 'shop' }, { projectId: 7 }, null], [{ projectId: 'shop' }]],
  [
    'getSpending',
    {
      daily: [
        { date: '2026-11-21', development: 1, infrastructure: 0, byType: { a: 1, b: null } },
        { date: 1 },
      ],
    },
    { daily: [{ development: 1, byType: { a: 1 } }] },
  ],
  [
    'listWebhooks',
    { webhooks: [{ id: 'w', url: 'https://a.example', event: 'e' }, {}] },
    { webhooks: [{ id: 'w' }] },
  ],
  [
    'listDeliveries',
    { deliveries: [{ id: 1, event: 'e', status: 'failed', attempts: 1, at: 'now' }, { id: 'x' }] },
    { deliveries: [{ id: 1 }] },
  ],
  [
    'getAgentStatus',
    { status: 'done', realtimeConversation: [{ author: 'agent', message: 'Done' }, { author: 1 }] },
    { realtimeConversation: [{ message: 'Done' }] },
  ],
  [
    'getConversation',
    { conversation: [{ message: 'Hello', secretKeysNeeded: { KEY: {}, ODD: 1 } }, 'odd'] },
    { conversation: [{ secretKeysNeeded: { KEY: {} } }] },
  ],
  [
    'getFeatureLimits',
    { features: { ai: { enabled: true }, odd: { enabled: 'yes' } } },
    { features: { ai: { enabled: true } } },
  ],
  ['listVersions', { versions: [{ _id: 'v' }, { _id: {} }] }, { versions: [{ _id: 'v' }] }],
  ['listGroups', [{ groupId: 'g' }, {}], [{ groupId: 'g' }]],
  [
    'getProject',
    { projectId: 'shop', secrets: [{ secretName: 'KEY', _id: 's' }, { secretName: 3 }] },
    { secrets: [{ secretName: 'KEY' }] },
  ],
];

test.each(LISTS)('one odd entry of %s keeps no other from being read', (name, data, good) => {
  const parsed = read(name, data);
  expect(parsed.success, 'parse each entry by itself: listOf, mapOf').toBe(true);
  expect(parsed.data).toMatchObject(good as object);
  expect(JSON.stringify(parsed.data)).not.toMatch(/odd|"x"/i);
});

test('a warning without a code makes no launch unreadable, and is reported', () => {
  const parsed = read('launchProject', { projectId: 'shop', warnings: [{ step: 'secrets' }, 'odd'] });
  expect(parsed.data).toMatchObject({ warnings: [{ step: 'secrets', errorCode: '', errorMessage: '' }] });
});

test('a project at its cap that cannot be read is counted', () => {
  const good = {
    projectId: 'shop',
    creditLimits: {},
    atLimit: { development: true, infrastructure: false },
  };
  const parsed = read('getAtLimit', { projects: [good, { projectId: 'odd' }] });
  const { projects } = parsed.data as { projects: unknown[] };
  expect([projects.length, unreadIn(projects)]).toEqual([1, 1]);
});

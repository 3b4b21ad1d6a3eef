import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AttentionNow } from '../../shared/snapshot/attention-schema.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { AnnouncementBook, toldEntries } from './announcement-book.ts';
import type { Asked } from './asked.ts';
import { needEntries, refusedEntries } from './short-entries.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

beforeEach(async () => {
  await control('reset');
  await pair();
});
afterEach(() => reset());

type Need = AttentionNow['items'][number];
const need = (id: string, reason: Need['reason'], openedAt: number, more: Partial<Need> = {}): Need => ({
  ...{ id, severity: 'warning', projectId: 'shop', since: openedAt, seen: null, openedAt },
  ...{ reason, opening: 1, rank: 0, ...more },
});
const attentionOf = (items: Need[], ended: Need[] = []): AttentionNow => ({
  ...{ items, open: items.length, seen: 0, ended: [], lastAnnouncement: 0 },
  endedTroubles: ended.map((item) => ({ ...item, resolvedAt: item.openedAt + 20 })),
});

interface World {
  query?: Partial<Asked['query']>;
  role?: Asked['role'];
  attention?: AttentionNow;
  /** Keys of what was announced, each with when and what it is about. */
  announced?: [key: string, at: number, kind: string, projectId?: string | null][];
  events?: { id?: string; event: string; facts?: object; need?: string; projectId?: string }[];
  /** Numbers of rows of work. */
  work?: number[];
}

/** What is listed of needs and of what was told, newest first, as kind and time. */
const listed = ({ query = {}, role = 'owner', attention, announced = [], events = [], work = [] }: World) =>
  runInDurableObject(env.ACCOUNT.getByName('account'), (_, { storage: { sql } }) => {
    for (const table of ['announcements', 'events', 'work', 'alerts']) sql.exec(`DELETE FROM ${table}`);
    announced.forEach(([key, at, kind, projectId = 'shop'], n) => {
      const one = { number: n + 1, key, noticeId: 'n', severity: 'warning', projectId, about: { kind }, at };
      sql.exec('INSERT INTO announcements VALUES (?, ?, ?)', n + 1, at, JSON.stringify(one));
    });
    events.forEach(({ id = 'e', event, facts = {}, need: of, projectId = 'shop' }, seq) => {
      const row = { seq, id, event, projectId, at: 1, receivedAt: 1, source: 'webhook', need: of, facts };
      sql.exec(
        'INSERT INTO events (seq, dedupe_id, event, project_id, received_at, reconciled, row) VALUES (?, ?, ?, ?, 1, 0, ?)',
        ...[seq, id, event, projectId, JSON.stringify(row)],
      );
    });
    for (const id of work)
      sql.exec(
        `INSERT INTO work (id, project_id, kind, begun_at, row, evidence) VALUES (?, 'shop', 'run', 1, '{"ending":"failed"}', '[]')`,
        id,
      );
    const asked: Asked = {
      ...{ sql, now: NOW, role, deviceId: 'd', me: 'Office', labels: new Map() },
      query: { limit: 50, ...query },
    };
    const told = new AnnouncementBook(asked);
    return [...needEntries(asked, attention, told), ...toldEntries(asked, attention, told)]
      .flatMap(({ at, entry }) => {
        const made = entry();
        return made === null ? [] : [{ at, made }];
      })
      .toSorted((one, other) => other.at - one.at)
      .map(({ at, made }) => {
        const tells = made.kind === 'need' && made.told !== null ? ' and told' : '';
        return `${made.kind} ${at}${made.kind === 'told' && made.all.length > 1 ? ` ×${made.all.length}` : ''}${tells}`;
      });
  });

const cap = need(
  'credit-cap:shop:development:2026-11',
  { kind: 'credit-cap', category: 'development', spent: 200, limit: 200, resetsAt: 90, canEdit: true },
  30,
);
const reached = { event: 'project.credit_limit.reached', facts: { category: 'development' } };

test('what needs somebody and nothing tells, such as a cap that was reached before the set-up, is an entry', async () => {
  const keys = need('keys-needed:shop', { kind: 'keys-needed', keys: [] }, 20);
  const attention = attentionOf([cap, keys]);
  expect(await listed({ attention })).toEqual(['need 30', 'need 20']);
  expect(await listed({ attention, query: { kind: 'trouble' } })).toEqual([]);
  expect(await listed({ attention, query: { kind: reached.event } })).toEqual(['need 30']);
  expect(await listed({ attention, query: { project: 'other' } })).toEqual([]);
  expect(await listed({ attention: attentionOf([], [cap]) }), 'it is over').toEqual(['need 30']);
  expect(await listed({ attention, role: 'viewer' }), 'names of variables are not for viewers').toEqual([
    'need 30',
  ]);
});

test('it is none where an event, the end of work or an announcement tells it', async () => {
  const attention = attentionOf([cap]);
  expect(await listed({ attention, announced: [[`${cap.id}#1`, 30, 'credit-cap']] })).toEqual(['told 30']);
  const failed = attentionOf([need('run-failed:shop', { kind: 'run-failed', message: null }, 20)]);
  expect(await listed({ attention: failed, work: [7] })).toEqual([]);
  expect(await listed({ attention: failed })).toEqual(['need 20']);
  const end = { event: 'agent.prompt.finished', facts: { keysNeeded: 'MAIL_KEY' } };
  const asked = attentionOf([need('keys-needed:shop', { kind: 'keys-needed', keys: [] }, 20)]);
  expect(await listed({ attention: asked, events: [end] })).toEqual([]);
  const other = { ...reached, projectId: 'other' };
  expect(await listed({ attention, events: [other] }), 'of another project').toEqual(['need 30']);
});

test('what did not arrive is one entry from its begin to its end, with what was told of it', async () => {
  const failing = need(
    'channel-failing:c1',
    { kind: 'channel-failing', channelId: 'c1', channel: 'Studio', channelKind: 'slack', stopped: true },
    20,
    { opening: 2, projectId: null },
  );
  const world: World = {
    attention: attentionOf([], [failing]),
    announced: [
      ['channel-failing:c1#1', 5, 'channel-failing', null],
      ['channel-failing:c1#2', 20, 'channel-failing', null],
    ],
  };
  expect(await listed(world)).toEqual(['need 20 and told', 'told 5']);
  expect(await listed({ ...world, query: { kind: 'trouble' } })).toEqual(['need 20 and told']);
  expect(await listed({ ...world, query: { project: 'shop' } })).toEqual([]);
  expect(await listed({ ...world, role: 'viewer' })).toEqual([]);
});

test('what was told is an entry where no event and no row tells it; among notices all of it is', async () => {
  const world: World = {
    events: [
      { id: 'e1', event: 'project.resumed' },
      { id: 'e2', event: 'cron.job.failing', need: 'cron-job:shop:j:production#1' },
    ],
    work: [7],
    announced: [
      ['event:e1', 50, 'project-resumed'],
      ['event:e9', 40, 'project-resumed'],
      ['cron-job:shop:j:production#1', 30, 'cron-job'],
      ['cron-job:shop:j:production#2', 25, 'cron-job'],
      ['run:shop@7', 20, 'run-finished'],
      ['run:shop@8', 10, 'run-finished'],
    ],
  };
  expect(await listed(world)).toEqual(['told 40', 'told 25', 'told 10']);
  expect(await listed({ ...world, query: { kind: 'notice' } })).toHaveLength(6);
  expect(await listed({ ...world, role: 'viewer' })).toEqual([]);
});

test('forecasts of caps that were made at one time are one, apart from a later one, and have a filter of their own', async () => {
  const forecast = (id: string, at: number): [string, number, string] => [
    `cap-forecast:${id}:development:2026-11#1`,
    at,
    'cap-forecast',
  ];
  const world: World = {
    announced: [
      forecast('a', 10 * MINUTE_MS),
      forecast('b', 5 * MINUTE_MS),
      ['event:e7', 5 * MINUTE_MS - 5_000, 'project-resumed'],
      forecast('c', 5 * MINUTE_MS - 10_000),
    ],
  };
  expect(await listed(world)).toEqual(['told 600000', 'told 300000 ×2', 'told 295000']);
  expect(await listed({ ...world, query: { kind: 'forecast' } })).toEqual(['told 600000', 'told 300000 ×2']);
  const expected = need('cap-forecast:d:development:2026-11', { kind: 'cap-forecast' }, 30);
  const attention = attentionOf([expected]);
  expect(await listed({ attention, query: { kind: 'forecast' } })).toEqual(['need 30']);
});

test('deliveries that were refused went wrong, those that only came again did not; a viewer is told of none', () => {
  const rejections = (['stale', 'duplicate'] as const).map((reason) => ({
    ...{ reason, count: 2, lastAt: 30, skewSeconds: null, about: null },
  }));
  const asked = { query: { limit: 50 }, role: 'owner' } as Asked;
  const wrong = refusedEntries(asked, () => rejections).map(({ entry }) => entry()?.isWrong);
  expect(wrong).toEqual([true, false]);
  expect(refusedEntries({ ...asked, role: 'viewer' }, () => rejections)).toEqual([]);
  expect(refusedEntries({ ...asked, query: { limit: 50, project: 'shop' } }, () => rejections)).toEqual([]);
});

import { expect, it } from 'vitest';
import type { AttentionNow } from '../../../../shared/snapshot/attention-schema.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { entryFixture, recordFixture } from '../../../launch/entry-fixture.ts';
import type { Notice } from '../../../storage/notices.ts';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
import { type Told, toldOf } from '../../kit/told.ts';
import { type ActivitySources, activityEntries } from './entries.ts';

const event = (seq: number, at: number, projectId: string | null = 'shop'): KeptEvent => ({
  seq,
  id: `e${seq}`,
  event: 'deployment.finished',
  projectId,
  at,
  receivedAt: at,
  source: 'webhook',
  facts: {},
});

const notice = (at: number, key = `event:e${at}`): Notice => ({
  key,
  noticeId: 'n',
  severity: 'note',
  projectId: 'shop',
  about: { kind: 'project-resumed' },
  at,
  storedAt: at,
  fate: { is: 'shown' },
});
const told = (...notices: Notice[]): Told[] => toldOf([], notices);

const call = (confirmedAt: number, projectId = 'shop'): StoredPaidCall => ({
  ...{ key: `k${confirmedAt}`, method: 'POST', path: '/x', body: null, state: 'done', confirmedAt },
  confirmedFor: null,
  ...{ about: { operation: 'rebuild', projectId, words: '' }, settledAt: null, error: null, record: null },
});

const sources = (some: Partial<ActivitySources>): ActivitySources => ({
  ...{
    events: [],
    hasMore: false,
    calls: [],
    launches: [],
    imports: [],
    told: [],
    attention: undefined,
    rejections: [],
  },
  ...some,
});

const shownAs = (some: Partial<ActivitySources>, projectId = '', filter = '') =>
  activityEntries(sources(some), { projectId, kind: filter, since: null, before: null }).map(
    ({ kind, at }) => `${kind} ${at}`,
  );

it('lists what happened, what was paid for and what was refused in one order, the newest first', () => {
  const rejection = { reason: 'stale' as const, count: 2, lastAt: 30, skewSeconds: null, about: null };
  expect(
    shownAs({ events: [event(2, 40), event(1, 10)], calls: [call(20)], rejections: [rejection] }),
  ).toEqual(['event 40', 'refused 30', 'own 20', 'event 10']);
});

it('shows what was told with the event that it is of, and alone when no event shows it', () => {
  const some = { events: [event(1, 10)], told: told(notice(10, 'event:e1'), notice(10, 'event:e7')) };
  const entries = activityEntries(sources(some), { projectId: '', kind: '', since: null, before: null });
  expect(entries.map(({ kind }) => kind)).toEqual(['event', 'notice']);
  expect(entries[0]).toMatchObject({ told: { notice: { key: 'event:e1' } } });
});

it('lists nothing older than the oldest event that was read, while older ones are still to be read', () => {
  const some = { events: [event(9, 90)], calls: [call(50)] };
  expect(shownAs({ ...some, hasMore: true })).toEqual(['event 90']);
  expect(shownAs({ ...some, hasMore: false })).toEqual(['event 90', 'own 50']);
});

it('narrows to a project, to one kind of line, and leaves other lines out beside one event of the service', () => {
  const imported = { ...{ id: 'i', projectId: 'shop', table: 't', createdAt: 15, own: true }, by: null };
  const some = {
    ...{ events: [event(1, 10)], calls: [call(20), call(30, 'other')], told: told(notice(10, 'event:e1')) },
    imports: [{ ...imported, records: [], source: null }],
  };
  expect(shownAs(some, 'shop')).toEqual(['own 20', 'import 15', 'event 10']);
  expect(shownAs(some, 'other', 'import')).toEqual([]);
  expect(shownAs(some, '', 'import')).toEqual(['import 15']);
  expect(shownAs(some, '', 'own')).toEqual(['own 30', 'own 20']);
  expect(shownAs(some, '', 'notice')).toEqual(['notice 10']);
  expect(shownAs(some, '', 'deployment.finished')).toEqual(['event 10']);
});

it('shows with an event what opened by it, although a reading found that a moment before, and no other of that moment', () => {
  const failing = {
    ...event(1, 90_000),
    event: 'cron.job.failing',
    need: 'cron-job:shop:j:production#1',
    facts: { jobId: 'j', env: 'production' },
  };
  const paused = { ...event(2, 90_000), event: 'project.lifecycle.state_changed' };
  const some = {
    events: [paused, failing],
    told: told(notice(60_500, 'cron-job:shop:j:production#1'), notice(90_000, 'kill-switch:shop#1')),
  };
  expect(
    activityEntries(sources(some), { projectId: '', kind: '', since: null, before: null }).map((entry) => [
      entry.kind === 'event' && entry.event.event,
      'told' in entry && entry.told?.key,
    ]),
  ).toEqual([
    ['project.lifecycle.state_changed', undefined],
    ['cron.job.failing', 'cron-job:shop:j:production#1'],
    [false, 'kill-switch:shop#1'],
  ]);
});

it('is of some days: nothing of any kind is earlier or later', () => {
  const some = { events: [event(1, 10)], calls: [call(20), call(12)], told: told(notice(30)) };
  expect(
    activityEntries(sources(some), { projectId: '', kind: '', since: 11, before: 20 }).map(
      ({ kind, at }) => `${kind} ${at}`,
    ),
  ).toEqual(['own 12']);
});

it('shows caps that one browser changed one after another as one, also with others between', () => {
  const cap = (seq: number, at: number, by = 'Office') => ({
    ...event(seq, at, `shop-${seq}`),
    ...{ event: 'edge.cap', source: 'edge' as const, facts: { category: 'development', from: 1, to: 2, by } },
  });
  const minute = 60_000;
  const events = [
    cap(6, 10 * minute),
    event(5, 10 * minute - 1),
    cap(4, 10 * minute - 2, 'Laptop'),
    cap(3, 10 * minute - 3),
    cap(2, 9 * minute - 3),
    cap(1, 7 * minute),
  ];
  const entries = activityEntries(sources({ events }), {
    projectId: '',
    kind: '',
    since: null,
    before: null,
  });
  expect(
    entries.map((entry) =>
      entry.kind === 'act' ? entry.events.map(({ seq }) => seq) : entry.kind === 'event' && entry.event.seq,
    ),
  ).toEqual([[6, 3, 2], 5, 4, 1]);
});

it('shows caps that were set and set back as two acts, and one cap that was as two changes', () => {
  const cap = (seq: number, projectId: string, from: number, to: number): KeptEvent => ({
    ...event(seq, 1_000 + seq, projectId),
    ...{ event: 'edge.cap', source: 'edge', facts: { category: 'development', from, to, by: 'Office' } },
  });
  const acts = (events: KeptEvent[]) =>
    activityEntries(sources({ events }), { projectId: '', kind: '', since: null, before: null }).map(
      (entry) =>
        entry.kind === 'act'
          ? [entry.isBack, ...entry.events.map(({ seq }) => seq)]
          : entry.kind === 'event' && entry.event.seq,
    );
  const plan = [cap(2, 'b', 10, 20), cap(1, 'a', 10, 20)];
  expect(acts([cap(4, 'b', 20, 10), cap(3, 'a', 20, 10), ...plan])).toEqual([
    [true, 4, 3],
    [false, 2, 1],
  ]);
  expect(acts([cap(3, 'a', 20, 10), ...plan])).toEqual([3, [false, 2, 1]]);
  expect(acts([cap(3, 'a', 20, 30), ...plan])).toEqual([[false, 3, 2], 1]);
});

it('shows forecasts of caps that were made at one time as one entry, apart from a later one', () => {
  const forecast = (at: number, id: string) => notice(at, `cap-forecast:${id}:development:2026-11#1`);
  const some = {
    told: told(forecast(400_000, 'a'), forecast(30_000, 'b'), notice(25_000), forecast(20_000, 'c')),
  };
  expect(shownAs(some)).toEqual(['notice 400000', 'forecasts 30000', 'notice 25000']);
});

it('shows a deployment that was begun here as one entry with its end, also among what was done here', () => {
  const begun: StoredPaidCall = { ...call(5), about: { operation: 'deploy', projectId: 'shop', words: '' } };
  const some = { events: [{ ...event(1, 10), call: begun.key }], calls: [begun] };
  const entries = activityEntries(sources(some), { projectId: '', kind: '', since: null, before: null });
  expect(entries).toEqual([expect.objectContaining({ kind: 'event', at: 10, call: begun })]);
  expect(shownAs(some, '', 'own')).toEqual(['event 10']);
});

it('has launches among what was paid from this browser, also those without a project, and of a project those that created it', () => {
  const launches = [
    entryFixture({ key: 'a', confirmedAt: 30, record: recordFixture({ projectId: 'shop' }) }),
    entryFixture({ key: 'b', confirmedAt: 25, record: recordFixture({ state: 'refused', projectId: null }) }),
  ];
  const some = { events: [event(1, 10)], calls: [call(20)], launches };
  expect(shownAs(some)).toEqual(['launch 30', 'launch 25', 'own 20', 'event 10']);
  expect(shownAs(some, '', 'own')).toEqual(['launch 30', 'launch 25', 'own 20']);
  expect(shownAs(some, 'shop', 'own')).toEqual(['launch 30', 'own 20']);
});

it('has what the edge refused in one kind: deliveries and prompts, of which a guard tells too, but not what the service refused', () => {
  const refused = (at: number, code: string, guarded?: { guard: 'failures' }): StoredPaidCall => ({
    ...{ ...call(at), state: 'refused', about: { operation: 'startAgent', projectId: 'shop', words: 'x' } },
    error: { kind: 'refused', code, message: null, ...(guarded && { guarded }) },
  });
  const kept = { ...event(1, 11), event: 'edge.guard', source: 'edge' as const };
  const events = [
    { ...kept, call: call(10).key, facts: { guard: 'failures', did: 'prompt-refused', number: 3 } },
    { ...kept, seq: 2, facts: { guard: 'raise', did: 'laid' } },
  ];
  const calls = [
    refused(10, 'EDGE_GUARDED', { guard: 'failures' }),
    refused(400_000, 'EDGE_GUARDED', { guard: 'failures' }),
    refused(500_000, 'PROJECT_CREDIT_LIMIT_REACHED'),
  ];
  const rejections = [{ reason: 'stale' as const, count: 2, lastAt: 30, skewSeconds: null, about: null }];
  expect(shownAs({ events, calls, rejections }, '', 'refused')).toEqual([
    'own 400000',
    'refused 30',
    'event 11',
  ]);
});

it('shows a receiver that is added or removed for several events as one, apart from another receiver', () => {
  const receiver = (seq: number, host: string, did = 'added'): KeptEvent => ({
    ...event(seq, 1_000 + seq, null),
    ...{ event: 'edge.change', source: 'edge' },
    facts: { setting: 'receiver', did, host, event: `event-${seq}`, by: 'Office' },
  });
  const events = [
    receiver(6, 'shop.example', 'removed'),
    receiver(5, 'shop.example', 'removed'),
    receiver(4, 'shop.example'),
    receiver(3, 'other.example'),
    receiver(2, 'shop.example'),
    receiver(1, 'shop.example'),
  ];
  const all = { projectId: '', kind: '', since: null, before: null };
  expect(
    activityEntries(sources({ events }), all).map((entry) =>
      entry.kind === 'act' ? entry.events.map(({ seq }) => seq) : entry.kind === 'event' && entry.event.seq,
    ),
  ).toEqual([[6, 5], [4, 2, 1], 3]);
});

it('shows what did not arrive as one entry from its begin to its end, with what was told of it', () => {
  const failing = {
    ...{ id: 'channel-failing:c1', severity: 'warning' as const, projectId: null, since: 20, seen: null },
    ...{ reason: { kind: 'channel-failing', channelId: 'c1', channel: 'Studio', stopped: true } },
    ...{ opening: 2, openedAt: 20, rank: 0 },
  };
  const attention = { items: [], open: 0, seen: 0, ended: [failing.id], lastAnnouncement: 2 };
  const some = {
    events: [event(1, 10)],
    attention: { ...attention, endedTroubles: [{ ...failing, resolvedAt: 40 }] },
    told: told(notice(5, 'channel-failing:c1#1'), notice(20, 'channel-failing:c1#2')),
  };
  expect(shownAs(some)).toEqual(['trouble 20', 'event 10', 'notice 5']);
  expect(shownAs(some, '', 'trouble')).toEqual(['trouble 20']);
  expect(shownAs(some, 'shop')).toEqual(['event 10', 'notice 5']);
});

it('shows with each of several runs of one minute what was told of that run, and with no other', () => {
  const ended = (seq: number, at: number): KeptEvent => ({
    ...event(seq, at),
    ...{ event: 'agent.prompt.finished', work: seq },
  });
  const events = [ended(3, 26_000), ended(2, 20_000), ended(1, 10_000)];
  const some = { events, told: told(notice(11_000, 'run:shop@1'), notice(20_000, 'run:shop@2')) };
  const keys = activityEntries(sources(some), { projectId: '', kind: '', since: null, before: null }).map(
    (entry) => 'told' in entry && (entry.told?.key ?? null),
  );
  expect(keys).toEqual([null, 'run:shop@2', 'run:shop@1']);
});

it('shows an end that the edge read until the event of it is there, with what was told of it', () => {
  const run = { ...event(1, 50), event: 'agent.prompt.finished', work: 7 };
  const read: KeptEvent = { ...run, seq: 2, id: 'read', source: 'edge', at: 55 };
  expect(shownAs({ events: [read], told: told(notice(58, 'run:shop@7')) })).toEqual(['event 55']);
  expect(shownAs({ events: [read], told: told(notice(58, 'run:shop@8')) })).toHaveLength(2);
  expect(shownAs({ events: [read, run] })).toEqual(['event 50']);
  expect(shownAs({ events: [read, { ...run, work: 8 }] })).toHaveLength(2);
});

it('shows what needs the user and no other entry tells of, such as a cap that was reached before the set-up', () => {
  const need = (id: string, reason: object, openedAt: number) => ({
    ...{ id, severity: 'warning' as const, projectId: 'shop', since: openedAt, seen: null, openedAt },
    ...{ reason, opening: 1, rank: 0 },
  });
  const cap = need(
    'credit-cap:shop:development:1969-12',
    { kind: 'credit-cap', category: 'development', spent: 200, limit: 200, resetsAt: 90 },
    30,
  );
  const keys = need('keys-needed:shop', { kind: 'keys-needed', keys: [] }, 20);
  const of = (...items: object[]) =>
    ({ items, open: items.length, ended: [], lastAnnouncement: 0 }) as unknown as AttentionNow;
  expect(shownAs({ attention: of(cap, keys) })).toEqual(['trouble 30', 'trouble 20']);
  expect(shownAs({ attention: of(cap) }, '', 'trouble')).toEqual([]);
  expect(shownAs({ attention: of(cap) }, '', 'project.credit_limit.reached')).toEqual(['trouble 30']);
  expect(shownAs({ attention: of(cap) }, 'other')).toEqual([]);
  expect(
    shownAs({ attention: of(cap), told: told(notice(30, 'credit-cap:shop:development:1969-12#1')) }),
  ).toEqual(['notice 30']);
  const reached = {
    ...event(1, 30),
    event: 'project.credit_limit.reached',
    facts: { category: 'development' },
  };
  expect(shownAs({ attention: of(cap), events: [reached] })).toEqual(['event 30']);
  const end = { ...event(1, 20), event: 'agent.prompt.finished', facts: { keysNeeded: 'MAIL_KEY' } };
  expect(shownAs({ attention: of(keys), events: [end] })).toEqual(['event 20']);
  const over = { ...of(), endedTroubles: [{ ...cap, resolvedAt: 60 }] };
  expect(shownAs({ attention: over as AttentionNow })).toEqual(['trouble 30']);
});

it('lists with what was done from this browser the settings that it changed, and no other browser', () => {
  const changed = (seq: number, by: string): KeptEvent => ({
    ...event(seq, seq),
    ...{ event: 'edge.cap', source: 'edge', facts: { category: 'development', from: 1, to: seq, by } },
  });
  const filter = { projectId: '', kind: 'own', since: null, before: null };
  const events = [changed(2, 'Office'), changed(1, 'Home')];
  expect(activityEntries(sources({ events }), filter, 'Office')).toMatchObject([{ kind: 'event', at: 2 }]);
});

it('lists what is only expected under a filter of its own, whether it was told or not', () => {
  const id = 'cap-forecast:shop:development:2026-11';
  const reason = { kind: 'cap-forecast', category: 'development', at: 90, resetsAt: 95 };
  const item = {
    ...{ id, severity: 'warning', projectId: 'shop', since: 30, seen: null, openedAt: 30 },
    reason,
  };
  const attention = {
    ...{ items: [{ ...item, opening: 1, rank: 0 }], open: 1, ended: [], lastAnnouncement: 0 },
  } as unknown as AttentionNow;
  expect(shownAs({ attention }, '', 'forecast')).toEqual(['trouble 30']);
  const some = { attention, told: told(notice(30, `${id}#1`), notice(20)) };
  expect(shownAs(some, '', 'forecast')).toEqual(['notice 30']);
});

import * as fc from 'fast-check';
import type { EventFacts, KeptEvent } from '../snapshot/kept-event.ts';
import type { LaunchRecord } from '../snapshot/launches.ts';
import { unreadSection } from '../snapshot/section.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { RECENT_EVENTS_MAX, RECENT_LAUNCHES_MAX } from '../snapshot/snapshot.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../time.ts';
import {
  failingGroup,
  keptEventWith,
  projectAtCap,
  projectWith,
  readSection,
  snapshotWith,
} from './fixtures.ts';

/** The true history of an account with one project, reported late, twice, in part and in any order. */

export const START = Date.UTC(2026, 10, 21, 12);
const LAST_MINUTE = 60;
const LATEST_MINUTE = 150;
export const END = START + 200 * MINUTE_MS;

/** States that begin and end alternately; an event reports the beginning of some of them. */
const TURNS = {
  cap: 'credit-cap:recipe-box:development:2026-11',
  empty: 'credits-exhausted',
  failing: 'delivery-failures:w1:500',
  refused: 'subscriptions-failing',
  silent: 'webhooks-silent',
  launch: 'launch-unknown:key-1',
} as const;
type Turn = keyof typeof TURNS;

type StoryEvent = { name: string; facts?: EventFacts; opens?: string; ends?: string[] };
const budget = { feature: 'ai', used: 100, cap: 100, capKind: 'credits' };
const BUDGET = 'feature-budget:recipe-box:ai:2026-11';
const WARNING = 'feature-warning:recipe-box:ai:2026-11';

/** Facts that only events report. */
const STORY_EVENTS: StoryEvent[] = [
  { name: 'project.paused', opens: 'project-paused:recipe-box' },
  { name: 'project.kill_switch.fired', opens: 'kill-switch:recipe-box' },
  { name: 'project.resumed', ends: ['project-paused:recipe-box', 'kill-switch:recipe-box'] },
  { name: 'project.payments.disconnected', opens: 'payments-disconnected:recipe-box' },
  { name: 'cron.job.failing', facts: { jobId: 'j1' }, opens: 'cron-job:recipe-box:j1:' },
  { name: 'cron.job.paused', facts: { jobId: 'j1' }, opens: 'cron-job:recipe-box:j1:' },
  { name: 'project.feature_limit.warning', facts: budget, opens: WARNING },
  {
    name: 'project.feature_limit.reached',
    facts: { ...budget, refusing: true },
    opens: BUDGET,
    ends: [WARNING],
  },
  {
    name: 'project.feature_limit.reached',
    facts: { ...budget, refusing: false },
    opens: BUDGET,
    ends: [WARNING],
  },
];

type Happening = { at: InstantMs; turn?: Turn; reported?: StoryEvent };
type Telling = { at: InstantMs } & (
  | { kind: 'event'; event: Omit<KeptEvent, 'seq'> }
  | { kind: 'reading'; how: 'whole' | 'partly' | 'failed' }
  | { kind: 'acknowledged' }
);
export type Story = { happenings: Happening[]; tellings: Telling[]; gone: boolean };

const minute = (max: number) => fc.integer({ min: 1, max });

/** No two changes happen in one minute; reports fall into the second half of a minute. */
export const storyArb: fc.Arbitrary<Story> = fc
  .record({
    happenings: fc.uniqueArray(
      fc.record({
        minute: minute(LAST_MINUTE),
        what: fc.oneof(fc.constantFrom(...STORY_EVENTS), fc.constantFrom(...(Object.keys(TURNS) as Turn[]))),
        lateMinutes: fc.array(fc.oneof(fc.constant(0), minute(90)), { minLength: 1, maxLength: 2 }),
      }),
      { selector: (one) => one.minute, maxLength: 14 },
    ),
    readings: fc.array(
      fc.record({ minute: minute(LATEST_MINUTE), how: fc.constantFrom('whole', 'partly', 'failed') }),
      { maxLength: 8 },
    ),
    acknowledgements: fc.array(minute(LATEST_MINUTE), { maxLength: 3 }),
    gone: fc.boolean(),
  })
  .map(({ happenings, readings, acknowledgements, gone }) => {
    const sorted = happenings.toSorted((a, b) => a.minute - b.minute);
    const happened: Happening[] = sorted.map(({ minute: m, what }) => {
      const at = START + m * MINUTE_MS;
      return typeof what === 'string' ? { at, turn: what } : { at, reported: what };
    });
    const events = sorted.flatMap(({ lateMinutes }, n) => {
      const event = eventOf(happened, n);
      return event === null
        ? []
        : lateMinutes.map((late): Telling => {
            const at = event.at + late * MINUTE_MS + 30 * SECOND_MS + n;
            return { at, kind: 'event', event: { ...event, receivedAt: at } };
          });
    });
    const read = readings.map(
      ({ minute: m, how }): Telling => ({ at: START + m * MINUTE_MS + 45 * SECOND_MS, kind: 'reading', how }),
    );
    const seen = acknowledgements.map(
      (m): Telling => ({ at: START + m * MINUTE_MS + 50 * SECOND_MS, kind: 'acknowledged' }),
    );
    const tellings = [...events, ...read, ...seen].toSorted((a, b) => a.at - b.at);
    return { happenings: happened, tellings, gone };
  });

function eventOf(happenings: readonly Happening[], n: number): Omit<KeptEvent, 'seq'> | null {
  const { at, turn, reported } = happenings[n] as Happening;
  const event = (name: string, facts: EventFacts = {}) =>
    keptEventWith({ seq: 0, id: `evt-${n}`, event: name, at, projectId: 'recipe-box', facts });
  if (reported) return event(reported.name, reported.facts);
  const begins = isOn(happenings.slice(0, n + 1), turn as Turn);
  if (turn === 'cap' && begins) return event('project.credit_limit.reached', { category: 'development' });
  if (turn === 'empty' && begins) return event('project.credits.exhausted');
  return null;
}

function isOn(happenings: readonly Happening[], turn: Turn): boolean {
  return happenings.filter((one) => one.turn === turn).length % 2 === 1;
}

/** Ids of the items that are truly open once everything has been reported. */
export function trulyOpen({ happenings, gone }: Story): string[] {
  const last = (is: (reported: StoryEvent) => boolean) =>
    happenings.findLastIndex(({ reported }) => reported && is(reported));
  const ids = new Set(STORY_EVENTS.flatMap(({ opens }) => opens ?? []));
  const reported = [...ids].filter(
    (id) => last(({ opens }) => opens === id) > last(({ ends }) => ends?.includes(id) === true),
  );
  const turns = (Object.keys(TURNS) as Turn[]).filter(
    (turn) => isOn(happenings, turn) && !(gone && turn === 'cap'),
  );
  return [...(gone ? [] : reported), ...turns.map((turn) => TURNS[turn])].sort();
}

/** How often the item has truly opened or become worse. */
export function trueOpenings({ happenings }: Story, id: string): number {
  return happenings.filter(({ reported, turn }) => reported?.opens === id || (turn && TURNS[turn] === id))
    .length;
}

/** The snapshot that the edge returns at `at`. */
export function snapshotAt(
  story: Story,
  at: InstantMs,
  how: 'whole' | 'partly' | 'failed',
  kept: KeptEvent[],
): Snapshot {
  const events = readSection(
    { lastSeq: kept.length, items: kept.slice(-RECENT_EVENTS_MAX).toReversed() },
    at,
  );
  const error = { code: 'timeout' as const, since: at };
  const failed = { ...unreadSection, error };
  const past = story.happenings.filter((one) => one.at <= at);
  if (how === 'failed')
    return {
      ...snapshotWith(at, {
        events,
        account: failed,
        atLimit: failed,
        projects: failed,
        deliveries: failed,
        subscriptions: failed,
      }),
      launches: launchesAt(past, at),
    };
  const on = (turn: Turn) => how === 'whole' && isOn(past, turn);
  const cut = how === 'partly' ? 60 : 0;
  const gone = story.gone && at === END;
  const credits = on('empty') ? 0 : how === 'partly' ? 0.4 : 100;
  const capped = on('cap') && !gone;
  return {
    ...snapshotWith(at, {
      events,
      account: readSection({ credits, recurrentCredits: credits, oneTimeCredits: 0 }, at),
      atLimit: readSection(
        {
          total: cut + Number(capped),
          projects: capped ? [capOf] : [],
          resetsAt: Date.UTC(2026, 11, 1) + (at % 7) * SECOND_MS,
          canEdit: true,
        },
        at,
      ),
      projects: readSection({ total: cut + Number(!gone), items: gone || cut ? [] : [projectWith({})] }, at),
      deliveries: {
        ...readSection(
          {
            total: Number(on('failing')),
            groups: on('failing') ? [failingGroup(at, { lastProjectId: 'recipe-box' })] : [],
          },
          at,
        ),
        error: cut ? error : null,
      },
      subscriptions: {
        ...readSection(
          {
            mode: 'push',
            syncedAt: START,
            origin: null,
            rejections: [],
            silent: on('silent') ? { since: lastAt(past, 'silent'), missed: 1, until: at, newest: [] } : null,
            subscriptions: [
              {
                event: 'project.paused',
                state: on('refused') ? 'failing' : 'active',
                lastReceivedAt: null,
                problem: null,
              },
            ],
          },
          START,
        ),
        error: cut ? error : null,
      },
    }),
    launches:
      how === 'partly'
        ? Array.from({ length: RECENT_LAUNCHES_MAX }, (_, n) => launchOf(`other-${n}`, 'sent', at))
        : launchesAt(past, at),
  };
}

const lastAt = (past: readonly Happening[], turn: Turn): InstantMs =>
  past.findLast((one) => one.turn === turn)?.at ?? START;

const capOf = projectAtCap('recipe-box');

function launchesAt(past: readonly Happening[], at: InstantMs): LaunchRecord[] {
  if (!past.some(({ turn }) => turn === 'launch')) return [];
  return [launchOf('key-1', isOn(past, 'launch') ? 'unknown' : 'launched', at)];
}

const launchOf = (key: string, state: LaunchRecord['state'], at: InstantMs): LaunchRecord => ({
  key,
  state,
  operation: 'launchProject',
  requestedProjectId: 'shop',
  projectId: null,
  label: null,
  createdAt: at,
  settledAt: null,
  refusal: null,
  candidates: [],
  agentStarted: null,
  warnings: [],
  nextCheckAt: null,
});

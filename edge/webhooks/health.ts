import type { SubscriptionHealth } from '../../shared/snapshot/webhook-health.ts';
import { DAY_MS, HOUR_MS, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { KnownWork } from '../../shared/work/row.ts';
import { MISSED_NAMED_MAX, SILENT_FOR_MS } from '../events/query.ts';
import type { EventStore } from '../events/store.ts';
import type { AccountContext } from '../object/context.ts';
import type { Rejections } from './rejections.ts';
import type { EventState, SubscriptionStates } from './subscriptions/status.ts';

type HealthDependencies = {
  eventStore: EventStore;
  states: SubscriptionStates;
  rejections: Rejections;
  /** Work that ended since then. */
  endedSince: (at: InstantMs) => readonly EndedWork[];
};

/** States in which an event is delivered to the edge. */
const IS_NOTIFIED: Record<EventState, boolean> = {
  active: true,
  filtered: true,
  failing: false,
  missing: false,
  unavailable: false,
};

/** How well the service's webhooks reach the edge, with messages for the owner. */
export class WebhookHealth {
  readonly #context: AccountContext;
  readonly #parts: HealthDependencies;

  constructor(context: AccountContext, parts: HealthDependencies) {
    this.#context = context;
    this.#parts = parts;
  }

  /** @param pushed whether the edge has an address that the service can reach */
  read(pushed: boolean): SubscriptionHealth {
    const { eventStore, states, rejections } = this.#parts;
    return {
      mode: pushed ? 'push' : 'ask-only',
      syncedAt: states.timestamp('synced'),
      origin: URL.parse(this.#context.configuration.publicUrl ?? '')?.origin ?? null,
      subscriptions: states
        .all()
        .map((state) => ({ ...state, lastReceivedAt: eventStore.query.lastReceivedAt(state.event) })),
      rejections: rejections.lastDay(this.#context.now()),
      silent: this.#silent(pushed),
    };
  }

  /** Whether deliveries arrive: one did within a day, no subscription fails, and none is missed. */
  isHearing(): boolean {
    const { eventStore, states } = this.#parts;
    const all = states.all();
    if (!all.every(({ state }) => IS_NOTIFIED[state] || state === 'unavailable')) return false;
    const since = this.#context.now() - DAY_MS;
    return (
      all.some(({ event }) => (eventStore.query.lastReceivedAt(event) ?? 0) > since) &&
      this.#silent(true) === null
    );
  }

  /** Deliveries that the service reports but that never arrived, or visible changes without an event. */
  #silent(pushed: boolean): SubscriptionHealth['silent'] {
    const silent = this.#parts.eventStore.query.silentlyMissed();
    const unreported = pushed ? this.unreported() : [];
    const missed = silent.missed + unreported.length;
    if (missed === 0) return null;
    const since = Math.min(silent.since ?? Number.POSITIVE_INFINITY, ...unreported.map((one) => one.endedAt));
    const ends = unreported.map(({ endedAt, ...change }) => ({ seq: null, at: endedAt, ...change }));
    const newest = silent.newest.map(({ seq, event, projectId, at }) => ({ seq, event, projectId, at }));
    return {
      since,
      missed,
      until: Math.max(
        ...silent.newest.map(({ receivedAt }) => receivedAt + SILENT_FOR_MS),
        ...unreported.map(({ endedAt }) => endedAt + LOOK_BACK_MS),
      ),
      newest: [...newest, ...ends].toSorted((one, other) => other.at - one.at).slice(0, MISSED_NAMED_MAX),
    };
  }

  unreported(): MissedChange[] {
    const { states, endedSince } = this.#parts;
    const start = states.timestamp('since');
    if (start === null) return [];
    const notified = new Set(states.all().flatMap(({ event, state }) => (IS_NOTIFIED[state] ? [event] : [])));
    const now = this.#context.now();
    return missedChanges(endedSince(now - LOOK_BACK_MS), now).filter(
      ({ event, endedAt }) => notified.has(event) && endedAt > start,
    );
  }
}

/** The sender retries for 2 min 30 s; before that, silence means nothing. */
const PATIENCE_MS = 4 * MINUTE_MS;
/** Older changes are ignored. */
const LOOK_BACK_MS = 6 * HOUR_MS;

/** Work that is over, with when it ended or, where it was followed, was seen to be over. */
export type EndedWork = Pick<KnownWork, 'projectId' | 'kind' | 'hasEvent'> & { overAt: InstantMs };

/** An end of work that no event reported. */
type MissedChange = { projectId: string; event: string; endedAt: InstantMs };

const EVENT_OF: Partial<Record<KnownWork['kind'], string>> = {
  run: 'agent.prompt.finished',
  deploy: 'deployment.finished',
};

/** Finds ends of work that no webhook reported, neither to us nor in the service's record. Pure. */
export function missedChanges(ended: readonly EndedWork[], now: InstantMs): MissedChange[] {
  return ended.flatMap(({ projectId, kind, hasEvent, overAt }) => {
    const event = EVENT_OF[kind];
    const isDue = now - overAt >= PATIENCE_MS && now - overAt <= LOOK_BACK_MS;
    return hasEvent || event === undefined || !isDue ? [] : [{ projectId, event, endedAt: overAt }];
  });
}

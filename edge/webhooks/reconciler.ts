import { DAY_MS, happenedAt, type InstantMs, parseInstant, SECOND_MS } from '../../shared/time.ts';
import type { EventStore } from '../events/store.ts';
import { mapLimited } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { reached } from '../object/probes.ts';
import type { ReconciledFacts } from './reconciled-facts.ts';
import type { SubscriptionStates } from './subscriptions/status.ts';
import type { SubscriptionStore } from './subscriptions/store.ts';
import {
  type Delivery,
  type Failed,
  isUnfiltered,
  type ListedWebhook,
  type WebhookService,
} from './subscriptions/webhook-service.ts';

/** The platform allows six concurrent calls. */
const WIDTH = 6;
/** Subscriptions read in one run, and further pages of each: a Worker may make 50 calls on the free plan. */
const SOURCES_PER_RUN = 20;
const MORE_PAGES_PER_RUN = 6;
/** Recent reads are not repeated. */
const READ_AGAIN_AFTER_MS = 10 * SECOND_MS;
/** Older deliveries at the first start of the edge are history, not missed. */
const BEFORE_START_MS = DAY_MS;

type Source = { webhookId: string; event: string; ours: boolean };
type Missed = { delivery: Delivery; ours: boolean };
/** `cursor`: where to continue with older ones; null: there are none. The rest is from the newest page. */
type Read = {
  source: Source;
  missed: Missed[];
  cursor: number | null;
  settledTo: number;
  problem: string | null;
};

interface ReconcilerParts {
  store: SubscriptionStore;
  states: SubscriptionStates;
  service: WebhookService;
  eventStore: EventStore;
  facts: ReconciledFacts;
}

/**
 * Finds missed events: reads the service's own record of deliveries and keeps each event that never arrived,
 * marked as reconciled. If somebody else holds an event's unfiltered subscription, its record is read too: it
 * covers projects that our filters did not cover yet.
 */
export class Reconciler {
  readonly #context: AccountContext;
  readonly #parts: ReconcilerParts;
  /** Records too long for one run. In memory only: after a restart they are read from the newest again. */
  readonly #unfinished = new Map<string, Pick<Read, 'settledTo' | 'problem'> & { cursor: number }>();
  /**
   * Time of each record's last reading. Stored if something was found, or if the records take several runs,
   * so that one that fails puts none off for ever; otherwise nothing changed, and nothing is written.
   */
  readonly #readAt = new Map<string, InstantMs>();

  constructor(context: AccountContext, parts: ReconcilerParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * @param listed all subscriptions of the account
   * @returns `more`: run again at once; `failed`: a record could not be read, `restMs`: the requested wait
   */
  async run(
    listed: readonly ListedWebhook[],
  ): Promise<{ outcome: 'done' | 'more' } | { outcome: 'failed'; restMs: number }> {
    const sources = this.#sources(listed);
    // A deleted subscription can't be read further and must not be retried for ever.
    for (const known of [this.#unfinished, this.#readAt])
      for (const webhookId of known.keys())
        if (!sources.some((source) => source.webhookId === webhookId)) known.delete(webhookId);
    this.#parts.states.forgetSweepsBut([
      ...listed.map(({ id }) => id),
      ...sources.map((source) => source.webhookId),
    ]);
    const due = this.#dueSources(sources);
    const budget = { pages: MORE_PAGES_PER_RUN };
    const reads = await mapLimited(due.slice(0, SOURCES_PER_RUN), WIDTH, (source) =>
      this.#read(source, budget),
    );
    const good = reads.filter((read) => 'source' in read);
    await this.#keep(good.flatMap(({ missed }) => missed));
    const inTurns = sources.length > SOURCES_PER_RUN;
    for (const read of good) this.#settle(read, inTurns);
    if (good.length < reads.length)
      return {
        outcome: 'failed',
        restMs: Math.max(...reads.map((read) => ('failure' in read && read.failure.retryAfterMs) || 0)),
      };
    return { outcome: due.length > SOURCES_PER_RUN || this.#unfinished.size > 0 ? 'more' : 'done' };
  }

  /** Least recently read first. */
  #dueSources(sources: readonly Source[]): Source[] {
    const now = this.#context.now();
    return sources
      .map((source) => ({ source, readAt: happenedAt(this.#readAtOf(source), now) }))
      .filter(({ readAt }) => now - readAt >= READ_AGAIN_AFTER_MS)
      .sort((one, other) => one.readAt - other.readAt)
      .map(({ source }) => source);
  }

  #readAtOf({ webhookId }: Source): InstantMs {
    return this.#readAt.get(webhookId) ?? this.#parts.states.sweep(webhookId).readAt;
  }

  #sources(listed: readonly ListedWebhook[]): Source[] {
    const ours = this.#parts.store.active().map(({ webhookId, event }) => ({ webhookId, event, ours: true }));
    const filtered = new Set(
      this.#parts.states
        .all()
        .filter(({ state }) => state === 'filtered')
        .map(({ event }) => event),
    );
    const others = listed
      .filter((w) => filtered.has(w.event) && isUnfiltered(w) && !ours.some((o) => o.webhookId === w.id))
      .map((w) => ({ webhookId: w.id, event: w.event, ours: false }));
    return [...ours, ...others];
  }

  /** Reads from the newest down to the last known delivery, or continues where the last run stopped. */
  async #read(source: Source, budget: { pages: number }): Promise<Read | Failed> {
    const { sweptTo } = this.#parts.states.sweep(source.webhookId);
    const before = this.#unfinished.get(source.webhookId);
    const deliveries: Delivery[] = [];
    let cursor = before?.cursor ?? null;
    for (;;) {
      const response = await this.#parts.service.deliveries(source.webhookId, cursor);
      if (!response.ok) return response;
      const page = response.data.deliveries;
      deliveries.push(...page);
      cursor = response.data.nextCursor;
      if (page.some((d) => d.id <= sweptTo || !this.#isOurs(d))) cursor = null;
      if (cursor === null || budget.pages-- <= 0) break;
    }
    const { ended, settledTo, problem } = readDeliveries(deliveries, sweptTo);
    const missed = ended.filter((d) => this.#isOurs(d)).map((delivery) => ({ delivery, ours: source.ours }));
    const newest = before ?? { settledTo, problem };
    return { source, missed, cursor, settledTo: newest.settledTo, problem: newest.problem };
  }

  #isOurs({ at }: Delivery): boolean {
    const start = this.#parts.states.timestamp('since') ?? this.#context.now();
    return (parseInstant(at) ?? start) > start - BEFORE_START_MS;
  }

  async #keep(missed: readonly Missed[]): Promise<void> {
    const unknown = missed
      .filter(({ delivery }) => !this.#parts.eventStore.query.knows(idOf(delivery)))
      .sort((a, b) => (parseInstant(a.delivery.at) ?? 0) - (parseInstant(b.delivery.at) ?? 0));
    for (const { delivery, ours } of unknown) {
      const data = { feature: delivery.feature ?? undefined, ...(await this.#parts.facts.of(delivery)) };
      const kept = this.#parts.eventStore.keep({
        signer: 'account',
        id: idOf(delivery),
        digest: null,
        event: delivery.event,
        projectId: delivery.projectId,
        at: parseInstant(delivery.at),
        source: 'reconciled',
        data,
        body: new TextEncoder().encode(
          JSON.stringify({ event: delivery.event, timestamp: delivery.at, reconciled: delivery }),
        ),
        reportedDelivered: ours && delivery.status === 'delivered',
      });
      if (!('event' in kept)) continue;
      reached('event-reconciled');
      await this.#parts.eventStore.outbox.flush(kept.event.seq);
    }
  }

  #settle({ source, cursor, settledTo, problem }: Read, inTurns: boolean): void {
    const { webhookId } = source;
    if (source.ours) this.#parts.states.setDeliveryProblem(source.event, problem);
    if (cursor !== null) {
      this.#unfinished.set(webhookId, { cursor, settledTo, problem });
      return;
    }
    this.#unfinished.delete(webhookId);
    const now = this.#context.now();
    this.#readAt.set(webhookId, now);
    if (inTurns || settledTo !== this.#parts.states.sweep(webhookId).sweptTo)
      this.#parts.states.setSweep(webhookId, settledTo, now);
  }
}

function idOf({ id, eventId }: Delivery): string {
  return eventId || `delivery:${id}`;
}

/** Result of reading a subscription's deliveries, newest first. */
export type DeliveriesRead = {
  /** Deliveries with a finished attempt: if their event is unknown, it was missed. */
  ended: Delivery[];
  /** The newest number up to which all have ended: the next read may stop there. */
  settledTo: number;
  /** Problem of the newest finished delivery; null: it arrived. One that is tried again says nothing yet. */
  problem: string | null;
};

/**
 * Evaluates a subscription's deliveries (service reference, Webhook delivery). Leaves out one whose first
 * attempt is in progress, because it may be arriving now.
 * @param settledTo result of the previous read
 */
export function readDeliveries(deliveries: readonly Delivery[], settledTo: number): DeliveriesRead {
  const newer = deliveries.filter((d) => d.id > settledTo).sort((a, b) => a.id - b.id);
  const ended = newer.filter(hasEnded);
  const open = newer.find((d) => !hasEnded(d));
  const upTo = open ? ended.filter((d) => d.id < open.id) : ended;
  const newest = [...deliveries].sort((a, b) => b.id - a.id).find(({ status }) => status !== 'pending');
  return {
    ended,
    settledTo: upTo.at(-1)?.id ?? settledTo,
    problem: newest && newest.status !== 'delivered' ? problemOf(newest) : null,
  };
}

function hasEnded(delivery: Delivery): boolean {
  return delivery.status !== 'pending' || delivery.attempts > 0;
}

const ERROR_CHARS = 120;

function problemOf({ attempts, httpStatus, error }: Delivery): string {
  const cause = httpStatus !== null ? `status ${httpStatus}` : (error ?? 'no answer').slice(0, ERROR_CHARS);
  const tried = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  return `The service could not deliver to this edge and gave up after ${tried}: ${cause}.`;
}

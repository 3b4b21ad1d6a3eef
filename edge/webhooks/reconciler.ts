import { DAY_MS, parseInstant, SECOND_MS } from '../../shared/time.ts';
import type { EventStore } from '../account/events/store.ts';
import { mapLimited } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
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

/** The platform carries six calls at once. */
const WIDTH = 6;
/** Subscriptions read in one run, and pages beyond the first of each: a Worker may make 50 calls on the free plan. */
const SOURCES_PER_RUN = 20;
const MORE_PAGES_PER_RUN = 6;
/** What was read this short a while ago is not read again. */
const READ_AGAIN_AFTER_MS = 10 * SECOND_MS;
/** What is older than this when the edge first starts is history, not something missed. */
const BEFORE_START_MS = DAY_MS;

type Source = { webhookId: string; event: string; ours: boolean };
type Missed = { delivery: Delivery; ours: boolean };
/** `cursor`: where older ones are left to be read, null when none are. The rest is of the newest page. */
type Read = {
  source: Source;
  missed: Missed[];
  cursor: number | null;
  settledTo: number;
  problem: string | null;
};

/**
 * Finds what was missed: reads the service's own record of deliveries and keeps each event that never came, marked as
 * reconciled. Where somebody else holds an event's unfiltered subscription that subscription's record is read too: it covers projects
 * that our filters did not yet.
 */
export class Reconciler {
  readonly #context: AccountContext;
  readonly #store: SubscriptionStore;
  readonly #states: SubscriptionStates;
  readonly #service: WebhookService;
  readonly #eventStore: EventStore;
  readonly #facts: ReconciledFacts;
  /** Records that were too long for one run. Forgotten with the object: then they are read from the newest again. */
  readonly #unfinished = new Map<string, Pick<Read, 'settledTo' | 'problem'> & { cursor: number }>();

  constructor(
    context: AccountContext,
    parts: {
      store: SubscriptionStore;
      states: SubscriptionStates;
      service: WebhookService;
      eventStore: EventStore;
      facts: ReconciledFacts;
    },
  ) {
    this.#context = context;
    this.#store = parts.store;
    this.#states = parts.states;
    this.#service = parts.service;
    this.#eventStore = parts.eventStore;
    this.#facts = parts.facts;
  }

  /**
   * @param listed all subscriptions of the account
   * @returns `more`: there are others to be read, at once; `failed`: not every record could be read, and how long the service
   * asked to be left alone
   */
  async run(
    listed: readonly ListedWebhook[],
  ): Promise<{ outcome: 'done' | 'more' } | { outcome: 'failed'; restMs: number }> {
    const sources = this.#sources(listed);
    // What is gone can't be read on, and must not have us try again for ever.
    for (const webhookId of this.#unfinished.keys())
      if (!sources.some((source) => source.webhookId === webhookId)) this.#unfinished.delete(webhookId);
    this.#states.forgetSweepsBut([
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
    for (const read of good) this.#settle(read);
    if (good.length < reads.length)
      return {
        outcome: 'failed',
        restMs: Math.max(...reads.map((read) => ('failure' in read && read.failure.retryAfterMs) || 0)),
      };
    return { outcome: due.length > SOURCES_PER_RUN || this.#unfinished.size > 0 ? 'more' : 'done' };
  }

  /** Those that were not read for the longest time first. */
  #dueSources(sources: readonly Source[]): Source[] {
    const now = this.#context.now();
    return sources
      .map((source) => ({ source, readAt: this.#states.sweep(source.webhookId).readAt }))
      .filter(({ readAt }) => now - readAt >= READ_AGAIN_AFTER_MS)
      .sort((one, other) => one.readAt - other.readAt)
      .map(({ source }) => source);
  }

  #sources(listed: readonly ListedWebhook[]): Source[] {
    const ours = this.#store.active().map(({ webhookId, event }) => ({ webhookId, event, ours: true }));
    const filtered = new Set(
      this.#states
        .all()
        .filter(({ state }) => state === 'filtered')
        .map(({ event }) => event),
    );
    const others = listed
      .filter((w) => filtered.has(w.event) && isUnfiltered(w) && !ours.some((o) => o.webhookId === w.id))
      .map((w) => ({ webhookId: w.id, event: w.event, ours: false }));
    return [...ours, ...others];
  }

  /** From the newest down to what was looked at before, or on from where the last run had to stop. */
  async #read(source: Source, budget: { pages: number }): Promise<Read | Failed> {
    const { sweptTo } = this.#states.sweep(source.webhookId);
    const before = this.#unfinished.get(source.webhookId);
    const deliveries: Delivery[] = [];
    let cursor = before?.cursor ?? null;
    for (;;) {
      const response = await this.#service.deliveries(source.webhookId, cursor);
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
    const start = this.#states.timestamp('since') ?? this.#context.now();
    return (parseInstant(at) ?? start) > start - BEFORE_START_MS;
  }

  async #keep(missed: readonly Missed[]): Promise<void> {
    const unknown = missed
      .filter(({ delivery }) => !this.#eventStore.query.knows(idOf(delivery)))
      .sort((a, b) => (parseInstant(a.delivery.at) ?? 0) - (parseInstant(b.delivery.at) ?? 0));
    for (const { delivery, ours } of unknown) {
      const data = { feature: delivery.feature ?? undefined, ...(await this.#facts.of(delivery)) };
      const kept = this.#eventStore.keep({
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
        saidDelivered: ours && delivery.status === 'delivered',
      });
      if (kept.outcome === 'duplicate') continue;
      await this.#eventStore.outbox.flush(kept.event.seq);
    }
  }

  #settle({ source, cursor, settledTo, problem }: Read): void {
    if (source.ours) this.#states.setDeliveryProblem(source.event, problem);
    if (cursor !== null) {
      this.#unfinished.set(source.webhookId, { cursor, settledTo, problem });
      return;
    }
    this.#unfinished.delete(source.webhookId);
    this.#states.setSweep(source.webhookId, settledTo, this.#context.now());
  }
}

function idOf({ id, eventId }: Delivery): string {
  return eventId || `delivery:${id}`;
}

/** What a look at a subscription's deliveries, newest first, tells. */
export type DeliveriesRead = {
  /** Those of which an attempt has ended: if we don't know their event, we missed it. */
  ended: Delivery[];
  /** The newest number up to which all have ended: the next look need not go below it. */
  settledTo: number;
  /** In words, what is wrong with the newest that ended; null when it arrived. */
  problem: string | null;
};

/**
 * Reads a subscription's deliveries (service reference, Webhook delivery). One whose first attempt is still under way is
 * left out: it may be arriving this moment.
 * @param settledTo result of the look before
 */
export function readDeliveries(deliveries: readonly Delivery[], settledTo: number): DeliveriesRead {
  const newer = deliveries.filter((d) => d.id > settledTo).sort((a, b) => a.id - b.id);
  const ended = newer.filter(hasEnded);
  const open = newer.find((d) => !hasEnded(d));
  const upTo = open ? ended.filter((d) => d.id < open.id) : ended;
  const newest = [...deliveries].sort((a, b) => b.id - a.id).find(hasEnded);
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

function problemOf({ status, attempts, httpStatus, error }: Delivery): string {
  const cause = httpStatus !== null ? `status ${httpStatus}` : (error ?? 'no answer').slice(0, ERROR_CHARS);
  const tried = `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  return status === 'failed'
    ? `The service could not deliver to this edge and gave up after ${tried}: ${cause}.`
    : `The service could not deliver to this edge yet, after ${tried}: ${cause}.`;
}

import { DAY_MS, parseInstant } from '../../shared/time.ts';
import type { AccountContext } from '../account/context.ts';
import type { Intake } from '../account/intake.ts';
import { mapLimited } from '../account/sections/map-limited.ts';
import { readDeliveries } from './deliveries-read.ts';
import type { EventStates } from './event-states.ts';
import { isUnfiltered, type ListedWebhook } from './listed-webhook.ts';
import type { ReconciledFacts } from './reconciled-facts.ts';
import type { SubscriptionStore } from './subscription-store.ts';
import type { Delivery, WebhookService } from './webhook-service.ts';

/** The platform carries six calls at once. */
const WIDTH = 6;
/** Pages read of one subscription in one run; what is older waits for the next. */
const MAX_PAGES = 3;
/** What is older than this when the edge first starts is history, not something missed. */
const BEFORE_START_MS = DAY_MS;

type Source = { webhookId: string; event: string; ours: boolean };
type Missed = { delivery: Delivery; ours: boolean };

/**
 * Finds what was missed: reads the service's own record of deliveries and keeps each event that never came, marked as
 * reconciled. Where somebody else holds an event's unfiltered subscription his record is read too: it knows of projects
 * that our filters did not yet.
 */
export class Reconciler {
  readonly #context: AccountContext;
  readonly #store: SubscriptionStore;
  readonly #states: EventStates;
  readonly #service: WebhookService;
  readonly #intake: Intake;
  readonly #facts: ReconciledFacts;

  constructor(
    context: AccountContext,
    parts: {
      store: SubscriptionStore;
      states: EventStates;
      service: WebhookService;
      intake: Intake;
      facts: ReconciledFacts;
    },
  ) {
    this.#context = context;
    this.#store = parts.store;
    this.#states = parts.states;
    this.#service = parts.service;
    this.#intake = parts.intake;
    this.#facts = parts.facts;
  }

  /**
   * @param listed all subscriptions of the account
   * @returns how many events were found, and whether every record could be read
   */
  async run(listed: readonly ListedWebhook[]): Promise<{ found: number; whole: boolean }> {
    const sources = this.#sources(listed);
    const reads = await mapLimited(sources, WIDTH, (source) => this.#read(source));
    const missed = reads.flatMap((read) => read?.missed ?? []);
    const found = await this.#keep(missed);
    for (const read of reads) if (read) this.#settle(read);
    return { found, whole: reads.every((read) => read !== null) };
  }

  #sources(listed: readonly ListedWebhook[]): Source[] {
    const ours = this.#store.standing().map(({ webhookId, event }) => ({ webhookId, event, ours: true }));
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

  async #read(source: Source) {
    const settledTo = this.#states.sweptTo(source.webhookId);
    const deliveries: Delivery[] = [];
    let cursor: number | null = null;
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await this.#service.deliveries(source.webhookId, cursor);
      if (!answer.ok) return null;
      deliveries.push(...answer.data.deliveries);
      cursor = answer.data.nextCursor;
      if (cursor === null || answer.data.deliveries.some((d) => d.id <= settledTo)) break;
    }
    const read = readDeliveries(deliveries, settledTo);
    const missed = read.ended
      .filter((d) => this.#isOurs(d))
      .map((delivery) => ({ delivery, ours: source.ours }));
    return { source, missed, settledTo: read.settledTo, problem: read.problem };
  }

  #isOurs({ at }: Delivery): boolean {
    const start = this.#states.markedAt('since') ?? this.#context.now();
    return (parseInstant(at) ?? start) > start - BEFORE_START_MS;
  }

  async #keep(missed: readonly Missed[]): Promise<number> {
    const unknown = missed
      .filter(({ delivery }) => !this.#intake.events.knows(idOf(delivery)))
      .sort((a, b) => (parseInstant(a.delivery.at) ?? 0) - (parseInstant(b.delivery.at) ?? 0));
    let found = 0;
    for (const { delivery, ours } of unknown) {
      const data = { feature: delivery.feature ?? undefined, ...(await this.#facts.of(delivery)) };
      const kept = this.#intake.keep({
        dedupeId: idOf(delivery),
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
      found++;
      await this.#intake.outbox.flush(kept.event.seq);
    }
    return found;
  }

  #settle(read: { source: Source; settledTo: number; problem: string | null }): void {
    this.#states.setSweptTo(read.source.webhookId, read.settledTo);
    if (read.source.ours) this.#states.setDeliveryProblem(read.source.event, read.problem);
  }
}

function idOf({ id, eventId }: Delivery): string {
  return eventId || `delivery:${id}`;
}

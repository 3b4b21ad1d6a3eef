import type { ProjectHook } from '../../shared/edge-api/project-hook.ts';
import { SECTION_ERROR_OF, type Section, type SectionError } from '../../shared/snapshot/section.ts';
import type { SubscriptionHealth } from '../../shared/snapshot/webhook-health.ts';
import { HOUR_MS, happenedAt, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import type { EventLog, LogPage } from '../events/outbox.ts';
import type { EventStore } from '../events/store.ts';
import { fail, failedCall, type Result } from '../http/result.ts';
import { endsWithin } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import type { Schema } from '../object/database.ts';
import { SecretBox } from '../object/secret-box.ts';
import { type EndedWork, WebhookHealth } from './health.ts';
import { ProjectHooks } from './project-hooks.ts';
import { type HookAddress, type HookCall, type HookOutcome, Receiver, WebhookSecrets } from './receiver.ts';
import { ReconciledFacts } from './reconciled-facts.ts';
import { Reconciler } from './reconciler.ts';
import { Rejections, rejectionsSchema } from './rejections.ts';
import { type HookSecrets, placeOf } from './screen.ts';
import { SubscriptionStates, subscriptionStatesSchema } from './subscriptions/status.ts';
import { projectOfHook, SubscriptionStore, subscriptionsSchema } from './subscriptions/store.ts';
import { SubscriptionSync, type SyncResult } from './subscriptions/sync.ts';
import type { WebhookService } from './subscriptions/webhook-service.ts';

/** Interval of the regular sweep of subscriptions and deliveries. */
const SWEEP_EVERY_MS = 4 * MINUTE_MS;
/** The same while webhooks arrive, with a view and without one: opening one sweeps. */
const SWEEP_HEARING_EVERY_MS = { viewed: 15 * MINUTE_MS, unseen: HOUR_MS };
/** Interval after the service did not respond. */
const SWEEP_AGAIN_MS = MINUTE_MS;
/** After this many calls for the subscriptions, deliveries are read in a run of their own. */
const CALLS_BEFORE_READING = 12;
/** Delay at the first start, so that the request that started the object goes first. */
const START_AFTER_MS = 2 * SECOND_MS;
/** Minimum gap between sweeps triggered by viewers; sockets reconnect often. */
const LOOK_EVERY_MS = { popup: 15 * SECOND_MS, socket: 2 * MINUTE_MS };
/** Of a thousand events each: more than 30 days of a busy account. */
const RESTORED_PAGES_MAX = 20;
const RESTORE_TIMEOUT_MS = 5 * SECOND_MS;

const ASK_ONLY = 'Webhooks need PUBLIC_URL: an https address at which the service reaches this edge.';

export type WebhooksDependencies = {
  service: WebhookService;
  events: EventStore;
  log: EventLog;
  call: CallService;
  /** Work that ended since then. */
  endedSince: (at: InstantMs) => readonly EndedWork[];
  isViewed: () => boolean;
};

/** The edge's webhooks: receives deliveries and keeps the subscriptions in order. */
export class Webhooks {
  readonly #context: AccountContext;
  readonly #eventStore: EventStore;
  readonly #store: SubscriptionStore;
  readonly #states: SubscriptionStates;
  readonly #rejections: Rejections;
  readonly #sync: SubscriptionSync;
  readonly #receiver: Receiver;
  readonly #reconciler: Reconciler;
  readonly #facts: ReconciledFacts;
  readonly #projects: ProjectHooks;
  readonly #log: EventLog;
  readonly #isViewed: () => boolean;
  readonly #health: WebhookHealth;
  /** Resolvers of those who wait for the end of the next sweep. */
  readonly #awaitSweep: (() => void)[] = [];
  #started = false;
  #error: SectionError | null = null;

  constructor(context: AccountContext, parts: WebhooksDependencies) {
    const { service, events: eventStore, log, call: callService } = parts;
    this.#context = context;
    this.#eventStore = eventStore;
    const key = context.configuration.encryptionKey;
    this.#store = new SubscriptionStore(context.storage, key && new SecretBox(key));
    this.#states = new SubscriptionStates(context.storage);
    this.#rejections = new Rejections(context.storage);
    this.#sync = new SubscriptionSync(context, this.#store, this.#states, service);
    this.#facts = new ReconciledFacts(callService);
    this.#reconciler = new Reconciler(context, {
      store: this.#store,
      states: this.#states,
      service,
      eventStore,
      facts: this.#facts,
    });
    this.#projects = new ProjectHooks(context, this.#store, service);
    this.#log = log;
    this.#isViewed = parts.isViewed;
    const secrets = new WebhookSecrets(context, this.#store, service);
    this.#receiver = new Receiver(context, eventStore, secrets, this.#rejections, () =>
      this.#states.timestamp('swept'),
    );
    this.#health = new WebhookHealth(context, {
      eventStore,
      states: this.#states,
      rejections: this.#rejections,
      endedSince: parts.endedSince,
    });
  }

  /** What the service needs to push to the edge; null = the edge can only poll. */
  get #pushUrl(): string | null {
    const { publicUrl, encryptionKey, serviceUrl, apiKey } = this.#context.configuration;
    return publicUrl?.startsWith('https://') && encryptionKey && serviceUrl && apiKey ? publicUrl : null;
  }

  /** Schedules pending work once per start of the object. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    const { jobs } = this.#context;
    const now = this.#context.now();
    if (this.#eventStore.outbox.size() > 0) jobs.schedule('deliver-outbox', now);
    if (this.#pushUrl !== null && jobs.dueAt('sweep') === null) jobs.schedule('sweep', now + START_AFTER_MS);
  }

  async receive(call: HookCall): Promise<HookOutcome> {
    const outcome = await this.#receiver.receive(call);
    const arrived = outcome === 'kept' || outcome === 'duplicate';
    const { address } = call;
    if (arrived && address.kind === 'account' && this.#states.setDeliveryProblem(address.event, null))
      this.#context.emitter.emit('changed');
    return outcome;
  }

  /** What the Worker verifies deliveries with. */
  async secrets(): Promise<HookSecrets> {
    const now = this.#context.now();
    const places = this.#store.addresses().map(async ({ event, part }) => {
      const projectId = projectOfHook(event);
      const address: HookAddress =
        projectId === null ? { kind: 'account', event, filterHash: part } : { kind: 'project', projectId };
      return [placeOf(address), (await this.#store.secretsAt(event, part, now)).good] as const;
    });
    return new Map(await Promise.all(places));
  }

  /** The job `sweep`. @returns when to run again */
  async sweep(): Promise<InstantMs | null> {
    try {
      return await this.#sweep();
    } finally {
      for (const resolve of this.#awaitSweep.splice(0)) resolve();
    }
  }

  /**
   * Sweeps because somebody is viewing, unless that happened a moment ago. Runs by the alarm, in a run of its
   * own, because together with the reads of a request it would exceed the 50 calls of one run.
   * @returns when it is done
   */
  async sweepSoon(who: keyof typeof LOOK_EVERY_MS): Promise<void> {
    const { jobs, now } = this.#context;
    const sweptAt = happenedAt(this.#states.timestamp('swept') ?? 0, now());
    if (this.#pushUrl === null || now() - sweptAt < LOOK_EVERY_MS[who] || this.#restsUntil() > now()) return;
    jobs.schedule('sweep', now());
    await new Promise<void>((resolve) => this.#awaitSweep.push(resolve));
  }

  /** Sweeps before long after work began or ended: what tells of it may be lost. */
  onWorkRead(): void {
    if (this.#pushUrl === null) return;
    const { jobs, now } = this.#context;
    const soon = now() + SWEEP_EVERY_MS;
    if ((jobs.dueAt('sweep') ?? Number.POSITIVE_INFINITY) > soon) jobs.schedule('sweep', soon);
  }

  /** One part of the work at a time: a Worker may make 50 calls per run on the free plan. */
  async #sweep(): Promise<InstantMs | null> {
    if (this.#pushUrl === null) return null;
    const restsUntil = this.#restsUntil();
    if (restsUntil > this.#context.now()) return restsUntil;
    this.#states.setTimestamp('swept', '', this.#context.now());
    await this.#firstStart();
    const synced = await this.#syncOnce(this.#pushUrl);
    if (synced.outcome === 'failed') return this.#again(synced.failure.retryAfterMs ?? 0);
    if (synced.outcome === 'done' && synced.restMs > 0) return this.#again(synced.restMs);
    if (synced.outcome === 'more' || synced.calls > CALLS_BEFORE_READING) return this.#context.now();
    this.#facts.startSweep();
    const read = await this.#reconciler.run(synced.listed);
    const now = this.#context.now();
    this.#context.emitter.emit('changed');
    if (read.outcome === 'more') return now;
    if (read.outcome === 'failed') return this.#again(read.restMs);
    if (!this.isHearing()) return now + SWEEP_EVERY_MS;
    return now + SWEEP_HEARING_EVERY_MS[this.#isViewed() ? 'viewed' : 'unseen'];
  }

  onPolled(): void {
    this.#rejections.write(this.#context.now());
  }

  /** With or without an address for webhooks, however long the service fails. */
  housekeeping(now: InstantMs): void {
    for (const part of [this.#store, this.#rejections, this.#states]) part.prune(now);
  }

  #restsUntil(): InstantMs {
    return this.#states.timestamp('rest') ?? 0;
  }

  /** When to retry after a failure, no earlier than the service requests. */
  #again(restMs: number): InstantMs {
    const now = this.#context.now();
    if (restMs > 0) this.#states.setTimestamp('rest', '', now + restMs);
    return now + Math.max(SWEEP_AGAIN_MS, restMs);
  }

  /** An object that starts empty may have lost its storage; its events are still in the log. */
  async #firstStart(): Promise<void> {
    const now = this.#context.now();
    if (this.#states.timestamp('since') === null) this.#states.setTimestamp('since', '', now);
    if (this.#states.timestamp('restored') !== null) return;
    let cursor: string | null = null;
    for (let page = 0; page < RESTORED_PAGES_MAX; page++) {
      const reading: Promise<LogPage> = this.#log.page(cursor);
      // A hanging log must not block the subscriptions: the next sweep reads it again.
      if (!(await endsWithin(reading, RESTORE_TIMEOUT_MS))) return;
      const { events, nextCursor } = await reading;
      this.#eventStore.restore(events);
      cursor = nextCursor;
      if (cursor === null) break;
    }
    this.#states.setTimestamp('restored', '', now);
  }

  /** Synchronizes the subscriptions now; work beyond the limit of one request follows by itself. */
  async syncNow(): Promise<Result<SubscriptionHealth>> {
    if (this.#pushUrl === null) return fail('EDGE_NOT_CONFIGURED', ASK_ONLY);
    const result = await this.#syncOnce(this.#pushUrl);
    if (result.outcome === 'done') this.#sync.noteSynced();
    this.#context.emitter.emit('changed');
    if (result.outcome === 'failed') return failedCall(result.failure);
    if (result.outcome === 'more') this.#context.jobs.schedule('sweep', this.#context.now());
    return { ok: true, value: this.health() };
  }

  async #syncOnce(publicUrl: string): Promise<SyncResult> {
    const result = await this.#sync.sync(publicUrl);
    const before = this.#error;
    if (result.outcome !== 'failed') this.#error = null;
    else {
      const code = SECTION_ERROR_OF[result.failure.kind];
      this.#error = { code, since: before?.code === code ? before.since : this.#context.now() };
    }
    if (before?.code !== this.#error?.code) this.#context.emitter.emit('changed');
    return result;
  }

  /** Whether the service's webhooks arrive: one did within a day, and none is missed. */
  isHearing(): boolean {
    return this.#pushUrl !== null && this.#health.isHearing();
  }

  health(): SubscriptionHealth {
    return this.#health.read(this.#pushUrl !== null);
  }

  /** Deliveries of the last day that were rejected. */
  rejections(): SubscriptionHealth['rejections'] {
    return this.#rejections.lastDay(this.#context.now());
  }

  projectHooks(): ProjectHook[] {
    return this.#projects.list();
  }

  async pointProject(deviceId: string, projectId: string, replace: boolean): Promise<Result<ProjectHook>> {
    if (this.#pushUrl === null) return fail('EDGE_NOT_CONFIGURED', ASK_ONLY);
    const wasOurs = this.#projects.list().some((hook) => hook.projectId === projectId);
    const pointed = await this.#projects.point(this.#pushUrl, projectId, replace);
    if (pointed.ok && !wasOurs)
      this.#context.emitter.emit('setting-changed', deviceId, projectId, {
        setting: 'receiver',
        did: 'changed',
        host: new URL(this.#pushUrl).host,
        event: null,
      });
    return pointed;
  }

  projectPointedTo(projectId: string, url: string): void {
    this.#projects.pointedTo(projectId, url);
  }

  rotateProject(projectId: string): Promise<Result<ProjectHook>> {
    return this.#projects.rotate(projectId);
  }

  section(): Section<SubscriptionHealth> {
    return { data: this.health(), readAt: this.#states.timestamp('synced'), error: this.#error };
  }
}

/** The webhooks' part of the object's database. */
export const webhookSchemas: readonly Schema[] = [
  subscriptionsSchema,
  subscriptionStatesSchema,
  rejectionsSchema,
];

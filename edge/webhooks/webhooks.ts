import { SECTION_ERROR_OF } from '../../shared/service/failures.ts';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import type { Section, SectionError } from '../../shared/snapshot/section.ts';
import type { SubscriptionHealth } from '../../shared/snapshot/subscription-health.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { AccountContext } from '../account/context.ts';
import type { Intake } from '../account/intake.ts';
import type { Ask } from '../account/sections/reader.ts';
import { waitAtMost } from '../account/wait-at-most.ts';
import type { EventLog } from '../events/event-log.ts';
import { type Outcome, refusalOfFailure, refuse } from '../http/refusal.ts';
import { type EventState, EventStates } from './event-states.ts';
import { type ProjectHook, ProjectHooks } from './project-hooks.ts';
import { type HookAddress, type HookCall, type HookOutcome, Receiver } from './receive.ts';
import { ReconciledFacts } from './reconciled-facts.ts';
import { Reconciler } from './reconciler.ts';
import { Rejections } from './rejections.ts';
import { SecretBox } from './secret-box.ts';
import { isSigningSecret } from './signing-key.ts';
import { projectHookId, SubscriptionStore } from './subscription-store.ts';
import { SubscriptionSync, type SyncResult } from './subscription-sync.ts';
import { type UntoldChange, untoldChanges } from './untold-changes.ts';
import type { WebhookService } from './webhook-service.ts';

/** How often the subscriptions and what came through them are looked after by themselves. */
const SWEEP_EVERY_MS = 4 * MINUTE_MS;
/** A first start leaves the way to whoever asked first. */
const START_AFTER_MS = 2 * SECOND_MS;
/** One secret is asked for again at most this often, however many forged deliveries come. */
const REFRESH_EVERY_MS = 10 * MINUTE_MS;
/** The sender waits 10 s for its answer. */
const REFRESH_TIMEOUT_MS = 5 * SECOND_MS;
/** Sweeps because somebody looks are at least this far apart. */
const LOOK_EVERY_MS = 15 * SECOND_MS;
/** One page of the log. */
const RESTORED_EVENTS = 1000;

const ASK_ONLY = 'Webhooks need PUBLIC_URL: an https address at which the service reaches this edge.';

export type WebhooksParts = {
  service: WebhookService;
  intake: Intake;
  log: EventLog;
  ask: Ask;
  /** The account's recent projects as last read. */
  projectStates: () => readonly ProjectState[];
};

/** The edge's webhooks: taking deliveries in, and looking after the subscriptions that they come through. */
export class Webhooks {
  readonly #context: AccountContext;
  readonly #service: WebhookService;
  readonly #intake: Intake;
  readonly #store: SubscriptionStore;
  readonly #states: EventStates;
  readonly #rejections: Rejections;
  readonly #sync: SubscriptionSync;
  readonly #receiver: Receiver;
  readonly #reconciler: Reconciler;
  readonly #facts: ReconciledFacts;
  readonly #projects: ProjectHooks;
  readonly #log: EventLog;
  readonly #projectStates: () => readonly ProjectState[];
  #sweeping: Promise<InstantMs | null> | null = null;
  #sweptAt = 0;
  #started = false;
  #error: SectionError | null = null;

  constructor(context: AccountContext, parts: WebhooksParts) {
    const { service, intake, log, ask } = parts;
    this.#context = context;
    this.#projectStates = parts.projectStates;
    this.#service = service;
    this.#intake = intake;
    const key = context.configuration.encryptionKey;
    this.#store = new SubscriptionStore(context.storage, key && new SecretBox(key));
    this.#states = new EventStates(context.storage);
    this.#rejections = new Rejections(context.storage);
    this.#sync = new SubscriptionSync(context, this.#store, this.#states, service);
    this.#facts = new ReconciledFacts(ask);
    this.#reconciler = new Reconciler(context, {
      store: this.#store,
      states: this.#states,
      service,
      intake,
      facts: this.#facts,
    });
    this.#projects = new ProjectHooks(context, this.#store, service);
    this.#log = log;
    const source = {
      secrets: (address: HookAddress) => this.#secrets(address),
      refresh: (address: HookAddress) => this.#refresh(address),
    };
    this.#receiver = new Receiver(context, intake, source, this.#rejections);
  }

  /** What makes the edge able to be pushed to; null = it can only ask. */
  get #pushUrl(): string | null {
    const { publicUrl, encryptionKey, serviceUrl, apiKey } = this.#context.configuration;
    return publicUrl?.startsWith('https://') && encryptionKey && serviceUrl && apiKey ? publicUrl : null;
  }

  /** Sees to it, once per start of the object, that what is left undone is done, without anyone asking for it. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    const { jobs } = this.#context;
    const now = this.#context.now();
    if (this.#intake.outboxSize() > 0) jobs.schedule('deliver-outbox', now);
    if (this.#pushUrl !== null && jobs.dueAt('sweep') === null) jobs.schedule('sweep', now + START_AFTER_MS);
  }

  async receive(call: HookCall): Promise<HookOutcome> {
    const outcome = await this.#receiver.receive(call);
    const arrived = outcome === 'kept' || outcome === 'duplicate';
    const { address } = call;
    if (arrived && address.kind === 'account' && this.#states.setDeliveryProblem(address.event, null))
      this.#context.changed();
    return outcome;
  }

  /** The job `sweep`. @returns when to look again; @throws when the service did not answer: try again sooner */
  sweep(): Promise<InstantMs | null> {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = null;
    });
    return this.#sweeping;
  }

  /** Somebody is looking: what was missed should be found now, unless that was done a moment ago. */
  lookNow(): void {
    if (this.#pushUrl === null || this.#context.now() - this.#sweptAt < LOOK_EVERY_MS) return;
    this.#context.waitUntil(
      this.sweep().catch(() => this.#context.jobs.schedule('sweep', this.#context.now())),
    );
  }

  async #sweep(): Promise<InstantMs | null> {
    if (this.#pushUrl === null) return null;
    this.#sweptAt = this.#context.now();
    await this.#firstStart();
    const synced = await this.#syncWhole(this.#pushUrl);
    if (synced.outcome !== 'done') throw new Error('the service did not answer');
    this.#facts.startSweep();
    const { whole } = await this.#reconciler.run(synced.listed);
    const now = this.#context.now();
    this.#store.prune(now);
    this.#rejections.prune(now);
    this.#intake.prune();
    this.#context.changed();
    if (!whole) throw new Error('the service did not answer all');
    return now + SWEEP_EVERY_MS;
  }

  /** An object that starts without anything may have lost its storage: what it kept is still in the log. */
  async #firstStart(): Promise<void> {
    const now = this.#context.now();
    if (this.#states.markedAt('since') === null) this.#states.mark('since', '', now);
    if (this.#states.markedAt('restored') !== null) return;
    const { events } = await this.#log.page(RESTORED_EVENTS, null);
    this.#intake.restore(events.reverse());
    this.#states.mark('restored', '', now);
  }

  /** Makes the subscriptions what they should be, now. */
  async syncNow(): Promise<Outcome<SubscriptionHealth>> {
    if (this.#pushUrl === null) return refuse('EDGE_NOT_CONFIGURED', ASK_ONLY);
    const result = await this.#syncWhole(this.#pushUrl);
    this.#context.changed();
    return result.outcome === 'done'
      ? { ok: true, value: this.health() }
      : { ok: false, refusal: refusalOfFailure(result.failure) };
  }

  async #syncWhole(publicUrl: string) {
    for (;;) {
      const result = await this.#sync.sync(publicUrl);
      if (result.outcome === 'more') continue;
      this.#noteError(result);
      return result;
    }
  }

  #noteError(result: Exclude<SyncResult, { outcome: 'more' }>): void {
    const before = this.#error;
    if (result.outcome === 'done') this.#error = null;
    else {
      const code = SECTION_ERROR_OF[result.failure.kind];
      this.#error = { code, since: before?.code === code ? before.since : this.#context.now() };
    }
    if (before?.code !== this.#error?.code) this.#context.changed();
  }

  health(): SubscriptionHealth {
    const now = this.#context.now();
    return {
      mode: this.#pushUrl === null ? 'ask-only' : 'push',
      syncedAt: this.#states.markedAt('synced'),
      subscriptions: this.#states
        .all()
        .map((state) => ({ ...state, lastReceivedAt: this.#intake.lastReceivedAt(state.event) })),
      rejections: this.#rejections.lastDay(now),
      silent: this.#silent(),
    };
  }

  /** The service says it told us and we never heard, or what we can see was told by nobody. */
  #silent(): SubscriptionHealth['silent'] {
    const unheard = this.#intake.silentlyMissed();
    const untold = this.#untold();
    const missed = unheard.missed + untold.length;
    const since = Math.min(
      unheard.since ?? Number.POSITIVE_INFINITY,
      ...untold.map(({ endedAt }) => endedAt),
    );
    return missed === 0 ? null : { since, missed, words: silenceWords(unheard.missed, untold.length) };
  }

  #untold(): UntoldChange[] {
    const start = this.#states.markedAt('since');
    if (this.#pushUrl === null || start === null) return [];
    const told = new Set(this.#states.all().flatMap(({ event, state }) => (TOLD[state] ? [event] : [])));
    const kept = this.#intake.keptSince.bind(this.#intake);
    return untoldChanges(this.#projectStates(), kept, this.#context.now()).filter(
      ({ event, endedAt }) => told.has(event) && endedAt > start,
    );
  }

  projectHooks(): ProjectHook[] {
    return this.#projects.list();
  }

  async pointProject(projectId: string, replace: boolean): Promise<Outcome<ProjectHook>> {
    return this.#pushUrl === null
      ? refuse('EDGE_NOT_CONFIGURED', ASK_ONLY)
      : this.#projects.point(this.#pushUrl, projectId, replace);
  }

  rotateProject(projectId: string): Promise<Outcome<ProjectHook>> {
    return this.#projects.rotate(projectId);
  }

  section(): Section<SubscriptionHealth> {
    return { data: this.health(), readAt: this.#states.markedAt('synced'), error: this.#error };
  }

  async #secrets(address: HookAddress) {
    const now = this.#context.now();
    const [event, part] =
      address.kind === 'project' ? [projectHookId(address.projectId), ''] : [address.event, address.part];
    if (this.#store.at(event, part, now).length === 0) return null;
    return this.#store.secretsAt(event, part, now);
  }

  async #refresh(address: HookAddress): Promise<boolean> {
    if (address.kind === 'project') return false;
    const now = this.#context.now();
    let asked = false;
    for (const webhookId of this.#store.at(address.event, address.part, now)) {
      if (!this.#store.mayRefresh(webhookId, now, REFRESH_EVERY_MS)) continue;
      asked = true;
      const fetching = this.#fetchSecret(webhookId);
      this.#context.waitUntil(fetching);
      await waitAtMost(fetching, REFRESH_TIMEOUT_MS);
    }
    return asked;
  }

  async #fetchSecret(webhookId: string): Promise<void> {
    const answer = await this.#service.secret(webhookId);
    if (answer.ok && isSigningSecret(answer.data))
      await this.#store.storeSecret(webhookId, answer.data, this.#context.now());
    if (!answer.ok && answer.failure.httpStatus === 404)
      this.#context.jobs.schedule('sweep', this.#context.now());
  }
}

/** In which states an event is told to us. */
const TOLD: Record<EventState, boolean> = {
  active: true,
  filtered: true,
  failing: false,
  missing: false,
  unavailable: false,
};

function silenceWords(unheard: number, untold: number): string {
  const events = (count: number) => (count === 1 ? 'an event' : `${count} events`);
  if (unheard > 0)
    return `The service says it delivered ${events(unheard + untold)} that never reached this edge.`;
  return untold === 1
    ? 'A run or deployment ended and no webhook told of it.'
    : `${untold} runs or deployments ended and no webhook told of them.`;
}

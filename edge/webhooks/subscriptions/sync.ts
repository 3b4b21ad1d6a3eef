import { SERVICE_EVENTS, type ServiceEvent } from '../../../shared/builder-api/webhooks.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { AccountContext } from '../../object/context.ts';
import { reached } from '../../object/probes.ts';
import { RefusalMemory } from './address.ts';
import { type Action, MAX_FILTER_PROJECTS, planSubscriptions } from './plan.ts';
import { isSigningSecret } from './signing-key.ts';
import type { SubscriptionStates } from './status.ts';
import type { SubscriptionStore } from './store.ts';
import {
  type Failed,
  isGone,
  isTrouble,
  type ListedWebhook,
  type WebhookService,
} from './webhook-service.ts';

/** Calls of the service per run; the rest follows at once in the next. The free plan allows a Worker 50. */
const CALLS_PER_RUN = 36;
/** Maximum number of pages when reading the whole list of projects. */
const CALLS_FOR_PROJECTS = 20;
const PROJECTS_PER_CALL = 100;
/** Precision of the last sync, so that an hour without changes does not create four new snapshots. */
const SYNCED_STEP_MS = 15 * MINUTE_MS;

/**
 * `done`: nothing is left to do, after this many calls; `more`: continue at once; `failed`: the service did
 * not respond, retry later. `restMs`: how long the service asked to wait.
 */
export type SyncResult =
  | { outcome: 'done'; listed: readonly ListedWebhook[]; calls: number; restMs: number }
  | { outcome: 'more' }
  | ({ outcome: 'failed' } & Failed);

type Run = {
  listed: ListedWebhook[];
  projects: string[] | null;
  restMs: number;
  callsLeft: number;
  /** Events refused in this run: skipped until the next. */
  troubled: Set<string>;
  /** Smaller filters, while searching for a project that can't have the event. */
  filterSizes: Map<ServiceEvent, number>;
};

/**
 * Synchronizes the account's subscriptions in small steps: each step's result is stored before the next, and
 * every run starts from the service's list.
 */
export class SubscriptionSync {
  readonly #context: AccountContext;
  readonly #store: SubscriptionStore;
  readonly #states: SubscriptionStates;
  readonly #refusals: RefusalMemory;
  readonly #service: WebhookService;
  #running: Promise<SyncResult> | null = null;

  constructor(
    context: AccountContext,
    store: SubscriptionStore,
    states: SubscriptionStates,
    service: WebhookService,
  ) {
    this.#context = context;
    this.#store = store;
    this.#states = states;
    this.#refusals = new RefusalMemory(states, context.now);
    this.#service = service;
  }

  /** One run at a time; concurrent callers get its result. */
  sync(publicUrl: string): Promise<SyncResult> {
    this.#running ??= this.#run(publicUrl).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** That the user had it compared just now, to the millisecond. */
  noteSynced(): void {
    this.#states.setTimestamp('synced', '', this.#context.now());
  }

  async #run(publicUrl: string): Promise<SyncResult> {
    const listed = await this.#service.list();
    if (!listed.ok) return { outcome: 'failed', ...listed };
    const run: Run = {
      listed: listed.data,
      projects: null,
      restMs: 0,
      callsLeft: CALLS_PER_RUN,
      troubled: new Set(),
      filterSizes: new Map(),
    };
    this.#noticeLost(run);
    for (;;) {
      const { actions, needsProjects } = await this.#plan(publicUrl, run);
      if (actions.length === 0) {
        if (needsProjects.length === 0) break;
        if (run.callsLeft < CALLS_FOR_PROJECTS) return { outcome: 'more' };
        await this.#readProjects(needsProjects, run);
      }
      for (const action of actions) {
        if (run.callsLeft === 0) return { outcome: 'more' };
        run.callsLeft -= 1;
        const failed = await this.#act(action, run);
        if (failed) return { outcome: 'failed', ...failed };
      }
    }
    await this.#settle(run);
    return { outcome: 'done', listed: run.listed, calls: CALLS_PER_RUN - run.callsLeft, restMs: run.restMs };
  }

  /** Reads the projects. On failure, only events that need them wait; a refusal is cached for a while. */
  async #readProjects(needed: readonly ServiceEvent[], run: Run): Promise<void> {
    const projects = this.#refusals.isUnlisted() ? null : await this.#service.projectIds();
    if (projects?.ok) {
      run.projects = projects.data;
      run.callsLeft -= Math.floor(projects.data.length / PROJECTS_PER_CALL) + 1;
      return;
    }
    for (const event of needed) run.troubled.add(event);
    if (projects === null) return;
    run.restMs = projects.failure.retryAfterMs ?? 0;
    if (isTrouble(projects)) return;
    this.#refusals.noteUnlisted();
    const words = `The list of projects can not be read: ${projects.failure.message}`;
    for (const event of needed) this.#states.set(event, 'failing', words, this.#context.now());
  }

  #noticeLost(run: Run): void {
    const ids = new Set(run.listed.map((w) => w.id));
    const now = this.#context.now();
    for (const { webhookId, event } of this.#store.active()) {
      if (ids.has(webhookId)) continue;
      this.#store.removed(webhookId, now);
      this.#states.set(event, 'missing', null, now);
    }
  }

  async #plan(publicUrl: string, run: Run) {
    const withSecret = await this.#store.withSecret();
    const { actions, needsProjects } = planSubscriptions({
      listed: run.listed,
      recorded: new Set(this.#store.active().map((s) => s.webhookId)),
      withSecret,
      publicUrl,
      wanted: SERVICE_EVENTS.filter(
        (event) => !run.troubled.has(event) && !this.#refusals.isUnavailable(event),
      ),
      taken: this.#refusals.taken(),
      projects: run.projects,
      without: (event) => this.#refusals.without(event),
      filterSize: (event) => run.filterSizes.get(event) ?? MAX_FILTER_PROJECTS,
    });
    return { actions, needsProjects };
  }

  /** @returns the response that ends the run, null when it can continue */
  async #act(action: Action, run: Run): Promise<Failed | null> {
    switch (action.kind) {
      case 'put':
        return this.#put(action, run);
      case 'secret':
        return this.#fetchSecret(action.webhookId, run);
      case 'delete': {
        const response = await this.#service.remove(action.webhookId);
        if (response.ok || isGone(response)) this.#forget(action.webhookId, run);
        else if (isTrouble(response)) return response;
        else
          this.#skip(action.webhookId, `The service refused to remove one: ${response.failure.message}`, run);
        return null;
      }
    }
  }

  async #put(action: Extract<Action, { kind: 'put' }>, run: Run): Promise<Failed | null> {
    const { event, url, projectIds } = action;
    if (run.troubled.has(event) || this.#refusals.isUnavailable(event)) return null;
    const response = await this.#service.put({ event, url, projectIds });
    if (response.ok) {
      this.#store.record({ id: response.data.id, event, url });
      run.listed.push({ id: response.data.id, event, url, projectIds, features: null });
      return null;
    }
    if (isTrouble(response)) return response;
    const { code, message } = response.failure;
    if (code === 'INVALID_WEBHOOK_EVENT') {
      if (projectIds === null) this.#refusals.noteUnavailable(event, message);
      else this.#narrow(event, projectIds, run);
    } else if (code === 'WEBHOOK_EVENT_ALREADY_EXISTS' && projectIds === null) {
      this.#refusals.noteTaken(event);
    } else if (code === 'WEBHOOK_EVENT_ALREADY_EXISTS' && projectIds !== null && projectIds.length > 1) {
      // Another edge filters by exactly these projects; the service allows a set once, whoever holds it.
      run.filterSizes.set(event, Math.ceil(projectIds.length / 2));
    } else {
      run.troubled.add(event);
      const words =
        code === 'WEBHOOK_EVENT_ALREADY_EXISTS'
          ? `Two other edges of this account are subscribed to this event, for all projects and for ${projectIds?.[0]} alone; the service allows no third. Here it is found by asking, minutes later: remove an edge that nobody uses.`
          : `The service refused the subscription: ${message}`;
      this.#states.set(event, 'failing', words, this.#context.now());
    }
    return null;
  }

  /** The event exists, so one of the projects can't have it: bisects instead of trying each. */
  #narrow(event: ServiceEvent, projectIds: readonly string[], run: Run): void {
    const [only, ...rest] = projectIds;
    if (only !== undefined && rest.length === 0) {
      this.#refusals.noteWithout(event, only);
      run.filterSizes.delete(event);
    } else run.filterSizes.set(event, Math.ceil(projectIds.length / 2));
  }

  async #fetchSecret(webhookId: string, run: Run): Promise<Failed | null> {
    const webhook = run.listed.find((w) => w.id === webhookId);
    if (!webhook) return null;
    if (!this.#store.active().some((known) => known.webhookId === webhookId))
      reached('subscription-found-again');
    this.#store.record(webhook);
    const response = await this.#service.secret(webhookId);
    if (response.ok && isSigningSecret(response.data)) {
      await this.#store.storeSecret(webhookId, response.data, this.#context.now());
      return null;
    }
    if (!response.ok && isGone(response)) {
      this.#forget(webhookId, run);
      return null;
    }
    if (!response.ok && isTrouble(response)) return response;
    const words = response.ok
      ? 'The service answered no usable secret.'
      : `The secret was refused: ${response.failure.message}`;
    this.#skip(webhookId, words, run);
    return null;
  }

  /** A refused event must not block the others. */
  #skip(webhookId: string, words: string, run: Run): void {
    const event = run.listed.find((w) => w.id === webhookId)?.event;
    if (event === undefined) return;
    run.troubled.add(event);
    this.#states.set(event, 'failing', words, this.#context.now());
  }

  #forget(webhookId: string, run: Run): void {
    this.#store.removed(webhookId, this.#context.now());
    run.listed = run.listed.filter((w) => w.id !== webhookId);
  }

  /** Stores the status of each event. */
  async #settle(run: Run): Promise<void> {
    const now = this.#context.now();
    const withSecret = await this.#store.withSecret();
    for (const event of SERVICE_EVENTS) {
      if (run.troubled.has(event)) continue;
      if (this.#refusals.isUnavailable(event)) {
        this.#states.set(event, 'unavailable', null, now);
        continue;
      }
      const ours = run.listed.filter((w) => w.event === event && withSecret.has(w.id));
      if (ours.some((w) => w.projectIds === null)) this.#states.set(event, 'active', null, now);
      else if (ours.length > 0 || run.projects === null || run.projects.length === 0)
        this.#states.set(event, 'filtered', null, now);
      else this.#states.set(event, 'unavailable', null, now);
    }
    if (!this.#states.isWithin('synced', '', now, SYNCED_STEP_MS))
      this.#states.setTimestamp('synced', '', now);
  }
}

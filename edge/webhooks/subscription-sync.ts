import { SERVICE_EVENTS, type ServiceEvent } from '../../shared/service/events.ts';
import { DAY_MS, HOUR_MS, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { AccountContext } from '../account/context.ts';
import type { EventStates } from './event-states.ts';
import type { ListedWebhook } from './listed-webhook.ts';
import { MAX_FILTER_PROJECTS } from './project-chunks.ts';
import { registrableEvents } from './registrable-events.ts';
import { isSigningSecret } from './signing-key.ts';
import { type Action, planSubscriptions } from './subscription-plan.ts';
import type { SubscriptionStore } from './subscription-store.ts';
import { type Failed, isGone, isTrouble, type WebhookService } from './webhook-service.ts';

/** Calls of the service in one run; what is left is done in the next, at once. A Worker may make 50 on the free plan. */
const CALLS_PER_RUN = 36;
/** How long a refusal is believed before the event is tried again. */
const UNAVAILABLE_FOR_MS = DAY_MS;
const TAKEN_FOR_MS = HOUR_MS;
/** How exact "last looked after" is: an hour of nothing new must not be four new snapshots. */
const SYNCED_STEP_MS = 15 * MINUTE_MS;

/** `done`: nothing is left to do, after so many calls; `more`: go on at once; `failed`: the service did not answer, try later. */
export type SyncResult =
  | { outcome: 'done'; listed: readonly ListedWebhook[]; calls: number }
  | { outcome: 'more' }
  | ({ outcome: 'failed' } & Failed);

type Run = {
  listed: ListedWebhook[];
  projects: string[] | null;
  callsLeft: number;
  /** Events with a refusal in this run: left alone until the next. */
  troubled: Set<string>;
  /** Smaller filters, while a project is looked for that can't have the event. */
  filterSizes: Map<ServiceEvent, number>;
};

/**
 * Makes the account's subscriptions what they should be, one small step after the other; each step's result is stored
 * before the next is taken, and every run starts from what the service lists.
 */
export class SubscriptionSync {
  readonly #context: AccountContext;
  readonly #store: SubscriptionStore;
  readonly #states: EventStates;
  readonly #service: WebhookService;
  #running: Promise<SyncResult> | null = null;

  constructor(
    context: AccountContext,
    store: SubscriptionStore,
    states: EventStates,
    service: WebhookService,
  ) {
    this.#context = context;
    this.#store = store;
    this.#states = states;
    this.#service = service;
  }

  /** One run at a time; who asks while one is under way gets its result. */
  sync(publicUrl: string): Promise<SyncResult> {
    this.#running ??= this.#run(publicUrl).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(publicUrl: string): Promise<SyncResult> {
    const listed = await this.#service.list();
    if (!listed.ok) return { outcome: 'failed', ...listed };
    const run: Run = {
      listed: listed.data,
      projects: null,
      callsLeft: CALLS_PER_RUN,
      troubled: new Set(),
      filterSizes: new Map(),
    };
    this.#noticeLost(run);
    for (;;) {
      const { actions, needsProjects } = await this.#plan(publicUrl, run);
      if (needsProjects && run.projects === null) {
        const projects = await this.#service.projectIds();
        if (!projects.ok) return { outcome: 'failed', ...projects };
        run.projects = projects.data;
        continue;
      }
      if (actions.length === 0) break;
      for (const action of actions) {
        if (run.callsLeft === 0) return { outcome: 'more' };
        run.callsLeft -= 1;
        const failed = await this.#act(action, run);
        if (failed) return { outcome: 'failed', ...failed };
      }
    }
    await this.#settle(run);
    return { outcome: 'done', listed: run.listed, calls: CALLS_PER_RUN - run.callsLeft };
  }

  #noticeLost(run: Run): void {
    const ids = new Set(run.listed.map((w) => w.id));
    const now = this.#context.now();
    for (const { webhookId, event } of this.#store.standing()) {
      if (ids.has(webhookId)) continue;
      this.#store.removed(webhookId, now);
      this.#states.set(event, 'missing', null, now);
    }
  }

  async #plan(publicUrl: string, run: Run) {
    const now = this.#context.now();
    const withSecret = await this.#store.withSecret();
    const { actions, needsProjects } = planSubscriptions({
      listed: run.listed,
      recorded: new Set(this.#store.standing().map((s) => s.webhookId)),
      withSecret,
      publicUrl,
      wanted: SERVICE_EVENTS.filter((event) => !run.troubled.has(event) && !this.#isUnavailable(event)),
      taken: new Set(
        SERVICE_EVENTS.filter((event) => this.#states.isMarked('taken', event, now, TAKEN_FOR_MS)),
      ),
      projects: run.projects,
      without: (event) => this.#states.without(event, now, UNAVAILABLE_FOR_MS),
      filterSize: (event) => run.filterSizes.get(event) ?? MAX_FILTER_PROJECTS,
    });
    return { actions, needsProjects };
  }

  /** @returns the answer that ends the run, null when it can go on */
  async #act(action: Action, run: Run): Promise<Failed | null> {
    switch (action.kind) {
      case 'put':
        return this.#put(action, run);
      case 'secret':
        return this.#fetchSecret(action.webhookId, run);
      case 'delete': {
        const answer = await this.#service.remove(action.webhookId);
        if (!answer.ok && !isGone(answer)) return answer;
        this.#forget(action.webhookId, run);
        return null;
      }
    }
  }

  async #put(action: Extract<Action, { kind: 'put' }>, run: Run): Promise<Failed | null> {
    const { event, url, projectIds } = action;
    if (run.troubled.has(event) || this.#isUnavailable(event)) return null;
    const answer = await this.#service.put({ event, url, projectIds });
    const now = this.#context.now();
    if (answer.ok) {
      this.#store.record({ id: answer.data.id, event, url });
      run.listed.push({ id: answer.data.id, event, url, projectIds, features: null });
      return null;
    }
    if (isTrouble(answer)) return answer;
    const { code, message } = answer.failure;
    if (code === 'INVALID_WEBHOOK_EVENT') {
      if (projectIds === null) this.#notRegistrable(event, message, now);
      else this.#narrow(event, projectIds, run, now);
    } else if (code === 'WEBHOOK_EVENT_ALREADY_EXISTS' && projectIds === null) {
      this.#states.mark('taken', event, now);
    } else {
      run.troubled.add(event);
      this.#states.set(event, 'failing', `The service refused the subscription: ${message}`, now);
    }
    return null;
  }

  /** Somebody has the event, so one of the projects can't: halving finds it without asking each. */
  #narrow(event: ServiceEvent, projectIds: readonly string[], run: Run, now: InstantMs): void {
    const [only, ...rest] = projectIds;
    if (only !== undefined && rest.length === 0) {
      this.#states.markWithout(event, only, now);
      run.filterSizes.delete(event);
    } else run.filterSizes.set(event, Math.ceil(projectIds.length / 2));
  }

  #isUnavailable(event: ServiceEvent): boolean {
    return this.#states.isMarked('unavailable', event, this.#context.now(), UNAVAILABLE_FOR_MS);
  }

  #notRegistrable(event: ServiceEvent, message: string, now: InstantMs): void {
    const registrable = registrableEvents(message, event);
    const refused = registrable ? SERVICE_EVENTS.filter((e) => !registrable.includes(e)) : [event];
    for (const name of refused) this.#states.mark('unavailable', name, now);
  }

  async #fetchSecret(webhookId: string, run: Run): Promise<Failed | null> {
    const webhook = run.listed.find((w) => w.id === webhookId);
    if (!webhook) return null;
    this.#store.record(webhook);
    const answer = await this.#service.secret(webhookId);
    if (answer.ok && isSigningSecret(answer.data)) {
      await this.#store.storeSecret(webhookId, answer.data, this.#context.now());
      return null;
    }
    if (!answer.ok && isGone(answer)) {
      this.#forget(webhookId, run);
      return null;
    }
    if (!answer.ok && isTrouble(answer)) return answer;
    run.troubled.add(webhook.event);
    const words = answer.ok
      ? 'The service answered no usable secret.'
      : `The secret was refused: ${answer.failure.message}`;
    this.#states.set(webhook.event, 'failing', words, this.#context.now());
    return null;
  }

  #forget(webhookId: string, run: Run): void {
    this.#store.removed(webhookId, this.#context.now());
    run.listed = run.listed.filter((w) => w.id !== webhookId);
  }

  /** Writes down how each event stands. */
  async #settle(run: Run): Promise<void> {
    const now = this.#context.now();
    const withSecret = await this.#store.withSecret();
    for (const event of SERVICE_EVENTS) {
      if (run.troubled.has(event)) continue;
      if (this.#isUnavailable(event)) {
        this.#states.set(event, 'unavailable', null, now);
        continue;
      }
      const ours = run.listed.filter((w) => w.event === event && withSecret.has(w.id));
      if (ours.some((w) => w.projectIds === null)) this.#states.set(event, 'active', null, now);
      else this.#states.set(event, 'filtered', null, now);
    }
    if (!this.#states.isMarked('synced', '', now, SYNCED_STEP_MS)) this.#states.mark('synced', '', now);
  }
}

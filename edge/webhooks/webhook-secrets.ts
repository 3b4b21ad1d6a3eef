import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { waitAtMost } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import type { HookAddress, SecretSource } from './receive.ts';
import { isSigningSecret } from './subscriptions/signing-key.ts';
import { projectHookId, type Secrets, type SubscriptionStore } from './subscriptions/store.ts';
import { isGone, type WebhookService } from './subscriptions/webhook-service.ts';

/** One secret is asked for again at most this often, however many forged deliveries come. */
const REFRESH_EVERY_MS = 10 * MINUTE_MS;
/** The sender waits 10 s for its answer. */
const REFRESH_TIMEOUT_MS = 5 * SECOND_MS;

/** The secrets of our addresses: as stored, and asked for anew when a signature does not fit them. */
export class WebhookSecrets implements SecretSource {
  readonly #context: AccountContext;
  readonly #store: SubscriptionStore;
  readonly #service: WebhookService;

  constructor(context: AccountContext, store: SubscriptionStore, service: WebhookService) {
    this.#context = context;
    this.#store = store;
    this.#service = service;
  }

  async secrets(address: HookAddress): Promise<Secrets | null> {
    const now = this.#context.now();
    const [event, part] =
      address.kind === 'project' ? [projectHookId(address.projectId), ''] : [address.event, address.part];
    if (this.#store.at(event, part, now).length === 0) return null;
    return this.#store.secretsAt(event, part, now);
  }

  /** A project's secret is shown once only, so there is nothing to ask for. */
  async refresh(address: HookAddress): Promise<boolean> {
    if (address.kind === 'project') return false;
    const now = this.#context.now();
    const due = this.#store
      .at(address.event, address.part, now)
      .filter((webhookId) => this.#store.mayRefresh(webhookId, now, REFRESH_EVERY_MS));
    const fetching = Promise.all(due.map((webhookId) => this.#fetch(webhookId)));
    this.#context.waitUntil(fetching);
    await waitAtMost(fetching, REFRESH_TIMEOUT_MS);
    return due.length > 0;
  }

  async #fetch(webhookId: string): Promise<void> {
    const answer = await this.#service.secret(webhookId);
    const now = this.#context.now();
    if (answer.ok && isSigningSecret(answer.data)) await this.#store.storeSecret(webhookId, answer.data, now);
    if (!answer.ok && isGone(answer)) this.#context.jobs.schedule('sweep', now);
  }
}

import type { ProjectHook } from '../../shared/edge-api/project-hook.ts';
import { fail, failedCall, type Result } from '../http/result.ts';
import { Turns } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { projectHookAddress } from './subscriptions/address.ts';
import { isSigningSecret } from './subscriptions/signing-key.ts';
import { projectHookId, type SubscriptionStore } from './subscriptions/store.ts';
import type { WebhookService } from './subscriptions/webhook-service.ts';

const LOST =
  'The service made a new secret, but its answer was lost. Rotate once more; deliveries keep being checked with the old one.';

/**
 * Projects' own webhooks (service reference, Project webhook), pointed here by the owner. Their secret is
 * shown once, in the response to a rotation, so the edge itself rotates it and never a browser.
 */
export class ProjectHooks {
  readonly #context: AccountContext;
  readonly #store: SubscriptionStore;
  readonly #service: WebhookService;
  /** Concurrent rotations would invalidate each other's secret. */
  readonly #turns = new Turns();

  constructor(context: AccountContext, store: SubscriptionStore, service: WebhookService) {
    this.#context = context;
    this.#store = store;
    this.#service = service;
  }

  list(): ProjectHook[] {
    return this.#store
      .projects()
      .map(({ projectId, hasSecret, secretChangedAt }) => ({ projectId, ready: hasSecret, secretChangedAt }));
  }

  /**
   * Points the project's webhook here and makes sure that its secret is stored.
   * @param replace whether somebody else's address may be replaced
   */
  point(publicUrl: string, projectId: string, replace: boolean): Promise<Result<ProjectHook>> {
    return this.#turns.take(projectId, () => this.#point(publicUrl, projectId, replace));
  }

  /** Rotates the secret; the previous one stays valid for 24 h. */
  rotate(projectId: string): Promise<Result<ProjectHook>> {
    return this.#turns.take(projectId, async () => {
      if (!this.#known(projectId))
        return fail('EDGE_NOT_FOUND', "This project's webhook does not point at this edge.");
      return this.#rotate(projectId);
    });
  }

  /** The owner changed the project's webhook directly: if it points elsewhere now, it is no longer ours. */
  pointedTo(projectId: string, url: string): void {
    const known = this.#known(projectId);
    if (known === undefined || known.url === url) return;
    this.#store.removed(projectHookId(projectId), this.#context.now());
    this.#context.emitter.emit('changed');
  }

  async #point(publicUrl: string, projectId: string, replace: boolean): Promise<Result<ProjectHook>> {
    const address = projectHookAddress(publicUrl, projectId);
    const current = await this.#service.projectWebhook(projectId);
    if (!current.ok) return failedCall(current.failure);
    const { url } = current.data;
    const ours = url === address || url === this.#known(projectId)?.url;
    if (url !== null && url !== '' && !ours && !replace) {
      return fail('EDGE_INVALID_REQUEST', "The project's webhook already has another address.", {
        details: { field: 'replace', host: URL.parse(url)?.host ?? null },
      });
    }
    this.#store.recordProject(projectId, address);
    if (url !== address) {
      const set = await this.#service.setProjectWebhook(projectId, address);
      if (!set.ok) return failedCall(set.failure);
    }
    const { secretPrefix } = current.data;
    if (secretPrefix === null || !(await this.#store.holdsSecret(projectHookId(projectId), secretPrefix)))
      return this.#rotate(projectId);
    return this.#result(projectId);
  }

  async #rotate(projectId: string): Promise<Result<ProjectHook>> {
    const rotated = await this.#service.rotateProjectSecret(projectId);
    if (!rotated.ok) {
      const failed = failedCall(rotated.failure);
      return rotated.failure.isCertain ? failed : { ok: false, error: { ...failed.error, message: LOST } };
    }
    if (!isSigningSecret(rotated.data)) return fail('EDGE_SERVICE_UNEXPECTED', LOST);
    await this.#store.storeSecret(projectHookId(projectId), rotated.data, this.#context.now());
    this.#context.emitter.emit('changed');
    return this.#result(projectId);
  }

  #result(projectId: string): Result<ProjectHook> {
    const hook = this.list().find((h) => h.projectId === projectId);
    return hook ? { ok: true, value: hook } : fail('EDGE_NOT_FOUND', 'There is no such project webhook.');
  }

  #known(projectId: string) {
    return this.#store.projects().find((p) => p.projectId === projectId);
  }
}

import type { ServiceFailure } from '../../shared/builder-api/failures.ts';
import type { ListedWebhook } from './subscriptions/listed-webhook.ts';

/** A call of the service: its data, or why there is none. */
export type Failed = { ok: false; failure: ServiceFailure };
export type Answer<T> = { ok: true; data: T } | Failed;

/** One attempt record of the service (service reference, Webhook delivery), as far as we read it. */
export type Delivery = {
  id: number;
  event: string;
  eventId: string | null;
  projectId: string | null;
  feature: string | null;
  /** `pending`, `delivered`, `failed`; open. */
  status: string;
  attempts: number;
  httpStatus: number | null;
  error: string | null;
  at: string;
};

export type DeliveryPage = { deliveries: Delivery[]; nextCursor: number | null };

export type ProjectWebhook = { url: string | null; enabled: boolean; secretPrefix: string | null };

/**
 * The service's operations on webhooks (service reference, Webhooks). Those that answer a secret are called by the edge
 * for itself only and stand in no catalogue that a client can name.
 */
export interface WebhookService {
  list(): Promise<Answer<ListedWebhook[]>>;
  put(webhook: { url: string; event: string; projectIds: string[] | null }): Promise<Answer<ListedWebhook>>;
  remove(webhookId: string): Promise<Answer<null>>;
  secret(webhookId: string): Promise<Answer<string>>;
  /** One page, newest first; `cursor` is the last page's `nextCursor`. */
  deliveries(webhookId: string, cursor: number | null): Promise<Answer<DeliveryPage>>;
  /** Ids of all projects, whole or not at all. */
  projectIds(): Promise<Answer<string[]>>;
  projectWebhook(projectId: string): Promise<Answer<ProjectWebhook>>;
  setProjectWebhook(projectId: string, url: string): Promise<Answer<ProjectWebhook>>;
  rotateProjectSecret(projectId: string): Promise<Answer<string>>;
}

/** Whether the same question may go well a little later: no answer came, or one that is about the service or the key. */
export function isTrouble({ failure }: Failed): boolean {
  const { kind, httpStatus } = failure;
  return (
    kind !== 'refused' &&
    (httpStatus === null || httpStatus === 401 || httpStatus === 429 || httpStatus >= 500)
  );
}

export function isGone({ failure }: Failed): boolean {
  return failure.httpStatus === 404;
}

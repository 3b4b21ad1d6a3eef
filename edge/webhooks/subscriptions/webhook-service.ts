import type { WebhookDelivery, WebhookSubscription } from '../../../shared/builder-api/webhooks.ts';
import type { OperationData } from '../../../shared/operations/catalogue.ts';
import type { FailureKind, ServiceFailure } from '../../../shared/service-failures.ts';
import type { CallService } from '../../builder-api/client.ts';
import { notAnswered } from '../../http/service-failure.ts';

export function isUnfiltered(webhook: ListedWebhook): boolean {
  return webhook.projectIds === null && webhook.features === null;
}

/** Result of a call of the service: its data, or why there is none. */
export type Failed = { ok: false; failure: ServiceFailure };
export type ServiceResult<T> = { ok: true; data: T } | Failed;

/** Failures in which the service has refused what it was asked, in its own form: it would again. */
const REFUSALS: ReadonlySet<FailureKind> = new Set([
  'refused',
  'forbidden',
  'no-credits',
  'not-found',
  'not-available',
  'too-large',
]);

/** Tells whether a later retry may succeed: no response, or the failure concerns the service or the key. */
export function isTrouble({ failure }: Failed): boolean {
  return !REFUSALS.has(failure.kind);
}

export function isGone({ failure }: Failed): boolean {
  return failure.httpStatus === 404 && REFUSALS.has(failure.kind);
}

const DELIVERIES_PER_PAGE = 50;
const PROJECTS_PER_PAGE = 100;
/** With more projects than this, their list is not read and filters can't be created. */
const MAX_PROJECT_PAGES = 20;

/**
 * Webhook operations of the service over the edge's client (service reference, Webhooks). Those that return a
 * secret are called by the edge only, and are in no catalogue that a client can use.
 */
export function serviceWebhooks(call: CallService) {
  /** Ids of all projects; never a partial list. */
  async function projectIds(): Promise<ServiceResult<string[]>> {
    const ids = new Set<string>();
    for (let page = 0; page < MAX_PROJECT_PAGES; page++) {
      const skip = page * PROJECTS_PER_PAGE;
      const response = await call('listProjects', {
        query: { limit: String(PROJECTS_PER_PAGE), skip: String(skip) },
      });
      if (!response.ok) return response;
      for (const { projectId } of response.data) ids.add(projectId);
      if (response.data.length < PROJECTS_PER_PAGE) return { ok: true, data: [...ids] };
    }
    return {
      ok: false,
      failure: notAnswered('unexpected-answer', 'The account has too many projects to filter by.'),
    };
  }

  return {
    list: async () => mapped(await call('listWebhooks'), (data) => data.webhooks.map(listedOf)),
    put: async ({ url, event, projectIds }: { url: string; event: string; projectIds: string[] | null }) => {
      const body = JSON.stringify({ url, event, ...(projectIds && { projectIds }) });
      return mapped(await call('registerWebhook', { body }), listedOf);
    },
    remove: async (webhookId: string) =>
      mapped(await call('deleteWebhook', { parameters: { webhookId } }), () => null),
    secret: async (webhookId: string) =>
      mapped(await call('getWebhookSecret', { parameters: { webhookId } }), (data) => data.secret),
    /** One page, newest first; `cursor` is the last page's `nextCursor`. */
    deliveries: async (webhookId: string, cursor: number | null) => {
      const query = {
        limit: String(DELIVERIES_PER_PAGE),
        ...(cursor !== null && { cursor: String(cursor) }),
      };
      return mapped(await call('listDeliveries', { parameters: { webhookId }, query }), (data) => ({
        deliveries: data.deliveries.map(deliveryOf),
        nextCursor: data.nextCursor ?? null,
      }));
    },
    projectIds,
    projectWebhook: async (projectId: string) =>
      mapped(await call('getProjectWebhook', { parameters: { projectId } }), projectWebhookOf),
    setProjectWebhook: async (projectId: string, url: string) => {
      const question = { parameters: { projectId }, body: JSON.stringify({ url }) };
      return mapped(await call('setProjectWebhook', question), projectWebhookOf);
    },
    rotateProjectSecret: async (projectId: string) =>
      mapped(await call('rotateProjectWebhookSecret', { parameters: { projectId } }), (data) => data.secret),
  };
}

export type WebhookService = ReturnType<typeof serviceWebhooks>;

function mapped<T, U>(result: ServiceResult<T>, map: (data: T) => U): ServiceResult<U> {
  return result.ok ? { ok: true, data: map(result.data) } : result;
}

/** A subscription in the service's list (service reference, Webhook subscription); null = no such filter. */
function listedOf(w: WebhookSubscription) {
  return {
    id: w.id,
    url: w.url,
    event: w.event,
    projectIds: nonEmpty(w.projectIds),
    features: nonEmpty(w.features),
  };
}

export type ListedWebhook = ReturnType<typeof listedOf>;

/** The service's record of one attempt (service reference, Webhook delivery), as far as we read it. */
function deliveryOf(d: WebhookDelivery) {
  return {
    id: d.id,
    event: d.event,
    eventId: d.eventId ?? null,
    projectId: d.projectId ?? null,
    feature: d.feature ?? null,
    status: d.status,
    attempts: d.attempts,
    httpStatus: d.httpStatus ?? null,
    error: d.error ?? null,
    at: d.at,
  };
}
export type Delivery = ReturnType<typeof deliveryOf>;

/** An empty filter filters nothing. */
function nonEmpty(list: readonly string[] | null | undefined): readonly string[] | null {
  return list && list.length > 0 ? list : null;
}

function projectWebhookOf(data: OperationData<'getProjectWebhook'>) {
  return { url: data.url ?? null, enabled: data.enabled, secretPrefix: data.secretPrefix ?? null };
}
export type ProjectWebhook = ReturnType<typeof projectWebhookOf>;

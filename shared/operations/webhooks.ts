import * as z from 'zod/mini';
import {
  deliveryPage,
  projectWebhook,
  rotatedSecret,
  SERVICE_EVENTS,
  takesFeatureFilter,
  webhookDeleted,
  webhookList,
  webhookSecret,
  webhookSubscription,
} from '../builder-api/webhooks.ts';
import { atMost, form, notEmpty, wholeNumber } from '../request-schema.ts';
import { operation } from './operation.ts';

export const FILTER_PROJECTS_MAX = 50;

const isHttpsUrl = (text: string) => URL.parse(text)?.protocol === 'https:';
const httpsUrl = (missing: string, wrong: string) =>
  z.string(missing).check(notEmpty(missing), z.refine(isHttpsUrl, wrong));

const registration = form('EDGE_INVALID_REQUEST', {
  url: httpsUrl('MISSING_WEBHOOK_FIELDS', 'INVALID_WEBHOOK_URL'),
  event: z.string('MISSING_WEBHOOK_FIELDS').check(
    notEmpty('MISSING_WEBHOOK_FIELDS'),
    z.refine((name) => (SERVICE_EVENTS as readonly string[]).includes(name), 'INVALID_WEBHOOK_EVENT'),
  ),
  projectIds: z.optional(
    z
      .array(z.string('VALIDATION_ERROR'), 'VALIDATION_ERROR')
      .check(atMost(FILTER_PROJECTS_MAX, 'VALIDATION_ERROR')),
  ),
  features: z.optional(z.array(z.string('VALIDATION_ERROR'), 'VALIDATION_ERROR')),
}).check(
  z.refine(
    ({ event, features }) => !features?.length || takesFeatureFilter(event),
    'WEBHOOK_FILTER_NOT_APPLICABLE',
  ),
);

export const webhookOperations = {
  listWebhooks: operation({
    method: 'GET',
    path: '/webhooks',
    data: webhookList,
    redacted: ['webhooks.*.headers.*'],
  }),
  registerWebhook: operation({
    method: 'PUT',
    path: '/webhooks',
    role: 'owner',
    body: registration,
    data: webhookSubscription,
    redacted: ['headers.*'],
  }),
  deleteWebhook: operation({
    method: 'DELETE',
    path: '/webhooks/:webhookId',
    role: 'owner',
    data: webhookDeleted,
  }),
  getWebhookSecret: operation({
    method: 'GET',
    path: '/webhooks/:webhookId/secret',
    reach: 'edge',
    role: 'owner',
    data: webhookSecret,
  }),
  listDeliveries: operation({
    method: 'GET',
    path: '/webhooks/:webhookId/deliveries',
    query: z.strictObject({
      limit: z.optional(wholeNumber(1, 200)),
      cursor: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
    }),
    data: deliveryPage,
  }),
  getProjectWebhook: operation({
    method: 'GET',
    path: '/projects/:projectId/webhook',
    data: projectWebhook,
    redacted: ['secretPrefix'],
  }),
  setProjectWebhook: operation({
    method: 'PUT',
    path: '/projects/:projectId/webhook',
    role: 'owner',
    body: form('VALIDATION_ERROR', { url: httpsUrl('VALIDATION_ERROR', 'VALIDATION_ERROR') }),
    data: projectWebhook,
    redacted: ['secretPrefix'],
  }),
  rotateProjectWebhookSecret: operation({
    method: 'POST',
    path: '/projects/:projectId/webhook/rotate-secret',
    reach: 'edge',
    role: 'owner',
    data: rotatedSecret,
  }),
};

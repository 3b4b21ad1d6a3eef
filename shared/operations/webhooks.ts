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
  listWebhooks: operation('GET', '/webhooks', webhookList, { redacted: ['webhooks.*.headers.*'] }),
  registerWebhook: operation('PUT', '/webhooks', webhookSubscription, {
    role: 'owner',
    body: registration,
    redacted: ['headers.*'],
  }),
  deleteWebhook: operation('DELETE', '/webhooks/:webhookId', webhookDeleted, { role: 'owner' }),
  getWebhookSecret: operation('GET', '/webhooks/:webhookId/secret', webhookSecret, {
    reach: 'edge',
    role: 'owner',
  }),
  listDeliveries: operation('GET', '/webhooks/:webhookId/deliveries', deliveryPage, {
    query: z.strictObject({
      limit: z.optional(wholeNumber(1, 200)),
      cursor: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
    }),
  }),
  getProjectWebhook: operation('GET', '/projects/:projectId/webhook', projectWebhook, {
    redacted: ['secretPrefix'],
  }),
  setProjectWebhook: operation('PUT', '/projects/:projectId/webhook', projectWebhook, {
    role: 'owner',
    body: form('VALIDATION_ERROR', { url: httpsUrl('VALIDATION_ERROR', 'VALIDATION_ERROR') }),
    redacted: ['secretPrefix'],
  }),
  rotateProjectWebhookSecret: operation('POST', '/projects/:projectId/webhook/rotate-secret', rotatedSecret, {
    reach: 'edge',
    role: 'owner',
  }),
};

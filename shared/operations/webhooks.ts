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
  z.string(missing).check(notEmpty(missing), z.refine(isHttpsUrl, wrong), z.describe('an https address'));

const registration = form('EDGE_INVALID_REQUEST', {
  url: httpsUrl('MISSING_WEBHOOK_FIELDS', 'INVALID_WEBHOOK_URL'),
  event: z.enum(SERVICE_EVENTS, {
    error: ({ input }) => (input ? 'INVALID_WEBHOOK_EVENT' : 'MISSING_WEBHOOK_FIELDS'),
  }),
  projectIds: z.optional(
    z
      .array(z.string('VALIDATION_ERROR'), 'VALIDATION_ERROR')
      .check(
        atMost(FILTER_PROJECTS_MAX, 'VALIDATION_ERROR'),
        z.describe('of these projects only, 50 at most'),
      ),
  ),
  features: z.optional(
    z
      .array(z.string('VALIDATION_ERROR'), 'VALIDATION_ERROR')
      .check(z.describe('of these features only, for events of features')),
  ),
}).check(
  z.refine(
    ({ event, features }) => !features?.length || takesFeatureFilter(event),
    'WEBHOOK_FILTER_NOT_APPLICABLE',
  ),
);

export const webhookOperations = {
  listWebhooks: operation('GET', '/webhooks', webhookList, {
    does: 'Lists webhook subscriptions of the account',
    redacted: ['webhooks.*.headers.*'],
  }),
  registerWebhook: operation('PUT', '/webhooks', webhookSubscription, {
    does: 'Registers a webhook subscription',
    role: 'owner',
    body: registration,
    redacted: ['headers.*'],
  }),
  deleteWebhook: operation('DELETE', '/webhooks/:webhookId', webhookDeleted, {
    does: 'Deletes a webhook subscription',
    role: 'owner',
  }),
  getWebhookSecret: operation('GET', '/webhooks/:webhookId/secret', webhookSecret, {
    does: 'Reads the signing secret of a subscription',
    reach: 'edge',
    role: 'owner',
  }),
  listDeliveries: operation('GET', '/webhooks/:webhookId/deliveries', deliveryPage, {
    does: 'Lists deliveries of a subscription, of the last 30 days',
    query: z.strictObject({
      limit: z.optional(wholeNumber(1, 200, '50')),
      cursor: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER, 'the first page')),
    }),
  }),
  getProjectWebhook: operation('GET', '/projects/:projectId/webhook', projectWebhook, {
    does: 'Reads the webhook of a project',
    redacted: ['secretPrefix'],
  }),
  setProjectWebhook: operation('PUT', '/projects/:projectId/webhook', projectWebhook, {
    does: 'Sets the address of the webhook of a project',
    role: 'owner',
    body: form('VALIDATION_ERROR', { url: httpsUrl('VALIDATION_ERROR', 'VALIDATION_ERROR') }),
    redacted: ['secretPrefix'],
  }),
  rotateProjectWebhookSecret: operation('POST', '/projects/:projectId/webhook/rotate-secret', rotatedSecret, {
    does: 'Makes a new signing secret for the webhook of a project',
    reach: 'edge',
    role: 'owner',
  }),
};

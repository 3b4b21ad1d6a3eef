import { DAY_MS } from '../clock/calendar.ts';
import { type Answer, type Call, type Operation, param } from '../http/operation.ts';
import { refuse } from '../http/refusal.ts';
import { wholeNumber } from '../http/values.ts';
import { HISTORY_DAYS } from './dispatch.ts';
import { getProjectWebhook, rotateProjectWebhookSecret, setProjectWebhook } from './project-webhook.ts';
import { registerWebhook } from './register.ts';
import type { Subscription } from './subscription.ts';
import { listedDelivery, listedSubscription } from './view.ts';

const LARGEST_PAGE = 200;
const DEFAULT_PAGE = 50;

/** Service reference, Endpoints: Webhooks (account subscriptions) and Project webhook. */
export const WEBHOOK_OPERATIONS: Operation[] = [
  { name: 'registerWebhook', method: 'PUT', path: '/webhooks', cost: 'free', handle: registerWebhook },
  { name: 'listWebhooks', method: 'GET', path: '/webhooks', cost: 'free', handle: listWebhooks },
  {
    name: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/:webhookId',
    cost: 'free',
    handle: deleteWebhook,
  },
  {
    name: 'getWebhookSecret',
    method: 'GET',
    path: '/webhooks/:webhookId/secret',
    cost: 'free',
    handle: getWebhookSecret,
  },
  {
    name: 'listDeliveries',
    method: 'GET',
    path: '/webhooks/:webhookId/deliveries',
    cost: 'free',
    handle: listDeliveries,
  },
  {
    name: 'getProjectWebhook',
    method: 'GET',
    path: '/projects/:projectId/webhook',
    cost: 'free',
    handle: getProjectWebhook,
  },
  {
    name: 'setProjectWebhook',
    method: 'PUT',
    path: '/projects/:projectId/webhook',
    cost: 'free',
    handle: setProjectWebhook,
  },
  {
    name: 'rotateProjectWebhookSecret',
    method: 'POST',
    path: '/projects/:projectId/webhook/rotate-secret',
    cost: 'free',
    handle: rotateProjectWebhookSecret,
  },
];

function requireSubscription(call: Call): Subscription {
  const found = call.world.subscriptions.get(param(call, 'webhookId'));
  return found ?? refuse(404, 'WEBHOOK_NOT_FOUND', 'There is no such subscription');
}

function listWebhooks({ world }: Call): Answer {
  return { data: { webhooks: [...world.subscriptions.values()].reverse().map(listedSubscription) } };
}

function deleteWebhook(call: Call): Answer {
  call.world.subscriptions.delete(requireSubscription(call).id);
  return { data: { success: true } };
}

function getWebhookSecret(call: Call): Answer {
  const { id, secret } = requireSubscription(call);
  return { data: { webhookId: id, secret } };
}

function listDeliveries(call: Call): Answer {
  const { world, query } = call;
  const subscription = requireSubscription(call);
  const limit = wholeNumber(query.get('limit'), DEFAULT_PAGE, 1, LARGEST_PAGE);
  const before = wholeNumber(query.get('cursor'), Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER);
  const oldest = world.clock.now() - HISTORY_DAYS * DAY_MS;
  const matching = world.deliveries
    .filter((entry) => entry.webhookId === subscription.id && entry.id < before && entry.at >= oldest)
    .sort((a, b) => b.id - a.id);
  const page = matching.slice(0, limit);
  const nextCursor = matching.length > limit ? (page.at(-1)?.id ?? null) : null;
  return { data: { deliveries: page.map(listedDelivery), nextCursor } };
}

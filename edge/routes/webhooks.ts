import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { EdgeErrorCode } from '../../shared/edge-api/envelope.ts';
import { readCappedBytes, TooLargeError } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { apiError, respond, respondError, success } from '../http/result.ts';
import type { HookAddress, HookOutcome } from '../webhooks/receiver.ts';
import { PART_QUERY } from '../webhooks/subscriptions/address.ts';
import { authorize, callAccountUnnamed, checkId, needs, respondWith, withBody } from './call-account.ts';

/** Size limit of a delivery's body. */
const MAX_DELIVERY_BYTES = 256 * 1024;
const SIGNATURE_HEADER = 'x-service-signature';
const EVENT_ID_HEADER = 'x-service-event-id';

const ERRORS: Record<Exclude<HookOutcome, 'kept' | 'duplicate'>, [EdgeErrorCode, string]> = {
  'bad-signature': ['EDGE_WEBHOOK_REJECTED', 'The signature is not good.'],
  'former-secret': ['EDGE_WEBHOOK_REJECTED', 'The signature is of an earlier secret.'],
  stale: ['EDGE_WEBHOOK_REJECTED', 'The signature is too old.'],
  ahead: ['EDGE_WEBHOOK_REJECTED', 'The signature is from the future.'],
  malformed: ['EDGE_INVALID_REQUEST', 'The delivery is not well-formed.'],
  'other-event': ['EDGE_INVALID_REQUEST', 'The delivery is of another event than its address.'],
  'too-large': ['EDGE_BODY_TOO_LARGE', 'The delivery is too large.'],
  'unknown-event': ['EDGE_NOT_FOUND', 'Nothing is subscribed to this address.'],
};

/** Webhook deliveries, authenticated by their signature instead of a token. */
export const hookRoutes = new Hono<EdgeEnvironment>()
  .post('/hooks/projects/:projectId', (c) =>
    receive(c, { kind: 'project', projectId: c.req.param('projectId') }),
  )
  .post('/hooks/:event', (c) =>
    receive(c, { kind: 'account', event: c.req.param('event'), filterHash: c.req.query(PART_QUERY) ?? '' }),
  );

/** One call of the object per delivery. When its storage fails, nothing was kept and the sender retries. */
async function receive(c: EdgeContext, address: HookAddress): Promise<Response> {
  const body = await readBody(c.req.raw);
  if (body === 'broken') return respondError(c, apiError('EDGE_INVALID_REQUEST', 'The body broke off.'));
  const call = {
    address,
    signature: c.req.header(SIGNATURE_HEADER) ?? null,
    eventId: c.req.header(EVENT_ID_HEADER) ?? null,
    body: body?.buffer ?? null,
  };
  const received = await callAccountUnnamed(c, async (account) => success(await account.receiveHook(call)));
  if (!received.ok) return respond(c, received);
  const { value } = received;
  if (value === 'kept' || value === 'duplicate') return respond(c, success({ outcome: value }));
  return respondError(c, apiError(...ERRORS[value]));
}

/** Null when it is too large. Not done by the body limit middleware, because the object counts such deliveries. */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null | 'broken'> {
  try {
    return await readCappedBytes(request.body, MAX_DELIVERY_BYTES);
  } catch (error) {
    return error instanceof TooLargeError ? null : 'broken';
  }
}

const pointing = z.strictObject({ replace: z.optional(z.boolean()) });

/** How well the service's webhooks reach the edge, and the projects whose own webhook points here. */
export const subscriptionRoutes = new Hono<EdgeEnvironment>()
  .get('/subscriptions', authenticate, (c) => respondWith(c, 'subscriptions'))
  /** Synchronizes the subscriptions now. */
  .post('/subscriptions/sync', authenticate, (c) => respondWith(c, 'syncSubscriptions'))
  .get('/subscriptions/projects', authenticate, (c) => respondWith(c, 'projectHooks'))
  /** Points the project's own webhook here. */
  .put(
    '/subscriptions/projects/:projectId',
    ...withBody('pointProjectHook', pointing),
    needs('setProjectWebhook'),
    checkId,
    (c) => respondWith(c, 'pointProjectHook', c.req.param('projectId'), c.req.valid('json').replace ?? false),
  )
  /** Creates a new secret; the previous one stays valid for 24 h. */
  .post(
    '/subscriptions/projects/:projectId/rotate',
    authenticate,
    authorize('rotateProjectHook'),
    needs('setProjectWebhook'),
    checkId,
    (c) => respondWith(c, 'rotateProjectHook', c.req.param('projectId')),
  );

import { Hono } from 'hono/tiny';
import * as z from 'zod/mini';
import { isServiceEvent } from '../../shared/builder-api/webhooks.ts';
import type { EdgeErrorCode } from '../../shared/edge-api/envelope.ts';
import { atService, here } from '../account/route.ts';
import { readCappedBytes, TooLargeError } from '../http/body.ts';
import { senderOf as sender } from '../http/caller.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { apiError, respond, respondError, success } from '../http/result.ts';
import type { HookAddress, HookOutcome } from '../webhooks/receiver.ts';
import { HookScreen } from '../webhooks/screen.ts';
import { PART_QUERY } from '../webhooks/subscriptions/address.ts';
import { accountStub, callAccountUnnamed } from './call-account.ts';

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
  'too-much': ['EDGE_RATE_LIMITED', 'No more of this project is kept today.'],
  'unknown-event': ['EDGE_NOT_FOUND', 'Nothing is subscribed to this address.'],
};

/** Webhook deliveries, authenticated by their signature instead of a token. */
export const hookRoutes = new Hono<EdgeEnvironment>()
  .post('/hooks/projects/:projectId', (c) =>
    receive(c, { kind: 'project', projectId: c.req.param('projectId') }),
  )
  .post('/hooks/:event', (c) => {
    const event = c.req.param('event');
    if (!isServiceEvent(event)) return respondError(c, apiError(...ERRORS['unknown-event']));
    return receive(c, { kind: 'account', event, filterHash: c.req.query(PART_QUERY) ?? '' });
  });

/** One for each instance of the Worker. */
const screens = new WeakMap<object, HookScreen>();
const screenOf = ({ env }: EdgeContext): HookScreen => {
  const screen = screens.get(env) ?? new HookScreen();
  screens.set(env, screen);
  return screen;
};

/** Calls the object once per signed delivery. If its storage fails, nothing is kept: the sender retries. */
async function receive(c: EdgeContext, address: HookAddress): Promise<Response> {
  const screen = screenOf(c);
  const body = await readBody(c.req.raw);
  if (body === 'broken') return respondError(c, apiError('EDGE_INVALID_REQUEST', 'The body broke off.'));
  const call = {
    address,
    signature: c.req.header(SIGNATURE_HEADER) ?? null,
    eventId: c.req.header(EVENT_ID_HEADER) ?? null,
    body: body?.buffer ?? null,
  };
  const keep = (signedWith: string | null) =>
    callAccountUnnamed(c, async (account) => success(await account.receiveHook({ ...call, signedWith })));
  const signer = async () => {
    const read = await callAccountUnnamed(c, async () =>
      success(await screen.signerOf(call, () => accountStub(c.env).hookSecrets(), Date.now())),
    );
    return read.ok ? read.value : null;
  };
  let signedWith = await signer();
  let received: Awaited<ReturnType<typeof keep>> | null = null;
  if (signedWith === null) {
    const screened = await screen.unsigned(senderOf(c.req.raw), Date.now(), async () => {
      received = await keep(null);
      return received.ok && isKept(received.value);
    });
    if (screened === 'again') signedWith = await signer();
    if (screened !== null && signedWith === null)
      return respondError(c, apiError(...ERRORS[body === null ? 'too-large' : 'bad-signature']));
  }
  received ??= await keep(signedWith);
  if (!received.ok) return respond(c, received);
  const { value } = received;
  if (isKept(value)) return respond(c, success({ outcome: value }));
  return respondError(c, apiError(...ERRORS[value]));
}

const isKept = (outcome: HookOutcome): outcome is 'kept' | 'duplicate' =>
  outcome === 'kept' || outcome === 'duplicate';

/** Who sent it; null where the platform does not say, as on one's own machine. */
const senderOf = (request: Request): string | null =>
  request.headers.has('cf-connecting-ip') ? sender(request).address : null;

/** Reads the body; null if too large. No body limit middleware, because the object counts such deliveries. */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null | 'broken'> {
  try {
    return await readCappedBytes(request.body, MAX_DELIVERY_BYTES);
  } catch (error) {
    return error instanceof TooLargeError ? null : 'broken';
  }
}

const pointing = z.strictObject({ replace: z.optional(z.boolean()) });

/** How well the service's webhooks reach the edge, and the projects whose own webhook points here. */
export const subscriptionRoutes = [
  here('GET /subscriptions', 'viewer', {}, ({ webhooks }) => success(webhooks.health())),
  /** Synchronizes the subscriptions now. */
  atService('POST /subscriptions/sync', 'owner', {}, ({ webhooks }) => webhooks.syncNow()),
  here('GET /subscriptions/projects', 'viewer', {}, ({ webhooks }) => success(webhooks.projectHooks())),
  /** Points the project's own webhook here. */
  atService(
    'PUT /subscriptions/projects/:projectId',
    'owner',
    { body: pointing, needs: 'setProjectWebhook' },
    ({ webhooks }, { deviceId }, { projectId, body }) =>
      webhooks.pointProject(deviceId, projectId, body.replace ?? false),
  ),
  /** Creates a new secret; the previous one stays valid for 24 h. */
  atService(
    'POST /subscriptions/projects/:projectId/rotate',
    'owner',
    { needs: 'setProjectWebhook' },
    ({ noting, webhooks }, who, { projectId }) =>
      noting('rotateProjectHook', projectId, () => webhooks.rotateProject(projectId))(who),
  ),
];

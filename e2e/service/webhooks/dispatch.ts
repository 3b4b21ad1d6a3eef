import { iso, MINUTE_MS, SECOND_MS } from '../clock/calendar.ts';
import type { Instant } from '../clock/clock.ts';
import type { World } from '../world/world.ts';
import { post, type Sent } from './post.ts';
import { type SenderFault, takeSenderFault } from './sender-fault.ts';
import { signatureHeader } from './sign.ts';
import { type Delivery, type Subscription, wants } from './subscription.ts';

export const RECEIVER_TIMEOUT_MS = 10 * SECOND_MS;
/** Waits before the second and the third attempt; then the delivery has failed. */
export const RETRY_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS] as const;
export const HISTORY_DAYS = 30;

export interface Told {
  event: string;
  eventId: string;
  at: Instant;
  data: Record<string, unknown>;
}

/** Records one delivery for each subscription that wants the event, and starts sending. */
export function enqueue(world: World, told: Told): void {
  const projectId = typeof told.data.projectId === 'string' ? told.data.projectId : null;
  const feature =
    told.event.startsWith('project.feature') && typeof told.data.feature === 'string'
      ? told.data.feature
      : null;
  const body = JSON.stringify({ event: told.event, timestamp: iso(told.at), data: told.data });
  for (const subscription of world.subscriptions.values()) {
    if (!wants(subscription, { event: told.event, projectId, feature })) continue;
    const delivery: Delivery = {
      id: world.deliveries.length + 1,
      webhookId: subscription.id,
      event: told.event,
      eventId: told.eventId,
      projectId,
      feature,
      status: 'pending',
      attempts: 0,
      httpStatus: null,
      durationMs: null,
      error: null,
      at: told.at,
      updatedAt: told.at,
    };
    world.deliveries.push(delivery);
    beginAttempt(world, subscription, delivery, body);
  }
}

function beginAttempt(world: World, subscription: Subscription, delivery: Delivery, body: string): void {
  const fault = takeSenderFault(world.senderFaults, delivery.event);
  const go = () => world.clock.track(attempt(world, subscription, delivery, body, fault));
  switch (fault?.kind) {
    case 'delay':
      world.clock.after(fault.delayMs, go);
      return;
    case 'reorder':
      world.heldBack.push(go);
      return;
    default:
      go();
      for (const held of world.heldBack.splice(0)) world.clock.after(SECOND_MS / 4, held);
  }
}

async function attempt(
  world: World,
  subscription: Subscription,
  delivery: Delivery,
  body: string,
  fault: SenderFault | undefined,
): Promise<void> {
  const startedAt = world.clock.now();
  const sent = fault?.kind === 'lose' ? LOST : await send(world, subscription, delivery, body, fault);
  delivery.attempts += 1;
  delivery.httpStatus = sent.httpStatus;
  delivery.error = sent.error;
  delivery.updatedAt = world.clock.now();
  delivery.durationMs = delivery.updatedAt - startedAt;
  if (sent.error === null) {
    delivery.status = 'delivered';
    return;
  }
  const wait = RETRY_DELAYS_MS[delivery.attempts - 1];
  if (wait === undefined) {
    delivery.status = 'failed';
    tellOwnerOnceADay(world, subscription);
    return;
  }
  world.clock.after(wait, () => {
    if (world.subscriptions.has(subscription.id)) beginAttempt(world, subscription, delivery, body);
    else delivery.status = 'failed';
  });
}

/** What the service believes of a delivery that got lost behind its back. */
const LOST: Sent = { httpStatus: 200, error: null };

async function send(
  world: World,
  subscription: Subscription,
  delivery: Delivery,
  body: string,
  fault: SenderFault | undefined,
): Promise<Sent> {
  const skew = fault?.kind === 'skew' ? fault.skewSeconds : 0;
  // Receivers compare with the real time, whatever the time is here.
  const seconds = Math.floor(Date.now() / SECOND_MS) + skew;
  const headers = {
    ...subscription.headers,
    'content-type': 'application/json',
    'user-agent': 'builder-service-webhooks/1',
    'X-Service-Signature': signatureHeader([signingSecret(world, subscription, fault)], seconds, body),
    'X-Service-Event-Id': delivery.eventId,
  };
  const copies = fault?.kind === 'duplicate' ? (fault.copies ?? 2) : 1;
  let sent: Sent = LOST;
  for (let copy = 0; copy < copies; copy += 1) {
    world.counters.webhookAttempts += 1;
    const timeout = new AbortController();
    const cancel = afterTimeout(world, () => timeout.abort());
    sent = await post(subscription.url, headers, body, world.connectTo, timeout.signal);
    cancel();
  }
  return sent;
}

/** A receiver has 10 s: of real time, or of a test's when only a test moves the clock. */
function afterTimeout(world: World, task: () => void): () => void {
  if (world.clock.realMs(RECEIVER_TIMEOUT_MS) === null) return world.clock.after(RECEIVER_TIMEOUT_MS, task);
  const timer = setTimeout(task, RECEIVER_TIMEOUT_MS);
  return () => clearTimeout(timer);
}

function signingSecret(world: World, subscription: Subscription, fault: SenderFault | undefined): string {
  if (fault?.kind === 'forge') return `whsec_${world.random.hex(64)}`;
  return fault?.kind === 'old-secret' ? subscription.oldSecret : subscription.secret;
}

function tellOwnerOnceADay(world: World, subscription: Subscription): void {
  const subject = `Webhook deliveries to ${new URL(subscription.url).host} fail`;
  const today = iso(world.clock.now()).slice(0, 10);
  if (
    world.emails.some((email) => email.subject.startsWith('Webhook') && iso(email.at).slice(0, 10) === today)
  ) {
    return;
  }
  world.emails.push({ at: world.clock.now(), subject });
}

import { dayOf, iso, MINUTE_MS, SECOND_MS } from '../clock/calendar.ts';
import type { Instant } from '../clock/clock.ts';
import type { Project } from '../world/project.ts';
import type { World } from '../world/world.ts';
import type { Sent } from './post.ts';
import { projectSigningSecrets } from './project-webhook.ts';
import { type SenderFault, takeSenderFault } from './sender-fault.ts';
import { signatureHeader } from './sign.ts';
import { type Delivery, type Subscription, wants } from './subscription.ts';

export const RECEIVER_TIMEOUT_MS = 10 * SECOND_MS;
/** Waits before the second and the third attempt; then the delivery has failed. */
export const RETRY_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS] as const;
export const HISTORY_DAYS = 30;
/** How long after the next one a delivery that was kept back goes out. */
const OVERTAKEN_BY_MS = 250;

export interface Notification {
  event: string;
  eventId: string;
  at: Instant;
  data: Record<string, unknown>;
}

/** Target of a delivery, and its signing secrets at the time of an attempt. */
interface Target {
  id: string;
  url: string;
  headers: Record<string, string>;
  secrets(): string[];
  oldSecret: string;
  exists(): boolean;
}

/** Records one delivery per matching subscription, and starts sending. */
export function enqueue(world: World, notification: Notification): void {
  const { projectId, feature } = subjectOf(notification);
  for (const subscription of world.subscriptions.values()) {
    if (!wants(subscription, { event: notification.event, projectId, feature })) continue;
    deliver(world, subscriptionTarget(world, subscription), notification);
  }
}

/** Sends one of the app's own integration events to the project's address, if there is one. */
export function enqueueForProject(world: World, project: Project, notification: Notification): void {
  const { url } = project.webhook;
  if (url === null) return;
  deliver(
    world,
    {
      id: `project:${project.projectId}`,
      url,
      headers: {},
      secrets: () => projectSigningSecrets(project.webhook, world.clock.now()),
      oldSecret: project.webhook.previousSecret ?? `whsec_${world.random.hex(64)}`,
      exists: () => project.webhook.url === url,
    },
    notification,
  );
}

function subscriptionTarget(world: World, subscription: Subscription): Target {
  return {
    id: subscription.id,
    url: subscription.url,
    headers: subscription.headers ?? {},
    secrets: () => [subscription.secret],
    oldSecret: subscription.oldSecret,
    exists: () => world.subscriptions.has(subscription.id),
  };
}

function deliver(world: World, target: Target, notification: Notification): void {
  const body = JSON.stringify({
    event: notification.event,
    timestamp: iso(notification.at),
    data: notification.data,
  });
  const delivery: Delivery = {
    id: world.deliveries.length + 1,
    webhookId: target.id,
    event: notification.event,
    eventId: notification.eventId,
    ...subjectOf(notification),
    status: 'pending',
    attempts: 0,
    httpStatus: null,
    durationMs: null,
    error: null,
    at: notification.at,
    updatedAt: notification.at,
  };
  world.deliveries.push(delivery);
  beginAttempt(world, target, delivery, body);
}

function subjectOf({ event, data }: Notification): { projectId: string | null; feature: string | null } {
  const { projectId, feature } = data;
  return {
    projectId: typeof projectId === 'string' ? projectId : null,
    feature: event.startsWith('project.feature') && typeof feature === 'string' ? feature : null,
  };
}

function beginAttempt(world: World, target: Target, delivery: Delivery, body: string): void {
  const fault = takeSenderFault(world.senderFaults, delivery.event);
  const go = () => world.clock.track(attempt(world, target, delivery, body, fault));
  switch (fault?.kind) {
    case 'delay':
      world.clock.after(fault.delayMs, go);
      return;
    case 'reorder':
      world.heldBack.push(go);
      return;
    default:
      go();
      for (const held of world.heldBack.splice(0)) world.clock.after(OVERTAKEN_BY_MS, held);
  }
}

async function attempt(
  world: World,
  target: Target,
  delivery: Delivery,
  body: string,
  fault: SenderFault | undefined,
): Promise<void> {
  const startedAt = world.clock.now();
  const sent = fault?.kind === 'lose' ? LOST : await send(world, target, delivery, body, fault);
  if (world.over.signal.aborted) return;
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
    tellOwnerOnceADay(world, target);
    return;
  }
  world.clock.after(wait, () => {
    if (target.exists()) beginAttempt(world, target, delivery, body);
    else delivery.status = 'failed';
  });
}

/** The service's record of a delivery that was lost. */
const LOST: Sent = { httpStatus: 200, error: null };

async function send(
  world: World,
  target: Target,
  delivery: Delivery,
  body: string,
  fault: SenderFault | undefined,
): Promise<Sent> {
  const skew = fault?.kind === 'skew' ? fault.skewSeconds : 0;
  // Receivers compare with the real time, whatever this clock says, unless a test has set theirs.
  const seconds = Math.floor((Date.now() + world.receiversAheadMs) / SECOND_MS) + skew;
  const headers = {
    ...target.headers,
    'content-type': 'application/json',
    'user-agent': 'builder-service-webhooks/1',
    'X-Service-Signature': signatureHeader(signingSecrets(world, target, fault), seconds, body),
    'X-Service-Event-Id': delivery.eventId,
  };
  const copies = fault?.kind === 'duplicate' ? (fault.copies ?? 2) : 1;
  const all = Array.from({ length: copies }, async () => {
    world.counters.webhookAttempts += 1;
    const timeout = new AbortController();
    const cancel = afterTimeout(world, () => timeout.abort());
    const signal = AbortSignal.any([timeout.signal, world.over.signal]);
    const sent = await world.post(target.url, headers, body, world.connectTo, signal);
    cancel();
    return sent;
  });
  const sent = await Promise.all(all);
  return sent[0] ?? LOST;
}

/** A receiver has 10 s: of real time, or of a test's when only a test moves the clock. */
function afterTimeout(world: World, task: () => void): () => void {
  if (world.clock.realMs(RECEIVER_TIMEOUT_MS) === null) return world.clock.after(RECEIVER_TIMEOUT_MS, task);
  const timer = setTimeout(task, RECEIVER_TIMEOUT_MS);
  return () => clearTimeout(timer);
}

function signingSecrets(world: World, target: Target, fault: SenderFault | undefined): string[] {
  if (fault?.kind === 'forge') return [`whsec_${world.random.hex(64)}`];
  return fault?.kind === 'old-secret' ? [target.oldSecret] : target.secrets();
}

function tellOwnerOnceADay(world: World, target: Target): void {
  const today = dayOf(world.clock.now());
  const notification = world.emails.some(({ at, about }) => about === 'webhook' && dayOf(at) === today);
  if (notification) return;
  const subject = `Webhook deliveries to ${new URL(target.url).host} fail`;
  world.emails.push({ at: world.clock.now(), about: 'webhook', subject });
}

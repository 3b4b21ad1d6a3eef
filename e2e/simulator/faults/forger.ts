import { createHmac } from 'node:crypto';
import { EDGE_URL } from '../actors/edge-actor.ts';
import type { World } from '../world.ts';

/** Part of every forged delivery, so that it is found wherever it is stored. */
export const FORGED = 'forged-by-nobody';

const EVENTS = ['project.credit_limit.reached', 'agent.prompt.finished', 'deployment.finished'];
const STALE_SECONDS = 301;

/** Sends one invalid delivery: unsigned, signed with another secret, tampered with, stale or broken. */
export async function forge(world: World): Promise<void> {
  const { random } = world;
  const event = random.pick(EVENTS);
  const way = random.pick([unsigned, otherSecret, tampered, stale, brokenHeader, neverClosed]);
  const request = way(world, event);
  const response = await world.edge.fetch(request);
  world.note(`forged (${way.name}) -> ${response.status}`);
  // 503: the object stopped in the middle, so nothing was decided.
  if (response.ok || (response.status >= 500 && response.status !== 503))
    world.note(`PROBLEM: a forged delivery (${way.name}) was answered ${response.status}`);
}

function post(event: string, body: string, signature: string | null): Request {
  const headers: Record<string, string> = { 'x-service-event-id': FORGED };
  if (signature !== null) headers['x-service-signature'] = signature;
  return new Request(`${EDGE_URL}/hooks/${event}`, { method: 'POST', body, headers });
}

function bodyOf(event: string): string {
  const data = { projectId: 'shop', category: FORGED, status: FORGED, spent: 1, limit: 1 };
  return JSON.stringify({ event, timestamp: new Date().toISOString(), data });
}

const seconds = () => Math.floor(Date.now() / 1000);

function signed(secret: string, t: number, body: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'hex');
  return `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`;
}

function unsigned(_: World, event: string): Request {
  return post(event, bodyOf(event), null);
}

function otherSecret({ random }: World, event: string): Request {
  const secret = `whsec_${Array.from({ length: 64 }, () => random.below(16).toString(16)).join('')}`;
  return post(event, bodyOf(event), signed(secret, seconds(), bodyOf(event)));
}

/** A valid signature of another text. */
function tampered(world: World, event: string): Request {
  const secret = secretOf(world, event);
  return post(event, bodyOf(event), signed(secret, seconds(), bodyOf(event).replace(FORGED, 'done')));
}

/** A valid but old signature. */
function stale(world: World, event: string): Request {
  const t = seconds() - STALE_SECONDS - world.random.below(10_000);
  return post(event, bodyOf(event), signed(secretOf(world, event), t, bodyOf(event)));
}

function brokenHeader(world: World, event: string): Request {
  const good = signed(secretOf(world, event), seconds(), bodyOf(event));
  const broken = world.random.pick([
    good.replace('v1=', 'v0='),
    good.slice(0, -2),
    `${good},t=1`,
    good.replace(',', ';'),
    `t=,${good}`,
    good.toUpperCase(),
  ]);
  return post(event, bodyOf(event), broken);
}

function neverClosed(world: World, event: string): Request {
  const body = `${bodyOf(event).slice(0, -1)}`;
  return post(event, body, signed(secretOf(world, event), seconds(), body));
}

/** The secret of a real subscription. */
function secretOf({ service }: World, event: string): string {
  const found = [...service.world.subscriptions.values()].find(
    (subscription) => subscription.event === event,
  );
  return found?.secret ?? `whsec_${'00'.repeat(32)}`;
}

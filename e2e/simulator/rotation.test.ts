import { expect, test } from 'vitest';
import type { BrowserActor } from './actors/browser-actor.ts';
import { PAIRING_CODE } from './actors/edge-actor.ts';
import { createWorld, type World } from './world.ts';

const MINUTE_MS = 60_000;
const OTHER_KEY = Buffer.from('another-encryption-key-32-bytes!').toString('base64');

/** A world with one paired owner and its webhooks in place. */
async function withOwner(work: (world: World, owner: BrowserActor) => Promise<void>): Promise<void> {
  const world = await createWorld(11, { webhooks: true });
  try {
    world.service.control.addProject({ projectId: 'shop' });
    const owner = await world.newBrowser('a');
    await world.until(owner.pair(PAIRING_CODE, 'first'));
    await world.runFor(MINUTE_MS);
    await work(world, owner);
  } finally {
    world.close();
  }
}

/** Replaces a secret of the Worker, as `wrangler secret put` does: every instance restarts. */
function setSecret(world: World, name: string, value: string): void {
  world.edge.setBinding(name, value);
  world.edge.object.end({ crash: false });
}

const keptEvents = ({ edge }: World) => edge.object.sql.exec('SELECT seq FROM events').toArray().length;

test('with another ENCRYPTION_KEY the webhooks go on after a sync, and no launch is sent again (docs/deployment.md)', () =>
  withOwner(async (world, owner) => {
    const launch = () => {
      const body = JSON.stringify({ projectId: 'barber-shop', prompt: 'A shop' });
      const headers = { 'idempotency-key': 'the-same-key' };
      return world.until(owner.request('/launches', { method: 'POST', body, headers }));
    };
    expect((await launch()).status).toBe(201);
    setSecret(world, 'ENCRYPTION_KEY', OTHER_KEY);
    const again = await launch();
    expect([again.status, await again.json()]).toMatchObject([
      422,
      { errors: { errorCode: 'EDGE_KEY_REUSED' } },
    ]);
    expect(world.service.world.counters.effects.projectsByPrompt).toEqual({ 'A shop': 1 });
    expect((await world.until(owner.request('/subscriptions/sync', { method: 'POST' }))).status).toBe(200);
    const before = keptEvents(world);
    world.service.control.crossCap('shop');
    await world.runFor(MINUTE_MS);
    expect(keptEvents(world)).toBe(before + 1);
  }));

test('each text of PAIRING_CODE pairs one owner: another one is the way back in (docs/deployment.md)', () =>
  withOwner(async (world) => {
    const roleOf = async (name: string, code: string) => {
      const browser = await world.newBrowser(name);
      const body = JSON.stringify({ code, name });
      const response = await world.until(browser.request('/pair', { method: 'POST', body }));
      return ((await response.json()) as { data: { role: string } | null }).data?.role ?? response.status;
    };
    expect(await roleOf('b', PAIRING_CODE)).toBe(403);
    setSecret(world, 'PAIRING_CODE', 'another-pairing-code');
    expect(await roleOf('c', 'another-pairing-code')).toBe('owner');
    expect(await roleOf('d', 'another-pairing-code')).toBe(403);
    setSecret(world, 'PAIRING_CODE', PAIRING_CODE);
    expect(await roleOf('e', PAIRING_CODE)).toBe(403);
  }));

test('while the service rejects the key this is said, nothing is lost, and the next key counts at once', () =>
  withOwner(async (world, owner) => {
    world.service.world.keys.clear();
    const read = async () => {
      const response = await world.until(owner.request('/service/account'));
      return (
        ((await response.json()) as { errors: { errorCode: string } | null }).errors?.errorCode ?? 'good'
      );
    };
    expect(await read()).toBe('EDGE_KEY_REJECTED');
    world.service.control.addKey({ key: 'next-api-key', owner: true, restricted: false });
    setSecret(world, 'SERVICE_API_KEY', 'next-api-key');
    expect(await read()).toBe('good');
  }));

import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import type { AccountContext } from '../object/context.ts';
import { reset } from '../testing/reset.ts';
import type { HookAddress } from './receiver.ts';
import {
  FakeWebhookService,
  T0,
  type TestClock,
  testContext,
  testWebhooks,
} from './testing/fake-webhook-service.ts';
import { sign } from './testing/mutate-delivery.ts';
import type { Webhooks } from './webhooks.ts';

afterEach(() => reset());

let nextName = 0;
type Given = { webhooks: Webhooks; service: FakeWebhookService; clock: TestClock; context: AccountContext };

const given = (work: (given: Given) => Promise<void>) =>
  runInDurableObject(env.ACCOUNT.getByName(`receive-${nextName++}`), async (_, state) => {
    const clock = { at: T0 };
    const context = testContext(state, env, clock);
    const service = new FakeWebhookService();
    const webhooks = testWebhooks(context, service);
    await webhooks.syncNow();
    await work({ webhooks, service, clock, context });
  });

const EVENT = 'deployment.finished';
const ACCOUNT: HookAddress = { kind: 'account', event: EVENT, filterHash: '' };
const SHOP: HookAddress = { kind: 'project', projectId: 'shop' };
const bodyOf = (projectId: string) =>
  new TextEncoder().encode(JSON.stringify({ event: EVENT, data: { projectId, n: nextName++ } }));

async function receive(
  { webhooks, clock }: Given,
  secret: string,
  eventId: string,
  address: HookAddress = ACCOUNT,
  body = bodyOf('shop'),
) {
  const signature = await sign(secret, Math.floor(clock.at / 1000), body);
  return webhooks.receive({ address, signature, signedWith: null, eventId, body: body.slice().buffer });
}

test('a secret that changed at the service is learned from the first delivery; the one before is good for a day', () =>
  given(async (g) => {
    const held = g.service.webhooks.find((w) => w.event === EVENT);
    if (!held) throw new Error('not subscribed');
    const before = held.secret;
    expect(await receive(g, before, 'a')).toBe('kept');
    held.secret = g.service.newSecret();
    expect(await receive(g, held.secret, 'b')).toBe('kept');
    g.clock.at += DAY_MS - 1;
    expect(await receive(g, before, 'c')).toBe('kept');
    g.clock.at += 1;
    expect(await receive(g, before, 'd')).toBe('former-secret');
    expect(g.webhooks.health().rejections[0]).toMatchObject({ reason: 'former-secret', about: EVENT });
  }));

test('forged deliveries make the edge ask for the secret once in an hour, over restarts too', () =>
  given(async (g) => {
    const secretReads = () => g.service.calls.filter((call) => call === 'secret').length;
    const before = secretReads();
    const forged = `whsec_${'00'.repeat(32)}`;
    for (let i = 0; i < 50; i++) {
      const restarted = testWebhooks(g.context, g.service);
      expect(await receive({ ...g, webhooks: restarted }, forged, `${i}`)).toBe('bad-signature');
    }
    expect(secretReads()).toBe(before + 1);
    g.clock.at += HOUR_MS;
    await receive(g, forged, 'x');
    expect(secretReads()).toBe(before + 2);
  }));

test("after a project's rotation both secrets are good for 24 hours, then only the new one", () =>
  given(async (g) => {
    await g.webhooks.pointProject('device', 'shop', false);
    const old = g.service.projectWebhooks.get('shop')?.secret ?? '';
    await g.webhooks.rotateProject('shop');
    const now = g.service.projectWebhooks.get('shop')?.secret ?? '';
    expect(now).not.toBe(old);
    g.clock.at += 24 * HOUR_MS - 1;
    expect(await receive(g, old, 'a', SHOP)).toBe('kept');
    expect(await receive(g, now, 'b', SHOP)).toBe('kept');
    g.clock.at += 1;
    expect(await receive(g, old, 'c', SHOP)).toBe('former-secret');
    expect(await receive(g, now, 'd', SHOP)).toBe('kept');
  }));

test("a project's app speaks of its own project only, and can not take an id of the account's", () =>
  given(async (g) => {
    await g.webhooks.pointProject('device', 'shop', false);
    const project = g.service.projectWebhooks.get('shop')?.secret ?? '';
    const account = g.service.webhooks.find((w) => w.event === EVENT)?.secret ?? '';
    expect(await receive(g, project, 'deploy:1', SHOP, bodyOf('bank'))).toBe('kept');
    expect(await receive(g, account, 'deploy:1')).toBe('kept');
    const { keys } = await env.EVENTS.list<{ projectId: string }>();
    expect(keys.map((key) => key.metadata?.projectId)).toEqual(['shop', 'shop']);
  }));

const accountSecret = ({ service }: Given, event = EVENT) =>
  service.webhooks.find((w) => w.event === event)?.secret ?? '';
const rowsOf = ({ context }: Given) =>
  context.storage.sql
    .exec<{ row: string }>('SELECT row FROM events ORDER BY seq')
    .toArray()
    .map(({ row }) => JSON.parse(row));

test('a body that a project signed first does not stand for the same body of the account', () =>
  given(async (g) => {
    await g.webhooks.pointProject('device', 'shop', false);
    const project = g.service.projectWebhooks.get('shop')?.secret ?? '';
    const body = bodyOf('shop');
    expect(await receive(g, project, 'deploy:1', SHOP, body)).toBe('kept');
    expect(await receive(g, accountSecret(g), 'deploy:1', ACCOUNT, body)).toBe('kept');
    expect(await receive(g, project, 'deploy:2', SHOP, body), 'the same signer again').toBe('duplicate');
    expect(await receive(g, accountSecret(g), 'deploy:2', ACCOUNT, body)).toBe('duplicate');
    expect(rowsOf(g).map(({ signer }) => signer ?? 'account')).toEqual(['project', 'account']);
  }));

test('who signed an event is kept with it, also in the log that a lost storage is restored from', () =>
  given(async (g) => {
    await g.webhooks.pointProject('device', 'shop', false);
    const project = g.service.projectWebhooks.get('shop')?.secret ?? '';
    await receive(g, project, 'a', SHOP);
    await receive(g, accountSecret(g), 'a');
    const { keys } = await env.EVENTS.list<{ signer?: string }>();
    expect(keys.map(({ metadata }) => metadata?.signer ?? 'account')).toEqual(['account', 'project']);
    const before = rowsOf(g);
    for (const table of ['events', 'webhook_marks']) g.context.storage.sql.exec(`DELETE FROM ${table}`);
    await testWebhooks(g.context, g.service).sweep();
    expect(rowsOf(g)).toEqual(before);
    expect(await receive(g, accountSecret(g), 'a'), 'known by its id, as its body is not').toBe('duplicate');
  }));

test('what a project signed proves nothing about the deliveries of the account', () =>
  given(async (g) => {
    await g.webhooks.pointProject('device', 'shop', false);
    const project = g.service.projectWebhooks.get('shop')?.secret ?? '';
    await receive(g, project, 'a', SHOP);
    const result = g.webhooks.health().subscriptions.find(({ event }) => event === EVENT);
    expect(result?.lastReceivedAt).toBeNull();
    await receive(g, accountSecret(g), 'a');
    expect(
      g.webhooks.health().subscriptions.find(({ event }) => event === EVENT)?.lastReceivedAt,
    ).not.toBeNull();
  }));

test('another signed body under a known id is kept too: the id is not signed', () =>
  given(async (g) => {
    const [one, other] = [bodyOf('shop'), bodyOf('shop')];
    expect(await receive(g, accountSecret(g), 'deploy:1', ACCOUNT, one)).toBe('kept');
    expect(await receive(g, accountSecret(g), 'deploy:1', ACCOUNT, other)).toBe('kept');
    for (const body of [one, other])
      expect(await receive(g, accountSecret(g), 'deploy:1', ACCOUNT, body)).toBe('duplicate');
    expect(rowsOf(g).map(({ id }) => id)).toEqual(['deploy:1', 'deploy:1']);
  }));

test('a delivery of another event than that of its address is refused and reported', () =>
  given(async (g) => {
    const body = new TextEncoder().encode(
      JSON.stringify({ event: 'project.credits.exhausted', data: { projectId: 'shop' } }),
    );
    expect(await receive(g, accountSecret(g), 'a', ACCOUNT, body)).toBe('other-event');
    expect(rowsOf(g)).toEqual([]);
    expect(g.webhooks.health().rejections[0]).toMatchObject({ reason: 'other-event', about: EVENT });
  }));

test("one event's secret does not open another event's address", () =>
  given(async (g) => {
    const other = g.service.webhooks.find((w) => w.event !== EVENT)?.secret ?? '';
    expect(await receive(g, other, 'a')).toBe('bad-signature');
    expect(await receive(g, other, 'a', { kind: 'account', event: EVENT, filterHash: 'nope' })).toBe(
      'unknown-event',
    );
  }));

test('no secret is stored in plain text', () =>
  given(async (g) => {
    await g.webhooks.pointProject('device', 'shop', false);
    const secrets = [
      ...g.service.webhooks.map((w) => w.secret),
      ...[...g.service.projectWebhooks.values()].map((w) => w.secret ?? ''),
    ];
    const tables = g.context.storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
      )
      .toArray();
    let dump = '';
    for (const { name } of tables) {
      for (const row of g.context.storage.sql.exec(`SELECT * FROM "${name}"`))
        for (const value of Object.values(row))
          dump += value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : String(value);
    }
    expect(tables.length).toBeGreaterThan(5);
    for (const secret of secrets)
      expect(dump).not.toContain(secret.slice('whsec_'.length, 'whsec_'.length + 16));
  }));

test('of what an app signs a bound is kept a day, in number and in bytes, and the account’s own beside it', () =>
  given(async (g) => {
    await g.webhooks.pointProject('device', 'shop', false);
    const project = g.service.projectWebhooks.get('shop')?.secret ?? '';
    const large = () => {
      const data = { n: nextName++, text: 'x'.repeat(180_000) };
      return new TextEncoder().encode(JSON.stringify({ event: 'made.up', data }));
    };
    const results: string[] = [];
    for (let n = 0; n < 20; n++) results.push(await receive(g, project, `large-${n}`, SHOP, large()));
    expect(results.filter((result) => result === 'kept')).toHaveLength(11);
    expect(results.at(-1)).toBe('too-much');
    expect(await receive(g, accountSecret(g), 'a')).toBe('kept');
    g.clock.at += DAY_MS;
    for (let n = 0; n < 205; n++) results.push(await receive(g, project, `small-${n}`, SHOP));
    expect(results.slice(-6)).toEqual(['kept', ...Array(5).fill('too-much')]);
    expect(g.webhooks.health().rejections[0]).toMatchObject({ reason: 'too-much', about: 'shop' });
  }));

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalService, startLocalService } from '../mock-service/service.ts';
import { type Cloudflare, startCloudflare } from './cloudflare.ts';
import { runDeploy } from './deploy-command.ts';

/** An edge of version 0.1.0 as it was recorded: its object's tables, its events in KV, and the tokens of its browsers. */
interface RecordedEdge {
  readonly at: number;
  readonly schema: readonly string[];
  readonly tables: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  readonly kv: readonly { key: string; value: string; metadata: unknown }[];
  readonly devices: Readonly<
    Record<'owner' | 'builder' | 'revoked', { token: string; origin: string | null }>
  >;
}

const NAME = 'pilot-light-edge';
const API_KEY = 'canary-api-key-5f1e';
const PATIENCE_MS = 180_000;
const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures', 'edge-0.1.0.json'), 'utf8'),
) as RecordedEdge;

/** Stands for the deployed 0.1.0: a Worker of its bindings that puts what was recorded where that version had it. */
const OLD_EDGE = `
import { DurableObject } from 'cloudflare:workers';
export class Account extends DurableObject {
  load({ schema, tables }) {
    const { sql } = this.ctx.storage;
    for (const statement of schema) sql.exec(statement);
    for (const [name, rows] of Object.entries(tables))
      for (const row of rows)
        sql.exec(
          'INSERT INTO ' + name + ' (' + Object.keys(row) + ') VALUES (' + Object.keys(row).map(() => '?') + ')',
          ...Object.values(row).map((value) => (value?.base64 ? Uint8Array.fromBase64(value.base64).buffer : value)),
        );
  }
}
export default {
  async fetch(request, env) {
    const { kv, ...object } = await request.json();
    await env.ACCOUNT.getByName('account').load(object);
    for (const { key, value, metadata } of kv) await env.EVENTS.put(key, value, { metadata, expirationTtl: 86400 });
    return new Response('loaded');
  },
};`;

let service: LocalService;
let cloudflare: Cloudflare;

beforeAll(async () => {
  service = await startLocalService({ demo: 'calm', apiKey: API_KEY });
  cloudflare = await startCloudflare({ 'service.test': service.url });
  await cloudflare.deployOld(NAME, {
    script: OLD_EDGE,
    migrationTag: 'v1',
    bindings: [
      { type: 'kv_namespace', name: 'EVENTS', namespace_id: 'e'.repeat(32) },
      { type: 'durable_object_namespace', name: 'ACCOUNT', class_name: 'Account' },
      { type: 'plain_text', name: 'SERVICE_URL', text: 'https://service.test' },
      { type: 'plain_text', name: 'PUBLIC_URL', text: 'https://edge.pilot-light.test' },
      { type: 'secret_text', name: 'SERVICE_API_KEY', text: API_KEY },
      { type: 'secret_text', name: 'ENCRYPTION_KEY', text: 'Y2FuYXJ5LWVuY3J5cHRpb24ta2V5LTAxMjM0NTY3ODk=' },
      { type: 'secret_text', name: 'PAIRING_CODE', text: 'canary-first-owner' },
    ],
  });
  const loaded = await fetch(cloudflare.plainUrl(NAME), {
    method: 'POST',
    body: JSON.stringify({ schema: recorded.schema, tables: asOfNow(recorded), kv: recorded.kv }),
  });
  expect(await loaded.text()).toBe('loaded');
}, PATIENCE_MS);
afterAll(async () => {
  await cloudflare?.stop();
  await service?.stop();
});

test(
  'an edge of 0.1.0 is upgraded by one command without a question: devices, ledger and events are kept',
  async () => {
    const secrets = () =>
      cloudflare.account.deployed(NAME)?.bindings.filter(({ type }) => type === 'secret_text');
    const before = secrets();
    const run = await runDeploy([], cloudflare.environment());
    expect(run.exitCode, run.printed).toBe(0);
    expect(run.printed).toContain('Upgraded. Browsers stay paired, and no secret was changed.');
    expect(secrets()).toEqual(before);

    const { owner, builder, revoked } = recorded.devices;
    const devices = await ask(owner, '/devices');
    const names = recorded.tables.devices?.map(({ device_id }) => device_id);
    expect(devices.data.map(({ deviceId }: { deviceId: string }) => deviceId)).toEqual(names);
    expect((await ask(builder, '/snapshot')).status, 'a browser that was paired reads on').toBe(200);
    expect((await ask(revoked, '/snapshot')).status, 'one that was revoked stays out').toBe(401);

    const kept = await ask(owner, '/events?limit=100');
    const seqs = kept.data.events.map(({ seq }: { seq: number }) => seq);
    for (const { seq } of recorded.tables.events ?? [])
      expect(seqs, 'every event is still listed').toContain(seq);

    for (const launch of recorded.tables.launches ?? []) {
      if (launch.state !== 'launched') continue;
      const read = await ask(owner, `/paid-calls/${launch.key}`);
      expect(read.data, 'a launch is remembered, so that it is never made twice').toMatchObject({
        state: 'launched',
      });
    }
  },
  PATIENCE_MS,
);

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
async function ask(device: { token: string; origin: string | null }, path: string): Promise<any> {
  const headers = {
    authorization: `Bearer ${device.token}`,
    ...(device.origin && { origin: device.origin }),
  };
  const response = await fetch(`${cloudflare.plainUrl(NAME)}${path}`, { headers });
  return { status: response.status, ...((await response.json()) as object) };
}

/** The recorded rows as if they were of today: events are kept for thirty days, and this test for longer. */
function asOfNow({ at, tables }: RecordedEdge): Record<string, Record<string, unknown>[]> {
  const later = Date.now() - at;
  const isInstant = (value: unknown): value is number =>
    typeof value === 'number' && Math.abs(value - at) < 90 * 86_400_000;
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [column, isInstant(value) ? value + later : value]),
        ),
      ),
    ]),
  );
}

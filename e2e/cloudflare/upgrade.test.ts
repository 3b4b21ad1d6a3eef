import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsePairingLine } from '../../shared/edge-api/pairing.ts';
import { type LocalService, startLocalService } from '../mock-service/service.ts';
import { type Cloudflare, startCloudflare } from './cloudflare.ts';
import { runDeploy } from './deploy-command.ts';

const API_KEY = 'canary-api-key-5f1e';
const PATIENCE_MS = 180_000;

/** A deployed edge of another version: a Worker with its bindings that reports what it is told to. */
const OTHER_EDGE = `
import { DurableObject } from 'cloudflare:workers';
export class Account extends DurableObject {
  load() {
    const { sql } = this.ctx.storage;
    sql.exec('CREATE TABLE storage_form (one INTEGER PRIMARY KEY, number INTEGER NOT NULL)');
    sql.exec('INSERT INTO storage_form VALUES (1, 99)');
    sql.exec('CREATE TABLE devices (name TEXT PRIMARY KEY)');
  }
}
export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === '/health') return Response.json({ errors: null, data: JSON.parse(env.SAYS) });
    await env.ACCOUNT.getByName('account').load();
    return new Response('loaded');
  },
};`;

let service: LocalService;
let cloudflare: Cloudflare;

beforeAll(async () => {
  service = await startLocalService({ demo: 'calm', apiKey: API_KEY });
  cloudflare = await startCloudflare({ 'service.test': service.url });
}, PATIENCE_MS);
afterAll(async () => {
  await cloudflare?.stop();
  await service?.stop();
});

/** Deploys an edge of another version that says this of what it stores. */
async function deployOther(name: string, says: object): Promise<void> {
  const set = { serviceUrl: true, apiKey: true, encryptionKey: true, publicUrl: true, firstOwner: false };
  const health = { ok: true, version: '0.0.9', at: Date.now(), configured: set, problems: [], ...says };
  await cloudflare.deployOld(name, {
    script: OTHER_EDGE,
    migrationTag: 'v1',
    bindings: [
      { type: 'kv_namespace', name: 'EVENTS', namespace_id: 'e'.repeat(32) },
      { type: 'durable_object_namespace', name: 'ACCOUNT', class_name: 'Account' },
      { type: 'plain_text', name: 'SERVICE_URL', text: 'https://service.test' },
      { type: 'plain_text', name: 'SAYS', text: JSON.stringify(health) },
      { type: 'secret_text', name: 'SERVICE_API_KEY', text: API_KEY },
      { type: 'secret_text', name: 'ENCRYPTION_KEY', text: 'Y2FuYXJ5LWVuY3J5cHRpb24ta2V5LTAxMjM0NTY3ODk=' },
      { type: 'secret_text', name: 'PAIRING_CODE', text: 'canary-first-owner' },
    ],
  });
  const loaded = await fetch(cloudflare.plainUrl(name), { method: 'POST' });
  expect(await loaded.text()).toBe('loaded');
}

test.each([
  ['edge-of-before', {}, 'does not say whether anything is open'],
  [
    'edge-with-a-call',
    { form: 99, open: ['cap', 'paid-call'] },
    'the outcome of a paid call is not known yet',
  ],
  ['edge-with-an-import', { form: 99, open: ['import-rows'] }, 'an import is not over'],
])(
  'an upgrade to another form of storage is refused while it would lose what is owed (%s)',
  async (name, says, words) => {
    await deployOther(name, says);
    const before = cloudflare.account.deployed(name);
    const run = await runDeploy(['--name', name, '--confirm', name], cloudflare.environment());
    expect(run.exitCode).not.toBe(0);
    expect(run.printed).toContain(words);
    expect(run.printed).toContain('Nothing was changed.');
    expect(cloudflare.account.deployed(name)).toEqual(before);
  },
  PATIENCE_MS,
);

test(
  'it asks before it begins anew; then the edge has empty storage, its secrets, and a line to paste',
  async () => {
    const name = 'edge-at-rest';
    await deployOther(name, { form: 99, open: [] });
    const asked = await runDeploy(['--name', name], cloudflare.environment());
    expect(asked.exitCode).not.toBe(0);
    expect(asked.printed).toContain(`--confirm ${name}`);
    expect(cloudflare.account.deployed(name)?.bindings.some((one) => one.name === 'BEGINS_ANEW_AT')).toBe(
      false,
    );

    const run = await runDeploy(['--name', name, '--confirm', name], cloudflare.environment());
    expect(run.exitCode, run.printed).toBe(0);
    const read = parsePairingLine(run.line ?? '');
    if (read.kind !== 'line') throw new Error('There is no line to paste.');
    const paired = await fetch(`${cloudflare.plainUrl(name)}/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: read.code, name: 'A browser' }),
    });
    expect(paired.status).toBe(201);

    const again = await runDeploy(['--name', name], cloudflare.environment());
    expect(again.exitCode, again.printed).toBe(0);
    expect(again.printed).toContain('Browsers stay paired');
  },
  PATIENCE_MS,
);

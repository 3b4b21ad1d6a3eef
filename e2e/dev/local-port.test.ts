import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EdgeProcess, startEdge } from './edge-process.ts';
import { freePort } from './ports.ts';

let edge: EdgeProcess;
let stateDir: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'pilot-light-port-'));
  edge = await startEdge({
    port: await freePort(),
    stateDir,
    settings: {
      SERVICE_URL: 'http://127.0.0.1:1',
      SERVICE_API_KEY: 'test-only-key',
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      PAIRING_CODE: 'test-only-code',
    },
  });
}, 120_000);

afterAll(async () => {
  await edge?.stop();
  await rm(stateDir, { recursive: true, force: true, maxRetries: 5 });
});

test.each([
  ['the page of the Local Explorer', '/cdn-cgi/local/explorer'],
  ['the list of what it can read', '/cdn-cgi/local/explorer/api/local/workers'],
  ['the storage of the object', '/cdn-cgi/local/explorer/api/workers/durable_objects/namespaces'],
  ['the kept events', '/cdn-cgi/local/explorer/api/storage/kv/namespaces'],
  ['what it observes', '/cdn-cgi/local/observability'],
])('anyone who reaches the local port finds no way to the storage past the edge: %s', async (_, path) => {
  // What the tool serves looks at the host that it is asked under; a page on http://localhost is let in.
  for (const origin of [null, 'http://localhost:3000']) {
    const response = await fetch(`${edge.url}${path}`, { headers: origin === null ? {} : { origin } });
    expect(
      { status: response.status, isOurs: (await response.text()).includes('EDGE_NOT_FOUND') },
      `${path} must be answered by the edge: start wrangler with X_LOCAL_EXPLORER=false`,
    ).toEqual({ status: 404, isOurs: true });
  }
});

test('a start leaves no file that the next one adds to without a bound', async () => {
  expect((await readdir(stateDir)).toSorted()).toEqual(['edge.env', 'edge.log', 'state']);
});

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { audit, auditWords, readAudit } from './advisories.ts';

const SHIPPED = new Set(['hono']);
const NPM_MS = 120_000;
const advisory = (title: string) => ({
  id: 1,
  url: 'https://advisories.example/1',
  title,
  severity: 'high',
  vulnerable_versions: '<999.0.0',
});

let close: (() => Promise<unknown>) | null = null;
afterEach(async () => {
  await close?.();
  close = null;
});

/** A registry on this machine that npm asks instead of its own. */
async function registry(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('real npm names the vulnerabilities of what is shipped, and counts the others', {
  timeout: NPM_MS,
}, async () => {
  const address = await registry((request, response) => {
    const isBulk = request.url?.endsWith('/advisories/bulk');
    request.resume();
    response.writeHead(isBulk ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify(isBulk ? { hono: [advisory('Lets anyone in')], knip: [advisory('Slow')] } : {}),
    );
  });
  const result = await audit(SHIPPED, address);
  expect(auditWords(result)).toBe(
    'Known vulnerabilities of what is shipped: 1 (1 in packages that are only used to build and test).\n' +
      '  hono: high, Lets anyone in (https://advisories.example/1)',
  );
});

test('a registry that answers no audit is named as that, never as "none"', { timeout: NPM_MS }, async () => {
  const address = await registry((request, response) => {
    request.resume();
    response.writeHead(405).end();
  });
  const result = await audit(SHIPPED, address);
  expect(auditWords(result)).toMatch(/^Known vulnerabilities: NOT looked up\. .*405 Method Not Allowed/);
});

test('no advisory and no output are different results', () => {
  expect(auditWords(readAudit('{"vulnerabilities":{}}', SHIPPED))).toBe(
    'Known vulnerabilities of what is shipped: none.',
  );
  expect(readAudit('', SHIPPED).kind).toBe('not-answered');
});

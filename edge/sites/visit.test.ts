import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SiteFault } from '../../e2e/mock-service/site/live-site.ts';
import { publishedSite } from '../testing/live-site.ts';
import { visit } from './visit.ts';

const HOST = 'shop.apps.example';
const rules = { isHere: false, barred: ['edge.example'], now: () => 0, timeoutMs: 200 };
let site: ReturnType<typeof publishedSite>;
beforeEach(() => {
  site = publishedSite(HOST);
});
afterEach(() => void vi.restoreAllMocks());

const look = async (fault: SiteFault) => {
  site.fault = fault;
  const seen = await visit([`https://${HOST}`], rules);
  return seen && [seen.what, seen.detail];
};

test.each<[SiteFault, [string, string | null] | null, number]>([
  ['well', ['answers', null], 3],
  ['502', ['status', '502'], 1],
  ['empty', ['empty', null], 1],
  ['missing-script', ['asset', '/assets/app.js'], 3],
  ['page-for-script', ['asset', '/assets/app.js'], 3],
  ['redirect-loop', ['status', '302'], 2],
  ['endless-redirects', null, 4],
  ['elsewhere', null, 1],
  ['signs-in', null, 1],
  ['100-MB', ['answers', null], 1],
  ['silent', ['silent', null], 1],
])('a visitor of an app that is %s', async (fault, seen, asked) => {
  expect(await look(fault)).toEqual(seen);
  expect(site.asked, 'requests').toHaveLength(asked);
  expect(site.bytes, 'of a large page the beginning').toBeLessThan(1024 * 1024);
  expect(new Set(site.headers), 'no cookie, no key').toEqual(new Set(['accept']));
});

test('only what the service names is asked, and only on the open network', async () => {
  for (const address of [
    `http://${HOST}`,
    'https://10.0.0.1/',
    'https://metadata.google.internal/',
    'https://edge.example/',
    'https://localhost:8787/',
    'https://me:secret@shop.apps.example/',
    'https://shop.apps.example:25/',
    'javascript:alert(1)',
  ])
    expect(await visit([address], rules), address).toBeNull();
  expect(
    await visit([`https://${HOST}`], { ...rules, isHere: true }),
    'this machine asks no other',
  ).toBeNull();
  expect(site.asked).toEqual([]);
});

test('of scripts and styles at most six are asked, each on the hosts of the app alone', async () => {
  const links = Array.from({ length: 20 }, (_, at) => `<script src="/${at}.js"></script>`).join('');
  const page = `<base href="https://10.0.0.1/"><script src="/in.js"></script>`;
  const pages = [links, page];
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = String(input);
    asked.push(url);
    return url.endsWith('.js')
      ? new Response('', { headers: { 'content-type': 'text/javascript' } })
      : new Response(pages.shift(), { headers: { 'content-type': 'text/html' } });
  });
  expect(await visit([`https://${HOST}`], rules)).toMatchObject({ what: 'answers' });
  expect(asked).toHaveLength(7);
  expect(await visit([`https://${HOST}`], rules)).toMatchObject({ what: 'answers' });
  expect(asked).toHaveLength(8);
});

test('of all addresses, redirects, scripts and styles at most twelve are asked', async () => {
  const links = Array.from({ length: 6 }, (_, at) => `<script src="/${at}.js"></script>`).join('');
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = new URL(String(input));
    asked.push(url.href);
    if (url.pathname.endsWith('.js') && !url.searchParams.has('v'))
      return new Response(null, { status: 302, headers: { location: `${url.href}?v=1` } });
    const type = url.pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
    return new Response(type === 'text/html' ? links : '1', { headers: { 'content-type': type } });
  });
  expect(await visit([`https://${HOST}`, 'https://shop.example'], rules)).toMatchObject({ what: 'answers' });
  expect(asked).toHaveLength(12);
});

test('its own domain is asked too, and the first that is wrong counts', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked.push(String(input));
    return new Response('<p>Hello', { status: String(input).includes('shop.example') ? 503 : 200 });
  });
  const seen = await visit([`https://${HOST}`, 'https://shop.example'], rules);
  expect(seen).toEqual({ what: 'status', detail: '503', host: 'shop.example', tookMs: null });
  expect(asked).toHaveLength(2);
});

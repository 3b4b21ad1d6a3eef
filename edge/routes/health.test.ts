import { afterEach, beforeEach, expect, test } from 'vitest';
import { callEdge, pair } from '../testing/edge.ts';
import { control } from '../testing/local-service.ts';
import { reset } from '../testing/reset.ts';
import { whereFrom } from './health.ts';

beforeEach(() => control('reset'));
afterEach(() => reset());

const open = (language: string) => callEdge('GET', '/', { headers: { 'accept-language': language } });

test('the address says to anyone what it is and that it works', async () => {
  const page = await open('en-GB,en;q=0.9');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.text).toContain('It works.');
  expect(page.text, 'where the extension is').toMatch(
    /<code>pilot-light-[\d.]+-chrome\.zip<\/code>, <code>pilot-light-[\d.]+-firefox\.zip<\/code>|<a href="https:/,
  );
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Er funktioniert.'],
  ['fr-FR,de;q=0.5', 'de', 'Er funktioniert.'],
  ['fr', 'en', 'It works.'],
  ['', 'en', 'It works.'],
])('with the languages %j it is in %s', async (accepted, language, words) => {
  const page = await open(accepted);
  expect(page.text).toContain(`<html lang="${language}">`);
  expect(page.text).toContain(words);
});

test('the stores that have the extension are linked, and no package named then', () => {
  const words = { inStore: 'It is here:', asPackage: 'Packages:' };
  const stores = { chromeStore: null, firefoxStore: 'https://addons.example/pilot-light' };
  expect(whereFrom(words, stores)).toBe(
    'It is here: <a href="https://addons.example/pilot-light">Firefox</a>',
  );
});

test('nothing but its own style may be loaded or run, and no page may frame it', async () => {
  const page = await open('en');
  const policy = page.headers.get('content-security-policy') ?? '';
  const [, nonce] = /style-src 'nonce-([^']+)'/.exec(policy) ?? [];
  expect(policy).toBe(`default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`);
  expect(page.text).toContain(`<style nonce="${nonce}">`);
  expect(page.text).not.toMatch(/<script|style=|src=|@import/);
});

test('it is the same page before and after browsers were paired and the account was read', async () => {
  const withoutNonce = async () => (await open('en')).text.replace(/nonce="[^"]+"/, '');
  const before = await withoutNonce();
  const owner = await pair();
  await owner.ask('GET', '/snapshot');
  expect(await withoutNonce(), 'the page is for anyone: it tells nothing about the account').toBe(before);
});

import { expect, test } from 'vitest';
import { isLoopback, parseEdgeAddress, readAddress } from './address.ts';

test.each([
  ['https://edge.example', 'https://edge.example'],
  [' https://edge.example/ ', 'https://edge.example'],
  ['edge.example', 'https://edge.example'],
  ['https://edge.example/pilot/', 'https://edge.example/pilot'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ['http://localhost:8787/', 'http://localhost:8787'],
  ['http://[::1]:8787', 'http://[::1]:8787'],
])('%s is the edge at %s', (typed, address) => {
  expect(parseEdgeAddress(typed)).toBe(address);
});

test.each([
  '',
  'http://edge.example',
  'ftp://edge.example',
  'javascript://alert',
  'https://user:pass@edge.example',
  'https://edge.example/?a=1',
  'https://',
  'http://127.evil.example',
])('%s is no address of an edge', (typed) => {
  expect(parseEdgeAddress(typed)).toBeNull();
});

test.each([
  ['service', 'not-an-address'],
  ['http://service.example', 'not-https'],
  ['https://user@service.example', 'extra-parts'],
  ['https://service.example/#part', 'extra-parts'],
] as const)('%s is refused as %s', (text, problem) => {
  expect(readAddress(text)).toEqual({ ok: false, problem });
});

test('an address of this machine is told from one that others can reach', () => {
  expect(isLoopback('http://127.0.0.1:4010/base')).toBe(true);
  expect(isLoopback('https://service.example')).toBe(false);
  expect(isLoopback('service')).toBe(false);
});

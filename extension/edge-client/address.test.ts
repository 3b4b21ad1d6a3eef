import { expect, test } from 'vitest';
import { liveAddress, parseEdgeAddress } from './address.ts';

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

test('the live address keeps the security of the edge address', () => {
  expect(liveAddress('https://edge.example', 7)).toBe('wss://edge.example/live?cursor=7');
  expect(liveAddress('http://127.0.0.1:8787', 0)).toBe('ws://127.0.0.1:8787/live?cursor=0');
});

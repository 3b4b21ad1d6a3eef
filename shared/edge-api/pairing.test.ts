import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPairingLine, isLoopback, parseEdgeAddress, parsePairingLine, readAddress } from './pairing.ts';

const LINE = 'https://pilot-light-edge.me.workers.dev/#pair=7KQF-9M2XTR4B8W';
const READ = { kind: 'line', address: 'https://pilot-light-edge.me.workers.dev', code: '7KQF-9M2XTR4B8W' };

test('address and code make one line, the code in its fragment', () => {
  expect(formatPairingLine('https://pilot-light-edge.me.workers.dev', '7KQF-9M2XTR4B8W')).toBe(LINE);
  expect(new URL(LINE).hash, 'a browser never sends the fragment').toContain('7KQF-9M2XTR4B8W');
});

test.each([
  ['as it was printed', LINE],
  ['with white space around it', `\n  ${LINE}\t`],
  ['wrapped by a terminal', 'https://pilot-light-edge.me.workers.dev/#pa\nir=7KQF-9M2XTR4B8W'],
  ['wrapped within a frame', '│  https://pilot-light-edge.me.workers.dev/  │\n│  #pair=7KQF-9M2XTR4B8W  │'],
  ['without its scheme', LINE.slice('https://'.length)],
])('a line is read %s', (_, text) => {
  expect(parsePairingLine(text)).toEqual(READ);
});

test('an address alone is one without a code', () => {
  expect(parsePairingLine('edge.example/pilot/')).toEqual({
    kind: 'address',
    address: 'https://edge.example/pilot',
  });
});

test.each([
  ['a code alone', ' 7KQF-9M2XTR4B8W '],
  ['the end of a line', '#pair=7KQF-9M2XTR4B8W'],
])('%s is one without an address', (_, text) => {
  expect(parsePairingLine(text)).toEqual({ kind: 'code', code: '7KQF-9M2XTR4B8W' });
});

test('a line whose code was cut off is an address', () => {
  expect(parsePairingLine('https://edge.example/#pair=')).toEqual({
    kind: 'address',
    address: 'https://edge.example',
  });
});

test.each([
  ['', 'other'],
  ['hello there, world', 'other'],
  ['hello there', 'other'],
  ['edge .example', 'other'],
  ['https://other.example/#invite=7KQF-9M2XTR4B8W', 'other'],
  ['https://other.example/join?code=7KQF-9M2XTR4B8W', 'other'],
  ['#pair=', 'other'],
  ['http://edge.example/#pair=A', 'not-https'],
  ['ftp://edge.example', 'not-https'],
])('%j is none: %s', (text, problem) => {
  expect(parsePairingLine(text)).toEqual({ kind: 'unusable', problem });
});

test('whatever code an operator has set comes out as it went in, white space apart', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }), (code) => {
      const read = parsePairingLine(formatPairingLine('http://127.0.0.1:8787', code));
      expect(read).toEqual({ kind: 'line', address: 'http://127.0.0.1:8787', code });
    }),
  );
});

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

test('an address of this machine differs from one that others can reach', () => {
  expect(isLoopback('http://127.0.0.1:4010/base')).toBe(true);
  expect(isLoopback('https://service.example')).toBe(false);
  expect(isLoopback('service')).toBe(false);
});

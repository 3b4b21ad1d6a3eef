import { expect, test } from 'vitest';
import { MAX_SIGNATURES, parseSignatureHeader } from './signature-header.ts';

const A = 'a'.repeat(64);
const B = '0123456789abcdef'.repeat(4);

test('one time and one signature are read (service reference, Events)', () => {
  const parsed = parseSignatureHeader(`t=1700000000,v1=${B}`);
  expect(parsed?.timestamp).toBe('1700000000');
  expect(parsed?.signatures[0]?.slice(0, 4)).toEqual(new Uint8Array([0x01, 0x23, 0x45, 0x67]));
});

test('up to eight signatures, in any order with the time, stand in a header during a rotation', () => {
  const eight = Array(MAX_SIGNATURES).fill(`v1=${A}`).join(',');
  expect(parseSignatureHeader(`${eight},t=1`)?.signatures).toHaveLength(8);
  expect(parseSignatureHeader(`t=1,${eight},v1=${A}`)).toBeNull();
});

test.each([
  `t=1,v1=${B},v2=${A}`,
  `t=1,v1=${B},v0=${A}`,
  `kid=key-7,t=1,v2=c2lnbmVk+/==,v1=${B}`,
  `alg=hmac-sha256,t=1,v1=${B},V1=x,T=2`,
])('a part of another scheme stops nothing: %j', (header) => {
  expect(parseSignatureHeader(header)).toEqual(parseSignatureHeader(`t=1,v1=${B}`));
});

test.each([
  null,
  '',
  't=1',
  `v1=${A}`,
  `t=,v1=${A}`,
  `t=1,t=1,v1=${A}`,
  `t=1,v1=${A.slice(1)}`,
  `t=1,v1=${A}0`,
  `t=1,v1=${A.slice(1)}g`,
  `t=-1,v1=${A}`,
  `t=+1,v1=${A}`,
  `t=1.5,v1=${A}`,
  `t=1e3,v1=${A}`,
  `t=0x10,v1=${A}`,
  `t=01,v1=${A}`,
  `t=1234567890123,v1=${A}`,
  `t=1, v1=${A}`,
  ` t=1,v1=${A}`,
  `t=1,v1=${A} `,
  `t=1,v1=${A},`,
  `t=1,,v1=${A}`,
  `t=1;v1=${A}`,
  `T=1,v1=${A}`,
  `t=1,V1=${A}`,
  `t=1,v0=${A}`,
  `t=1,v2=${A}`,
  `t=1,v1=${A},v2`,
  `t=1,v1=${A},v2=`,
  `t=1,v1=${A},=x`,
  `t=1,v1=${A},2v=x`,
  `t=1,v1=${A},v2=a b`,
  `t=1,v1=${A},v2=\u00fc`,
  `t=1,v1=${A},${'k'.repeat(33)}=x`,
  `t=1,v1=${A},kid=${'x'.repeat(2048)}`,
  `t=1,v1=${A}\n`,
  `t=1,v1==${A}`,
  `t=١,v1=${A}`,
  't=1,'.repeat(10_000),
])('anything else is no signature header: %j', (header) => {
  expect(parseSignatureHeader(header)).toBeNull();
});

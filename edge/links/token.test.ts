import { expect, test } from 'vitest';
import { type LinkClaims, linkToken, readLinkToken } from './token.ts';

const KEY = new Uint8Array(32).fill(7);
const NOW = Date.UTC(2026, 10, 28, 12);
const CLAIMS: LinkClaims = {
  series: '00a1b2c3d4e5',
  number: 1_795_000_000,
  verb: 'raise',
  from: 20_050,
  to: 30_000,
  until: NOW + 86_400_000,
};

test('a token is one word of letters and digits that says what it was made of, and fits the body of a request', async () => {
  for (const verb of ['look', 'seen', 'stop', 'raise'] as const) {
    const token = await linkToken(KEY, { ...CLAIMS, verb });
    expect(token).toMatch(/^[0-9a-z]+$/);
    expect(token.length).toBeLessThan(120);
    expect(await readLinkToken(KEY, token, NOW)).toEqual({ ...CLAIMS, verb });
  }
});

test('it is the same at each try, and over with its time', async () => {
  const token = await linkToken(KEY, CLAIMS);
  expect(await linkToken(KEY, CLAIMS)).toBe(token);
  expect(await readLinkToken(KEY, token, CLAIMS.until - 1)).not.toBeNull();
  expect(await readLinkToken(KEY, token, CLAIMS.until)).toBeNull();
});

test('no change of any of its letters is read, and nothing of another key', async () => {
  const token = await linkToken(KEY, CLAIMS);
  for (let at = 0; at < token.length; at++)
    for (const letter of ['0', '1', 'a', 'x', 'z', '-', ''])
      if (letter !== token[at]) {
        const changed = token.slice(0, at) + letter + token.slice(at + 1);
        expect([changed, await readLinkToken(KEY, changed, NOW)]).toEqual([changed, null]);
      }
  expect(await readLinkToken(new Uint8Array(32).fill(8), token, NOW)).toBeNull();
  for (const other of ['', 'z', token.toUpperCase(), `${token} `, `${token}0`, token.repeat(2)])
    expect(await readLinkToken(KEY, other, NOW)).toBeNull();
});

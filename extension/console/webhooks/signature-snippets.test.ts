import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { SIGNATURE_SNIPPETS } from './signature-snippets.ts';

const NOW = 1_700_000_000;
const SECRET = `whsec_${'0f'.repeat(32)}`;
const BODY = '{"event":"project.paused"}';
const signed = (t: number, body = BODY) =>
  createHmac('sha256', Buffer.from('0f'.repeat(32), 'hex'))
    .update(`${t}.${body}`)
    .digest('hex');

test('the snippet takes what is signed as the service signs, and nothing else', async () => {
  const source = `data:text/javascript,${encodeURIComponent(SIGNATURE_SNIPPETS['Node.js'])}`;
  const { isSigned } = await import(/* @vite-ignore */ source);
  const check = (header: string, body = BODY) => isSigned(Buffer.from(body), header, SECRET, NOW);
  expect(check(`t=${NOW},v1=${signed(NOW)}`)).toBe(true);
  expect(check(`t=${NOW - 299},v1=${signed(NOW - 299)}`)).toBe(true);
  expect(check(`t=${NOW - 300},v1=${signed(NOW - 300)}`)).toBe(false);
  expect(check(`t=${NOW},v1=${signed(NOW)}`, `${BODY} `)).toBe(false);
  expect(check(`t=${NOW},v1=${signed(NOW).slice(2)}`)).toBe(false);
  expect(check('nonsense')).toBe(false);
});

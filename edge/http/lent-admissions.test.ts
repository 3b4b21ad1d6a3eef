import { expect, test } from 'vitest';
import { LENT_MS } from '../account/devices/lending.ts';
import { isLent, keepLent } from './lent-admissions.ts';

const AT = Date.parse('2026-11-20T12:00:00Z');
const caller = (tokenHash: string, origin: string | null = 'chrome-extension://one') => ({
  tokenHash,
  origin,
});

test('a yes holds from the moment the object was asked, for as long as it was lent', () => {
  keepLent(caller('short'), AT);
  expect(isLent(caller('short'), AT + LENT_MS - 1)).toBe(true);
  expect(isLent(caller('short'), AT + LENT_MS)).toBe(false);
});

test('it holds for the token and the origin it was given to, and for nobody else', () => {
  keepLent(caller('mine'), AT);
  expect(isLent(caller('other'), AT)).toBe(false);
  expect(isLent(caller('mine', 'chrome-extension://two'), AT)).toBe(false);
  expect(isLent(caller('mine', null), AT)).toBe(false);
});

test('a clock that is set back makes it last no longer', () => {
  keepLent(caller('back'), AT);
  expect(isLent(caller('back'), AT - 1)).toBe(false);
});

test('however many browsers ask, what is kept stays small', () => {
  keepLent(caller('first'), AT);
  for (let n = 0; n < 1000; n++) keepLent(caller(`many-${n}`), AT);
  expect(isLent(caller('first'), AT)).toBe(false);
  expect(isLent(caller('many-999'), AT)).toBe(true);
});

import { expect, test } from 'vitest';
import { SecretBox } from './secret-box.ts';

const box = new SecretBox(new Uint8Array(32).fill(1));
const SECRET = `whsec_${'c0ffee'.repeat(10)}abcd`;

test('a secret is opened with the same key for the same owner only', async () => {
  const sealed = await box.seal(SECRET, 'w1');
  expect(await box.open(sealed.buffer, 'w1')).toBe(SECRET);
  expect(await box.open(sealed.buffer, 'w2')).toBeNull();
  expect(await new SecretBox(new Uint8Array(32).fill(2)).open(sealed.buffer, 'w1')).toBeNull();
});

test('a damaged or shortened box does not open', async () => {
  const sealed = await box.seal(SECRET, 'w1');
  for (let i = 0; i < sealed.length; i++) {
    const damaged = sealed.slice();
    damaged[i] = (damaged[i] ?? 0) ^ 1;
    expect(await box.open(damaged.buffer, 'w1')).toBeNull();
  }
  expect(await box.open(sealed.slice(0, 5).buffer, 'w1')).toBeNull();
});

test('the same secret is encrypted differently each time, and never stored in plain text', async () => {
  const [one, two] = [await box.seal(SECRET, 'w1'), await box.seal(SECRET, 'w1')];
  expect(one).not.toEqual(two);
  expect(new TextDecoder('latin1').decode(one)).not.toContain('c0ffee');
});

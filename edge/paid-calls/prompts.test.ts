import { expect, test } from 'vitest';
import { promptDigest, promptsIn } from './prompts.ts';

const KEY = new Uint8Array(32).fill(3);
const digest = (prompt: string) => promptDigest(KEY, prompt);

test.each([
  ['Fish & chips', 'Fish &amp; chips'],
  ['A <b>bold</b> shop', 'A bold shop'],
  ['A <b>bold</b> shop', 'A &lt;b&gt;bold&lt;/b&gt; shop'],
  ["It's  here,\nnow", 'It&#39;s here, now'],
  ['Room for a < b words', 'Room for a &lt; b words'],
  ['A <b>shop</b> with < b', 'A shop with &lt; b'],
  ['Постройте «магазин»', 'Постройте &laquo;магазин&raquo;'],
])('a prompt is recognized as the service shows it, escaped and without tags: %j', async (sent, shown) => {
  expect(await digest(shown)).toBe(await digest(sent));
});

test('prompts of other words differ, and so do those without any', async () => {
  const digests = await Promise.all(['Build a shop', 'Build two shops', '🛒', '🎈', ''].map(digest));
  expect(new Set(digests).size).toBe(digests.length);
});

/** Milliseconds for a work of the same characters in so many prompts; the clock stands still until a wait. */
async function timeOf(prompts: number, chars: number): Promise<number> {
  const prompt = '<'.repeat(chars);
  await scheduler.wait(0);
  const from = performance.now();
  for (let i = 0; i < prompts; i++) await digest(prompt);
  await scheduler.wait(0);
  return performance.now() - from;
}

test('a prompt of ten times the length takes about ten times as long, also when it is all beginnings of tags', async () => {
  await timeOf(10, 20_000);
  const ratios = [];
  for (let i = 0; i < 3; i++) ratios.push((await timeOf(4, 200_000)) / (await timeOf(40, 20_000)));
  expect(Math.min(...ratios)).toBeLessThan(4);
});

test('what people said counts, not what the agent answered', async () => {
  const status = {
    realtimeConversation: [
      { author: 'user', message: 'Build a shop', createdAt: '2026-11-21T00:00:00Z' },
      { author: 'agent', message: 'Build a shop' },
    ],
  };
  const shown = await promptsIn(status, digest);
  expect(shown).toEqual([{ digest: await digest('Build a shop'), at: Date.UTC(2026, 10, 21) }]);
});

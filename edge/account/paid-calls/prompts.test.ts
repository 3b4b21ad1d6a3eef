import { expect, test } from 'vitest';
import { promptDigest, promptsIn } from './prompts.ts';

const KEY = new Uint8Array(32).fill(3);
const digest = (prompt: string) => promptDigest(KEY, prompt);

test.each([
  ['Fish & chips', 'Fish &amp; chips'],
  ['A <b>bold</b> shop', 'A bold shop'],
  ['A <b>bold</b> shop', 'A &lt;b&gt;bold&lt;/b&gt; shop'],
  ["It's  here,\nnow", 'It&#39;s here, now'],
  ['Постройте «магазин»', 'Постройте &laquo;магазин&raquo;'],
])('a prompt is recognized as the service shows it, escaped and without tags: %j', async (sent, shown) => {
  expect(await digest(shown)).toBe(await digest(sent));
});

test('prompts of other words differ, and so do those without any', async () => {
  const digests = await Promise.all(['Build a shop', 'Build two shops', '🛒', '🎈', ''].map(digest));
  expect(new Set(digests).size).toBe(digests.length);
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

import { expect, it } from 'vitest';
import { decoded } from './escaped-text.ts';

it.each([
  ['Salt &amp; pepper', 'Salt & pepper'],
  ['&lt;b&gt; &quot;x&quot; it&#39;s a&#x2F;b', '<b> "x" it\'s a/b'],
  ['&amp;lt;', '&lt;'],
  ['a & b &unknown;', 'a & b &unknown;'],
])('%s, as the service stores it, is shown as %s', (stored, shown) => {
  expect(decoded(stored)).toBe(shown);
});

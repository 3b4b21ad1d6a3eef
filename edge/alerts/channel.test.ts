import { expect, test } from 'vitest';
import { withEntities } from './channel.ts';

test('nothing in a text is markup, a mention or a link', () => {
  const shown = withEntities(
    '<!channel> https://evil.example/x?a=1&b pay@evil.example @all evil.example is ready, 1.5 of 3',
  );
  expect(shown).not.toMatch(/:\/\/|\.\p{L}|@\w|<|&(?!amp;|lt;|gt;)/u);
  expect(shown.replaceAll('\u200b', '')).toBe(
    '&lt;!channel&gt; https://evil.example/x?a=1&amp;b pay@evil.example @all evil.example is ready, 1.5 of 3',
  );
});

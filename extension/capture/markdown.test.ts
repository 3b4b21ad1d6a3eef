import { expect, it } from 'vitest';
import { escapeText } from './markdown.ts';

it('marks of Markdown at the beginning of a line are escaped, and those within it are not', () => {
  expect(escapeText('\n  # a\n\t- b\r\n1. c\n2 # d - e')).toBe('\n  \\# a\n\t\\- b\r\n1\\. c\n2 # d - e');
});

it.each(['\n', '\r', ' ', '\t', '\u00a0', '\u2028', '1'])(
  'a long run of one character is escaped at once: %j',
  (letter) => {
    const startedAt = performance.now();
    escapeText(`${letter.repeat(100_000)}x`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  },
);

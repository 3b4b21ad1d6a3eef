// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { escapeText, toMarkdown } from './markdown.ts';

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

it.each([
  ['code', 'pre', (blanks: string) => `<pre>a${blanks}b</pre>`],
  [
    'a cell',
    'table',
    (blanks: string) =>
      `<table><tr><td>a</td><td><code>b${blanks}c</code></td></tr><tr><td>d</td><td>e</td></tr></table>`,
  ],
  ['a sentence', 'p', (blanks: string) => `<p>a${blanks}b</p>`],
])('100,000 blanks within %s are read at once', (_name, element, html) => {
  document.body.innerHTML = html(' '.repeat(100_000));
  const startedAt = performance.now();
  expect(toMarkdown(document.body)).toContain(element === 'table' ? '| d | e |' : 'a ');
  expect(
    performance.now() - startedAt,
    'an expression looks a run through from each of its blanks',
  ).toBeLessThan(2_000);
});

it('code keeps its indentation, its empty lines and its blanks, and no blanks at its end', () => {
  document.body.innerHTML = '<pre>\n  a\n\n\n\n  b \n c\n \n</pre>';
  expect(toMarkdown(document.body)).toBe('```\n  a\n\n\n\n  b \n c\n```');
});

it('code in a list and in a quotation stays within it', () => {
  document.body.innerHTML =
    '<ul><li>Run<pre>a\n b</pre></li><li><pre>c\nd</pre></li></ul><blockquote><pre>e\n\nf</pre></blockquote>';
  expect(toMarkdown(document.body)).toBe(
    '- Run\n\n  ```\n  a\n   b\n  ```\n- ```\n  c\n  d\n  ```\n\n> ```\n> e\n> \n> f\n> ```',
  );
});

it('the lines of a cell become one, those of its code too', () => {
  document.body.innerHTML =
    '<table><tr><td>a</td><td><p>b</p><p>c|d</p></td></tr><tr><td>e</td><td><pre>f\n g</pre></td></tr></table>';
  const markdown = toMarkdown(document.body);
  expect(markdown).toContain('| a | b c\\|d |');
  expect(markdown).toContain('| e | ``` f g ``` |');
});

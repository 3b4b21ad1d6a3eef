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

it('the blocks of a cell stand apart in its line, and each line of its code is code', () => {
  document.body.innerHTML =
    '<table><tr><td>a</td><td><p>b</p><p>c|d</p></td></tr><tr><td>e</td><td><pre>f\n g</pre></td></tr></table>';
  const markdown = toMarkdown(document.body);
  expect(markdown).toContain('| a | b<br>c\\|d |');
  expect(markdown).toContain('| e | `f`<br>`g` |');
});

it.each([
  ['<p>Press <kbd>Alt</kbd>+<kbd>J</kbd> or <b>go</b> - at once.</p>', 'Press Alt+J or **go** - at once.'],
  ['<p>- no list</p><p>1. nor <i>this</i> 2. here</p>', '\\- no list\n\n1\\. nor _this_ 2. here'],
  ['<p>Written <b>\\+</b> and +</p>', 'Written **\\\\+** and +'],
  ['<p>a <b>= b</b></p><p>&gt; c</p>', 'a **= b**\n\n\\> c'],
])('marks of Markdown are escaped where a line begins, and nowhere else: %s', (html, markdown) => {
  document.body.innerHTML = html;
  expect(toMarkdown(document.body)).toBe(markdown);
});

it('what is emphasized letter by letter is emphasized once', () => {
  document.body.innerHTML = '<p><b>R</b><b>u</b><b>b</b> <b>i</b><b>t</b> <i>o</i><b>n</b></p>';
  expect(toMarkdown(document.body)).toBe('**Rub** **it** _o_**n**');
});

it('a link around blocks is that of its heading, else of the first of them', () => {
  document.body.innerHTML =
    '<a href="https://e.org/1"><h3>Two</h3><p>Words.</p></a><a href="https://e.org/2"><div><div>One</div><div>Other</div></div></a>';
  expect(toMarkdown(document.body)).toBe(
    '### [Two](https://e.org/1)\n\nWords.\n\n[One](https://e.org/2)\n\nOther',
  );
});

it('lines of code that were added or taken away have their sign, and words within a line too', () => {
  const code = (html: string) => {
    document.body.innerHTML = `<pre>${html}</pre>`;
    return toMarkdown(document.body);
  };
  expect(
    code(
      '<span data-line>keep()</span><span data-line data-sign="-">old()</span><span data-line data-sign="+">new()</span>',
    ),
  ).toBe('```diff\n keep()\n-old()\n+new()\n```');
  expect(
    code('a = <del data-sign="-">1</del><ins data-sign="+">2</ins>\n<del data-sign="-">b()\nc()</del>\nd()'),
  ).toBe('```diff\n a = [-1-]{+2+}\n-b()\n-c()\n d()\n```');
  expect(code('<span data-line> k</span><span data-line data-sign="-">-o</span>')).toBe(
    '```diff\n k\n-o\n```',
  );
});

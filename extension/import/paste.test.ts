// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { readPasted } from './paste.ts';

const shown = (html: string, text = '') =>
  readPasted({ html, text }).map(({ columns, rows }) => [
    columns.join('|'),
    ...rows.map((row) => row.map(({ text }) => text).join('|')),
  ]);

it('cells copied in a spreadsheet are rows, with their lines, links and spans', () => {
  const html = `<meta charset="utf-8"><style>td{color:red}</style><table><colgroup><col></colgroup><tbody>
<tr><td>Item</td><td>Price</td><td>Class</td></tr>
<tr><td><a href="https://e.org/1">Desk<br>lamp</a></td><td style='mso-number-format:"0.00"'>59.00</td><td rowspan="2">Light</td></tr>
<tr><td>Bulb</td><td><s>5</s> 4.50</td></tr></tbody></table>`;
  expect(shown(html, 'ignored\tbeside\n')).toEqual([
    ['Item|Price|Class', 'Desk lamp|59.00|Light', 'Bulb|4.50|Light'],
  ]);
  expect(readPasted({ html, text: '' })[0]).toMatchObject({
    kind: 'pasted',
    rows: [
      [{ link: 'https://e.org/1' }, {}, {}],
      [{}, {}, {}],
    ],
  });
});

it('text with tabs between cells is rows too, with breaks in quotes', () => {
  expect(shown('', 'Name\tNote\r\nAda\t"one\ntwo"\r\nBo\tthree\r\n')).toEqual([
    ['Name|Note', 'Ada|one\ntwo', 'Bo|three'],
  ]);
  expect(shown('<p>Name</p>', 'Name\tTown\nAda\tBern\n'), 'no table among the rest').toEqual([
    ['Name|Town', 'Ada|Bern'],
  ]);
});

it('a word or nothing is no table', () => {
  expect(shown('', 'just a word')).toEqual([]);
  expect(shown('<table></table>', '')).toEqual([]);
});

it('cells over more rows and columns than can be shown end in a second', () => {
  const began = performance.now();
  readPasted({
    html: `<table>${'<tr><td rowspan="60000" colspan="1000">a</td></tr>'.repeat(20)}</table>`,
    text: '',
  });
  expect(performance.now() - began).toBeLessThan(4_000);
});

// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { bookOf, bytesOf, packed, text, zipOf } from './fixtures/workbook.ts';
import { readFileRows } from './read-file.ts';

async function read(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const rows = await readFileRows(name, bytes);
  if (!rows.ok) return rows;
  return rows.sources.map(({ title, columns, rows, notes = [], hidden }) => ({
    title,
    columns: columns.join('|'),
    rows: rows.map((row) => row.map(({ text }) => text).join('|')),
    notes: [...notes.map(({ kind, count }) => `${kind} ${count}`), ...(hidden ? [`hidden ${hidden}`] : [])],
  }));
}

describe('a spreadsheet', () => {
  it('has in its cells what a person sees in them', async () => {
    const bytes = await bookOf(
      {
        Prices: `<row r="1"><c r="A1" t="s"><v>0</v></c>${text('B1', 'Price')}${text('C1', 'Part')}${text('D1', 'From')}${text('E1', 'Zip')}${text('F1', 'At')}${text('G1', 'On')}</row>
<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="3"><v>12.5</v></c><c r="C2" s="2"><v>0.2</v></c><c r="D2" s="1"><v>46176</v></c><c r="E2" s="4"><v>1067</v></c><c r="F2" s="5"><v>46176.4375</v></c><c r="G2" t="b"><v>1</v></c></row>
<row r="3" hidden="1">${text('A3', 'Hidden')}</row>
<row r="4"><c r="A4" t="str"><f>"a"</f><v>Bulb &amp; cord</v></c><c r="B4" t="e"><v>#REF!</v></c><c r="D4" s="1"><v>46177</v></c><c r="F4" s="7"><v>0.5</v></c><c r="G4" t="b"><v>0</v></c></row>`,
      },
      [
        '<t>Item</t>',
        '<r><t>Desk </t></r><r><rPr><b/></rPr><t xml:space="preserve">lamp</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
      ],
    );
    expect(await read('prices.xlsx', bytes)).toEqual([
      {
        title: 'prices.xlsx',
        columns: 'Item|Price|Part|From|Zip|At|On',
        rows: [
          'Desk lamp|12.50 €|20%|2026-06-03|01067|2026-06-03T10:30|TRUE',
          'Bulb & cord|#REF!||2026-06-04||12:00|FALSE',
        ],
        notes: ['hidden 1'],
      },
    ]);
    const rows = await readFileRows('prices.xlsx', bytes);
    const [, price, part] = (rows.ok && rows.sources[0]?.rows[0]) || [];
    expect([price?.value, part?.value], 'as a machine writes them, with what stands beside').toEqual([
      '12.5 €',
      '20%',
    ]);
  });

  it('offers each of its sheets and each table of a sheet, hidden ones last', async () => {
    const rows = (name: string, at = 1) =>
      `<row r="${at}">${text(`A${at}`, name)}${text(`B${at}`, 'Count')}</row><row r="${at + 1}">${text(`A${at + 1}`, 'Ada')}<c r="B${at + 1}"><v>3</v></c></row>`;
    const bytes = await bookOf(
      { One: rows('Name') + rows('Place', 5), 'Two &amp; more': rows('Town'), Empty: '' },
      [],
      'x:',
    );
    const found = await read('a.xlsx', bytes);
    expect(Array.isArray(found) && found.map(({ title, columns }) => `${title}: ${columns}`)).toEqual([
      'a.xlsx · One: Name|Count',
      'a.xlsx · One: Place|Count',
      'a.xlsx · Two & more: Town|Count',
    ]);
  });

  it('repeats a cell that spans rows in each of them', async () => {
    const sheet = `<row r="1">${text('A1', 'Class')}${text('B1', 'Boat')}</row><row r="2">${text('A2', 'Dinghy')}${text('B2', 'Tern')}</row><row r="3">${text('B3', 'Skua')}</row></sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells><sheetData>`;
    expect(await read('a.xlsx', await bookOf({ One: sheet }))).toMatchObject([
      { rows: ['Dinghy|Tern', 'Dinghy|Skua'] },
    ]);
  });

  it('that unpacks to more than a page can show is refused in a second, whatever it says of its size', async () => {
    const bomb = await packed(new Uint8Array(80 * 1024 * 1024));
    const bytes = await zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="a"/></sheets></workbook>',
      'xl/sharedStrings.xml': bomb,
    });
    expect(bytes.length).toBeLessThan(100_000);
    const began = performance.now();
    expect(await read('a.xlsx', bytes)).toEqual({ ok: false, problem: 'unpacks-large' });
    expect(performance.now() - began).toBeLessThan(1_000 * SLOW);
  });

  it.each(['<row r="1"><c r="A1">', '<row a="', '<row ', '<c ', '<row><c t="inlineStr"><is><t>'])(
    'of nothing but %s is read in a second',
    async (piece) => {
      const bytes = await bookOf({ One: piece.repeat(250_000 / piece.length) });
      const began = performance.now();
      await readFileRows('a.xlsx', bytes);
      expect(performance.now() - began).toBeLessThan(1_000 * SLOW);
    },
  );
});

/** A busy machine is no fault of what is measured. */
const SLOW = 4;

describe('a file that is no text', () => {
  const ole = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0]);
  it.each([
    ['old.xls', ole, { problem: 'other-kind', name: '.xls' }],
    ['locked.xlsx', ole, { problem: 'protected' }],
    ['a.ods', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), { problem: 'other-kind', name: '.ods' }],
    ['a.numbers', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), { problem: 'other-kind', name: '.numbers' }],
    ['half.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), { problem: 'damaged' }],
    ['a.csv', new Uint8Array(Array.from({ length: 400 }, (_, at) => (at * 7) % 32)), { problem: 'not-text' }],
    [
      'a.csv.gz',
      new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b, 0x4c, 4, 0]),
      { problem: 'not-text' },
    ],
  ])('is refused, and how else it can be had is known: %s', async (name, bytes, refusal) => {
    expect(await read(name, bytes)).toEqual({ ok: false, ...refusal });
  });

  it('is no text with a stray zero', async () => {
    expect(await read('a.csv', bytesOf('Name,Price\nDe\0sk lamp,59\n'))).toMatchObject([
      { rows: ['Desk lamp|59'] },
    ]);
  });
});

it('a page that is named as a spreadsheet, as many programs export one, has its tables', async () => {
  const page =
    '<html xmlns:x="urn:excel"><meta charset="utf-8"><body><table><tr><th>Boat<th>Price<tr><td>Tern<td>1.200,50</table></body></html>';
  expect(await read('report.xls', bytesOf(page))).toMatchObject([
    { title: 'report.xls', columns: 'Boat|Price', rows: ['Tern|1.200,50'] },
  ]);
  expect(await read('page.html', bytesOf('<html><p>No table'))).toMatchObject({
    ok: false,
    problem: 'no-rows',
  });
});

it('the letters and numbers around a spreadsheet are no cells', async () => {
  const framed = ',A,B\n1,Boat,Price\n2,Tern,12\n3,,\n4,Skua,80\n';
  expect(await read('a.csv', bytesOf(framed))).toMatchObject([
    { columns: 'Boat|Price', rows: ['Tern|12', 'Skua|80'] },
  ]);
});

it('a second table may have its title above it', async () => {
  const two = 'Boats\nName,Berths\nTern,4\n\nPeople\nName,Town\nAda,Bern\nBo,Basel\n';
  expect(await read('a.csv', bytesOf(two))).toMatchObject([
    { columns: 'Name|Berths', rows: ['Tern|4'] },
    { columns: 'Name|Town', rows: ['Ada|Bern', 'Bo|Basel'] },
  ]);
});

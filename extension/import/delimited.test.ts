import { describe, expect, it } from 'vitest';
import type { TableProperty } from '../../shared/data-api/records.ts';
import { languageOnly } from './convert.ts';
import { decodeText } from './decode.ts';
import { readDelimited, withNames } from './delimited.ts';
import { planRows } from './difference.ts';
import { proposeMapping } from './mapping.ts';

const LINES = ['Date;Text;Sum', '02.10.2026;Rent;-900,00', '05.10.2026;Pay;2500,00'].join('\n');

/** Columns, rows with a bar between cells, and notes; of a file without rows why not. */
function read(name: string, text: string) {
  const reading = readDelimited(name, text);
  if (!reading.ok) return reading;
  const { columns, rows, notes = [] } = reading.source;
  return {
    columns,
    rows: rows.map((row) => row.map(({ text }) => text).join('|')),
    notes: notes.map(({ kind, count }) => `${kind} ${count}`),
  };
}

describe('a file of lines', () => {
  it.each([
    [
      'names, quotes and a mark of its encoding',
      '\ufeffName;Price\nTea;"3,50"\n"Big ""pot""";8\n\n',
      'Name Price',
      ['Tea|3,50', 'Big "pot"|8'],
      [],
    ],
    ['tabs', 'Name\tPrice\nTea\t3.50\n', 'Name Price', ['Tea|3.50'], []],
    ['bars', 'Name|Price\nTea|3,50\n', 'Name Price', ['Tea|3,50'], []],
    ['its separator named', 'sep=;\nName;Price\nTea, green;3,50\n', 'Name Price', ['Tea, green|3,50'], []],
    [
      'its separator named in quotes',
      '"sep=,"\r\nName,Price\r\nTea,3.50\r\n',
      'Name Price',
      ['Tea|3.50'],
      [],
    ],
    [
      'mixed ends of lines',
      'Name,Price\r\nTea,3\nPot,8\rCup,2\n',
      'Name Price',
      ['Tea|3', 'Pot|8', 'Cup|2'],
      [],
    ],
    [
      'a break in quotes',
      'Name,Note\r\nTea,"one\r\ntwo"\r\nPot,none\r\n',
      'Name Note',
      ['Tea|one\ntwo', 'Pot|none'],
      [],
    ],
    [
      'quotes after a backslash',
      'Name,Note\nTea,"called \\"green\\", mild"\nPot,x\n',
      'Name Note',
      ['Tea|called "green", mild', 'Pot|x'],
      [],
    ],
    ['an inch', 'Name,Price\n8" pipe,3\nPot,8\n', 'Name Price', ['8" pipe|3', 'Pot|8'], []],
    [
      'a quote that never ends',
      'No,Name,Price\n1,"Screen 24 inch,189\n2,Cable,9\n3,"Lamp",59\n',
      'No Name Price',
      ['1|"Screen 24 inch|189', '2|Cable|9', '3|Lamp|59'],
      ['quote 2'],
    ],
    [
      'more cells than names',
      'Name,Price\nTea,3,green\nPot,8\n',
      'Name Price ',
      ['Tea|3|green', 'Pot|8|'],
      ['uneven 1'],
    ],
    [
      'fewer cells than names',
      'Name,Price,Stock\nTea,3\nPot,8,1\n',
      'Name Price Stock',
      ['Tea|3|', 'Pot|8|1'],
      ['uneven 1'],
    ],
    [
      'titles before the names',
      `Statement\nFrom: 01.10.2026\n\n${LINES}`,
      'Date Text Sum',
      ['02.10.2026|Rent|-900,00', '05.10.2026|Pay|2500,00'],
      ['lead 2'],
    ],
    [
      'an account in all columns',
      `Account;123;\nOwner;Ada;\n${LINES}`,
      'Date Text Sum',
      ['02.10.2026|Rent|-900,00', '05.10.2026|Pay|2500,00'],
      ['lead 2'],
    ],
    [
      'a comment before the names',
      '# made by a tool, version 3; all\nName,Price,Stock\nTea,3,1\n',
      'Name Price Stock',
      ['Tea|3|1'],
      ['lead 1'],
    ],
    [
      'no names',
      LINES.split('\n').slice(1).join('\n'),
      '  ',
      ['02.10.2026|Rent|-900,00', '05.10.2026|Pay|2500,00'],
      [],
    ],
    ['years as names', 'Land,2025,2026\nA,1,2\nB,3,4\n', 'Land 2025 2026', ['A|1|2', 'B|3|4'], []],
    ['names in brackets', '[Name],[Price]\nTea,3\n', '[Name] [Price]', ['Tea|3'], []],
    ['one column', 'Name\nTea\nPot\n', 'Name', ['Tea', 'Pot'], []],
    [
      'its names again in between',
      '\ufeff"Name",Price\nTea,3\n\ufeff"Name",Price,\nPot,8\n',
      'Name Price',
      ['Tea|3', 'Pot|8'],
      ['dropped 1'],
    ],
    [
      'spaces before quotes',
      '"Name", "Price"\n"Tea, green", "3"\nPot,  "8, ""x"" y"\n',
      'Name Price',
      ['Tea, green|3', 'Pot|8, "x" y'],
      [],
    ],
    [
      'texts that a spreadsheet is to leave as they are',
      `Zip,Phone\n="01067",'+49 351\n"=""04109""",'twas\n`,
      'Zip Phone',
      ['01067|+49 351', "04109|'twas"],
      [],
    ],
    [
      'bars in its texts, and rows that end early',
      'Page,Views,Note\nShop | Fell,120\nNews | Fell,80,old\nMap | Fell,60\nTeam | Fell,12\n',
      'Page Views Note',
      ['Shop | Fell|120|', 'News | Fell|80|old', 'Map | Fell|60|', 'Team | Fell|12|'],
      ['uneven 3'],
    ],
    [
      'a table of Markdown',
      '| Boat | Berth |\n|:-----|------:|\n| Tern | 4 |\n| Skua \\| old | 7 |\n',
      'Boat Berth',
      ['Tern|4', 'Skua | old|7'],
      [],
    ],
    [
      'a table of Markdown without bars at its ends',
      'Boat | Berth\n--- | ---\nTern | 4\n',
      'Boat Berth',
      ['Tern|4'],
      [],
    ],
    [
      'a table of a terminal',
      ' boat | berth \n------+-------\n Tern |     4\n Skua |     7\n(2 rows)\n',
      'boat berth',
      ['Tern|4', 'Skua|7'],
      [],
    ],
    [
      'a table in a frame',
      '+------+-------+\n| boat | berth |\n+------+-------+\n| Tern |     4 |\n+------+-------+\n1 row in set (0.00 sec)\n',
      'boat berth',
      ['Tern|4'],
      [],
    ],
    [
      'a table in a frame of lines',
      '┌──────┬───────┐\n│ boat │ berth │\n├──────┼───────┤\n│ Tern │     4 │\n└──────┴───────┘\n',
      'boat berth',
      ['Tern|4'],
      [],
    ],
    [
      'a table of an outline',
      '| Boat | Berth |\n|------+-------|\n| Tern | 4 |\n',
      'Boat Berth',
      ['Tern|4'],
      [],
    ],
    [
      'a comma in one of its names',
      '"Boat,old",Berth\nTern,4\nSkua,7\n',
      'Boat,old Berth',
      ['Tern|4', 'Skua|7'],
      [],
    ],
    ['dashes for nothing', 'Boat|Berth\nTern|4\n--|--\n', 'Boat Berth', ['Tern|4', '--|--'], []],
    [
      'sums with their currency and no names',
      'Rent;-900,00 EUR\nPay;2500,00 EUR\n',
      ' ',
      ['Rent|-900,00 EUR', 'Pay|2500,00 EUR'],
      [],
    ],
  ])('with %s', (_, text, columns, rows, notes) => {
    expect(read('a.csv', text)).toEqual({ columns: columns.split(' '), rows, notes });
  });

  it('with a second table below an empty line has two', () => {
    const reading = readDelimited('a.csv', 'Name;Town\nAda;Bern\nBo;Basel\n\nThing;Price\nLamp;59\nBulb;4\n');
    if (!reading.ok) throw new Error('no rows');
    expect([reading.source, ...reading.others].map(({ columns, rows }) => [...columns, rows.length])).toEqual(
      [
        ['Name', 'Town', 2],
        ['Thing', 'Price', 2],
      ],
    );
    const gaps = readDelimited('a.csv', 'Name;Price\n\nTea;3\n\nPot;8\n;;\nCup;2\n');
    expect(
      gaps.ok && [gaps.source.rows.length, gaps.others.length],
      'empty lines alone part nothing',
    ).toEqual([3, 0]);
  });

  it('keeps cells of any length and columns of any number', () => {
    const names = Array.from({ length: 90 }, (_, index) => `n${index}`);
    const long = `${'word '.repeat(2_000)}end`;
    const reading = readDelimited('a.csv', `${names.join()}\n${names.map(() => long).join()}\n`);
    expect(reading.ok && reading.source.columns).toEqual(names);
    expect(reading.ok && reading.source.rows[0]?.[89]?.text).toBe(long);
  });

  it('whose quotes could end in several places is refused, with the line', () => {
    const text = 'No,Name,Price\n1,"Screen, 24 inch,189\n2,"Cable, long",9\n3,Desk,300\n';
    expect(read('a.csv', text)).toEqual({ ok: false, problem: 'open-quote', line: 2 });
  });

  it('has its first line as names or as a row, as the user says', () => {
    const reading = readDelimited('a.csv', 'Ada,Oslo\nBen,Bergen\n');
    if (!reading.ok) throw new Error('no rows');
    const without = withNames(reading.source, false);
    expect([without.columns, without.rows.length, without.total]).toEqual([['', ''], 2, 2]);
    expect(withNames(without, true)).toEqual(reading.source);
  });
});

describe('a file of JSON', () => {
  it.each([
    [
      'a list',
      '[{"name":"Tea","price":3.50},{"name":"Pot","sizes":[1,2]}]',
      'name price sizes',
      ['Tea|3.50|', 'Pot||[1,2]'],
    ],
    [
      'the list of records, not the first list',
      '{"columns":["name"],"errors":[],"data":[{"name":"Tea"}]}',
      'name',
      ['Tea'],
    ],
    [
      'a list deeper within',
      '{"meta":{"total":2},"data":{"items":[{"name":"Tea"},{"name":"Pot"}]}}',
      'name',
      ['Tea', 'Pot'],
    ],
    ['lists below names', '[["name","price"],["Tea",3],["Pot",8]]', 'name price', ['Tea|3', 'Pot|8']],
    [
      'lists beside names',
      '{"columns":["name","price"],"data":[["Tea",3],["Pot",8]]}',
      'name price',
      ['Tea|3', 'Pot|8'],
    ],
    [
      'lists beside columns that have names',
      '{"columns":[{"name":"name"},{"name":"price"}],"rows":[["Tea",3],["Pot",8]]}',
      'name price',
      ['Tea|3', 'Pot|8'],
    ],
    ['columns', '{"name":["Tea","Pot"],"price":[3,8]}', 'name price', ['Tea|3', 'Pot|8']],
    [
      'columns by the numbers of their rows',
      '{"name":{"0":"Tea","1":"Pot"},"price":{"0":3,"1":null}}',
      'name price',
      ['Tea|3', 'Pot|'],
    ],
    [
      'the parts of each record',
      '[{"name":"Tea","box":{"w":2,"h":3}},{"name":"Pot","box":{"w":1,"h":1}},{"name":"Cup"}]',
      'name box.w box.h',
      ['Tea|2|3', 'Pot|1|1', 'Cup||'],
    ],
    [
      'features of a map',
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Ash","height":9},"geometry":{"type":"Point","coordinates":[1,2]}}]}',
      'name height geometry',
      ['Ash|9|{"type":"Point","coordinates":[1,2]}'],
    ],
    [
      'resources with attributes',
      '{"data":[{"type":"boat","id":"7","attributes":{"name":"Tern","berths":4}},{"type":"boat","id":"8","attributes":{"name":"Skua","berths":2}}]}',
      'name berths id',
      ['Tern|4|7', 'Skua|2|8'],
    ],
    [
      'fields with an id beside them',
      '{"records":[{"id":"r1","createdTime":"2026-01-01T00:00:00Z","fields":{"Name":"Tea"}},{"id":"r2","createdTime":"2026-01-02T00:00:00Z","fields":{"Name":"Pot","Price":8}}]}',
      'Name id createdTime Price',
      ['Tea|r1|2026-01-01T00:00:00Z|', 'Pot|r2|2026-01-02T00:00:00Z|8'],
    ],
    [
      'hits of a search',
      '{"hits":{"total":1,"hits":[{"_id":"1","_source":{"name":"Tea","price":3}}]}}',
      'name price _id',
      ['Tea|3|1'],
    ],
    [
      'edges of a graph',
      '{"data":{"boats":{"edges":[{"node":{"name":"Tern","berths":4},"cursor":"x"},{"node":{"name":"Skua","berths":2},"cursor":"y"}]}}}',
      'name berths',
      ['Tern|4', 'Skua|2'],
    ],
    [
      'the extended JSON of a database',
      '[{"_id":{"$oid":"5f1"},"price":{"$numberDecimal":"7.25"},"on":{"$date":"2026-05-01T08:00:00Z"},"at":{"$date":{"$numberLong":"0"}},"n":{"$numberLong":"840245381351497731"}}]',
      '_id price on at n',
      ['5f1|7.25|2026-05-01T08:00:00Z|1970-01-01T00:00:00.000Z|840245381351497731'],
    ],
    [
      'values that say their type',
      '{"documents":[{"name":"a/b","fields":{"boat":{"stringValue":"Tern"},"berths":{"integerValue":"4"},"old":{"booleanValue":false},"since":{"timestampValue":"2026-05-01T08:00:00Z"}}}]}',
      'boat berths old since name',
      ['Tern|4|false|2026-05-01T08:00:00Z|a/b'],
    ],
    [
      'nodes of a graph, with parts',
      '{"data":{"boats":{"nodes":[{"name":"Tern","price":{"amount":"9","currency":"EUR"}},{"name":"Skua","price":{"amount":"4","currency":"EUR"}}]}}}',
      'name price.amount price.currency',
      ['Tern|9|EUR', 'Skua|4|EUR'],
    ],
    ['digits within', '[{"a":[{"id":840245381351497731}]}]', 'a', ['[{"id":840245381351497731}]']],
    [
      'a value in an object of its own',
      '[{"id":1,"title":{"rendered":"Tea"}}]',
      'id title.rendered',
      ['1|Tea'],
    ],
    [
      'records by their key',
      '{"p1":{"name":"Tea","price":3},"p2":{"name":"Pot"}}',
      'key name price',
      ['p1|Tea|3', 'p2|Pot|'],
    ],
    ['one record', '{"name":"Tea","tags":["a","b"]}', 'name tags', ['Tea|["a","b"]']],
    ['records in lines', '{"name":"Tea"}\n{"name":"Pot"}\n', 'name', ['Tea', 'Pot']],
    [
      'digits that no number keeps',
      '[{"id":840245381351497731},{"id":840245381351497735}]',
      'id',
      ['840245381351497731', '840245381351497735'],
    ],
    ['exponents', '[{"n":0.0000004},{"n":2.5e21}]', 'n', ['0.0000004', '2.5e21']],
  ])('with %s', (_, text, columns, rows) => {
    expect(read('a.json', text)).toEqual({ columns: columns.split(' '), rows, notes: [] });
  });

  it('counts entries that are no records, and offers its other lists', () => {
    const reading = readDelimited('a.json', '{"some":[{"a":1},{"a":2},null],"more":[{"b":1}]}');
    expect(reading).toMatchObject({
      ok: true,
      source: { title: 'a.json · some' },
      others: [{ title: 'a.json · more' }],
    });
    expect(reading.ok && reading.source.notes).toEqual([{ kind: 'dropped', count: 1 }]);
    expect(read('a.json', '[null,{"a":1},null]')).toEqual({
      columns: ['a'],
      rows: ['1'],
      notes: ['dropped 2'],
    });
  });

  it('has numbers as machines write them, whatever the language', () => {
    const reading = readDelimited('a.json', '[{"n":1.234}]');
    expect(reading.ok && reading.source.rows).toEqual([[{ text: '1.234', value: '1.234' }]]);
  });
});

it.each([
  ['a.json', '{oops', 'not-json'],
  ['a.csv', 'Name;Price\n', 'no-rows'],
  ['a.json', '[]', 'no-rows'],
])('%s without rows says why', (name, text, problem) => {
  expect(readDelimited(name, text)).toEqual({ ok: false, problem });
});

it.each([
  ['UTF-8', [0x4b, 0xc3, 0xb6], null],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0x4b, 0xc3, 0xb6], null],
  ['UTF-16 with its mark', [0xff, 0xfe, 0x4b, 0x00, 0xf6, 0x00], null],
  ['the other UTF-16', [0xfe, 0xff, 0x00, 0x4b, 0x00, 0xf6], null],
  ['UTF-16 without a mark', [0x4b, 0x00, 0xf6, 0x00, 0x4b, 0x00, 0xf6, 0x00], null],
  ['neither', [0x4b, 0xf6], 'windows-1252'],
])('the letters of a file in %s are its own', (_, bytes, encoding) => {
  const decoded = decodeText(new Uint8Array(bytes));
  expect(decoded.text.slice(0, 2)).toBe('Kö');
  expect(decoded.encoding).toBe(encoding);
  const utf16 = new Uint8Array(
    new Uint16Array([...'Имя;Цена\r\nСтол;3\r\n'].map((one) => one.charCodeAt(0))).buffer,
  );
  expect(decodeText(utf16), 'of another script').toEqual({ text: 'Имя;Цена\r\nСтол;3\r\n', encoding: null });
  const stray = 'Name,Price\nDe\0sk lamp,59\n';
  expect(decodeText(new TextEncoder().encode(stray)).text, 'with a stray zero').toBe(stray);
  if (encoding) expect(decodeText(new Uint8Array([0xcf, 0xe8]), 'windows-1251').text).toBe('Пи');
});

/** Contents that rules which look back and forth take minutes for. */
const ADVERSARIAL: [what: string, text: (bytes: number) => string][] = [
  ['a first cell of @ and points', (bytes) => `${'@.'.repeat(bytes / 2)},b\n1,2\n`],
  ['a first cell of digits and one letter', (bytes) => `${'1'.repeat(bytes)}x,b\n1,2\n`],
  ['digits and blanks', (bytes) => `a,b\n${'1 '.repeat(bytes / 2)},2\n`],
  ['one wide row', (bytes) => `${'a,'.repeat(bytes / 4)}\n${'1,'.repeat(bytes / 4)}\n`],
  [
    'rows of one cell more each',
    (bytes) => Array.from({ length: Math.sqrt(bytes) }, (_, at) => 'a,'.repeat(at)).join('\n'),
  ],
  ['quotes that never end', (bytes) => `a,b\n${'"x,'.repeat(bytes / 3)}`],
  ['quotes alone', (bytes) => '"'.repeat(bytes)],
  ['blanks before a quote', (bytes) => `a,b\n${' '.repeat(bytes)}"`],
  ['lines of [', (bytes) => '[\n'.repeat(bytes / 2)],
  ['nothing but [', (bytes) => '['.repeat(bytes)],
  ['a text of JSON with quotes that never close', (bytes) => `[{"a":"${'\\"'.repeat(bytes / 2)}`],
  ['quotes of JSON that never close', (bytes) => `[{${'"a\\'.repeat(bytes / 3)}`],
  [
    'a key of its own in each row',
    (bytes) => JSON.stringify(Array.from({ length: bytes / 14 }, (_, at) => ({ [`k${at}`]: at }))),
  ],
  [
    'a key of its own in each part',
    (bytes) =>
      JSON.stringify(Array.from({ length: bytes / 26 }, (_, at) => ({ a: { [`k${at}`]: 1, b: 2 } }))),
  ],
  ['empty lines', (bytes) => `a,b\n1,2\n${'\n'.repeat(bytes)}`],
  ['a table below each empty line', (bytes) => 'a,b\n1,2\n\n'.repeat(bytes / 9)],
  ['dashes and bars', (bytes) => `a|b\n${'-|'.repeat(bytes / 2)}\n${'|'.repeat(bytes)}`],
  ['dashes that end otherwise', (bytes) => `a|b\n|${'-'.repeat(bytes)}x\n`],
  ['brackets of an order', (bytes) => `a,b\n${'<system '.repeat(bytes / 8)},2\n`],
  ['totals', (bytes) => `a,b\n${'Total,1\n'.repeat(bytes / 8)}`],
];

it.each(ADVERSARIAL)('250 kB are read, mapped and compared in a second: %s', (_, text) => {
  const content = text(250_000);
  const into = (['string', 'number', 'date', 'boolean', 'options'] as const).map(
    (propertyType) => ({ name: propertyType, propertyType, canRepeat: true }) as TableProperty,
  );
  for (const name of ['a.csv', 'a.json']) {
    const began = process.cpuUsage();
    const reading = readDelimited(name, content);
    if (reading.ok) {
      const { source } = reading;
      expect(source.columns.length).toBeLessThanOrEqual(401);
      const mapping = source.columns.map((_, column) => into[column]?.name ?? null);
      proposeMapping(source, into, null);
      planRows(source, mapping, into, languageOnly(null), {}, [], [], new Set());
    }
    expect(process.cpuUsage(began).user / 1_000, name).toBeLessThan(1_000 * SLOW);
  }
});

/** A busy machine is no fault of what is measured. */
const SLOW = 3;

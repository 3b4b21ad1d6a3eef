import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { PageData } from '../../extension/import/page-data.ts';
import type { ExtensionBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { runInTab, startReadingBrowser } from './allowed-extension.ts';
import { stableRendering } from './extension.ts';
import type { FixtureSite } from './fixture-site.ts';

/** Pages whose structures are those of real shops and sites, with words of their own. */
const PAGES = join(import.meta.dirname, '..', '..', 'extension', 'import', 'fixtures');

let browser: ExtensionBrowser;
let site: FixtureSite;
let page: Page;
const closing = new Closing();

test.beforeAll(async () => {
  stableRendering();
  ({ browser, site } = await startReadingBrowser(closing));
  page = await browser.context.newPage();
});

test.afterAll(() => closing.closeAll());

async function readHtml(html: string): Promise<PageData> {
  site.put('/page.html', html);
  await page.goto(`${site.url}/page.html`);
  const data = await runInTab<PageData | undefined>(browser, page, '/read-page.js');
  if (!data) throw new Error('The page was not read: look at extension/import/reading.');
  return data;
}

const readFixture = async (name: string) => readHtml(await readFile(join(PAGES, `${name}.html`), 'utf8'));

/** Each source but the page itself as `kind title`, then its columns, then its rows. */
function shapeOf({ sources }: PageData): Record<string, string[][]> {
  const shown = sources.filter(({ kind }) => kind !== 'page');
  const entries = shown.map(({ kind, title, columns, rows }): [string, string[][]] => [
    `${kind} ${title} ${rows.length}`,
    [columns, ...rows.map((row) => row.map(({ text }) => text))],
  ]);
  expect(new Set(entries.map(([name]) => name)).size, 'each source has its own name here').toBe(
    entries.length,
  );
  return Object.fromEntries(entries);
}

const FIXTURES: Record<string, Record<string, string[][]>> = {
  'recipe-blog': {
    'structured Recipe 1': [
      ['name', 'author.name', 'author.url', 'image', 'recipeIngredient', 'recipeInstructions'],
      [
        'Pear tart – quick',
        'Ida Holm',
        'https://crumb.example/ida',
        'https://crumb.example/a.jpg, https://crumb.example/b.jpg',
        '3 pears, 200 g flour',
        'Peel the pears., Bake for 40 minutes.',
      ],
    ],
    'structured HowToStep 2': [
      ['text', 'recipe'],
      ['Peel the pears.', 'Pear tart – quick'],
      ['Bake for 40 minutes.', 'Pear tart – quick'],
    ],
    'structured Person 1': [
      ['name', 'url'],
      ['Ida Holm', 'https://crumb.example/ida'],
    ],
  },
  'shop-product': {
    'structured Product 1': [
      ['name', 'description', 'brand.name'],
      ['Linen apron', 'Washed linen. Two pockets.', "Lund's"],
    ],
    'structured Offer 2': [
      ['sku', 'price', 'priceCurrency', 'product', 'url'],
      ['AP-S', '39.00', 'EUR', 'Linen apron', ''],
      ['AP-L', '42.00', 'EUR', 'Linen apron', 'https://lund.example/apron?size=l//'],
    ],
  },
  'event-escaped': {
    'structured MusicEvent 2': [
      ['name', 'startDate'],
      ['Night of organs', '2027-05-02'],
      ['Two cellos', '2027-05-09'],
    ],
  },
  'shop-category': {
    'structured Product 3': [
      ['name', 'image', 'offers.price', 'offers.priceCurrency', 'offers.lowPrice'],
      ['Desk lamp', 'https://lamps.example/1.webp', '59', 'EUR', ''],
      ['Floor lamp "Tall"', 'https://lamps.example/2.webp', '129.5', 'EUR', ''],
      ['Bulb', '', '', 'EUR', '4'],
    ],
    'structured ListItem 2': [
      ['position', 'name', 'url'],
      ['1', 'Reading lamps', 'https://lamps.example/reading'],
      ['2', 'Garden', 'https://lamps.example/garden'],
    ],
  },
  'shop-variants': {
    'structured Product 2': [
      ['name', 'color', 'offers.price', 'offers.availability', 'productGroup'],
      ['Wool socks, grey', 'grey', '14.00', 'https://schema.org/InStock', 'Wool socks'],
      ['Wool socks, red', 'red', '15.00', 'https://schema.org/OutOfStock', 'Wool socks'],
    ],
    'structured ProductGroup 1': [
      ['name', 'brand.name', 'variesBy', 'hasVariant'],
      ['Wool socks', 'Fell', 'color, size', 'Wool socks, grey, Wool socks, red'],
    ],
  },
  faq: {
    'structured Question 2': [
      ['name', 'acceptedAnswer.text'],
      ['Do you deliver?', 'Yes, within 30 km.'],
      ['Can I return it?', 'For 30 days.'],
    ],
  },
  'microdata-list': {
    'structured Product 2': [
      ['url', 'name', 'image', 'offers.price', 'offers.availability'],
      ['City 7', 'City 7', '{site}/b/1.jpg', '890.00', 'https://schema.org/InStock'],
      ['Cargo XL', 'Cargo XL', '{site}/b/2.jpg', '2490.00', ''],
    ],
  },
  'microdata-references': {
    'structured VisualArtwork 2': [
      ['image', 'name', 'aggregateRating.ratingValue', 'sku', 'license', 'creator.name', 'keywords'],
      ['{site}/p/harbour.png', 'Harbour', '4.5', 'H-1', 'Attribution', 'Jon Aas', ''],
      ['{site}/p/mill.png', 'Mill', '', 'M-1', 'Attribution', 'Jon Aas', 'wind, wood'],
    ],
  },
  timetable: {
    'table Summer, from 1 May 4': [
      ['Harbour', 'Out · weekdays', 'Out · Sunday', 'Back · weekdays', 'Back · Sunday', ''],
      ['Aske', '7:10', '9:00', '17:40', '18:30', 'North'],
      ['Bru', '7:35', 'on request', 'on request', '18:05', 'North'],
      ['Dale', '8:20', '10:15', '18:45', 'none', 'South'],
      ['Eide', '8:50', '10:40', '19:10', 'none', 'South'],
    ],
  },
  results: {
    'table Results of the regatta 5': [
      ['Class', 'Place', 'Boat', 'Points'],
      ['Dinghy', '1', 'Tern', '9'],
      ['Dinghy', '2', 'Skua', '14'],
      ['Keelboat', '1', 'Otter', '7'],
      ['Keelboat', '2', 'Seal', '11'],
      ['Keelboat', '3', 'Eel', '12'],
    ],
  },
  homes: {
    'list Homes to let 3': [
      ['title', 'Rooms', 'Rent', 'Garden'],
      ['Attic in Oak Street', '2', '780 €', ''],
      ['House by the mill', '5', '1,640 €', '200 m²'],
      ['Flat at the station', '3', '990 €', '12 m²'],
    ],
  },
  'data-sheet': {
    'list Data 3': [
      ['term', 'text', 'text 2'],
      ['Power', '450 W', ''],
      ['Fits', 'P1 hose', 'P2 hose'],
      ['Manual', 'Read it', ''],
    ],
    'list Data 1': [
      ['Power', 'Fits', 'Manual'],
      ['450 W', 'P1 hose, P2 hose', 'Read it'],
    ],
  },
  glossary: {
    'list A 4': [
      ['term', 'text', 'text 2', ''],
      ['Abeam', 'At a right angle to the boat.', '', 'A'],
      ['Aft', 'Towards the back.', '', 'A'],
      ['Astern', 'Towards the back.', '', 'A'],
      ['Bilge', 'The lowest part inside.', 'Water that gathers there.', 'B'],
    ],
  },
  'grid-of-columns': {
    'table Orders 2': [
      ['Order · No.', 'Order · Customer', 'Sum · Net', 'Sum · Tax'],
      ['A-1', 'Fjord Ltd', '100.00', '19.00'],
      ['A-2', 'Moor & Sons', '50.00', ''],
    ],
  },
  'table-in-view': {
    'table Log 3': [
      ['Time', 'Event'],
      ['10:01', 'Pump on'],
      ['10:04', 'Pump off'],
      ['10:09', 'Alarm'],
    ],
  },
  'list-in-view': {
    'list Contacts 3': [
      ['name', 'town'],
      ['Ann Berg', 'Aske'],
      ['Bo Dahl', 'Bru'],
      ['Cid Elm', 'Dale'],
    ],
  },
  cells: {
    'table Boats 2': [
      ['Boat', 'Berth', 'Count', 'Hired', 'Suits', 'Price'],
      ['Skua', 'North', '12', 'yes', 'rivers, lakes', '£14.50'],
      ['Tern', 'South', '7', 'no', 'lakes, the sea', '£9.25'],
    ],
    'table Towns 3': [
      ['Town', 'People', 'Area', 'Fee', 'Ferry', 'Paid until'],
      ['Oldhaven', '3,456', '80 km²', '7.50 €', 'No', '2027-01-31'],
      ['Westbay', '12,345', '10³ km²', '12.00 €', 'Yes', '2027-02-28'],
      ['Eastness', '987', '47 km²', '5 €', '', '2027, 2028'],
    ],
  },
  choices: {
    'table Access 2': [
      ['', 'Name', 'Active', 'Days', 'Roles', 'State', 'Rating', 'Picture', 'Time'],
      ['no', 'Ada', 'yes', 'Mon', 'cook, host', 'Open', '4.5 out of 5', '', '1 Feb – 5 Feb'],
      ['yes', 'Ben', 'no', 'Tue, Wed', 'host, guest', 'Done', '3 out of 5', '', 'today'],
    ],
    'table Parcels 2': [
      ['', 'No.', 'Sum', ''],
      ['▸', 'P-1', '10 €', 'Left at the door'],
      ['▸', 'P-2', '', 'Parcels, lines Line Count Mug 2'],
    ],
    'table Parcels, lines 1': [
      ['Line', 'Count'],
      ['Mug', '2'],
    ],
    'list Tents 3': [
      ['title', 'price', 'stars'],
      ['Dome', 'from $129.00', '4.5 out of 5'],
      ['Tunnel', '$29.00', '3 out of 5'],
      ['Tarp', '$19.00', '2 out of 5'],
    ],
    'structured HowToSection 2': [
      ['name', 'itemListElement', 'recipe'],
      ['Dough', 'Mix., Rest.', 'Pie'],
      ['Filling', 'Stir.', 'Pie'],
    ],
    'structured HowToStep 3': [
      ['text', 'howToSection'],
      ['Mix.', 'Dough'],
      ['Rest.', 'Dough'],
      ['Stir.', 'Filling'],
    ],
    'structured Recipe 1': [
      ['name', 'recipeInstructions'],
      ['Pie', 'Dough, Mix., Rest., Filling, Stir.'],
    ],
  },
  orders: {
    'table With notes 2': [
      ['No.', 'Sum', ''],
      ['A-1', '12.00', 'Behind the shed'],
      ['A-2', '31.00', 'Ring twice'],
    ],
    'table With some lines between 3': [
      ['No.', 'Sum'],
      ['B-1', '12.00'],
      ['B-2', '31.00'],
      ['B-3', '7.00'],
    ],
    'table Head that stays 2': [
      ['Guest', 'Room'],
      ['Ida', '7'],
      ['Jon', '9'],
    ],
  },
  'shop-sale': {
    'list Kerzen 6': [
      ['title', 'before', 'text'],
      ['Talg', '9,00 €', '7,50 €'],
      ['Wachs', '', '12,00 €'],
      ['Docht', '', '1,20 €'],
      ['Ständer', '', '31,00 €'],
      ['Löscher', '', '14,00 €'],
      ['Schere', '', '8,00 €'],
    ],
  },
  'tables-within': {
    'table Accounts 2': [
      ['Account', 'Sum'],
      ['Rent', '90'],
      ['Light', '15'],
    ],
    'table Branches 2': [
      ['Branch', 'Staff'],
      ['Quay', '4'],
      ['Mill', '6'],
    ],
    'structured Recipe 1': [
      ['name', 'identifier', 'gtin13', 'sku', 'recipeInstructions'],
      ['Broth', '840245381351497731', '0012345678905', '007', 'Boil the bones., Strain.'],
    ],
    'structured HowToStep 2': [
      ['name', 'text', 'recipe'],
      ['Boil', 'Boil the bones.', 'Broth'],
      ['', 'Strain.', 'Broth'],
    ],
  },
  'tiles-with-group-heads': {
    'table Lunch 3': [
      ['Dish', 'Price', ''],
      ['Leek', '6.50', 'Soups'],
      ['Fish', '9.00', 'Soups'],
      ['Pie', '14.00', 'Mains'],
    ],
  },
};

for (const [name, sources] of Object.entries(FIXTURES))
  test(`the rows of a page like real ones are read exactly: ${name}`, async () => {
    const expected = JSON.parse(JSON.stringify(sources).replaceAll('{site}', site.url));
    expect(shapeOf(await readFixture(name))).toEqual(expected);
  });

test('structured data that is too broken to be read is told', async () => {
  expect((await readFixture('event-escaped')).unread, 'one script of three; an empty one is no loss').toEqual(
    ['structured'],
  );
  expect((await readFixture('shop-product')).unread).toBeUndefined();
});

test('a grid that draws only what is in view says so, and how many rows there are where the page does', async () => {
  const first = async (name: string) => (await readFixture(name)).sources[0];
  expect(await first('grid-of-columns')).toMatchObject({ isPartlyDrawn: true, total: 10_000 });
  expect(await first('table-in-view')).toMatchObject({ isPartlyDrawn: true, total: 3 });
  expect(await first('list-in-view')).toMatchObject({ isPartlyDrawn: true, total: 3 });
  for (const whole of ['timetable', 'homes', 'tiles-with-group-heads'])
    expect((await first(whole))?.isPartlyDrawn, whole).toBeUndefined();
});

test('a picture that is not loaded yet is read, and of two days none is that of the cell', async () => {
  const [access] = (await readFixture('choices')).sources.filter(({ title }) => title === 'Access');
  expect(access?.rows.map((row) => row[7]?.image)).toEqual([
    `${site.url}/real-1.jpg`,
    `${site.url}/real-2.jpg`,
  ]);
  expect(access?.rows.map((row) => row[8]?.value)).toEqual([undefined, '2027-03-01']);
});

test('what of a page is left out is told with its number', async () => {
  const notesOf = async (name: string) =>
    (await readFixture(name)).sources.flatMap(({ title, hidden, notes = [] }) =>
      [...notes.map(({ kind, count }) => `${kind} ${count}`), hidden > 0 ? `hidden ${hidden}` : '']
        .filter(Boolean)
        .map((note) => `${title}: ${note}`),
    );
  expect((await notesOf('cells')).sort()).toEqual([
    'Boats: hidden 2',
    'Towns: controls 1',
    'Towns: hidden 1',
    'Towns: marks 3',
  ]);
  expect(await notesOf('orders')).toEqual(['With some lines between: across 1']);
  expect(await notesOf('shop-sale'), 'texts for screen readers, and a field of one thing').toEqual([
    'Kerzen: columns 1',
    'Kerzen: hidden 2',
  ]);
});

/** Cells as they are drawn, and what is read of each. */
const DRAWN: [what: string, style: string, cells: [html: string, text: string][], note?: string][] = [
  [
    'signs and units that CSS writes',
    '.out::before{content:"−"} td.owed::before{content:"("} td.owed::after{content:")"} .k::after{content:"k"} [data-unit]::after{content:" " attr(data-unit)} .opt::before{content:"× ";display:none} .soft::before{content:"not ";opacity:0}',
    [
      ['<span class="out">40.25</span>', '−40.25'],
      ['90.00', '90.00'],
      ['<b class="k">12</b>', '12k'],
      ['<span data-unit="kg">7</span>', '7 kg'],
      ['<span class="opt">8</span><i class="soft">9</i>', '89'],
    ],
  ],
  ['a sign at the cell itself', 'td.owed::before{content:"("} td.owed::after{content:")"}', [['', '(5)']]],
  [
    'the heading that stands before each cell in a narrow window',
    'td::before{content:attr(data-label) ": "}',
    [
      ['12', '12'],
      ['a', 'a'],
    ],
  ],
  [
    'numbers that CSS counts',
    'table{counter-reset:place} tr{counter-increment:place} .place::before{content:counter(place) "."} .part::after{content:counters(place,"/",upper-roman)}',
    [
      ['<b class="place"></b>', '2.'],
      ['<b class="part">Part </b>', 'Part III'],
    ],
  ],
  [
    'what is struck out beside what holds',
    '.was{text-decoration:line-through}',
    [
      ['<ins>12</ins> <del>150</del>', '12'],
      ['<span class="was">€200</span> €180', '€180'],
      ['<strike>old</strike>', 'old'],
      ['<s>9.00</s><b>7.00</b>', '7.00'],
    ],
    'struck 3',
  ],
  [
    'values of meters and boxes',
    '',
    [
      ['<meter value="0.4">four</meter>', '0.4'],
      ['<meter value="3" max="10"></meter>', '3/10'],
      ['<progress value="1" max="8"></progress>', '12.5 %'],
      ['<div role="progressbar" aria-valuenow="55"><i></i></div>', '55'],
      ['<div role="checkbox" aria-checked="true"></div>', 'yes'],
      ['<q>Yes</q>', '“Yes”'],
    ],
  ],
  [
    'words in another order than they are written',
    '.turned{display:inline-flex;flex-direction:row-reverse} .ordered{display:flex}',
    [
      ['<span class="turned"><b>USD</b><b>15</b></span>', '15USD'],
      ['<div class="ordered"><p style="order:2">Bern</p><p style="order:1">3000</p></div>', '3000 Bern'],
    ],
  ],
];

for (const [what, style, cells, note] of DRAWN)
  test(`a cell is read as it is drawn: ${what}`, async () => {
    const rows = cells.map(([html], index) =>
      what.includes('itself')
        ? '<tr><td>1</td><td class="owed">5</td></tr>'
        : `<tr><td>${index + 1}</td><td data-label="Value">${html}</td></tr>`,
    );
    const { sources } = await readHtml(
      `<!doctype html><html lang="en"><title>Page</title><style>${style}</style><table><tr><th>No.</th><th data-label="Value">Value</th></tr>${rows.join('')}</table>`,
    );
    const [table] = sources;
    expect(table?.rows.map((row) => row[1]?.text)).toEqual(cells.map(([, text]) => text));
    expect((table?.notes ?? []).map(({ kind, count }) => `${kind} ${count}`)).toEqual(note ? [note] : []);
  });

/** Tables of other shapes than rows below names. */
const SHAPES: [what: string, html: string, shape: Record<string, string[][]>][] = [
  [
    'a table with another in a cell of it',
    '<h2>Trips</h2><table><tr><th>Trip</th><th>Stops</th></tr><tr><td>A1</td><td>by <table><tr><td>Bru</td><td>7</td></tr><tr><td>Dale</td><td>9</td></tr><tr><td>Eide</td><td>3</td></tr></table></td></tr><tr><td>A2</td><td>none</td></tr></table>',
    {
      'table Trips 2': [
        ['Trip', 'Stops'],
        ['A1', 'by'],
        ['A2', 'none'],
      ],
    },
  ],
  [
    'a sheet that is published, with letters and numbers around it',
    '<h2>Stock</h2><table><thead><tr><th></th><th>A</th><th>B</th></tr></thead><tbody><tr><th>1</th><td>Boat</td><td>Berth</td></tr><tr><th></th><td></td><td></td></tr><tr><th>2</th><td>Tern</td><td>4</td></tr><tr><th>3</th><td>Skua</td><td>7</td></tr></tbody></table>',
    {
      'table Stock 2': [
        ['Boat', 'Berth'],
        ['Tern', '4'],
        ['Skua', '7'],
      ],
    },
  ],
  [
    'things compared beside each other',
    '<h2>Boats</h2><table><tr><th>Boat</th><td>Tern</td><td>Skua</td></tr><tr><th>Berths</th><td>4</td><td>7</td></tr><tr><th>Hull</th><td>wood</td><td>steel</td></tr></table>',
    {
      'table Boats 2': [
        ['Boat', 'Berths', 'Hull'],
        ['Tern', '4', 'wood'],
        ['Skua', '7', 'steel'],
      ],
    },
  ],
  [
    'hours of days, which are no things beside each other',
    '<h2>Hours</h2><table><tr><th>Monday</th><td>8:00</td><td>9:00</td></tr><tr><th>Tuesday</th><td>9:00</td><td>10:00</td></tr></table>',
    {
      'table Hours 2': [
        ['', '', ''],
        ['Monday', '8:00', '9:00'],
        ['Tuesday', '9:00', '10:00'],
      ],
    },
  ],
];

test('tables of other shapes than rows below names are read by what they are', async () => {
  for (const [what, html, shape] of SHAPES)
    expect(
      shapeOf(await readHtml(`<!doctype html><title>Page</title><main>${html}</main>`)),
      what,
    ).toMatchObject(shape);
});

test('rows that the page shows as totals are told: headings at the end, labels over several columns', async () => {
  const apartOf = async (rows: string) =>
    (
      await readHtml(
        `<!doctype html><title>Page</title><table><tr><th>Thing</th><th>Count</th><th>Sum</th></tr><tr><td>Lamp</td><td>2</td><td>59</td></tr><tr><td>Bulb</td><td>1</td><td>4</td></tr>${rows}</table>`,
      )
    ).sources[0]?.apart;
  expect(
    await apartOf(
      '<tr><td colspan="2">Together</td><td>63</td></tr><tr><td colspan="2">Stamp</td><td>5</td></tr>',
    ),
  ).toEqual([2, 3]);
  expect(await apartOf('<tr><th>All</th><th>3</th><th>63</th></tr>')).toEqual([2]);
  expect(await apartOf('<tr class="sortbottom"><td>All</td><td>3</td><td>63</td></tr>')).toEqual([2]);
  expect(await apartOf('<tr><td>Cord</td><td>1</td><td>7</td></tr>')).toBeUndefined();
});

test('how long ago something was is the day that stands behind it', async () => {
  const items = [3, 4, 5].map(
    (day) =>
      `<li class="row"><a href="/${day}">Issue ${day}</a><p>opened <relative-time datetime="2027-01-0${day}T10:00:00Z">${9 - day} days ago</relative-time></p></li>`,
  );
  const { sources } = await readHtml(
    `<!doctype html><title>Page</title><main><ul>${items.join('')}</ul></main>`,
  );
  expect(sources[0]?.rows.map((row) => row.find(({ value }) => value)?.value)).toEqual(
    [3, 4, 5].map((day) => `2027-01-0${day}T10:00:00Z`),
  );
});

test('reading takes bounded time: many things alike, things of many parts, lists within lists', async () => {
  const alike = Array.from(
    { length: 5_000 },
    (_, index) =>
      `<li itemscope itemtype="https://schema.org/Product"><b itemprop="name">Nail ${index}</b> <i itemprop="sku">${index}</i></li>`,
  );
  const wide = Array.from({ length: 3 }, () => `<div><p>${'<b>x</b><i>y</i>'.repeat(5_000)}</p></div>`);
  const deep = `${'<div><p>a</p><p>b</p><p>c</p>'.repeat(300)}${'</div>'.repeat(300)}`;
  const startedAt = performance.now();
  const { sources } = await readHtml(
    `<!doctype html><title>Nails</title><ul>${alike.join('')}</ul><section>${wide.join('')}</section>${deep}`,
  );
  expect(sources.find(({ kind }) => kind === 'structured')?.rows).toHaveLength(5_000);
  expect(performance.now() - startedAt, 'a reading that grows with the square takes minutes').toBeLessThan(
    30_000,
  );
});

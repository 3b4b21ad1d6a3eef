import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { bookOf, text } from '../../extension/import/fixtures/workbook.ts';
import type { PageData, Source } from '../../extension/import/page-data.ts';
import type { ExtensionBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { chooseMenuItem, pressShortcut, runInTab, startReadingBrowser } from './allowed-extension.ts';
import { writeDataKey } from './data-key.ts';
import { expectAccessible, stableRendering, takePicture } from './extension.ts';
import type { FixtureSite } from './fixture-site.ts';
import { storeDraft, storedDrafts, storedScan } from './import-drafts.ts';
import { chooseTable, finishImport } from './import-form.ts';
import { bigTable, CLASS_PRICES, CLASSES, PRICE_LIST, PROGRAMME, SHOP } from './import-pages.ts';

const PROJECT = 'yoga-timetable';

let stack: Stack;
let browser: ExtensionBrowser;
let site: FixtureSite;
let page: Page;
const closing = new Closing();

test.beforeAll(async () => {
  stableRendering();
  stack = await startStack({ demo: 'calm' });
  closing.add(() => stack.stop());
  ({ browser, site } = await startReadingBrowser(closing));
  await pairByHand(browser, stack.edge.url, stack.pairingCode);
  page = await browser.context.newPage();
});

test.afterAll(() => closing.closeAll());

async function openPage(html: string): Promise<void> {
  site.put('/page.html', html);
  await page.goto(`${site.url}/page.html`);
}

async function readPage(): Promise<PageData> {
  const data = await runInTab<PageData | undefined>(browser, page, '/read-page.js');
  if (!data) throw new Error('The page was not read: look at extension/import/reading.');
  return data;
}

const textsOf = (source: Source | undefined) => source?.rows.map((row) => row.map(({ text }) => text));

test('a table is read as a person sees it: headings, spans, groups, links, nothing hidden', async () => {
  await openPage(PRICE_LIST);
  const { language, sources } = await readPage();
  expect(language).toBe('de');
  const [table] = sources;
  expect(table).toMatchObject({ kind: 'table', title: 'Kurse', total: 3, hidden: 2 });
  expect(table?.columns).toEqual(['Leistung', 'Preis · normal', 'Preis · ermäßigt', 'Dauer', '']);
  expect(textsOf(table)).toEqual([
    ['Waschen', '12,50 €', '9,00 €', '15', 'Einzeln'],
    ['Schneiden', '1.034,00 €', '9,00 €', '45', 'Einzeln'],
    ['Alles', 'auf Anfrage', '', '90', 'Pakete'],
  ]);
  expect(table?.rows[0]?.[0]?.link).toBe(`${site.url}/kurs/1`);
  expect(sources.filter(({ kind }) => kind === 'table')).toHaveLength(2);
});

test('what is marked of a table comes first', async () => {
  await openPage(PRICE_LIST);
  await page.evaluate(() => {
    const rows = document.querySelectorAll('tbody tr');
    document.getSelection()?.setBaseAndExtent(rows[1] as Node, 0, rows[1] as Node, 1);
  });
  const { sources } = await readPage();
  expect(sources[0]?.kind).toBe('selection');
  expect(textsOf(sources[0])).toEqual([['Waschen', '12,50 €', '9,00 €', '15']]);
});

test('things that look alike are rows, and a field that one lacks shifts nothing', async () => {
  await openPage(SHOP);
  const { sources } = await readPage();
  const list = sources.find(({ kind }) => kind === 'list');
  expect(list).toMatchObject({ title: 'Kettles', columns: ['image', 'title', 'price', 'stock'], total: 3 });
  expect(textsOf(list)).toEqual([
    ['Blue kettle', 'Blue kettle', '39.90 €', '3 left'],
    ['Red kettle', 'Red kettle', '44.00 €', ''],
    ['Small kettle', 'Small kettle', '19.90 €', '1 left'],
  ]);
  expect(list?.rows[1]?.[1]?.link).toBe(`${site.url}/k/2`);
  expect(list?.rows[1]?.[0]?.image).toBe(`${site.url}/2.jpg`);
});

test('JSON-LD and microdata are read by their type; what is broken is passed over', async () => {
  await openPage(PROGRAMME);
  const { sources } = await readPage();
  const events = sources.find(({ title }) => title === 'Event');
  expect(events?.columns).toEqual(['name', 'subEvent', 'startDate', 'location.name']);
  expect(textsOf(events)?.slice(1)).toEqual([
    ['Opening', '', '2027-03-01T09:00:00Z', 'Hall 1'],
    ['Tables everywhere', '', '2027-03-01T10:00:00Z', 'Hall 2'],
  ]);
  const product = sources.find(({ title }) => title === 'Product');
  expect(product?.columns).toEqual(['name', 'offers.priceCurrency', 'offers.price']);
  expect(textsOf(product)).toEqual([['Ticket', 'EUR', '120.00']]);
  const itself = sources.find(({ kind }) => kind === 'page');
  expect(itself?.columns).toEqual(['title', 'address', 'description']);
  expect(textsOf(itself)).toEqual([['Conference', page.url(), 'Two days of small apps']]);
});

test('a table of 5,000 rows is read whole, and what is longer says so', async () => {
  await openPage(bigTable(5_100));
  const { sources } = await readPage();
  expect(sources[0]).toMatchObject({ kind: 'table', total: 5_100 });
  expect(sources[0]?.rows).toHaveLength(5_000);
  expect(sources[0]?.rows.at(-1)?.[1]).toEqual({ text: 'Row 4999', link: `${site.url}/4999` });
});

/**
 * Chooses "Save to a table…" in the context menu of the test's page.
 * @param pointed the picture that the menu was opened on
 * @returns the form
 */
const saveToTable = (pointed: { srcUrl?: string } = {}): Promise<Page> =>
  formOpenedBy(() => chooseMenuItem(browser, page, { menuItemId: 'import', ...pointed }));

/** Does the same by the button beside Launch, with the test's page as the active tab: a popup is no tab. */
async function saveByPopup(): Promise<Page> {
  const popup = await browser.openPage('popup.html');
  const button = popup.getByRole('button', { name: 'Save to a table' });
  await button.waitFor();
  await page.bringToFront();
  return formOpenedBy(() => button.evaluate((element) => (element as HTMLElement).click()));
}

async function formOpenedBy(act: () => Promise<unknown>): Promise<Page> {
  const opened = browser.context.waitForEvent('page');
  await act();
  const form = await opened;
  await form.getByRole('heading', { name: 'Save to a table' }).waitFor();
  return form;
}

/** Opens the project's data, so that a test can run by itself: the first one writes the key by hand. */
const openData = () => writeDataKey(browser, PROJECT, `data-local-${PROJECT}`);

const recordsOf = () =>
  stack.service.control
    .recordsOf(PROJECT, 'service')
    .map(({ name, price, minutes }) => [name, price, minutes])
    .sort();

test('rows of a page become records: the difference is shown, what is wrong is mended, and it is undone', async () => {
  stack.service.control.addTables(PROJECT, [
    {
      type: 'service',
      label: 'Services',
      properties: [
        { name: 'name', unique: true, required: true },
        { name: 'price', label: 'Price (€)', propertyType: 'number', required: true },
        { name: 'minutes', label: 'Duration (min)', propertyType: 'number' },
      ],
    },
  ]);
  stack.service.control.addRecords(PROJECT, 'service', [{ name: 'Waschen', price: 10, minutes: 15 }]);
  await openPage(PRICE_LIST);
  const form = await saveToTable();

  await form.getByLabel('Project', { exact: true }).selectOption(PROJECT);
  await form.getByRole('link', { name: 'To the data key' }).click();
  await form.getByRole('textbox', { name: 'Data key' }).fill(`data-local-${PROJECT}`);
  await form.getByRole('button', { name: 'Test the key' }).click();
  await form.getByRole('button', { name: /^Keep/ }).click();
  await expect(form.getByText(/^Set .*It opens:/)).toBeVisible();
  await form.goto(form.url().replace(/#.*/, '#/import'));

  await form.getByLabel('Table', { exact: true }).selectOption('service');
  await expect(form.getByLabel('What “Leistung” fills')).toHaveValue('name');
  await expect(form.getByLabel('What “Preis · normal” fills')).toHaveValue('price');
  await expect(form.getByLabel('What “Dauer” fills')).toHaveValue('minutes');
  await expect(form.getByRole('columnheader', { name: 'Leistung' })).toContainText(
    'text, required, once only',
  );
  const row = (name: string) => form.getByRole('row', { name: new RegExp(name) });
  await expect(row('Waschen')).toContainText('changed: Price (€), left out');
  await expect(row('Waschen').locator('del')).toHaveText('10.0');
  await expect(row('Schneiden')).toContainText('1034.0');
  await expect(row('Alles')).toContainText('not a number');
  await expect(form.getByText('1 of 3 rows: 1 new, 0 changed, 2 left out.')).toBeVisible();
  await expectAccessible(form);

  await row('Waschen').getByRole('checkbox').check();
  await expect(row('Waschen')).not.toContainText('left out');
  // Of the rows, one is a Tab stop; arrows go from there to the others and to what they can do.
  await form.keyboard.press('ArrowDown');
  await expect(row('Schneiden').getByRole('checkbox')).toBeFocused();
  await form.keyboard.press('ArrowRight');
  await expect(form.getByRole('button', { name: 'Edit row 2' })).toBeFocused();
  await form.keyboard.press('Tab');
  await expect(row('Alles').getByLabel('Price (€) of row 3'), 'fields are Tab stops').toBeFocused();
  await row('Alles').getByLabel('Price (€) of row 3').fill('120');
  await row('Alles').getByLabel('Price (€) of row 3').blur();
  await expect(form.getByText('3 of 3 rows: 2 new, 1 changed, 0 left out.')).toBeVisible();
  // What is not wrong can be corrected too.
  await row('Schneiden').getByRole('button', { name: 'Edit row 2' }).click();
  await form.getByLabel('Duration (min) of row 2').fill('50');
  await form.getByLabel('Duration (min) of row 2').blur();
  await form.getByRole('button', { name: 'Edit row 2' }).click();
  await expect(row('Schneiden')).toContainText('50');
  expect(recordsOf(), 'nothing is sent before').toEqual([['Waschen', 10, 15]]);

  // What was decided outlives the page, as soon as it is stored.
  await expect.poll(() => editsOf(form)).toBe(2);
  await form.reload();
  await form.getByRole('button', { name: 'Save 3 records' }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible({ timeout: 30_000 });
  expect(recordsOf()).toEqual([
    ['Alles', 120, 90],
    ['Schneiden', 1034, 50],
    ['Waschen', 12.5, 15],
  ]);
  await expect(form.getByRole('listitem').filter({ hasText: 'created' })).toContainText('2');

  await form.getByRole('button', { name: 'Undo' }).click();
  await form.getByRole('button', { name: 'Delete them' }).click();
  await expect.poll(recordsOf, { timeout: 30_000 }).toEqual([['Waschen', 12.5, 15]]);
  await expect(form.getByRole('listitem').filter({ hasText: 'undone' })).toContainText('2');
  await finishImport(form);
});

test('what the page did not draw, and structured data too broken to be read, is told beside the rows', async () => {
  const rows = [1, 2].map((row) => `<tr aria-rowindex="${row + 1}"><td>Pump ${row}</td><td>on</td></tr>`);
  await openPage(
    `<!doctype html><title>Log</title><script type="application/ld+json">{ "he said "no" }</script>
    <table aria-rowcount="4001"><tr><th>Part</th><th>State</th></tr>${rows.join('')}</table>`,
  );
  const form = await saveToTable();
  const told = form.locator('.source-bar .left-out');
  await expect(told).toContainText('2 of 4,000. Scroll and read again.');
  await expect(told).toContainText('Some structured data is too broken.');
  await expectAccessible(form);
  await form.close();
});

/** In how many rows of the draft that a form shows something was changed by hand, as stored. */
async function editsOf(form: Page): Promise<number> {
  const stored = await form.evaluate(storedDrafts);
  const { edits } = Object(stored[`draft:${form.url().split('/').at(-1)}`]) as { edits?: object };
  return Object.keys(edits ?? {}).length;
}

/** What is proposed of a page, chosen by a part of its name. */
async function chooseSource(form: Page, name: string): Promise<void> {
  const source = form.getByRole('combobox', { name: 'What is saved' });
  await source.selectOption(await source.locator('option', { hasText: name }).first().getAttribute('value'));
}

test('products of a shop and talks of a programme become records', async () => {
  const { control } = stack.service;
  await openData();
  control.addTables(PROJECT, [
    {
      type: 'kettle',
      label: 'Kettles',
      properties: [
        { name: 'name', unique: true, required: true },
        { name: 'price', propertyType: 'number' },
        { name: 'stock', propertyType: 'number' },
        { name: 'image', propertyType: 'file' },
      ],
    },
    {
      type: 'talk',
      label: 'Talks',
      properties: [
        { name: 'name', unique: true, required: true },
        { name: 'startDate', propertyType: 'date', includeHour: true },
        { name: 'location' },
      ],
    },
  ]);
  for (const at of [1, 2, 3])
    site.put(`/${at}.jpg`, await readFile(join(PICTURES, 'clay-works.png')), 'image/png');
  await openPage(SHOP);
  const shop = await saveToTable();
  await chooseSource(shop, 'Kettles');
  await chooseTable(shop, PROJECT, 'kettle');
  // Whether "3 left" is 3 is asked once for the whole column.
  const doubts = shop.getByRole('region', { name: 'The same in several rows' });
  await expect(doubts.getByRole('listitem')).toHaveText([/“3 left” in 2 rows/]);
  await doubts.getByRole('button', { name: '3', exact: true }).click();
  await shop.getByRole('button', { name: 'Save 3 records' }).click();
  await expect(shop.getByText(/^Saved to/)).toBeVisible({ timeout: 45_000 });
  const kettles = control.recordsOf(PROJECT, 'kettle');
  expect(kettles.map(({ name, price, stock }) => [name, price, stock ?? null]).sort()).toEqual([
    ['Blue kettle', 39.9, 3],
    ['Red kettle', 44, null],
    ['Small kettle', 19.9, 1],
  ]);
  expect(kettles.map(({ image }) => image)).toEqual(Array(3).fill({ name: expect.any(String) }));
  await finishImport(shop);

  await openPage(PROGRAMME);
  const programme = await saveToTable();
  await chooseSource(programme, 'Event');
  await chooseTable(programme, PROJECT, 'talk');
  await programme.getByRole('button', { name: 'Save 3 records' }).click();
  await expect(programme.getByText(/^Saved to/)).toBeVisible({ timeout: 45_000 });
  expect(
    control
      .recordsOf(PROJECT, 'talk')
      .map(({ name, startDate, location }) => [name, startDate, location])
      .sort(),
  ).toEqual([
    ['Opening', '2027-03-01T09:00:00.000Z', 'Hall 1'],
    ['Small Apps Conference', undefined, undefined],
    ['Tables everywhere', '2027-03-01T10:00:00.000Z', 'Hall 2'],
  ]);
  await finishImport(programme);
});

test('the table of a site is known the next time, and a row that it has by then is left out', async () => {
  await openPage(
    '<!doctype html><html lang="en"><title>More</title><table><tr><th>name</th><th>price</th></tr><tr><td>Dye</td><td>30</td></tr><tr><td>Cut</td><td>20</td></tr></table>',
  );
  const form = await saveByPopup();
  // The same site as before: where its rows went last is known.
  await expect(form.getByLabel('Table', { exact: true })).toHaveValue('talk');
  await form.getByLabel('Table', { exact: true }).selectOption('service');
  await expect(form.getByRole('button', { name: 'Save 2 records' })).toBeEnabled();
  stack.service.control.addRecords(PROJECT, 'service', [{ name: 'Cut', price: 1 }]);
  await form.getByRole('button', { name: 'Save 2 records' }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible({ timeout: 30_000 });
  expect(
    recordsOf().filter(([name]) => name === 'Cut'),
    'never twice',
  ).toHaveLength(1);
  expect(recordsOf().filter(([name]) => name === 'Dye')).toHaveLength(1);
  await finishImport(form);
});

test('a file is taken like a page, also in a narrow window, and after a page that could not be read', async () => {
  // What a tab leads to that the browser let nobody read, here a PDF: a file can be chosen all the same.
  const form = await browser.openPage('console.html#/import/blocked/pdf');
  await expect(form.getByRole('alert')).toContainText('Save it, and choose it here');
  await form.locator('input[type=file]').setInputFiles({
    name: 'kurse.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name;price\nYin;"12,50"\n'),
  });
  await expect(form.getByRole('cell', { name: 'Yin' })).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'What is saved' })).toContainText('kurse.csv');
  await form.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(form);
  await form.close();
});

test('a file is read again in another encoding, and with its first line as a row', async () => {
  const form = await browser.openPage('console.html#/import/blocked/pdf');
  await form.locator('input[type=file]').setInputFiles({
    name: 'orte.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Konto;42\n\nOrt;Preis;Tag\nK\u00f6ln;12,50;1.2.2027\n', 'latin1'),
  });
  await expect(form.getByRole('cell', { name: 'Köln' })).toBeVisible();
  await expect(form.getByText('Lines before the names left out: 1.')).toBeVisible();
  await form.getByLabel('Letters as in').selectOption('windows-1251');
  await expect(form.getByRole('cell', { name: 'Kцln' })).toBeVisible();
  await form.getByLabel('Letters as in').selectOption('windows-1252');
  await form.getByLabel('The first line has the names').uncheck();
  await expect(form.getByRole('cell', { name: 'Ort', exact: true })).toBeVisible();
  await expectAccessible(form);
  await form.close();
});

test('a spreadsheet is read as it is seen: its sheets are offered, and its rows shown before anything is saved', async () => {
  const row = (at: number, ...words: string[]) =>
    `<row r="${at}">${words.map((one, column) => text(`${'AB'[column]}${at}`, one)).join('')}</row>`;
  const bytes = await bookOf({
    Prices: `${row(1, 'name', 'price')}<row r="2">${text('A2', 'Yin')}<c r="B2" s="3"><v>12.5</v></c></row>`,
    Rooms: row(1, 'room', 'floor') + row(2, 'Attic', '3') + row(3, 'Cellar', '0'),
  });
  const form = await browser.openPage('console.html#/import/blocked/pdf');
  const choose = (name: string, buffer: Buffer) =>
    form.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await choose('kurse.ods', Buffer.from('PK\u0003\u0004'));
  await expect(form.getByRole('alert').last()).toContainText('.ods');
  await choose('kurse.xlsx', Buffer.from(bytes));
  await expect(form.getByRole('cell', { name: 'Yin' })).toBeVisible();
  await expect(form.getByRole('cell', { name: '12.50 €' })).toBeVisible();
  await chooseSource(form, 'kurse.xlsx · Rooms');
  await expect(form.getByRole('cell', { name: 'Cellar' })).toBeVisible();
  await expect(form.getByRole('cell', { name: 'Yin' })).toHaveCount(0);
  await expectAccessible(form);
  await form.close();
});

test('cells that were copied in a spreadsheet are pasted as rows, and words are not', async () => {
  const form = await browser.openPage('console.html#/import');
  await expect(form.locator('.file-choice')).toBeVisible();
  const paste = (types: Record<string, string>) =>
    form.evaluate((given) => {
      const clipboardData = new DataTransfer();
      for (const [type, words] of Object.entries(given)) clipboardData.setData(type, words);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, types);
  await paste({ 'text/plain': 'just words' });
  await expect(form.locator('.file-choice')).toBeVisible();
  await paste({
    'text/html':
      '<meta charset="utf-8"><style>td{color:red}</style><table><tr><td>name</td><td>price</td></tr><tr><td>Flow<br>slow</td><td>9.00</td></tr></table>',
    'text/plain': 'name\tprice\nother\t1\n',
  });
  await expect(form.getByRole('cell', { name: 'Flow slow' })).toBeVisible();
  await expect(form.getByRole('cell', { name: '9.00' })).toBeVisible();
  await form.close();
});

test('captures of several tabs are drafts of their own, beside an import that is over with its undo', async () => {
  const html = (name: string) =>
    `<!doctype html><html lang="en"><title>${name}</title><table><tr><th>name</th><th>price</th></tr><tr><td>${name} 1</td><td>30</td></tr><tr><td>${name} 2</td><td>20</td></tr></table>`;
  const forms: Page[] = [];
  for (const name of ['Henna', 'Lash', 'Nails']) {
    await openPage(html(name));
    forms.push(await saveToTable());
  }
  const [henna, lash, nails] = forms as [Page, Page, Page];
  for (const [index, name] of ['Henna', 'Lash', 'Nails'].entries())
    await expect(forms[index]!.getByText(`${name} 2`), 'no capture takes the place of another').toBeVisible();

  await chooseTable(henna, PROJECT, 'service');
  await henna.getByRole('button', { name: 'Save 2 records' }).click();
  await expect(henna.getByText(/^Saved to/)).toBeVisible({ timeout: 30_000 });
  await openPage(html('Peeling'));
  const peeling = await saveToTable();
  await henna.reload();
  await expect(henna.getByRole('button', { name: 'Undo' })).toBeVisible();

  await peeling.getByRole('link', { name: /^\d+ drafts$/ }).click();
  const list = peeling.getByRole('region', { name: 'Drafts' });
  // Other tests may have left theirs.
  const own = list.getByRole('listitem').filter({ hasText: /Peeling|Henna|Nails|Lash/ });
  await expect(own).toHaveText([/Peeling.*2 rows/, /Henna.*2 rows sent/, /Nails/, /Lash/]);
  await expectAccessible(peeling);
  await peeling.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(peeling);
  await list.getByRole('button', { name: 'Delete Lash' }).click();
  await expect(list.getByText('Deleted: Lash')).toBeVisible();
  await lash.reload();
  await expect(lash.getByText('This draft was deleted, or', { exact: false })).toBeVisible();
  await list.getByRole('button', { name: 'Undo' }).click();
  await list.getByRole('link', { name: /^Lash/ }).click();
  await expect(peeling.getByText('Lash 2')).toBeVisible();
  await peeling.goBack();
  for (const name of ['Peeling', 'Nails', 'Lash'])
    await list.getByRole('button', { name: `Delete ${name}` }).click();

  await henna.getByRole('button', { name: 'Done' }).click();
  // Tomorrow it is in Activity, with its undo.
  await henna.goto(henna.url().replace(/#.*/, '#/activity'));
  const entry = henna.getByRole('listitem').filter({ hasText: 'Henna' }).first();
  await expect(entry).toContainText('2 records saved in Services');
  await expect(entry).toContainText('Henna · by this browser');
  await expectAccessible(henna);
  await entry.getByRole('button', { name: 'Undo' }).click();
  await entry.getByRole('button', { name: 'Delete the 2 records it made' }).click();
  const hennas = () => recordsOf().filter(([name]) => /Henna/.test(String(name)));
  await expect.poll(hennas, { timeout: 30_000 }).toEqual([]);
  await expect(entry).toContainText(/2 records saved in Services.*2 undone/);
  for (const form of [henna, lash, nails, peeling]) await form.close();
});

test('of two tabs of one import the last writer has it, and the other says so', async () => {
  await openPage(
    '<!doctype html><html lang="en"><title>Brows</title><table><tr><th>name</th><th>price</th></tr><tr><td>Brow tint</td><td>a few</td></tr><tr><td>Brow wax</td><td>20</td></tr></table>',
  );
  const first = await saveToTable();
  await chooseTable(first, PROJECT, 'service');
  // What it proposes by itself is written too.
  await expect(first.getByText('Brow wax')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Save 1 record' })).toBeVisible({ timeout: 30_000 });
  const second = await browser.context.newPage();
  await second.goto(first.url());
  const elsewhere = (form: Page) => form.getByText('is edited in another tab', { exact: false });
  await expect(second.getByText('Brow wax')).toBeVisible();
  const price = first.getByRole('textbox', { name: /^price/i });
  await price.fill('31');
  await price.blur();
  await expect(elsewhere(second)).toBeVisible();
  await expectAccessible(second);
  await expect(second.getByText('Brow wax')).toBeHidden();

  await second.getByRole('button', { name: 'Edit it here' }).click();
  await expect(second.getByRole('button', { name: 'Save 2 records' })).toBeVisible({ timeout: 30_000 });
  await second
    .getByRole('row', { name: /Brow wax/ })
    .getByRole('checkbox')
    .uncheck();
  await expect(elsewhere(first)).toBeVisible();
  await expect(first.getByText('Brow wax')).toBeHidden();

  for (const form of [first, second]) await form.close();
});

test('one mistake in several rows is put right, left empty or skipped in all of them, with one undo', async () => {
  const rows = ['Wax', 'Peel', 'Trim', 'Tint'].map(
    (name, at) =>
      `<tr><td>${name}</td><td>${at < 2 ? 'on request' : '7'}</td><td>${at < 3 ? 'long' : '5'}</td></tr>`,
  );
  await openPage(
    `<!doctype html><html lang="en"><title>Mistakes</title><table><tr><th>name</th><th>price</th><th>minutes</th></tr>${rows.join('')}</table>`,
  );
  const form = await saveToTable();
  await chooseTable(form, PROJECT, 'service');
  await form.getByLabel('What “minutes” fills').selectOption('minutes');
  const mistakes = form.getByRole('region', { name: 'The same in several rows' });
  await expect(mistakes.getByRole('listitem')).toHaveText([/“long” in 3 rows/, /“on request” in 2 rows/]);
  await expectAccessible(form);
  const price = mistakes.getByLabel('Price (€) for “on request” in 2 rows');
  await price.fill('99');
  await price.blur();
  await expect(mistakes.getByText('2 rows were changed.')).toBeVisible();
  await expect(form.getByRole('row', { name: /Wax/ })).toContainText('99');
  await mistakes.getByRole('button', { name: 'Undo' }).click();
  await expect(form.getByRole('row', { name: /Wax/ })).toContainText('not a number');
  await price.fill('98');
  await price.blur();
  await mistakes.getByRole('button', { name: 'Skip these 3' }).click();
  await expect(form.getByText('1 of 4 rows: 1 new', { exact: false })).toBeVisible();
  await form.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(form);
  await mistakes.getByRole('button', { name: 'Undo' }).click();
  await mistakes
    .getByRole('listitem')
    .filter({ hasText: '“long”' })
    .getByRole('button', { name: 'Leave empty' })
    .click();
  await form.getByRole('button', { name: 'Save 4 records' }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible({ timeout: 30_000 });
  expect(recordsOf().filter(([name]) => /Wax|Peel|Trim|Tint/.test(String(name)))).toEqual([
    ['Peel', 98, undefined],
    ['Tint', 7, 5],
    ['Trim', 7, undefined],
    ['Wax', 98, undefined],
  ]);
  await form.getByRole('button', { name: 'Done' }).click();
  await form.close();
});

const PICTURES = join(import.meta.dirname, '../mock-service/data/demo/pictures');

test('names become references, pictures become files, and an empty cell clears what the user says it clears', async () => {
  const { control } = stack.service;
  await openData();
  control.addTables(PROJECT, [
    { type: 'teacher', label: 'Teachers', properties: [{ name: 'name', label: 'Name' }] },
    {
      type: 'lesson',
      label: 'Lessons',
      properties: [
        { name: 'name', unique: true, required: true },
        { name: 'teacher', propertyType: 'objectReference', to: 'teacher' },
        { name: 'photo', propertyType: 'file' },
        { name: 'note' },
      ],
    },
  ]);
  const [maja, ole] = control.addRecords(PROJECT, 'teacher', [{ name: 'Maja Lind' }, { name: 'Ole Brandt' }]);
  control.addRecords(PROJECT, 'lesson', [{ name: 'Yin', note: 'Bring a mat' }]);
  site.put('/yin.png', await readFile(join(PICTURES, 'clay-works.png')), 'image/png');
  await openPage(CLASSES);
  const form = await saveToTable();
  await chooseTable(form, PROJECT, 'lesson');
  await expect(form.getByLabel('What “teacher” fills')).toHaveValue('teacher');
  await expect(form.getByLabel('What “photo” fills')).toHaveValue('photo');
  const row = (name: string) => form.getByRole('row', { name: new RegExp(name) });
  await expect(row('Yin')).toContainText('Maja Lind');
  await expect(row('Yin')).toContainText('is stored in the app first');
  await row('Hatha').getByRole('button', { name: 'Maja Lind?' }).click();
  await expect(row('Kids')).toContainText('no record of this name');
  await row('Kids').getByLabel('teacher of row 3').fill('ole  brandt');
  await row('Kids').getByLabel('teacher of row 3').blur();
  await expect(row('Kids')).toContainText('Ole Brandt');
  await expect(row('Yin')).toContainText('changed: Teacher, Photo');
  await form.getByLabel('Empty cells of “note”').selectOption('clear');
  await expect(row('Yin')).toContainText('is cleared');
  await expectAccessible(form);
  await row('Yin').getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Save 3 records' }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible({ timeout: 45_000 });
  const lessons = control.recordsOf(PROJECT, 'lesson');
  expect(lessons.map(({ name, teacher }) => [name, teacher]).sort()).toEqual([
    ['Hatha', maja],
    ['Kids', ole],
    ['Yin', maja],
  ]);
  const yin = lessons.find(({ name }) => name === 'Yin');
  expect(yin?.photo).toEqual({ name: expect.stringMatching(/\.png$/) });
  expect(yin?.note ?? null).toBeNull();
  await finishImport(form);
});

test('what a page offers is outlined on it, one after the other, and nothing stays on the page', async () => {
  await openPage(PRICE_LIST);
  const before = await page.content();
  const form = await formOpenedBy(() => pressShortcut(browser, page, 'import'));
  const source = form.getByRole('combobox', { name: 'What is saved' });
  await expect(source).toHaveValue('0');
  await form.getByRole('button', { name: 'Show on the page' }).click();
  const outlined = () => page.evaluate(() => document.documentElement.lastElementChild?.localName);
  await expect.poll(outlined).toBe('div');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(source).toHaveValue('1');
  await expect.poll(() => page.content(), { message: 'the page is as it was' }).toBe(before);
  await form.getByRole('button', { name: 'Show on the page' }).click();
  await expect.poll(outlined).toBe('div');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.content()).toBe(before);
  await expect(source).toHaveValue('1');
  await form.getByRole('button', { name: 'Delete draft' }).click();
  await form.close();
});

test('captured again, a page shows only rows that are new or changed, and what was saved from it before', async () => {
  const html = (rows: string) =>
    `<!doctype html><html lang="en"><title>Words</title><table><tr><th>name</th><th>meaning</th></tr>${rows}</table>`;
  const first = '<tr><td>Asana</td><td>Posture</td></tr><tr><td>Yin</td><td>Slow</td></tr>';
  await openData();
  stack.service.control.addTables(PROJECT, [
    { type: 'word', label: 'Words', properties: [{ name: 'name', unique: true }, { name: 'meaning' }] },
  ]);
  await openPage(html(first));
  const form = await saveToTable();
  await chooseTable(form, PROJECT, 'word');
  await form.getByRole('button', { name: 'Save 2 records' }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible({ timeout: 30_000 });
  await form.getByRole('button', { name: 'Done' }).click();
  // From a record it shows how it came to be.
  await form.goto(form.url().replace(/#.*/, `#/projects/${PROJECT}/data/tables/word`));
  await form.getByRole('link', { name: 'Asana' }).click();
  const madeBy = form.locator('details').filter({ hasText: 'From imports' });
  await expect(madeBy).toContainText('name → name · meaning → meaning');
  await expect(madeBy.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectAccessible(form);
  await form.close();

  await openPage(html(`${first.replace('Posture', 'Pose')}<tr><td>Mantra</td><td>Sound</td></tr>`));
  const again = await saveToTable();
  await expect(again.getByLabel('Table', { exact: true })).toHaveValue('word');
  await expect(again.getByRole('row', { name: /Mantra/ })).toContainText('new');
  await expect(again.getByRole('row', { name: /Asana/ })).toContainText('changed');
  await expect(again.getByRole('row', { name: /Yin/ })).toBeHidden();
  await again.getByLabel('Hide 1 row that is there already').uncheck();
  await expect(again.getByRole('row', { name: /Yin/ })).toBeVisible();
  // The page was saved from several times by the tests before: the latest import comes first.
  await again.getByText(/earlier imports?$/).click();
  const earlier = again.locator('.earlier li').first();
  await expect(earlier).toContainText('name → name · meaning → meaning');
  await earlier.getByRole('button', { name: 'Undo' }).click();
  await earlier.getByRole('button', { name: 'Delete the 2 records it made' }).click();
  await expect.poll(() => stack.service.control.recordsOf(PROJECT, 'word'), { timeout: 30_000 }).toEqual([]);
  await again.getByRole('button', { name: 'Delete draft' }).click();
  await again.close();
});

test('a picture of a page, or a PDF shown by itself, is scanned as it is, and can be enlarged', async () => {
  site.put('/bill.png', await readFile(join(PICTURES, 'clay-works.png')), 'image/png');
  await openPage('<!doctype html><html lang="en"><title>Bills</title><img src="/bill.png" width="90">');
  const form = await saveToTable({ srcUrl: `${site.url}/bill.png` });
  await form.getByRole('combobox', { name: 'What is saved' }).selectOption({ label: 'Scan: bill.png' });
  const picture = form.getByRole('button', { name: 'What is scanned: bill.png' });
  await picture.click();
  const large = form.getByRole('dialog', { name: 'What is scanned: bill.png' });
  await expect(large.getByRole('img')).toBeVisible();
  await expectAccessible(form);
  await form.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(picture, 'the focus goes back').toBeFocused();
  await form.keyboard.press('Enter');
  // Closed, and enlarged again before the browser's next task.
  await large.getByRole('button', { name: 'Close' }).evaluate(
    async (button, opener) => {
      (button as HTMLElement).click();
      await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
      (opener as HTMLElement).click();
      await new Promise((resolve) => setTimeout(resolve, 100));
    },
    await picture.elementHandle(),
  );
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(picture).toBeFocused();
  await form.getByRole('button', { name: 'Delete draft' }).click();
  await form.close();

  // A tab that shows nothing but a PDF.
  const pdf = await readFile(join(PICTURES, 'clay-works.pdf'));
  site.put('/bill.pdf', pdf, 'application/pdf');
  await page.goto(`${site.url}/bill.pdf`);
  const ofPdf = await saveToTable();
  await expect(ofPdf.getByRole('combobox', { name: 'What is saved' })).toContainText('Scan: bill.pdf');
  await expect(ofPdf.getByText('What the browser showed'), 'the file itself').toBeHidden();
  const largePdf = ofPdf.getByRole('dialog', { name: 'What is scanned: bill.pdf' });
  const enlarge = ofPdf.getByRole('button', { name: 'Enlarge' });
  await expect(enlarge, 'without scrolling: over a PDF the wheel and a press are the PDF’s').toBeInViewport();
  await enlarge.click();
  await expect(largePdf.locator('iframe')).toBeVisible();
  await largePdf.getByRole('button', { name: 'Close' }).click();
  await expect(largePdf).toBeHidden();
  await ofPdf.getByRole('button', { name: 'Delete draft' }).click();
  await ofPdf.close();
});

test('a picture that the page may not read is photographed with what is seen of the page', async () => {
  const apart = new Closing();
  try {
    // Photographing a tab needs the click's `activeTab`, or every host. That includes the edge's, which then
    // can't tell the extension by its origin: so this browser is not paired.
    const { browser: other, site: place } = await startReadingBrowser(apart, { hosts: ['<all_urls>'] });
    place.put('/bill.png', await readFile(join(PICTURES, 'clay-works.png')), 'image/png');
    place.put('/page.html', `<!doctype html><title>Bills</title><img src="${place.foreignUrl}/bill.png">`);
    const bills = await other.context.newPage();
    await bills.goto(`${place.url}/page.html`);
    await bills.bringToFront();
    const opened = other.context.waitForEvent('page');
    await chooseMenuItem(other, bills, { menuItemId: 'import', srcUrl: `${place.foreignUrl}/bill.png` });
    const form = await opened;
    await form.waitForLoadState();
    const { isPhotograph, name, size } = await form.evaluate(storedScan);
    expect({ isPhotograph, name }).toEqual({ isPhotograph: true, name: 'page.png' });
    const seen = await bills.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    expect(size, 'of the visible part of the tab').toEqual(seen);
  } finally {
    await apart.closeAll();
  }
});

test('an invoice is scanned, as a picture and as a PDF: its values beside it, its file with the record', async () => {
  const { control } = stack.service;
  await openData();
  control.addTables(PROJECT, [
    {
      type: 'bill',
      label: 'Bills',
      properties: [
        { name: 'number', label: 'Invoice number', unique: true, required: true },
        { name: 'issued', label: 'Invoice date', propertyType: 'date' },
        { name: 'total', label: 'Total due', propertyType: 'number' },
        { name: 'discount', label: 'Discount', propertyType: 'number' },
        { name: 'paper', label: 'Paper', propertyType: 'file' },
      ],
    },
  ]);
  const picture = await readFile(join(PICTURES, 'harbour-freight.png'));
  const pdf = await readFile(join(PICTURES, 'clay-works.pdf'));
  const form = await browser.openPage('console.html#/import');
  const scans = () => control.counters().effects.pagesScanned;
  const before = scans();
  for (const [name, mimeType, buffer, number] of [
    ['harbour.png', 'image/png', picture, 'HFS/26/1184'],
    ['clay.pdf', 'application/pdf', pdf, '2026-0457'],
  ] as const) {
    await form.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await chooseTable(form, PROJECT, 'bill');
    await expect(form.getByText(/^Uses units of/)).toBeVisible();
    if (mimeType === 'application/pdf') {
      await expect(form.getByLabel(/^Eye Pro/)).toBeDisabled();
      await form.getByLabel('Pages', { exact: false }).first().fill('1');
    } else {
      await expectAccessible(form);
    }
    await form.getByRole('button', { name: 'Scan · uses units' }).click();
    await expect(form.getByLabel('Invoice number', { exact: true })).toHaveValue(number, { timeout: 75_000 });
    const field = (label: string) => form.locator('.field').filter({ hasText: label });
    await expect(field('Invoice number')).toContainText('read from the scan');
    await expect(field('Discount')).toContainText('nothing found');
    await expectAccessible(form);
    await form.getByLabel('Discount of row 1').fill('5');
    await form.getByLabel('Discount of row 1').blur();
    await expect(field('Discount')).toContainText('changed by hand');
    await form.getByRole('button', { name: 'Save 1 record' }).click();
    await expect(form.getByText(/^Saved to/)).toBeVisible({ timeout: 45_000 });
    const saved = control.recordsOf(PROJECT, 'bill').find((one) => one.number === number);
    expect(saved).toMatchObject({ discount: 5, paper: { name: expect.any(String) } });
    expect(saved?.total).toBeGreaterThan(100);
    await form.getByRole('button', { name: 'Done' }).click();
  }
  // As an invoice: its items are a separate list, saved after it. No record has its file: the app keeps none.
  control.addTables(PROJECT, [
    {
      ...{ type: 'parcel', label: 'Parcels' },
      properties: [
        { name: 'invoiceNumber', unique: true },
        { name: 'totalAmount', propertyType: 'number' },
      ],
    },
    {
      ...{ type: 'parcelItem', label: 'Parcel items' },
      properties: [
        { name: 'description' },
        { name: 'quantity', propertyType: 'number' },
        { name: 'invoiceNumber' },
      ],
    },
  ]);
  await form.locator('input[type=file]').setInputFiles({
    ...{ name: 'harbour.png', mimeType: 'image/png', buffer: picture },
  });
  await chooseTable(form, PROJECT, 'parcel');
  await form.getByLabel('What is read').selectOption('invoice');
  await form.getByLabel('Its items, as an own list').check();
  await expect(form.getByLabel('Remove the file from the app afterwards')).toBeChecked();
  await expectAccessible(form);
  await form.getByRole('button', { name: 'Scan · uses units' }).click();
  await expect(form.getByRole('button', { name: 'Save 1 record' })).toBeEnabled({ timeout: 75_000 });
  await form.getByRole('button', { name: 'Save 1 record' }).click();
  await form.getByRole('button', { name: 'Save “items” too: 2 rows' }).click({ timeout: 45_000 });
  await form.getByLabel('Table', { exact: true }).selectOption('parcelItem');
  await form.getByRole('button', { name: 'Save 2 records' }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible({ timeout: 45_000 });
  expect(control.recordsOf(PROJECT, 'parcelItem')).toMatchObject([
    { description: 'Pallet transport, two stops', quantity: 2, invoiceNumber: 'HFS/26/1184' },
    { description: 'Storage, per week', quantity: 3, invoiceNumber: 'HFS/26/1184' },
  ]);
  expect(scans() - before, 'each file is scanned once').toBe(3);
  await form.close();
});

test('pictures: a table on a page, its preview, the records', async () => {
  const { control } = stack.service;
  await openData();
  control.addTables(PROJECT, [
    { type: 'staff', label: 'Staff', properties: [{ name: 'name' }] },
    {
      type: 'class',
      label: 'Classes',
      properties: [
        { name: 'name', label: 'Name', unique: true, required: true },
        { name: 'price', label: 'Price', propertyType: 'number' },
        { name: 'validFrom', label: 'Valid from', propertyType: 'date' },
        { name: 'level', label: 'Level', propertyType: 'options', options: ['all', 'beginner', 'advanced'] },
        { name: 'teacher', label: 'Teacher', propertyType: 'objectReference', to: 'staff' },
      ],
    },
  ]);
  const [maja, ole] = control.addRecords(PROJECT, 'staff', [{ name: 'Maja Lind' }, { name: 'Ole Brandt' }]);
  control.addRecords(PROJECT, 'class', [
    { name: 'Yin 75', price: 19, validFrom: '2026-12-01', level: 'all', teacher: maja },
    { name: 'Hatha 60', price: 18, validFrom: '2026-09-01', level: 'beginner', teacher: ole },
  ]);
  await openPage(CLASS_PRICES);
  const data = await readPage();
  for (const theme of ['light', 'dark'] as const) {
    await page.setViewportSize({ width: 960, height: 600 });
    await page.emulateMedia({ colorScheme: theme });
    await takePicture(page, `import-page-${theme}`);
  }
  const form = await browser.openPage('console.html#/import/test');
  await form.setViewportSize({ width: 1280, height: 820 });
  await form.evaluate(storeDraft, {
    data: { ...data, url: 'https://studio-nord.example/prices', readAt: Date.now() - 12_000 },
    language: 'de' as const,
  });
  await form.reload();
  await chooseTable(form, PROJECT, 'class');
  await expect(form.getByRole('row', { name: /Prenatal/ })).toContainText('Maja Lind?');
  await expect(form.getByRole('row', { name: /Yin 75/ })).toContainText('changed');
  for (const theme of ['light', 'dark'] as const) {
    await form.emulateMedia({ colorScheme: theme });
    await takePicture(form, `import-preview-${theme}`);
  }
  await form.getByRole('button', { name: 'Maja Lind?' }).click();
  await form.getByRole('button', { name: /^Save \d+ records$/ }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible({ timeout: 45_000 });
  await form.getByRole('link', { name: 'See its records' }).click();
  await expect(form.getByText('Vinyasa 60')).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await form.emulateMedia({ colorScheme: theme });
    await takePicture(form, `import-records-${theme}`);
  }
  await form.close();
});

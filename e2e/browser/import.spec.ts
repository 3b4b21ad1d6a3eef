import { expect, type Page, test } from '@playwright/test';
import type { PageData, Source } from '../../extension/import/page-data.ts';
import type { ExtensionBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { runInTab, startReadingBrowser } from './allowed-extension.ts';
import { expectAccessible } from './extension.ts';
import type { FixtureSite } from './fixture-site.ts';
import { bigTable, PRICE_LIST, PROGRAMME, SHOP } from './import-pages.ts';

const PROJECT = 'yoga-timetable';

let stack: Stack;
let browser: ExtensionBrowser;
let site: FixtureSite;
let page: Page;
const closing = new Closing();

test.beforeAll(async () => {
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
});

test('a table of 5,000 rows is read whole, and what is longer says so', async () => {
  await openPage(bigTable(5_100));
  const { sources } = await readPage();
  expect(sources[0]).toMatchObject({ kind: 'table', total: 5_100 });
  expect(sources[0]?.rows).toHaveLength(5_000);
  expect(sources[0]?.rows.at(-1)?.[1]).toEqual({ text: 'Row 4999', link: `${site.url}/4999` });
});

/** Chooses "Save to a table…" on the test's page, as a click in its context menu does. */
async function saveToTable(): Promise<Page> {
  const opened = browser.context.waitForEvent('page');
  const background = await browser.background();
  await background.evaluate(async (url) => {
    const [tab] = (await chrome.tabs.query({})).filter((one) => one.url === url);
    // The browser's own events can be given out by hand, which the types don't know.
    const { onClicked } = chrome.contextMenus as unknown as {
      onClicked: { dispatch(info: object, tab: object | undefined): void };
    };
    onClicked.dispatch({ menuItemId: 'import', editable: false, pageUrl: url }, tab);
  }, page.url());
  const form = await opened;
  await form.getByRole('heading', { name: 'Save to a table' }).waitFor();
  return form;
}

/** How many cells were mended, as the form has stored it. Runs in the page. */
const storedEdits = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('imports', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asked = opening.result.transaction('drafts').objectStore('drafts').get('current');
      asked.onsuccess = () => {
        opening.result.close();
        resolve(Object.keys(asked.result?.edits ?? {}).length);
      };
    };
  });

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
  await expect(form.getByLabel('What "Leistung" fills')).toHaveValue('name');
  await expect(form.getByLabel('What "Preis · normal" fills')).toHaveValue('price');
  await expect(form.getByLabel('What "Dauer" fills')).toHaveValue('minutes');
  const row = (name: string) => form.getByRole('row', { name: new RegExp(name) });
  await expect(row('Waschen')).toContainText('changed: Price (€)');
  await expect(row('Waschen').locator('del')).toHaveText('10');
  await expect(row('Schneiden')).toContainText('1,034');
  await expect(row('Alles')).toContainText('not a number');
  await expect(form.getByText('1 of 3 rows: 1 new, 0 changed, 2 left out.')).toBeVisible();
  await expectAccessible(form);

  await row('Waschen').getByRole('checkbox').check();
  await row('Alles').getByLabel('Price (€) of row 3').fill('120');
  await row('Alles').getByLabel('Price (€) of row 3').blur();
  await expect(form.getByText('3 of 3 rows: 2 new, 1 changed, 0 left out.')).toBeVisible();
  expect(recordsOf(), 'nothing is sent before').toEqual([['Waschen', 10, 15]]);

  // What was decided outlives the page, as soon as it is stored.
  await expect.poll(() => form.evaluate(storedEdits)).toBe(1);
  await form.reload();
  await form.getByRole('button', { name: 'Save 3 records' }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible({ timeout: 30_000 });
  expect(recordsOf()).toEqual([
    ['Alles', 120, 90],
    ['Schneiden', 1034, 45],
    ['Waschen', 12.5, 15],
  ]);
  await expect(form.getByRole('listitem').filter({ hasText: 'created' })).toContainText('2');

  await form.getByRole('button', { name: 'Undo' }).click();
  await form.getByRole('button', { name: 'Delete them' }).click();
  await expect.poll(recordsOf, { timeout: 30_000 }).toEqual([['Waschen', 12.5, 15]]);
  await expect(form.getByRole('listitem').filter({ hasText: 'undone' })).toContainText('2');
  await form.getByRole('button', { name: 'Done' }).click();
  await expect(form.getByText('Nothing was read yet.', { exact: false })).toBeVisible();
  await form.close();
});

test('the table of a site is known the next time, and a row that it has by then is left out', async () => {
  await openPage(
    '<!doctype html><html lang="en"><title>More</title><table><tr><th>name</th><th>price</th></tr><tr><td>Dye</td><td>30</td></tr><tr><td>Cut</td><td>20</td></tr></table>',
  );
  const form = await saveToTable();
  // The same site as before: where its rows go is known.
  await expect(form.getByLabel('Table', { exact: true })).toHaveValue('service');
  await expect(form.getByRole('button', { name: 'Save 2 records' })).toBeEnabled();
  stack.service.control.addRecords(PROJECT, 'service', [{ name: 'Cut', price: 1 }]);
  await form.getByRole('button', { name: 'Save 2 records' }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible({ timeout: 30_000 });
  expect(
    recordsOf().filter(([name]) => name === 'Cut'),
    'never twice',
  ).toHaveLength(1);
  expect(recordsOf().filter(([name]) => name === 'Dye')).toHaveLength(1);
  await form.getByRole('button', { name: 'Done' }).click();
  await expect(form.getByText('Nothing was read yet.', { exact: false })).toBeVisible();
  await form.close();
});

test('a CSV file is taken like a page, also in a narrow window', async () => {
  const form = await browser.openPage('console.html#/import');
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

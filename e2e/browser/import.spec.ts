import { expect, type Page, test } from '@playwright/test';
import type { PageData, Source } from '../../extension/import/page-data.ts';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { allowedExtension } from './allowed-extension.ts';
import { type FixtureSite, startFixtureSite } from './fixture-site.ts';
import { bigTable, PRICE_LIST, PROGRAMME, SHOP } from './import-pages.ts';

let browser: ExtensionBrowser;
let site: FixtureSite;
let page: Page;
const closing = new Closing();

test.beforeAll(async () => {
  site = await startFixtureSite();
  closing.add(() => site.close());
  const extension = await allowedExtension();
  closing.add(extension.remove);
  browser = await launchBrowser({ headless: true, extensionDir: extension.dir });
  closing.add(() => browser.close());
  page = await browser.context.newPage();
});

test.afterAll(() => closing.closeAll());

async function openPage(html: string): Promise<void> {
  site.put('/page.html', html);
  await page.goto(`${site.url}/page.html`);
}

/** Injects the built script as the extension does. */
async function readPage(): Promise<PageData> {
  const background = await browser.background();
  const data = await background.evaluate(async (url) => {
    const tabs = await chrome.tabs.query({});
    const tabId = tabs.find((tab) => tab.url === url)?.id ?? 0;
    const [injected] = await chrome.scripting.executeScript({ target: { tabId }, files: ['/read-page.js'] });
    return injected?.result as PageData | undefined;
  }, page.url());
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

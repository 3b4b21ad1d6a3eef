import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFixtureSite } from '../browser/fixture-site.ts';
import { storeDraft } from '../browser/import-drafts.ts';
import { PRICE_LIST } from '../browser/import-pages.ts';
import { Closing } from '../dev/closing.ts';
import { setUpMainJobAccount } from '../dev/main-job-account.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { type ExtensionFirefox, FIREFOX_BUILD, launchFirefox } from './firefox.ts';
import { choose, fill, NOTICED_WITHIN_MS, press, says } from './page.ts';

/** Firefox ends an idle background after 30 s; here sooner, so that the job goes on over its end. */
const BACKGROUND_IDLE_MS = 3_000;

let stack: Stack;
let firefox: ExtensionFirefox;
const closing = new Closing();

beforeAll(async () => {
  stack = await startStack({ demo: 'empty' });
  closing.add(() => stack.stop());
  setUpMainJobAccount(stack.service);
  firefox = await launchFirefox({ backgroundIdleMs: BACKGROUND_IDLE_MS });
  closing.add(() => firefox.close());
  console.log(firefox.version);
});

afterAll(() => closing.closeAll());

test('pair, by address and code, without a permission prompt', async () => {
  const page = await firefox.openPage('options.html');
  await fill(page, 'Line to paste', stack.edge.url);
  await fill(page, 'Pairing code', stack.pairingCode);
  await press(page, 'Agree and pair');
  await says(page, 'Paired');
  await page.close();
});

test('a glance shows the balance and what is running', async () => {
  const popup = await firefox.openPage('popup.html');
  await says(popup, '412.5');
  await says(popup, 'Recipe box');
  await popup.close();
});

test('a crossed cap becomes a desktop notification and a row of the popup', async () => {
  const page = await firefox.openPage('options.html');
  stack.service.control.crossCap('barber-bookings');
  const notifications = () =>
    page.evaluate(async () => Object.keys(await browser.notifications.getAll()).length);
  await expect.poll(notifications, { timeout: NOTICED_WITHIN_MS }).toBe(1);
  await expect
    .poll(() => page.evaluate(() => browser.action.getBadgeText({})), { timeout: NOTICED_WITHIN_MS })
    .toBe('1');
  const popup = await firefox.openPage('popup.html');
  await says(popup, 'Barber bookings is at its cap');
  await popup.close();
  await page.close();
});

test('a project is launched from a form, once', async () => {
  stack.service.control.setAccount({ recurrentCredits: 5_000 });
  const form = await firefox.openPage('sidepanel.html#/launch');
  await fill(form, 'What should it do?', 'A waiting list for a yoga studio');
  await fill(form, 'Name', 'yoga-list');
  await press(form, 'Launch', { startsWith: true });
  await press(form, 'Launch now');
  await says(form, 'yoga-list is launched');
  const { projectsByRequestedId } = stack.service.control.counters().effects;
  expect(projectsByRequestedId['yoga-list']).toBe(1);
  await form.close();
});

test('rows of a file become records: mapped, compared, sent and undone', async () => {
  const { control } = stack.service;
  control.addTables('recipe-box', [
    {
      type: 'spice',
      label: 'Spices',
      properties: [
        { name: 'name', unique: true, required: true },
        { name: 'price', propertyType: 'number' },
      ],
    },
  ]);
  control.addRecords('recipe-box', 'spice', [{ name: 'Cumin', price: 2 }]);
  const keys = await firefox.openPage('console.html#/projects/recipe-box/data/key');
  await fill(keys, 'Data key', 'data-local-recipe-box');
  await press(keys, 'Test the key');
  await press(keys, 'Keep', { startsWith: true });
  await says(keys, 'It opens:');
  await keys.close();
  const form = await firefox.openPage('console.html#/import/test');
  await says(form, 'Choose a file');
  await form.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('input[type=file]');
    const files = new DataTransfer();
    files.items.add(new File(['name;price\nCumin;2,50\nSaffron;9,80\n'], 'spices.csv', { type: 'text/csv' }));
    if (field) field.files = files.files;
    field?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await says(form, 'Saffron');
  await choose(form, 'Project', 'recipe-box');
  await choose(form, 'Table', 'spice');
  await says(form, 'changed: Price');
  await press(form, 'Save 1 record');
  await says(form, 'Saved to');
  const names = () => control.recordsOf('recipe-box', 'spice').map(({ name, price }) => [name, price]);
  expect(names()).toEqual([
    ['Cumin', 2],
    ['Saffron', 9.8],
  ]);
  await press(form, 'Undo');
  await press(form, 'Delete them');
  await expect.poll(names, { timeout: NOTICED_WITHIN_MS }).toEqual([['Cumin', 2]]);
  await form.close();
});

test('the table of a page becomes records, as Firefox shows it', async () => {
  const site = await startFixtureSite();
  closing.add(() => site.close());
  site.put('/prices.html', PRICE_LIST);
  const { control } = stack.service;
  control.addTables('recipe-box', [
    {
      type: 'course',
      label: 'Courses',
      properties: [
        { name: 'name', unique: true, required: true },
        { name: 'price', propertyType: 'number' },
        { name: 'minutes', propertyType: 'number' },
      ],
    },
  ]);
  const opened = await firefox.openPage('console.html#/import/test');
  const page = await opened.browser().newPage();
  await page.goto(`${site.url}/prices.html`);
  // What the extension injects after a click, which no test can make: it grants `activeTab`.
  const script = await readFile(join(FIREFOX_BUILD, 'read-page.js'), 'utf8');
  // As text: cells that span columns are one object, which WebDriver passes on once.
  // biome-ignore lint/security/noGlobalEval: the extension's own script
  const data = JSON.parse(await page.evaluate(async (code) => JSON.stringify(await eval(code)), script));
  await page.close();
  await opened.evaluate(storeDraft, { data, language: 'de' as const });
  await opened.close();
  const form = await firefox.openPage('console.html#/import/test');
  await choose(form, 'Project', 'recipe-box');
  await choose(form, 'Table', 'course');
  await says(form, '1034');
  await says(form, 'not a number');
  await press(form, 'Save 2 records');
  await says(form, 'Saved to');
  expect(
    control
      .recordsOf('recipe-box', 'course')
      .map(({ name, price, minutes }) => [name, price, minutes])
      .sort(),
  ).toEqual([
    ['Schneiden', 1034, 45],
    ['Waschen', 12.5, 15],
  ]);
  await press(form, 'Done');
  await form.close();
});

/** The API that Firefox gives to the extension's pages. */
declare const browser: {
  notifications: { getAll(): Promise<object> };
  action: { getBadgeText(details: object): Promise<string> };
};

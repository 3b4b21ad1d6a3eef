import { expect, type Page, test } from '@playwright/test';
import { consoleStack, PANEL, WIDE } from './console-stack.ts';
import { writeDataKey } from './data-key.ts';
import { expectAccessible } from './extension.ts';

const APP = 'barber-bookings';
const DATABASE = 'yoga-timetable';
const LONG_NAME = `A very long name of a guest ${'and on '.repeat(12)}`;

const { service, openConsole, browser } = consoleStack(({ service: { control } }) => {
  control.addRows(DATABASE, 'production', 'bookings', [
    { id: 'b1', name: 'Ada Lovelace', price: 2 },
    { id: 'b2', name: 'Grace Hopper', price: 11.5 },
  ]);
  control.addRows(DATABASE, 'production', 'lessons', [
    { id: 'l1', room: 'A', hour: 9 },
    { id: 'l2', room: 'B', hour: 8 },
    { id: 'l3', room: 'A', hour: 10 },
  ]);
  control.addRows(DATABASE, 'production', 'guests', [{ id: LONG_NAME, city: 'Edinburgh' }]);
  control.addTables(APP, [
    { type: 'guest', label: 'Guests', properties: [{ name: 'name' }, { name: 'city' }] },
  ]);
  control.addRecords(APP, 'guest', [
    { name: LONG_NAME, city: 'Edinburgh' },
    { name: 'Ada', city: 'Kirkcaldy' },
  ]);
});

/** From the top of the page to the first heading of its grid, in CSS px. */
async function above(page: Page): Promise<number> {
  const heading = page.locator('table.grid thead th').first();
  await expect(heading).toBeVisible();
  await expect(page.getByText('Reading…')).toHaveCount(0);
  return (await heading.boundingBox())?.y ?? Number.NaN;
}

test('rows begin within 96 px of the top at 1280, within 120 at 360, in Data and in Database', async () => {
  await writeDataKey(browser(), APP, `data-local-${APP}`);
  const measured: Record<string, number> = {};
  for (const [name, size] of [
    ['wide', WIDE],
    ['panel', PANEL],
  ] as const) {
    const database = await openConsole(`#/projects/${DATABASE}/database/production/bookings`, size);
    measured[`database ${name}`] = await above(database);
    await database.close();
    const data = await openConsole(`#/projects/${APP}/data/tables/booking`, size);
    measured[`data ${name}`] = await above(data);
    await data.close();
  }
  expect(measured['database wide']).toBeLessThanOrEqual(96);
  expect(measured['data wide']).toBeLessThanOrEqual(96);
  expect(measured['database panel']).toBeLessThanOrEqual(120);
  expect(measured['data panel']).toBeLessThanOrEqual(120);
});

test('a record opens beside its list; arrows go on to the next, Escape closes it and returns to its row', async () => {
  const page = await openConsole(`#/projects/${DATABASE}/database/production/bookings`);
  const record = page.getByRole('region', { name: 'The row that is open' });
  await page.getByRole('link', { name: 'b1' }).click();
  await expect(record.getByRole('heading', { name: 'b1' })).toBeFocused();
  await expect(page.getByRole('table', { name: 'bookings' })).toBeVisible();
  await expect(record).toContainText('1 of 2');
  await page.keyboard.press('ArrowDown');
  await expect(record.getByRole('heading', { name: 'b2' })).toBeFocused();
  await expect(record).toContainText('Grace Hopper');
  await page.keyboard.press('ArrowUp');
  await expect(record.getByRole('heading', { name: 'b1' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(record).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'b1' })).toBeFocused();
  // One at a time where there is no room for both.
  await page.setViewportSize(PANEL);
  await expect(page.locator('.frame.narrow')).toBeVisible();
  await expect(page.getByRole('link', { name: 'b1' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(record).toBeVisible();
  await expect(page.getByRole('table', { name: 'bookings' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'bookings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'b1' })).toBeFocused();
});

test('the list of projects stands behind the title, opens the same tab of another one, and closes by Escape', async () => {
  const page = await openConsole(`#/projects/${DATABASE}/database/production/bookings`);
  const list = page.getByRole('region', { name: 'Projects', exact: true });
  const button = page.getByRole('button', { name: 'Switch to another project' });
  await expect(page.locator('.verdict-sign').first()).toHaveAttribute('aria-label', /\w/);
  await expect(list).toHaveCount(0);
  await button.click();
  await expect(list).toBeVisible();
  await expect(list.getByRole('searchbox')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await list
    .getByRole('link', { name: /Barber bookings/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`#/projects/${APP}/database$`));
  await expect(page.getByRole('heading', { name: 'Barber bookings' })).toBeVisible();
  await expect(list).toHaveCount(0);
});

test('tables stand at the left with the numbers of their rows, and the heading stays while rows scroll', async () => {
  await writeDataKey(browser(), APP, `data-local-${APP}`);
  const page = await openConsole(`#/projects/${APP}/data`);
  const tables = page.getByRole('navigation', { name: 'Tables' });
  const count = service().control.recordsOf(APP, 'booking').length;
  await expect(tables.locator('.place', { hasText: 'Bookings' })).toContainText(String(count));
  await tables.getByRole('link', { name: 'Bookings', exact: true }).click();
  const grid = page.getByRole('table', { name: 'booking' });
  await expect(grid).toBeVisible();
  const before = await above(page);
  const first = grid.locator('tbody tr').first();
  await grid.locator('tbody tr').last().scrollIntoViewIfNeeded();
  await expect(first).not.toBeInViewport();
  await expect.poll(() => above(page)).toBe(before);
  const cell = grid.locator('tbody tr').last().locator('td').first();
  const left = (await cell.boundingBox())?.x;
  await grid.evaluate((table) => table.parentElement?.scrollBy(300, 0));
  expect((await cell.boundingBox())?.x).toBe(left);
});

test('a heading sorts by its column, with Shift by several, and numbers are shown with the same decimals', async () => {
  const page = await openConsole(`#/projects/${DATABASE}/database/production/lessons`);
  const grid = page.getByRole('table', { name: 'lessons' });
  const heading = (name: string) => grid.getByRole('columnheader', { name }).getByRole('button');
  const order = () => grid.locator('tbody .row-link').allInnerTexts();
  await heading('room').click();
  await heading('hour').focus();
  await page.keyboard.press('Shift+Enter');
  await expect(heading('hour')).toContainText('↑');
  await page.keyboard.press('Shift+Enter');
  await expect(heading('hour')).toContainText('↓');
  await expect.poll(order).toEqual(['l3', 'l1', 'l2']);
  await expect(grid.locator('[aria-sort]')).toHaveCount(1);
  await heading('hour').click();
  await expect.poll(order).toEqual(['l2', 'l1', 'l3']);
  await page.goto(page.url().replace('lessons', 'bookings'));
  const prices = page.getByRole('table', { name: 'bookings' }).locator('td.number');
  await expect(prices).toHaveText(['2.0', '11.5']);
});

test('in edit mode every value is whole, a long name leaves its button, and an open field widens no column', async () => {
  await writeDataKey(browser(), APP, `data-local-${APP}`);
  const page = await openConsole(`#/projects/${APP}/data/tables/guest`);
  const grid = page.getByRole('table', { name: 'guest' });
  await page.getByRole('button', { name: 'Edit records' }).click();
  await expect(grid.getByRole('button', { name: /^Edit City/ }).first()).toBeVisible();
  const cut = await grid
    .locator('tbody .cell-edit:not(.beside-link)')
    .evaluateAll((cells) => cells.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(cut).toBe(0);
  const widths = () =>
    grid
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
  const before = await widths();
  await grid
    .getByRole('button', { name: /^Edit City/ })
    .first()
    .click();
  await expect(grid.getByRole('textbox', { name: 'City' })).toBeFocused();
  expect(await widths()).toEqual(before);
  await page.keyboard.press('Escape');
  // Clicked where it stands: nothing covers it or cuts it off.
  await grid.getByRole('button', { name: /^Edit Name: A very long/ }).click();
  await expect(grid.locator('input:focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stop editing' }).click();
});

test('at 360 a long first column leaves room for the others, and the tables lie over the headings with whole names', async () => {
  const page = await openConsole(`#/projects/${DATABASE}/database/production/guests`, PANEL);
  const grid = page.getByRole('table', { name: 'guests' });
  await expect(grid).toBeVisible();
  const second = await grid.locator('tbody td').nth(1).boundingBox();
  expect((second?.x ?? Infinity) + (second?.width ?? 0), 'the next column is in sight').toBeLessThanOrEqual(
    PANEL.width,
  );
  await page.getByRole('button', { name: /guests/ }).click();
  const tables = page.getByRole('navigation', { name: 'Tables' });
  const link = tables.getByRole('link', { name: 'bookings' });
  expect(await link.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false);
  await link.click();
  await expect(page.getByRole('table', { name: 'bookings' })).toBeVisible();
});

test('a structure that can’t be read again moves no row', async () => {
  await writeDataKey(browser(), APP, `data-local-${APP}`);
  const page = await openConsole(`#/projects/${APP}/data/tables/booking`);
  const before = await above(page);
  service().control.addFault({
    operation: 'data.getDataStructure',
    count: 9,
    kind: 'error',
    status: 500,
    code: 'UNEXPECTED',
  });
  await page.reload();
  await expect(page.getByText(/^1–50 of/)).toBeVisible();
  expect(await above(page)).toBe(before);
});

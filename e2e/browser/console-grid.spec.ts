import { expect, type Page, test } from '@playwright/test';
import { consoleStack, PANEL, WIDE } from './console-stack.ts';
import { writeDataKey } from './data-key.ts';

const APP = 'barber-bookings';
const DATABASE = 'yoga-timetable';

const { openConsole, browser } = consoleStack(({ service: { control } }) => {
  control.addRows(DATABASE, 'production', 'bookings', [
    { id: 'b1', name: 'Ada Lovelace', price: 2 },
    { id: 'b2', name: 'Grace Hopper', price: 11.5 },
  ]);
});

/** From the top of the page to the first heading of its grid, in CSS px. */
async function above(page: Page): Promise<number> {
  const heading = page.locator('table.grid thead th').first();
  await expect(heading).toBeVisible();
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
  console.log(JSON.stringify(measured));
  expect(measured['database wide']).toBeLessThanOrEqual(96);
  expect(measured['data wide']).toBeLessThanOrEqual(96);
  expect(measured['database panel']).toBeLessThanOrEqual(120);
  expect(measured['data panel']).toBeLessThanOrEqual(120);
});

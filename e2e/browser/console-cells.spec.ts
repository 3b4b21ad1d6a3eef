import { expect, type Locator, type Page, test } from '@playwright/test';
import { consoleStack, PANEL, sendChange } from './console-stack.ts';
import { writeDataKey } from './data-key.ts';
import { expectAccessible, expectNoOverflow } from './extension.ts';

const APP = 'barber-bookings';
const DATABASE = 'yoga-timetable';

const { service, openConsole, browser } = consoleStack(({ service: { control } }) => {
  control.addRows(
    DATABASE,
    'production',
    'visits',
    Array.from({ length: 120 }, (_, at) => ({
      ...{ id: `v${String(at).padStart(3, '0')}`, name: `Guest ${at}`, seats: at % 7 },
    })),
  );
});

async function openBookings(size?: {
  width: number;
  height: number;
}): Promise<{ page: Page; grid: Locator }> {
  await writeDataKey(browser(), APP, `data-local-${APP}`);
  const page = await openConsole(`#/projects/${APP}/data/tables/booking`, size);
  const grid = page.getByRole('table', { name: 'booking' });
  await expect(grid).toBeVisible();
  return { page, grid };
}

const bookings = () => service().control.recordsOf(APP, 'booking');

test('words are found in the texts of all records, and of all rows of a database', async () => {
  const { page } = await openBookings();
  const noted = bookings().filter(({ notes }) =>
    String(notes ?? '')
      .toLowerCase()
      .includes('allergic'),
  );
  expect(noted.length).toBeGreaterThan(0);
  await page.getByRole('searchbox', { name: 'Find texts and numbers' }).fill('ALLERGIC');
  await expect(page.getByText(new RegExp(`^${noted.length} rows?$|of ${noted.length}$`))).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find texts and numbers' }).fill('');
  await expect(page.getByText(`1–50 of ${bookings().length}`)).toBeVisible();
  // By the name of a record that a row is linked to, too.
  const customers = service().control.recordsOf(APP, 'customer');
  const nameOf = (id: unknown) => customers.find(({ _id }) => _id === id)?.name;
  const wanted = nameOf(bookings()[0]?.customer);
  const linked = bookings().filter(({ customer }) => nameOf(customer) === wanted);
  await page.getByRole('searchbox', { name: 'Find texts and numbers' }).fill(String(wanted));
  await expect(page.getByText(new RegExp(`^${linked.length} rows?$`))).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find texts and numbers' }).fill('');
  const database = await openConsole(`#/projects/${DATABASE}/database/production/visits`);
  await database.getByRole('searchbox', { name: 'Find texts and numbers' }).fill('guest 11');
  // Of all rows: guest 11, and 110 to 119.
  await expect(database.getByText('11 rows', { exact: true })).toBeVisible();
  await expect(database.getByRole('table', { name: 'visits' }).getByRole('row')).toHaveCount(12);
  // What was looked for in a table stays until it is cleared.
  await database.getByRole('searchbox', { name: 'Find texts and numbers' }).fill('');
  await expect(database.getByRole('table', { name: 'visits' }).getByRole('row')).toHaveCount(51);
});

test('a chip has alternatives, expressions and the values that there are; pressed, it is changed', async () => {
  const { page, grid } = await openBookings();
  const count = (status: string) => bookings().filter((one) => one.status === status).length;
  await page.getByLabel('Only where').selectOption('status');
  const values = page.getByRole('group', { name: 'Values of all records' });
  await expect(values.getByRole('button', { name: /cancelled/ })).toContainText(String(count('cancelled')));
  await values.getByRole('button', { name: /cancelled/ }).click();
  await page.getByRole('button', { name: 'Or…' }).click();
  await values
    .nth(1)
    .getByRole('button', { name: /no-show/ })
    .click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const both = count('cancelled') + count('no-show');
  await expect(page.getByText(`1–50 of ${both}`)).toBeVisible();
  const chip = page.getByRole('button', { name: 'Status is cancelled or Status is no-show', exact: true });
  await expect(chip).toBeVisible();
  await chip.click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByText(`1–50 of ${count('cancelled')}`)).toBeVisible();
  await page.getByRole('button', { name: /^Remove: / }).click();

  await page.getByLabel('Only where').selectOption('notes');
  await page.getByLabel('Comparison').selectOption('regex');
  const expression = page.getByLabel('Value', { exact: true });
  await expression.fill('^ALLERGIC (');
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeDisabled();
  await expression.fill('^ALLERGIC.*oil$');
  await page.getByRole('button', { name: 'i', exact: true }).click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const found = bookings().filter(({ notes }) => /^ALLERGIC.*oil$/i.test(String(notes ?? '')));
  await expect(page.getByText(new RegExp(`^${found.length} rows?$|of ${found.length}$`))).toBeVisible();
  await expect(grid.locator('tbody tr').first()).toContainText(/allergic/i);
});

test('columns are hidden and as wide as they were made, until they are reset', async () => {
  const { page, grid } = await openBookings();
  const heading = grid.getByRole('columnheader', { name: 'Service' });
  const width = async () => Math.round((await heading.boundingBox())?.width ?? 0);
  // Columns are as wide as their values, and references are ids until their names are read.
  await expect(grid.locator('tbody tr').first()).toBeVisible();
  const services = grid.locator('tbody tr > :nth-child(3)');
  await expect(services.filter({ hasText: 'Haircut' })).not.toHaveCount(0);
  await expect(services.filter({ hasText: /[0-9a-f]{16}/ })).toHaveCount(0);
  const before = await width();
  await heading.getByRole('button').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(width).toBe(before + 48);
  await page.getByRole('button', { name: 'More to do with these rows' }).click();
  await page.getByText('Columns shown').click();
  await page.getByRole('checkbox', { name: 'Barber' }).uncheck();
  await expect(grid.getByRole('columnheader', { name: 'Barber' })).toHaveCount(0);
  const { page: again, grid: same } = await openBookings();
  await expect(same.getByRole('columnheader', { name: 'Barber' })).toHaveCount(0);
  await expect
    .poll(async () =>
      Math.round((await same.getByRole('columnheader', { name: 'Service' }).boundingBox())?.width ?? 0),
    )
    .toBe(before + 48);
  await again.getByRole('button', { name: 'More to do with these rows' }).click();
  await again.getByText('Columns shown').click();
  await again.getByRole('button', { name: 'Show all, as wide as their values' }).click();
  await expect(same.getByRole('columnheader', { name: 'Barber' })).toHaveCount(1);
});

test('the grid is one Tab stop; cells are edited where they stand, what is no value says so there, and all is sent from the foot', async () => {
  const { page, grid } = await openBookings();
  const tabStops = () =>
    grid
      .locator('a, button, input, [role="button"]')
      .evaluateAll((all) => all.filter((one) => (one as HTMLElement).tabIndex === 0).length);
  await expect.poll(tabStops).toBe(1);
  const row = grid.locator('tbody tr').first();
  const id = (await row.getByRole('link').getAttribute('href'))?.split('/').pop();
  const price = row.getByRole('button', { name: /^Edit Price/ });
  await price.click();
  await expect(row.getByRole('spinbutton').or(row.getByRole('textbox')), 'a press reads').toHaveCount(0);
  await price.dblclick();
  await page.keyboard.press('Escape');
  await expect(price).toBeFocused();
  await expect.poll(tabStops).toBe(1);
  await row.getByRole('link').focus();
  await page.keyboard.press('ArrowRight');
  await expect(row.locator('.cell-edit').first()).toBeFocused();
  await price.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('3x');
  await expect(row.getByText('Not a number, so it is not kept.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(row.locator('td.invalid')).toHaveText('3x');
  const review = page.getByRole('region', { name: 'Changes that are not sent yet' });
  await expect(review).toContainText('is not valid yet');
  await price.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('33');
  await page.keyboard.press('Tab');
  // Tab goes on to the next cell.
  await expect(row.getByRole('button', { name: /^Edit Notes/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('never mind');
  await page.keyboard.press('Escape');
  await expect(row).not.toContainText('never mind');
  await page.keyboard.press('ArrowDown');
  await expect(
    grid
      .locator('tbody tr')
      .nth(1)
      .getByRole('button', { name: /^Edit Notes/ }),
  ).toBeFocused();
  await sendChange(page, 'the app');
  await expect.poll(() => bookings().find(({ _id }) => _id === id)?.price).toBe(33);
});

test('in a narrow window nothing of the bar, the form of a condition and the cells is lost', async () => {
  for (const width of [PANEL.width, 320]) {
    const { page } = await openBookings({ width, height: 700 });
    await page.getByLabel('Only where').selectOption('status');
    const form = page.locator('.filter-fields');
    await expect(form.getByRole('button', { name: 'Filter', exact: true })).toBeInViewport();
    const box = await form.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await expectNoOverflow(page);
    await form.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(form).toHaveCount(0);
    await page.close();
  }
});

test('a database is paged like the records of the app', async () => {
  const page = await openConsole(`#/projects/${DATABASE}/database/production/visits`);
  const first = page.getByRole('table', { name: 'visits' }).locator('tbody .row-link').first();
  await expect(first).toHaveText('v000');
  for (const expected of ['v050', 'v100']) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(first).toHaveText(expected);
  }
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect(first).toHaveText('v050');
});

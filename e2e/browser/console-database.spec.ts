import { expect, type Page, test } from '@playwright/test';
import { consoleStack, PANEL, sendChange, WIDE } from './console-stack.ts';
import { expectAccessible, expectNoOverflow, takePicture } from './extension.ts';

const PROJECT = 'yoga-timetable';

const { askService, openConsole } = consoleStack((stack) => {
  for (const environment of ['development', 'production'])
    stack.service.control.addRows(PROJECT, environment, 'bookings', [
      { id: 'b1', name: 'Ada Lovelace', seats: 2, paid: true, note: null },
      { id: 'b2', name: '=HYPERLINK("x")', seats: 11, paid: false, note: 'At the window, please' },
      { id: 'b3', name: 'עדה', seats: 1, paid: false, note: 'x'.repeat(300) },
    ]);
});

const openTable = (environment: string, row = '', size = WIDE): Promise<Page> =>
  openConsole(`#/projects/${PROJECT}/database/${environment}/bookings${row && `/${row}`}`, size);

const openSql = (environment: string): Promise<Page> =>
  openConsole(`#/projects/${PROJECT}/database/sql/${environment}`);

type Booking = { id: string; name: string; seats: number };

/** The rows as the service has them. */
async function bookings(env: string): Promise<Booking[]> {
  const path = `/projects/${PROJECT}/database/rows`;
  return (await askService<{ rows: Booking[] }>(path, 'POST', { env, table: 'bookings' })).rows;
}

test('rows are filtered, sorted by their heading, and saved as a file that runs no formula', async () => {
  const page = await openTable('development');
  const grid = page.getByRole('table', { name: 'bookings' });
  await expect(grid.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Only where').selectOption('seats');
  await page.getByLabel('Comparison').selectOption('gte');
  await page.getByLabel('Value', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(grid.getByRole('row')).toHaveCount(3);
  await grid.getByRole('button', { name: /^seats/ }).click();
  await expect(grid.getByRole('button', { name: 'seats ↑' })).toBeVisible();
  await grid.getByRole('button', { name: /^seats/ }).click();
  await expect(grid.getByRole('row').nth(1)).toContainText('11');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More to do with these rows' }).click();
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await (await download).createReadStream();
  const text = (await file.toArray()).map(String).join('');
  expect(text).toContain("'=HYPERLINK");
});

test('nothing is sent before it is reviewed: then one row of preview is changed, and production is not; undo is reviewed too', async () => {
  const page = await openTable('development', 'b1');
  const record = page.getByRole('region', { name: 'The row that is open' });
  await expect(record.getByText('Ada Lovelace')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'name' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit preview rows' }).click();
  await page.getByRole('textbox', { name: 'name' }).fill('Ada King');
  const review = page.getByRole('region', { name: 'Changes that are not sent yet' });
  await expect(review).toContainText('Ada Lovelace');
  expect((await bookings('development'))[0]).toMatchObject({ name: 'Ada Lovelace' });
  // It is in this page alone, and leaving it asks.
  const asked = page.waitForEvent('dialog');
  const reloading = page.reload({ timeout: 3_000 }).catch(() => undefined);
  await (await asked).dismiss();
  await reloading;
  await expect(review).toContainText('Ada King');
  await sendChange(page, 'preview');
  await expect
    .poll(async () => (await bookings('development'))[0])
    .toMatchObject({ name: 'Ada King', seats: 2 });
  expect((await bookings('production'))[0]).toMatchObject({ name: 'Ada Lovelace' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await sendChange(page, 'preview');
  await expect
    .poll(async () => (await bookings('development'))[0])
    .toMatchObject({ name: 'Ada Lovelace', seats: 2 });
});

test('a value that somebody else has changed meanwhile is shown, and replaced only when it is sent again', async () => {
  const page = await openTable('production', 'b2');
  await page.getByRole('button', { name: 'Edit production rows' }).click();
  await page.getByRole('textbox', { name: 'seats' }).fill('12');
  const change = { env: 'production', table: 'bookings', data: { seats: 4 } };
  await askService(`/projects/${PROJECT}/database/records/b2`, 'PATCH', change);
  await sendChange(page, 'production');
  await expect(page.getByText(/Somebody changed it: .*seats: 4/)).toBeVisible();
  const seats = async () => (await bookings('production')).find(({ id }) => id === 'b2')?.seats;
  expect(await seats()).toBe(4);
  await sendChange(page, 'production');
  await expect.poll(seats).toBe(12);
});

test('a row is deleted only after the name of its table was typed', async () => {
  const page = await openTable('production', 'b3');
  await page.getByRole('button', { name: 'Edit production rows' }).click();
  await page.getByRole('button', { name: 'Delete row' }).click();
  const verb = 'Send 1 change to production';
  await page.getByRole('button', { name: verb }).click();
  const sure = page.getByRole('group', { name: verb });
  await expect(sure.getByRole('button', { name: verb })).toBeDisabled();
  await sure.getByRole('textbox').fill('bookings');
  await sure.getByRole('button', { name: verb }).click();
  await expect.poll(async () => (await bookings('production')).map(({ id }) => id)).toEqual(['b1', 'b2']);
});

test('a statement that reads runs at once, one that may write asks first', async () => {
  const page = await openSql('production');
  const sql = page.getByRole('region', { name: 'SQL' });
  await sql.getByRole('textbox').fill('select sum(seats) as guests from bookings');
  await sql.getByRole('textbox').press('Control+Enter');
  await expect(sql.getByRole('columnheader', { name: 'guests' })).toBeVisible();
  await sql.getByRole('textbox').fill('delete from bookings where seats > 1');
  await expect(sql.getByRole('button', { name: 'Run on production' })).toBeDisabled();
  await expect(sql.getByText('switch editing on first')).toBeVisible();
  await sql.getByRole('button', { name: 'Edit production rows' }).click();
  await expect(sql.getByRole('button', { name: 'Run on production' })).toBeEnabled();
  await sql.getByRole('textbox').press('Control+Enter');
  const sure = page.getByRole('group', { name: 'Run on production' });
  await expect(sure.getByText('May change the production database')).toBeVisible();
  await expect(sure.getByText('It deletes 2 rows.')).toBeVisible();
  await expect(sure.getByText(/^Type .*bookings.* to confirm/)).toBeVisible();
  await expect(sure.getByRole('button', { name: 'Run on production' })).toBeDisabled();
  await page.keyboard.press('Escape');
  expect((await bookings('production')).length).toBe(2);
});

test('a response of a megabyte is rendered in part and says so, and its file has all, bytes and formulas too', async () => {
  const page = await openSql('development');
  const sql = page.getByRole('region', { name: 'SQL' });
  const columns = Array.from({ length: 47 }, (_, at) => `'${'v'.repeat(20)}' as c${at}`).join(', ');
  await sql
    .getByRole('textbox')
    .fill(
      `with n(i) as (values (1) union all select i + 1 from n where i < 800) select i, -i as minus, x'01ab' as raw, ${columns} from n`,
    );
  // Functions that are not known to read ask as if they wrote.
  const run = async () => {
    await sql.getByRole('button', { name: 'Run on preview' }).click();
    await sql
      .getByRole('group', { name: 'Run on preview' })
      .getByRole('button', { name: 'Run on preview' })
      .click();
  };
  await sql.getByRole('button', { name: 'Edit preview rows' }).click();
  await run();
  const grid = sql.getByRole('table', { name: 'SQL' });
  await expect(sql.getByText('1–200 of 800')).toBeVisible();
  await sql.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(sql.getByText('201–400 of 800')).toBeVisible();
  await expect(grid.getByRole('row')).toHaveCount(201);
  await expect(grid.getByRole('row').nth(1)).toContainText('2 bytes');
  await expectNoOverflow(page);
  const download = page.waitForEvent('download');
  await sql.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await (await download).createReadStream();
  const lines = (await file.toArray()).map(String).join('').split('\r\n');
  expect(lines).toHaveLength(801);
  expect(lines[800]).toMatch(/^800,-800,0x01ab,v{20},/);
  // A value of a megabyte: cut, and never laid out whole unless asked for.
  await sql.getByRole('textbox').fill('select hex(zeroblob(524288)) as long');
  await run();
  await expect(grid.getByRole('cell')).toHaveText(/0{120}…/);
  // Beyond 4 MB the edge passes nothing on, and it is told what to do.
  await sql.getByRole('textbox').fill('select hex(zeroblob(2200000)) as long');
  await run();
  await expect(sql.getByRole('alert')).toContainText('Ask for fewer rows or columns');
});

test('wide and light, narrow and dark, it reads well to everyone', async () => {
  for (const [name, size, colorScheme] of [
    ['wide', WIDE, 'light'],
    ['panel', PANEL, 'dark'],
  ] as const) {
    const page = await openTable('production', '', size);
    await page.emulateMedia({ colorScheme });
    await expect(page.getByRole('table', { name: 'bookings' })).toBeVisible();
    await expectNoOverflow(page);
    await takePicture(page, `console-database-${name}-${colorScheme}`);
    await expectAccessible(page);
    // Production is also marked where a browser draws no shadow.
    await page.emulateMedia({ forcedColors: 'active' });
    const mark = page.locator('.environment[data-environment="production"]');
    expect(await mark.evaluate((box) => getComputedStyle(box).borderInlineStartWidth)).toBe('4px');
    await page.close();
  }
});

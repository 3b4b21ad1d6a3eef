import { expect, test } from '@playwright/test';
import { consoleStack } from './console-stack.ts';
import { writeDataKey } from './data-key.ts';
import { expectAccessible, takePicture } from './extension.ts';

const PROJECT = 'barber-bookings';

test.describe.configure({ mode: 'serial' });
const { service, browser, openConsole } = consoleStack();
const openData = (rest: string) => openConsole(`#/projects/${PROJECT}/data${rest}`);
test.beforeAll(() => writeDataKey(browser(), PROJECT, `data-local-${PROJECT}`));

test('a table is watched and a count is pinned, from its list', async () => {
  const page = await openData('/tables/customer');
  await page.getByRole('button', { name: 'More to do with these rows' }).click();
  await page.getByRole('button', { name: 'Watch for new records' }).click();
  await page.getByLabel('Name', { exact: true }).fill('New customers');
  await page.getByLabel('Show of each').selectOption('name');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('New records are announced from now on')).toBeVisible();
  await page.getByRole('button', { name: 'Pin the count' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Customers');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Watches' }).last().click();
  const watches = page.getByRole('region', { name: 'Watches' });
  await expect(watches.getByRole('listitem')).toHaveCount(2);
  // Both were read: from now on a record is new.
  await expect(async () => {
    await page.reload();
    await expect(watches.getByText(/^Checked /)).toHaveCount(2);
  }).toPass({ timeout: 120_000 });
  const count = service().control.recordsOf(PROJECT, 'customer').length;
  await expect(page.locator('.project-title')).toContainText(`Customers ${count}`, { timeout: 120_000 });
  service().control.addRecords(PROJECT, 'customer', [
    { name: 'Ada Lovelace', email: 'ada@mail.example' },
    { name: 'Grace Hopper', email: 'grace@mail.example' },
  ]);
});

test('records that the app has got since are reported once on the desktop, with what was chosen, and counted', async () => {
  // Two minutes of real time pass between reads of a watch and of a pinned count.
  test.setTimeout(300_000);
  const worker = await browser().background();
  const shown = () =>
    worker.evaluate(
      () =>
        new Promise<string[]>((resolve) => chrome.notifications.getAll((all) => resolve(Object.keys(all)))),
    );
  // While a view is open a watch is read once a minute. The desktop drops a notification after a while, so nothing comes between.
  const page = await openData('/watches');
  await expect
    .poll(async () => (await shown()).filter((id) => id.startsWith('new-records:')), { timeout: 120_000 })
    .toHaveLength(1);
  const stored = await worker.evaluate(() => chrome.storage.local.get(null));
  expect(JSON.stringify(stored.notices)).toContain('"count":2');
  expect(JSON.stringify(stored)).not.toMatch(/Lovelace|Hopper/);
  await expect(page.getByText('2 new records since it began')).toBeVisible();
  const count = service().control.recordsOf(PROJECT, 'customer').length;
  // Looked at in a run of its own, half a minute later or more.
  await expect(page.locator('.project-title')).toContainText(`Customers ${count}`, { timeout: 120_000 });
  await takePicture(page, 'console-watches-wide-light');
  await expectAccessible(page);
  const watch = page.getByRole('listitem').filter({ hasText: 'New customers' });
  await watch.getByRole('button', { name: 'Delete' }).click();
  await watch.getByRole('button', { name: 'Stop watching New customers' }).click();
  await expect(page.getByRole('region', { name: 'Watches' }).getByRole('listitem')).toHaveCount(1);
});

import { expect, type Page, test } from '@playwright/test';
import { consoleStack, PANEL, sendChange, WIDE } from './console-stack.ts';
import { expectAccessible, expectNoOverflow, takePicture } from './extension.ts';

const PROJECT = 'barber-bookings';

test.describe.configure({ mode: 'serial' });
const { service, browser, openConsole } = consoleStack();

const openData = (rest = '', size = WIDE): Promise<Page> =>
  openConsole(`#/projects/${PROJECT}/data${rest}`, size);

type Record_ = { _id: string; name: string; minutes: number };

/** The services that the barber shop offers, as its backend has them. */
async function services(): Promise<Record_[]> {
  const response = await fetch(`${service().dataUrl}/api/v1/crud/service`, {
    headers: { 'api-key': `data-local-${PROJECT}` },
  });
  return (await response.json()).data;
}

/** Who booked first. */
function firstCustomer(): string {
  const { control } = service();
  const [booking] = control.recordsOf(PROJECT, 'booking');
  const customer = control.recordsOf(PROJECT, 'customer').find(({ _id }) => _id === booking?.customer);
  return String(customer?.name);
}

test('a key is tested, shows which app it opens, and is kept only then; it is never shown again', async () => {
  const page = await openData();
  const key = page.getByRole('region', { name: 'Data key of this project' });
  await key.getByLabel('Data key').fill('data-local-nobody');
  await key.getByRole('button', { name: 'Test the key' }).click();
  await expect(key.getByRole('status')).toHaveText(/^The data backend does not accept this key/);
  await key.getByLabel('Data key').fill(`data-local-${PROJECT}`);
  await key.getByRole('button', { name: 'Test the key' }).click();
  await expect(key.getByText('Customers, Services, Barbers, Bookings')).toBeVisible();
  await key.getByRole('button', { name: /^Keep it for/ }).click();
  await expect(page.getByRole('link', { name: 'Bookings', exact: true })).toBeVisible();
  expect(await page.content()).not.toContain('data-local-');
});

test('a table is watched and a count is pinned, from its list', async () => {
  const page = await openData('/tables/customer');
  await page.getByRole('button', { name: 'Tell me about new ones' }).click();
  await page.getByLabel('Name', { exact: true }).fill('New customers');
  await page.getByLabel('Tell of each').selectOption('name');
  await page.getByRole('button', { name: 'Tell me about new ones' }).last().click();
  await expect(page.getByText('New records are told from now on')).toBeVisible();
  await page.getByRole('button', { name: 'Pin the count' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Customers');
  await page.getByRole('button', { name: 'Pin it' }).click();
  await page.getByRole('link', { name: 'Watches' }).last().click();
  const watches = page.getByRole('region', { name: 'Watches' });
  await expect(watches.getByRole('listitem')).toHaveCount(2);
  // Both were read: from now on a record is new.
  await expect(async () => {
    await page.reload();
    await expect(watches.getByText(/^Looked at /)).toHaveCount(2);
  }).toPass({ timeout: 60_000 });
  const count = service().control.recordsOf(PROJECT, 'customer').length;
  await expect(page.locator('.project-title')).toContainText(`Customers ${count}`);
  service().control.addRecords(PROJECT, 'customer', [
    { name: 'Ada Lovelace', email: 'ada@mail.example' },
    { name: 'Grace Hopper', email: 'grace@mail.example' },
  ]);
});

test('a record is opened by its address, changed after a review, and its history shows it', async () => {
  const [first] = await services();
  if (!first) throw new Error('The demo has no service to change: see e2e/mock-service/data/demo.');
  const page = await openData(`/tables/service/${first._id}`);
  await page.getByRole('button', { name: 'Edit records' }).click();
  await page.getByRole('textbox', { name: 'Duration (min)' }).fill('47');
  await sendChange(page, 'the app');
  await expect.poll(async () => (await services()).find(({ _id }) => _id === first._id)?.minutes).toBe(47);
  await page.getByText('Changes of this record').click();
  await expect(page.getByText('minutes').last()).toBeVisible();
});

test('a record that was deleted is brought back', async () => {
  const [first] = await services();
  if (!first) throw new Error('The demo has no service to delete: see e2e/mock-service/data/demo.');
  const page = await openData(`/tables/service/${first._id}`);
  await page.getByRole('button', { name: 'Edit records' }).click();
  await page.getByRole('button', { name: 'Delete row' }).click();
  await sendChange(page, 'the app', { typed: 'service' });
  await expect.poll(async () => (await services()).some(({ _id }) => _id === first._id)).toBe(false);
  await page.getByRole('link', { name: 'Deleted' }).click();
  const deleted = page.getByRole('listitem').filter({ hasText: first.name });
  await deleted.getByRole('button', { name: 'Bring back' }).click();
  await expect.poll(async () => (await services()).some(({ _id }) => _id === first._id)).toBe(true);
});

test('the numbers of a table, an aggregation, and the people who can sign in are read', async () => {
  const page = await openData('/app');
  const numbers = page.getByRole('region', { name: 'Numbers' });
  await numbers.getByLabel('Table').selectOption('service');
  await expect(numbers.getByText(String((await services()).length), { exact: true })).toBeVisible();
  const aggregation = page.getByRole('region', { name: 'Aggregation' });
  await aggregation.getByLabel('Table').selectOption('service');
  await aggregation.getByRole('button', { name: 'Run' }).click();
  await expect(aggregation.getByRole('columnheader', { name: 'count' })).toBeVisible();
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('listitem').first()).toBeVisible();
});

test('wide and light, narrow and dark, records read well to everyone', async () => {
  for (const [name, size, colorScheme] of [
    ['wide', WIDE, 'light'],
    ['panel', PANEL, 'dark'],
  ] as const) {
    const page = await openData('/tables/booking', size);
    await page.emulateMedia({ colorScheme });
    await expect(page.getByRole('table', { name: 'booking' })).toBeVisible();
    await expect(page.getByText(/^1-50 of \d+$/)).toBeVisible();
    // A booking names its customer, and not the customer's id.
    await expect(page.getByRole('table', { name: 'booking' })).toContainText(firstCustomer());
    await expectNoOverflow(page);
    await takePicture(page, `console-data-${name}-${colorScheme}`);
    await expectAccessible(page);
    await page.close();
  }
});

test('records that the app has got since are reported once on the desktop, with what was chosen, and counted', async () => {
  const worker = await browser().background();
  const shown = () =>
    worker.evaluate(
      () =>
        new Promise<string[]>((resolve) => chrome.notifications.getAll((all) => resolve(Object.keys(all)))),
    );
  // A watch is read once a minute.
  await expect
    .poll(async () => (await shown()).filter((id) => id.startsWith('new-records:')), { timeout: 120_000 })
    .toHaveLength(1);
  const stored = await worker.evaluate(() => chrome.storage.local.get(null));
  expect(JSON.stringify(stored.notices)).toContain('"count":2');
  expect(JSON.stringify(stored)).not.toMatch(/Lovelace|Hopper/);
  const page = await openData('/watches');
  await expect(page.getByText('2 since it was made')).toBeVisible();
  const count = service().control.recordsOf(PROJECT, 'customer').length;
  // Looked at in a run of its own, half a minute later or more.
  await expect(page.locator('.project-title')).toContainText(`Customers ${count}`, { timeout: 120_000 });
  await takePicture(page, 'console-watches-wide-light');
  await expectAccessible(page);
  const watch = page.getByRole('listitem').filter({ hasText: 'New customers' });
  await watch.getByRole('button', { name: 'Delete' }).click();
  await watch.getByRole('button', { name: 'Watch New customers no longer' }).click();
  await expect(page.getByRole('region', { name: 'Watches' }).getByRole('listitem')).toHaveCount(1);
});

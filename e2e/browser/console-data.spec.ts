import { expect, type Page, test } from '@playwright/test';
import { consoleStack, PANEL, sendChange, WIDE } from './console-stack.ts';
import { writeDataKey } from './data-key.ts';
import { expectAccessible, expectNoOverflow, takePicture } from './extension.ts';

const PROJECT = 'barber-bookings';

test.describe.configure({ mode: 'serial' });
const PAGE = 'history';
const { service, browser, openConsole } = consoleStack(({ service: { control } }) => {
  // As far from the local backend's own habits as the documents allow.
  control.setDataSettings({ strict: true, largestPage: 100 });
  control.addPage(PROJECT, {
    ...{ _id: PAGE, label: 'History', typeId: 'customer' },
    levels: [{ typeId: 'booking', propertyName: 'bookings' }],
  });
});

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

/** What the backend itself answers to a call under the project's key. */
async function told<T>(path: string): Promise<T> {
  const response = await fetch(`${service().dataUrl}/api/v1${path}`, {
    headers: { 'api-key': `data-local-${PROJECT}` },
  });
  return (await response.json()).data;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** One of the first bookings, by somebody who shares their name with nobody. */
function firstBooking() {
  const { control } = service();
  const customers = control.recordsOf(PROJECT, 'customer');
  for (const booking of control.recordsOf(PROJECT, 'booking')) {
    const name = customers.find(({ _id }) => _id === booking.customer)?.name;
    if (customers.filter((one) => one.name === name).length === 1) return { booking, name: String(name) };
  }
  throw new Error('Every customer of the demo has a namesake: see e2e/mock-service/data/demo.');
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

test('a record is opened by its address, changed after a review, and its history shows it', async () => {
  const [first] = await services();
  if (!first) throw new Error('The demo has no service to change: see e2e/mock-service/data/demo.');
  const page = await openData(`/tables/service/${first._id}`);
  await page.getByRole('button', { name: 'Edit records' }).click();
  await page.getByRole('textbox', { name: 'Duration (min)' }).fill('47');
  await sendChange(page, 'the app');
  await expect.poll(async () => (await services()).find(({ _id }) => _id === first._id)?.minutes).toBe(47);
  await page.getByText('Changes of this record').click();
  await expect(page.getByRole('listitem').filter({ hasText: '→ 47' })).toContainText('Duration (min)');
});

test('a record that was deleted is brought back', async () => {
  const [first] = await services();
  if (!first) throw new Error('The demo has no service to delete: see e2e/mock-service/data/demo.');
  const page = await openData(`/tables/service/${first._id}`);
  await page.getByRole('button', { name: 'Edit records' }).click();
  await page.getByRole('button', { name: 'Delete row' }).click();
  await sendChange(page, 'the app', { typed: 'service' });
  await expect.poll(async () => (await services()).some(({ _id }) => _id === first._id)).toBe(false);
  await page.getByRole('link', { name: 'Bring it back under Deleted' }).click();
  const deleted = page.getByRole('listitem').filter({ hasText: first.name });
  await deleted.getByRole('button', { name: 'Bring back' }).click();
  await expect.poll(async () => (await services()).some(({ _id }) => _id === first._id)).toBe(true);
});

test('a list is narrowed by several conditions, one by the name of a record', async () => {
  const { control } = service();
  const { booking, name } = firstBooking();
  const count = control
    .recordsOf(PROJECT, 'booking')
    .filter(({ customer }) => customer === booking.customer).length;
  const page = await openData('/tables/booking');
  await page.getByLabel('Only where').selectOption('customer');
  await page.getByLabel('Value', { exact: true }).fill(name);
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  const grid = page.getByRole('table', { name: 'booking' });
  await expect(grid.getByRole('row')).toHaveCount(count + 1);
  await page.getByLabel('Only where').selectOption('price');
  await page.getByLabel('Comparison').selectOption('gte');
  await page.getByLabel('Value', { exact: true }).fill('1000');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.getByRole('button', { name: /^Remove: .*Price/ }).click();
  await expect(grid.getByRole('row')).toHaveCount(count + 1);
  await page.getByRole('button', { name: /^Remove: .*Customer/ }).click();
  await page.getByLabel('Only where').selectOption('status');
  await page.getByLabel('Value', { exact: true }).selectOption('no-show');
  await page.getByRole('button', { name: 'Filter' }).click();
  // The conditions survive the page, until they are taken away.
  const again = await openData('/tables/booking');
  await again.getByRole('button', { name: /^Remove: .*Status/ }).click();
  await expect(again.getByText(/^1–50 of \d+$/)).toBeVisible();
});

test('a photo is uploaded into its property, linked by the review, and comes back as it was', async () => {
  const [{ _id } = { _id: '' }, other] = service().control.recordsOf(PROJECT, 'customer');
  const page = await openData(`/tables/customer/${_id}`);
  await page.getByRole('button', { name: 'Edit records' }).click();
  await page.getByLabel('Photo').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: PNG });
  await sendChange(page, 'the app');
  const photo = async () => (await told<{ photo?: { name: string } }>(`/crud/customer/${_id}`)).photo?.name;
  await expect.poll(photo).toMatch(/\.png$/);
  await page.getByRole('button', { name: 'Download' }).click();
  const address = await page.locator('a.button[href^="http://127.0.0.1"]').getAttribute('href');
  expect(Buffer.from(await (await fetch(String(address))).arrayBuffer())).toEqual(PNG);
  // A refusal is shown in the backend's own words.
  await page.getByRole('textbox', { name: 'E-mail' }).fill(String(other?.email));
  await sendChange(page, 'the app');
  await expect(page.getByText(/email must be unique/)).toBeVisible();
});

test('a reference is chosen by name; references to many are made and removed, seen from both sides', async () => {
  const { control } = service();
  const { booking, name } = firstBooking();
  const other = control.recordsOf(PROJECT, 'service').find(({ _id }) => _id !== booking.service);
  let page = await openData(`/tables/booking/${booking._id}`);
  const record = page.getByRole('region', { name: 'The row that is open' });
  await expect(record.getByRole('link', { name })).toHaveAttribute(
    'href',
    new RegExp(`/data/tables/customer/${booking.customer}$`),
  );
  await page.getByRole('button', { name: 'Edit records' }).click();
  await page.getByRole('searchbox', { name: 'Service' }).fill(String(other?.name));
  await page.getByRole('button', { name: String(other?.name), exact: true }).click();
  await sendChange(page, 'the app');
  await expect
    .poll(async () => (await told<{ service: string }>(`/crud/booking/${booking._id}`)).service)
    .toBe(other?._id);
  await page.close();
  const barbers = () => told<{ name: string }[]>(`/crud/service/${other?._id}/barbers`);
  const [all, before] = [control.recordsOf(PROJECT, 'barber'), await barbers()];
  page = await openData(`/tables/service/${other?._id}`);
  await page.getByRole('button', { name: 'Edit records' }).click();
  await page.locator('summary').filter({ hasText: 'Barbers' }).click();
  const [linked] = before;
  if (linked) {
    await page
      .getByRole('listitem')
      .filter({ hasText: linked.name })
      .getByRole('button', { name: 'Unlink' })
      .click();
    await expect.poll(async () => (await barbers()).length).toBe(before.length - 1);
  }
  const added = String((linked ?? all[0])?.name);
  await page.getByLabel('Record to link').fill(added);
  await page.getByRole('button', { name: added, exact: true }).click();
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect.poll(async () => (await barbers()).map((one) => one.name)).toContain(added);
  // Its bookings, which hold the reference to it.
  await page.getByText('Bookings that refer to it').click();
  await expect(
    page.locator(`a[href$="/booking/${booking._id}"]`).or(page.getByText(/^The newest 20 of/)),
  ).not.toHaveCount(0);
});

test('files that were stored through the edge are listed with which belong to no record, and deleted after a question', async () => {
  const [{ _id } = { _id: '' }] = service().control.recordsOf(PROJECT, 'customer');
  const record = await openData(`/tables/customer/${_id}`);
  await record.getByRole('button', { name: 'Edit records' }).click();
  await record
    .getByLabel('Photo')
    .setInputFiles({ name: 'left over.png', mimeType: 'image/png', buffer: PNG });
  await expect(record.getByText('Uploading…')).toBeHidden();
  await record.close();
  const page = await openData('/files');
  const files = page.getByRole('region', { name: 'Files' });
  const left = files.getByRole('listitem').filter({ hasText: 'left over.png' });
  await expect(left).toBeVisible();
  await files.getByRole('button', { name: 'Look which belong to a record' }).click();
  await expect(left).toContainText('belongs to no record');
  await expectAccessible(page);
  await files.getByRole('button', { name: 'Edit records' }).click();
  await left.getByRole('button', { name: 'Delete left over.png' }).click();
  await expect(left).toContainText('No record names it.');
  await page.setViewportSize(PANEL);
  await expectNoOverflow(page);
  await left.getByRole('button', { name: 'Delete the file' }).click();
  await expect(left).toBeHidden();
});

test('a record is deleted with everything that a page shows below it', async () => {
  const { control } = service();
  const bookings = control.recordsOf(PROJECT, 'booking');
  const customer = bookings.at(-1)?.customer;
  const page = await openData(`/tables/customer/${customer}`);
  await page.getByRole('button', { name: 'Edit records' }).click();
  await page.getByText('Delete with everything below it').click();
  await page.getByLabel('ID of the page').fill(PAGE);
  const remove = page.getByRole('button', { name: 'Delete it with everything below' });
  await remove.click();
  await expect(remove).toBeDisabled();
  await page.getByLabel(/^Type .*customer.* to confirm/).fill('customer');
  await remove.click();
  await expect
    .poll(() => control.recordsOf(PROJECT, 'customer').some(({ _id }) => _id === customer))
    .toBe(false);
  expect(control.recordsOf(PROJECT, 'booking').filter((one) => one.customer === customer)).toEqual([]);
});

test('a record and a table that are not there say so, and not that the project is gone', async () => {
  const page = await openData('/tables/customer/000000000000000000000000');
  await expect(page.getByText(/^(?:Row|Record) \S+ is gone\./)).toBeVisible();
  await page.goto(page.url().replace(/tables\/.*$/, 'tables/voucher'));
  await expect(page.getByText(/There is no table .*voucher.* in this app/)).toBeVisible();
  expect(await page.content()).not.toContain('project no longer exists');
});

test('wide and light, narrow and dark, records read well to everyone', async () => {
  // Also when it is the only one that runs.
  await writeDataKey(browser(), PROJECT, `data-local-${PROJECT}`);
  for (const [name, size, colorScheme] of [
    ['wide', WIDE, 'light'],
    ['panel', PANEL, 'dark'],
  ] as const) {
    const page = await openData('/tables/booking', size);
    await page.emulateMedia({ colorScheme });
    await expect(page.getByRole('table', { name: 'booking' })).toBeVisible();
    await expect(page.getByText(/^1–50 of \d+$/)).toBeVisible();
    // A booking names its customer, and not the customer's id.
    await expect(page.getByRole('table', { name: 'booking' })).toContainText(firstBooking().name);
    await expectNoOverflow(page);
    await takePicture(page, `console-data-${name}-${colorScheme}`);
    await expectAccessible(page);
    for (const section of ['deleted', 'files', 'key']) {
      await page.evaluate((to) => location.replace(to), `#/projects/${PROJECT}/data/${section}`);
      await expect(page.locator('.sections [aria-current=page]')).toHaveAttribute(
        'href',
        new RegExp(`/data/${section}$`),
      );
      await expect(page.getByText('Reading…')).toHaveCount(0);
      await expectNoOverflow(page);
      await expectAccessible(page, name === 'wide' ? 'all' : 'colours');
    }
    await page.close();
  }
});

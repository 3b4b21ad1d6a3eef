import { expect, type Page, test } from '@playwright/test';
import { consoleStack, PANEL, sendChange, WIDE } from './console-stack.ts';
import { writeDataKey } from './data-key.ts';
import { expectAccessible, expectNoOverflow, takePicture } from './extension.ts';

const PROJECT = 'barber-bookings';

test.describe.configure({ mode: 'serial' });
const TEMPLATE = 'visit';
const PAGE = 'history';
const { service, browser, openConsole } = consoleStack(({ service: { control } }) => {
  // As far from the local backend's own habits as the documents allow.
  control.setDataSettings({ strict: true, largestPage: 100 });
  control.addPdfTemplate(PROJECT, { _id: TEMPLATE, label: 'Visit', html: '<p>Visit of {{who}}</p>' });
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

/** Presses a paid call's button, and again once it has been read what it uses. */
async function callPaid(page: Page, verb: string): Promise<void> {
  await page.getByRole('button', { name: verb }).click();
  await page.getByRole('group', { name: verb }).getByRole('button', { name: verb }).click();
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

test('a list is narrowed by several conditions, one by the name of a record, and watched as it is', async () => {
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
  await page.getByRole('button', { name: 'More to do with these rows' }).click();
  await page.getByRole('button', { name: 'Pin the count' }).click();
  await expect(page.getByText(/Only where .*Status.* is .*no-show/)).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('No-shows');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Watches' }).last().click();
  const watches = page.getByRole('region', { name: 'Watches' });
  const watch = watches.getByRole('listitem').filter({ hasText: 'No-shows' });
  await expect(watch).toContainText(/Status.* is .*no-show/);
  await watch.getByRole('button', { name: 'Delete' }).click();
  await watch.getByRole('button', { name: 'Stop watching No-shows' }).click();
  await expect(watch).toHaveCount(0);
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

test('somebody may sign in, is changed with what they may do, and no longer', async () => {
  type User = { name: string; role: string; access?: { types?: Record<string, unknown> } };
  const users = () => told<User[]>('/user');
  const ada = async () => (await users()).find(({ name }) => name.startsWith('Ada'));
  const page = await openData('/users');
  await page.getByRole('button', { name: 'Edit records' }).click();
  const fresh = page.getByRole('region', { name: 'Add a user' });
  await fresh.getByLabel('Name').fill('Ada');
  await fresh.getByLabel('E-mail').fill('ada@shop.example');
  await fresh.getByLabel('Password').fill('canary-password-1');
  // What was typed survives the end of write mode and, but for the password, the page.
  await page.getByRole('button', { name: 'Stop editing' }).click();
  await expect(fresh.getByLabel('Name')).toBeDisabled();
  await expect(fresh.getByText('press “Edit records”')).toBeVisible();
  await page.reload();
  await expect(fresh.getByLabel('Name')).toHaveValue('Ada');
  await expect(fresh.getByLabel('Password')).toHaveValue('');
  await page.getByRole('button', { name: 'Edit records' }).click();
  await fresh.getByLabel('Password').fill('canary-password-1');
  await fresh.getByRole('button', { name: 'Add' }).click();
  await expect.poll(ada).toMatchObject({ role: 'user' });
  const row = page.getByRole('listitem').filter({ hasText: 'ada@shop.example' }).first();
  await row.getByRole('button', { name: /^Edit/ }).click();
  await row.getByLabel('Password').fill('canary-password-2');
  await row.getByLabel('Role').selectOption('manager');
  await row.getByText('What they may do with each table').click();
  await row.getByRole('listitem').filter({ hasText: 'Bookings' }).getByLabel('read').check();
  await row.getByRole('button', { name: 'Save' }).click();
  await expect.poll(ada).toMatchObject({ role: 'manager', access: { types: expect.anything() } });
  await expect(row).toContainText('reads');
  // What was given is taken away again.
  await row.getByRole('button', { name: /^Edit/ }).click();
  await row.getByLabel('Password').fill('canary-password-2');
  await row.getByText('What they may do with each table').click();
  await row.getByRole('listitem').filter({ hasText: 'Bookings' }).getByLabel('read').uncheck();
  await row.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => Object.keys((await ada())?.access?.types ?? {})).toEqual([]);
  await row.getByRole('button', { name: 'Delete' }).click();
  await row.getByRole('button', { name: /^Remove the sign-in of/ }).click();
  await expect.poll(ada).toBeUndefined();
  expect(await page.content()).not.toContain('canary-password');
});

test('a PDF is made of a template and its text is read; the model responds; a picture is made', async () => {
  const page = await openData('/tools');
  const pdf = page.getByRole('region', { name: 'PDF from a template' });
  await pdf.getByLabel('ID of the template').fill(TEMPLATE);
  await pdf.getByLabel('File name').fill('visit');
  await pdf.getByLabel('What is filled in, as JSON').fill('{"who":"Grace Hopper"}');
  await callPaid(page, 'Make the PDF');
  const made = await pdf.getByRole('link', { name: 'Open' }).getAttribute('href');
  const buffer = Buffer.from(await (await fetch(String(made))).arrayBuffer());
  expect(buffer.subarray(0, 5).toString()).toBe('%PDF-');
  const text = page.getByRole('region', { name: 'The text of a file' });
  await text
    .getByLabel('Image or PDF')
    .setInputFiles({ name: 'visit.pdf', mimeType: 'application/pdf', buffer });
  await expect(text.getByRole('button', { name: 'Read its text' })).toBeEnabled();
  await callPaid(page, 'Read its text');
  await expect(text.getByText(/Visit of Grace Hopper/)).toBeVisible();
  await page.getByLabel('What you ask').fill('How late is it?');
  await callPaid(page, 'Ask');
  await expect(page.getByText(/There is no language model.*How late is it\?/)).toBeVisible();
  const picture = page.getByRole('region', { name: 'Picture' });
  await picture.getByLabel('File name').fill('scissors');
  await picture.getByLabel('What it shows').fill('A pair of scissors');
  await callPaid(page, 'Make the picture');
  const drawn = await picture.getByRole('link', { name: 'Open' }).getAttribute('href');
  expect((await fetch(String(drawn))).headers.get('content-type')).toBe('image/png');
});

test('files that were stored through the edge are listed with which belong to no record, and deleted after a question', async () => {
  const tools = await openData('/tools');
  const text = tools.getByRole('region', { name: 'The text of a file' });
  await text
    .getByLabel('Image or PDF')
    .setInputFiles({ name: 'left over.png', mimeType: 'image/png', buffer: PNG });
  await expect(text.getByRole('button', { name: 'Read its text' })).toBeEnabled();
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

test('a PDF whose answer is lost says so with what is used, and is what the user says it is', async () => {
  const { control } = service();
  const page = await openData('/tools');
  const pdf = page.getByRole('region', { name: 'PDF from a template' });
  await pdf.getByLabel('ID of the template').fill(TEMPLATE);
  await pdf.getByLabel('File name').fill('lost');
  control.addFault({ operation: 'data.generatePdf', kind: 'reset-after' });
  await callPaid(page, 'Make the PDF');
  await expect(pdf.getByText(/^Sent. Whether it was accepted is not known yet/)).toBeVisible();
  await expect(pdf.getByText(/this month/)).toBeVisible();
  await expect(pdf.getByRole('button', { name: 'Make the PDF' })).toBeDisabled();
  await expectAccessible(page);
  await pdf.getByRole('button', { name: 'It happened' }).click();
  await pdf.getByRole('button', { name: 'Record that it happened' }).click();
  await expect(pdf.getByText('You said that it happened.')).toBeVisible();
  await expect(pdf.getByRole('button', { name: 'Make the PDF' })).toBeEnabled();
});

test('tables are read together, each by its own conditions, order and pages, or one of them by those of all', async () => {
  const page = await openData('/app');
  const { name, booking } = firstBooking();
  const { control } = service();
  const bookings = control.recordsOf(PROJECT, 'booking');
  const across = page.getByRole('region', { name: 'Across tables' });
  await across.getByLabel('Table').selectOption('booking');
  await across.getByLabel('Together with').first().selectOption('>customer');
  const top = across.getByRole('group', { name: 'Bookings' });
  const inner = across.getByRole('group', { name: 'Customers in each' });
  const found = across.locator('a[href*="/tables/booking/"]');
  const customers = across.locator('a[href*="/tables/customer/"]');
  await expect(customers.first()).toBeVisible();
  await expect(found).toHaveCount(20);
  const unsorted = await found.first().getAttribute('href');
  await top.getByRole('button', { name: 'Next' }).click();
  await expect(top.getByText('21–40')).toBeVisible();
  await expect(found.first()).not.toHaveAttribute('href', String(unsorted));
  await top.getByLabel('Order').selectOption('desc _id');
  const last = bookings
    .map(({ _id }) => String(_id))
    .sort()
    .at(-1);
  await expect(found.first()).toHaveAttribute('href', new RegExp(`/${last}$`));
  await inner.getByLabel('Only where').selectOption('name');
  await inner.getByLabel('Comparison').selectOption('contains');
  await inner.getByLabel('Value', { exact: true }).fill(name);
  await inner.getByRole('button', { name: 'Filter' }).click();
  await expect(inner.getByRole('button', { name: /^\P{L}?Name\P{L}? contains/u })).toBeVisible();
  // The other bookings stay, without the customer that is not asked for.
  await expect(found).toHaveCount(20);
  await expect(customers.filter({ hasNotText: name })).toHaveCount(0);
  await across.getByLabel('Show').selectOption({ label: 'Only Bookings, where all of it holds' });
  const own = bookings.filter(({ customer }) => customer === booking.customer);
  await expect(found).toHaveCount(Math.min(own.length, 20));
  await expect(inner.getByLabel('Order')).toBeHidden();
  await expectAccessible(page);
});

test('a number is read of a table; a backup has an address', async () => {
  const backup = service().control.makeBackup(PROJECT);
  const page = await openData('/app');
  const numbers = page.getByRole('region', { name: 'Numbers' });
  await numbers.getByLabel('Table').selectOption('service');
  await numbers.getByLabel('Number').selectOption('minutes');
  const sum = (await services()).reduce((all, { minutes }) => all + minutes, 0);
  await expect(numbers.getByText(String(sum), { exact: true })).toBeVisible();
  await page.getByLabel('File name of a backup').fill(backup);
  await page.getByRole('button', { name: 'Get its address' }).click();
  const address = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
  expect(await (await fetch(String(address))).json()).toBeTruthy();
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

test('integrations show the same records in the grid: found by a value, changed, and deleted last', async () => {
  const { control } = service();
  const [first] = control.recordsOf(PROJECT, 'service');
  const page = await openData('/integrations');
  await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption({ label: 'Services' });
  const grid = page.getByRole('table', { name: 'Services' });
  await expect(grid.getByRole('row')).toHaveCount(control.recordsOf(PROJECT, 'service').length + 1);
  await page.getByLabel('Only where').selectOption('name');
  await expect(page.getByLabel('Comparison').getByRole('option')).toHaveText(['is']);
  await page.getByLabel('Value', { exact: true }).fill(String(first?.name));
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(grid.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit records' }).click();
  await grid.getByRole('button', { name: /^Edit Price/ }).click();
  await expect(grid.locator('input:focus')).toBeVisible();
  await page.keyboard.type('77');
  await page.keyboard.press('Enter');
  await sendChange(page, 'the app');
  await expect
    .poll(() => control.recordsOf(PROJECT, 'service').find(({ _id }) => _id === first?._id)?.price)
    .toBe(77);
  await page.getByRole('link', { name: 'Deleted last' }).click();
  await expect(page.getByRole('button', { name: 'Edit records' })).toHaveCount(0);
  await expectAccessible(page);
});

test('a page of the app is searched by its id', async () => {
  const page = await openData('/app');
  const search = page.getByRole('region', { name: 'Search a page' });
  await search.getByLabel('ID of the page').fill(PAGE);
  await search.getByLabel('Words, or nothing for all').fill('Jürgen');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(search.getByRole('cell', { name: /Jürgen/ }).first()).toBeVisible();
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
    for (const section of ['watches', 'deleted', 'users', 'app', 'tools', 'key']) {
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

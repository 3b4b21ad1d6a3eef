import { expect, type Page, test } from '@playwright/test';
import { formatPairingLine } from '../../shared/edge-api/pairing.ts';
import { launchBrowser } from '../dev/browser.ts';
import { consoleStack, PANEL, WIDE } from './console-stack.ts';
import { askEdgeAs, writeDataKey } from './data-key.ts';
import { expectAccessible, expectNoOverflow } from './extension.ts';

const PROJECT = 'yoga-timetable';

const { askService, edgeUrl, openConsole, browser, service } = consoleStack((stack) => {
  stack.service.control.addProject({ projectId: 'old-shop', engine: 'legacy' });
  stack.service.control.addTables(PROJECT, [
    {
      type: 'bookings',
      label: 'Bookings',
      properties: [{ name: 'class' }, { name: 'seats', propertyType: 'number' }],
    },
  ]);
  stack.service.control.addRecords(
    PROJECT,
    'bookings',
    [0, 1, 2].map((at) => ({ class: `Class ${at}`, seats: at + 1 })),
  );
});

const form = (page: Page) => page.locator('form.operation-form');
const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const open = (name: string, size = WIDE) => openConsole(`#/operations/${name}`, size);

test('an app without its data key shows first where an owner enters it, and then runs by keyboard alone', async () => {
  const page = await open(`data.aggregate/${PROJECT}`);
  const enter = page.getByRole('link', { name: 'Enter the data key' });
  await expect(enter).toBeVisible();
  await expect(enter).toHaveAttribute('href', new RegExp(`projects/${PROJECT}/data/key$`));
  await writeDataKey(browser(), PROJECT, `data-local-${PROJECT}`);
  await page.goto(page.url().replace(/#.*/, '#/operations'));
  await page.reload();
  await expect(page.getByRole('link', { name: 'Runs an aggregation over a table' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('aggregation');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Runs an aggregation over a table' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Project' }).fill(PROJECT);
  await page.keyboard.press('Enter');
  await expect(form(page).getByLabel('type')).toBeFocused();
  await page.keyboard.type('bookings');
  await page.keyboard.press('Tab');
  await page.keyboard.type('[{"$group":{"_id":null,"n":{"$sum":"$seats"}}}]');
  await page.keyboard.press('Enter');
  await expect(answer(page)).toContainText('1 row');
  await expect(answer(page)).toContainText(/200 in \d+ ms/);
  await expect(answer(page).getByRole('row').nth(1)).toContainText('6');
  await expectAccessible(page);
});

test('the palette finds an operation by its name and by its sentence, of the project at hand', async () => {
  const page = await openConsole(`#/projects/${PROJECT}/limits`);
  await expect(page.getByRole('heading', { name: 'Runs', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('getRateLimit');
  await page.getByRole('option', { name: /Reads the rate limit of each visitor/ }).click();
  await expect(page.getByRole('combobox', { name: 'Project' })).toHaveValue(PROJECT);
  await form(page).getByRole('button', { name: 'Run' }).click();
  await expect(answer(page)).toContainText('perIpPerMinute');
  await page.goto(page.url().replace(/#.*/, `#/operations/getProject/${PROJECT}`));
  await form(page).getByRole('button', { name: 'Run' }).click();
  await expect(answer(page)).toContainText('projectId');
  await expect(run(page), 'what begins in sight moves nothing').toBeInViewport({ ratio: 1 });
});

test('what the row refuses is said at its field before anything is sent, and what the service refuses too', async () => {
  await writeDataKey(browser(), PROJECT, `data-local-${PROJECT}`);
  const page = await open('listDeliveries');
  const calls = () => service().control.counters().requests.listWebhookDeliveries ?? 0;
  const before = calls();
  await form(page).getByLabel('webhookId').fill('no such/one');
  await form(page).getByLabel('limit').fill('900');
  await form(page).getByLabel('limit').press('Enter');
  await expect(form(page).getByText('Not an id')).toBeVisible();
  await expect(form(page).getByText('must be a whole number from 1 to 200')).toBeVisible();
  await expect(form(page).getByLabel('webhookId')).toBeFocused();
  expect(calls()).toBe(before);
  await page.goto(page.url().replace(/#.*/, `#/operations/data.queryRecords/${PROJECT}`));
  await form(page).getByLabel('typeId').fill('bookings');
  await form(page).getByLabel('filter').fill('[{ "class": 1,\n }]');
  await form(page).getByLabel('filter').press('Control+Enter');
  await expect(form(page).getByText('Not JSON from line 2, column 2 on')).toBeVisible();
  await form(page).getByRole('button', { name: 'Discard' }).click();
});

test('a list is continued page by page, and copied as JSON and as a command', async () => {
  await writeDataKey(browser(), PROJECT, `data-local-${PROJECT}`);
  const page = await open(`data.queryRecords/${PROJECT}`);
  await browser().context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await form(page).getByLabel('typeId').fill('bookings');
  await form(page).getByLabel('pagination').fill('{ "limit": 2 }');
  await form(page).getByLabel('pagination').press('Control+Enter');
  await expect(answer(page)).toContainText('2 rows');
  await answer(page).getByRole('button', { name: 'JSON' }).click();
  await answer(page).getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(answer(page)).toContainText('Copied');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(await copied())).toHaveLength(2);
  await answer(page).getByRole('button', { name: 'Next page' }).click();
  await expect(answer(page)).toContainText('1 row');
  await expect(answer(page).getByRole('button', { name: 'Next page' })).toHaveCount(0);
  await form(page).getByRole('button', { name: 'Copy as curl' }).click();
  await expect.poll(copied).toContain(`/data/${PROJECT}/crud/query/bookings' \\`);
  expect(await copied()).toContain('$PILOT_LIGHT_TOKEN');
});

test('a record is changed only in write mode, after a question, and deleted only by its name', async () => {
  await writeDataKey(browser(), PROJECT, `data-local-${PROJECT}`);
  const page = await open(`data.createRecord/${PROJECT}`);
  await form(page).getByLabel('typeId').fill('bookings');
  await form(page).getByLabel('body').fill('{ "class": "Yin", "seats": 9 }');
  await expect(form(page).getByRole('button', { name: 'Run' })).toBeDisabled();
  await form(page).getByRole('button', { name: 'Edit records' }).click();
  await form(page).getByRole('button', { name: 'Run' }).click();
  const asked = page.getByRole('group', { name: 'Creates a record' });
  await expect(asked).toContainText('Changes what visitors see');
  await asked.getByRole('button', { name: 'Run' }).click();
  await expect(answer(page)).toContainText('Yin');
  const id = (await answer(page).textContent())?.match(/_id\s*([\w-]+)/)?.[1] ?? '';
  await page.goto(page.url().replace(/#.*/, `#/operations/data.deleteRecord/${PROJECT}`));
  await form(page).getByLabel('typeId').fill('bookings');
  await form(page)
    .getByLabel('id', { exact: true })
    .fill(id.replace(/(class|createdAt|seats).*$/, ''));
  await form(page).getByRole('button', { name: 'Run' }).click();
  const sure = page.getByRole('group', { name: 'Run' });
  await expect(sure.getByRole('button', { name: 'Run' })).toBeDisabled();
  await page.keyboard.press('Escape');
});

test('a call that has a form of its own leads to it; what spends is not copied as a command', async () => {
  const page = await open(`deploy/${PROJECT}`);
  await expect(form(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Open its form' }).click();
  await expect(page).toHaveURL(new RegExp(`projects/${PROJECT}/ship`));
});

/** A browser of another role, paired with the same edge. */
async function withBrowser(
  role: 'viewer' | 'builder',
  locale: 'de' | 'en-GB',
  act: (open: (address: string, size?: typeof WIDE) => Promise<Page>, deviceId: string) => Promise<void>,
): Promise<void> {
  const { data } = await askEdgeAs<{ code: string }>(browser(), 'POST', '/pairing-codes', { role });
  const other = await launchBrowser({ headless: true, locale, args: ['--window-size=1280,900'] });
  try {
    const options = await other.openPage('options.html');
    await options.locator('input').first().fill(formatPairingLine(edgeUrl(), data.code));
    await options.getByRole('button', { name: /^(Agree and pair|Zustimmen und koppeln)$/ }).click();
    await expect(options.getByText(/^(Paired|Gekoppelt)$/)).toBeVisible();
    const { data: devices } = await askDevices();
    const deviceId = devices.find((one) => one.role === role)?.deviceId ?? '';
    await act(async (address, size = WIDE) => {
      const page = await other.openPage(`console.html#/operations${address}`);
      await page.setViewportSize(size);
      return page;
    }, deviceId);
  } finally {
    await other.close();
  }
}

async function askDevices(): Promise<{ data: { deviceId: string; role: string }[] }> {
  const background = await browser().background();
  return (await background.evaluate(async (edge) => {
    const { 'device-token': token } = await chrome.storage.local.get<{ 'device-token': string }>();
    return (await fetch(`${edge}/devices`, { headers: { authorization: `Bearer ${token}` } })).json();
  }, edgeUrl())) as { data: { deviceId: string; role: string }[] };
}

const run = (page: Page) => form(page).getByRole('button', { name: 'Run', exact: true });
const imagesMade = () => service().control.counters().requests['data.createImage'] ?? 0;

test('a paid call says that it may cost and what it uses, is made once, and one that is lost is settled by hand', async () => {
  await writeDataKey(browser(), PROJECT, `data-local-${PROJECT}`);
  const page = await open(`data.createImage/${PROJECT}`);
  await expect(page.locator('.detail.operation > header')).toContainText('may cost');
  await expect(form(page).getByRole('button', { name: 'Copy as curl' })).toHaveCount(0);
  await expect(run(page)).toHaveAttribute('aria-disabled', 'true');
  await form(page).getByLabel('prompt').fill('A lamp on a beach');
  const before = imagesMade();
  await form(page).getByLabel('prompt').press('Control+Enter');
  await run(page).click();
  const asked = form(page).getByRole('group', { name: 'Run' });
  await expect(asked).toContainText(/Uses units of AI image: \d+ calls this month/);
  expect(imagesMade(), 'nothing is sent before it is confirmed').toBe(before);
  const sure = asked.getByRole('button', { name: 'Confirm: Run' });
  await expect(sure).not.toHaveAttribute('aria-disabled', 'true');
  await sure.dblclick();
  await expect(answer(page)).toContainText(/\.png/);
  expect(imagesMade()).toBe(before + 1);
  service().control.addFault({ operation: 'data.createImage', kind: 'reset-after' });
  await run(page).click();
  await sure.click();
  await expect(form(page)).toContainText('Whether it was accepted is not known yet');
  await expect(run(page)).toHaveAttribute('aria-disabled', 'true');
  await form(page).getByRole('button', { name: 'It happened' }).click();
  await form(page).getByRole('button', { name: 'Record that it happened' }).click();
  await expect(run(page)).not.toHaveAttribute('aria-disabled', 'true');
  expect(imagesMade()).toBe(before + 2);
});

test('a file is chosen and sent as it is, under its name', async () => {
  await writeDataKey(browser(), PROJECT, `data-local-${PROJECT}`);
  const page = await open(`data.uploadFile/${PROJECT}`);
  await run(page).click();
  await expect(form(page)).toContainText('Needed');
  await form(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'a plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await expect(form(page).getByLabel('fileName')).toHaveValue('a plan.pdf');
  await run(page).click();
  await expect(answer(page)).toContainText(/200 in \d+ ms/);
  await expect(answer(page)).toContainText('.pdf');
});

test('all that the service refuses of a form stands at its fields, and what has none below it, in sight', async () => {
  const page = await open('registerWebhook');
  await form(page).getByLabel('url').fill('http://a.example');
  await run(page).click();
  await expect(form(page).getByText('Needed')).toBeVisible();
  await expect(form(page).getByLabel('url')).toHaveAttribute('aria-invalid', 'true');
  await form(page).getByRole('combobox', { name: 'event' }).selectOption('deployment.finished');
  await form(page).getByLabel('url').fill('https://a.example/x');
  service().control.addFault({
    operation: 'registerWebhook',
    kind: 'error',
    status: 409,
    code: 'WEBHOOK_EVENT_ALREADY_EXISTS',
  });
  await run(page).click();
  const alert = page.locator('.operation-result[role=alert]');
  await expect(alert).toBeInViewport();
  const group = await open('getGroup');
  await form(group).getByLabel('groupId').fill('nothing');
  await run(group).click();
  await expect(group.locator('.operation-result[role=alert]')).toContainText('There is no such group');
});

test('an older project has its own operations, and none of the other engine', async () => {
  const page = await open('queryTable/old-shop');
  const list = page.locator('.list.operations');
  await expect(list.getByRole('link', { name: /Reads rows of a table of an older project/ })).toBeVisible();
  await expect(list.getByRole('link', { name: /Runs an SQL statement/ })).toHaveCount(0);
  await form(page).getByLabel('tableName').fill('bookings');
  await run(page).click();
  await expect(page.locator('.operation-result')).toBeVisible();
});

test('a viewer finds only what reads the service', async () => {
  await withBrowser('viewer', 'en-GB', async (openAs) => {
    const page = await openAs('');
    const list = page.locator('.list.operations');
    await expect(list.getByRole('link', { name: /Lists projects$/ })).toBeVisible();
    await expect(list.locator('code.writes')).toHaveCount(0);
    const other = await openAs(`/data.createRecord/${PROJECT}`);
    await expect(
      other.getByText('This browser’s role, or the project’s engine, has no such operation.'),
    ).toBeVisible();
  });
});

test('a builder in German writes only in write mode, and within a daily limit', async () => {
  await writeDataKey(browser(), PROJECT, `data-local-${PROJECT}`);
  await withBrowser('builder', 'de', async (openAs, deviceId) => {
    const page = await openAs(`/data.createRecord/${PROJECT}`);
    await expect(page.getByRole('button', { name: 'Als curl kopieren' })).toBeVisible();
    await form(page).getByLabel('typeId').fill('bookings');
    await form(page).getByLabel('body').fill('{ "class": "Yin" }');
    await expect(form(page).getByRole('button', { name: 'Ausführen' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(
      page.locator('.list.operations').getByRole('link', { name: /Deletes a record/ }),
    ).toHaveCount(0);
    await expectNoOverflow(page);
    await expectAccessible(page);
    await askEdgeAs(browser(), 'PATCH', `/devices/${deviceId}`, { dailySpendCredits: 0 });
    const before = imagesMade();
    const paid = await openAs(`/data.createImage/${PROJECT}`, PANEL);
    await form(paid).getByLabel('prompt').fill('A lamp');
    await form(paid).getByRole('button', { name: 'Ausführen' }).click();
    await form(paid)
      .getByRole('button', { name: /Bestätigen/ })
      .click();
    await expect(form(paid).locator('.failure')).not.toBeEmpty();
    expect(imagesMade()).toBe(before);
    await expectNoOverflow(paid);
  });
});

test('one at a time in a narrow window, nothing is cut', async () => {
  for (const width of [360, 300]) {
    const page = await openConsole('#/operations', { ...PANEL, width });
    await page.getByRole('link', { name: /Lists projects$/ }).click();
    await expectNoOverflow(page);
    await form(page).getByRole('button', { name: 'Run' }).click();
    await expect(answer(page)).toBeVisible();
    await expectNoOverflow(page);
    await page.getByRole('link', { name: 'Operations' }).click();
    await expect(page.getByRole('heading', { name: 'Operations' })).toBeVisible();
    await expectNoOverflow(page);
    await page.close();
  }
  expect((await askService<unknown[]>('/projects')).length).toBeGreaterThan(0);
});

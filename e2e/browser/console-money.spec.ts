import { expect, type Locator, type Page, test } from '@playwright/test';
import { consoleStack, PANEL } from './console-stack.ts';
import { expectAccessible, expectNoOverflow, takePicture } from './extension.ts';

/** Nine caps are set one after another, each read first: on a busy machine that takes its time. */
const PLAN_MS = 60_000;

/** How many projects the demo has. */
const PROJECTS = 9;

const { service, openConsole } = consoleStack((stack) =>
  stack.service.control.setAccount({ recurrentCredits: 400, oneTimeCredits: 100 }),
);

const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const caps = (page: Page) => part(page, 'Caps this month');

/** The caps as the table shows them, by the project's name. */
async function capsShown(page: Page): Promise<Map<string, string>> {
  const rows = await caps(page).locator('tbody tr').all();
  const shown = new Map<string, string>();
  for (const row of rows)
    shown.set(
      await row.getByRole('rowheader').innerText(),
      (await row.getByRole('cell').nth(3).innerText()).split('\n').at(-1) ?? '',
    );
  return shown;
}

/** By the button that only opens: what was typed before opens it too. */
const unfold = (page: Page): Promise<void> => page.getByRole('button', { name: 'Caps this month' }).click();

async function openCaps(): Promise<Page> {
  const page = await openConsole('#/money');
  await unfold(page);
  await expect(caps(page).getByText(/^Reading/)).toBeHidden();
  // A cap stands in the table once it was read: what is to be undone is known only when all are.
  await expect(caps(page).locator('tbody tr')).toHaveCount(PROJECTS);
  return page;
}

test('spending by day can be read in bars, and as a table', async () => {
  const page = await openConsole('#/money');
  await expect(page.locator('.plot rect').first()).toBeAttached();
  await page.getByRole('combobox', { name: 'Credits spent by day' }).selectOption('30 days');
  await page.getByRole('button', { name: 'as a table' }).click();
  await expect(part(page, 'as a table').getByRole('row')).toHaveCount(31);
  await expectAccessible(page);
});

test('parts, and projects that open to their runs, add up to what was spent', async () => {
  const page = await openConsole('#/money');
  const amountIn = async (words: Promise<string>) =>
    Number((await words).replace(/,/g, '').match(/[\d.]+$/)?.[0]);
  const amountsOf = async (rows: Locator) => {
    await expect(rows.first()).toBeVisible();
    return Promise.all((await rows.all()).map((row) => amountIn(row.innerText())));
  };
  const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
  const chip = (name: RegExp) => amountIn(page.getByRole('button', { name }).innerText());
  const spent = await chip(/^Sum/);
  expect(sum([await chip(/^Building/), await chip(/^Running apps/)])).toBeCloseTo(spent, 1);
  const projects = page.locator('.by-project > li');
  await expect(projects).toHaveCount(PROJECTS);
  const amounts = await amountsOf(projects.locator('> .receipt > .receipt-number'));
  // Each is rounded to a tenth for itself, as the sum is.
  expect(Math.abs(sum(amounts) - spent)).toBeLessThanOrEqual(0.05 * (amounts.length + 1));
  await projects.first().getByRole('button').click();
  const runs = projects.first().locator('ul li');
  await expect(runs.filter({ hasText: 'all others' })).toBeVisible();
  await expectAccessible(page);
});

test('where the credits of a day went: a press on its bar lists its projects with their runs', async () => {
  const page = await openConsole('#/money');
  await page.locator('.plot-day').nth(-2).click();
  await expect(page).toHaveURL(/#\/money\/\d{4}-\d\d-\d\d$/);
  const projects = page.locator('.by-project > li');
  await expect(projects.locator('ul li').first()).toBeVisible();
  await expectAccessible(page);
  await page.locator('.plot-day').last().click();
  const spent = await page.getByRole('button', { name: /^Sum/ }).innerText();
  await page.getByRole('link', { name: 'Activity' }).first().click();
  await expect(page.locator('.event-day').first(), 'the same of today').toContainText(
    spent.replace(/^Sum /, ''),
  );
});

test('in the width of the side panel nothing is cut off, with words a third wider than these', async () => {
  const page = await openConsole('#/money', PANEL);
  await unfold(page);
  await expect(caps(page).locator('tbody tr')).toHaveCount(PROJECTS);
  await page.addStyleTag({ content: '* { letter-spacing: 0.18em !important }' });
  await expectNoOverflow(page);
});

test('a cap is edited in its row and set back', async () => {
  const page = await openCaps();
  const before = await capsShown(page);
  const [first = ''] = before.keys();
  const cell = caps(page).locator('tbody tr').first();
  await cell.getByRole('button', { name: /Cap of/ }).click();
  await cell.getByLabel(/^Cap of/).fill('9000');
  await cell.getByRole('button', { name: 'Set to 9,000' }).click();
  await expect.poll(async () => (await capsShown(page)).get(first)).toContain('9,000');
  await caps(page).getByRole('button', { name: /^Undo/ }).click();
  await expect
    .poll(async () => Object.fromEntries(await capsShown(page)))
    .toEqual(Object.fromEntries(before));
});

test("a project's page says whether it can build, and leads to what lifts it", async () => {
  service().control.crossCap('yoga-timetable');
  const page = await openConsole('#/projects/yoga-timetable/talk');
  const readiness = page.locator('.project-verdict [data-kind="stopped"]');
  await expect(readiness).toContainText('cap');
  await readiness.getByRole('link', { name: 'Limits' }).click();
  await expect(page).toHaveURL(/#\/projects\/yoga-timetable\/limits$/);
});

test('the webhook of a project is pointed at the edge, and its secret made again', async () => {
  const page = await openConsole('#/projects/landing-2026/ship');
  const address = part(page, 'Where it points');
  await address.getByRole('button', { name: 'Where it points' }).click();
  await expect(address.getByText('It points nowhere.')).toBeVisible();
  await address.getByRole('button', { name: 'Another address' }).click();
  await address.getByLabel('Its address').fill('https://app.example/hook');
  await address.getByRole('button', { name: 'Point it there' }).click();
  await address.getByRole('button', { name: 'Point it at app.example now' }).click();
  await expect(address.getByText('It points at app.example.')).toBeVisible();
  await address.getByRole('button', { name: 'Point it at your edge' }).click();
  await address.getByRole('button', { name: /^Replace app\.example/ }).click();
  await expect(address.getByText(/^It points at your edge/)).toBeVisible();
  await address.getByRole('button', { name: /^Undo/ }).click();
  await expect(address.getByText('It points at app.example.')).toBeVisible();
  await expect(address.getByText('Set back.')).toBeVisible();
  await address.getByRole('button', { name: 'Point it at your edge' }).click();
  await address.getByRole('button', { name: /^Replace app\.example/ }).click();
  await expect(address.getByText(/^It points at your edge/)).toBeVisible();
  await address.getByRole('button', { name: 'Rotate the secret' }).click();
  await address.getByRole('button', { name: /Make a new secret/ }).click();
  await expect(address.getByText(/^New secret/)).toBeVisible();
  await expectAccessible(page);
});

test('a guard is tried on the last 30 days, set, reported with its number, and undone', async () => {
  const page = await openConsole('#/projects/soba-sakura/limits');
  const guards = part(page, 'Guards');
  await guards.getByRole('button', { name: 'Guards' }).click();
  await guards.getByRole('button', { name: 'Set: Budget of a day (UTC)' }).click();
  await guards.getByLabel('Credits').fill('5');
  await expect(guards.getByText(/it would have acted (once|\d+ times)/)).toBeVisible();
  await guards.getByRole('button', { name: 'Set it' }).click();
  await expect(
    guards.getByText('Prompts from here are refused after 5 development credits a day'),
  ).toBeVisible();
  await expectAccessible(page);
  await guards.getByRole('button', { name: 'Undo' }).click();
  await expect(guards.getByRole('button', { name: 'Set: Budget of a day (UTC)' })).toBeVisible();
  await expect(guards.getByText('Budget of a day (UTC)', { exact: true })).toBeVisible();
});

test('a prompt brings its budget, which overrides the cap and is reported there', async () => {
  test.setTimeout(2 * PLAN_MS);
  const page = await openConsole('#/projects/cajovna-u-zizku/talk');
  const form = page.getByRole('form', { name: /^Prompt/ });
  await form.getByRole('textbox', { name: /^Prompt/ }).fill('Add a page of opening hours');
  await form.getByRole('button', { name: /^standard/ }).click();
  await form.getByLabel('Budget').selectOption('for this run');
  await form.getByLabel('Credits that this run may use').fill('30');
  await expect(form.getByText(/The service stops a run/)).toBeVisible();
  await form.getByRole('button', { name: /^Send/ }).click();
  const limits = await openConsole('#/projects/cajovna-u-zizku/limits');
  await expect(limits.getByText(/until the run is over: a budget overrides your cap/)).toBeVisible({
    timeout: PLAN_MS,
  });
});

test('each run is listed with its cost and its end, and the month in one picture', async () => {
  const page = await openConsole('#/projects/soba-sakura/limits');
  const receipts = part(page, 'Runs');
  await expect(receipts.getByText(/finished/).first()).toBeVisible();
  await expect(receipts.getByTitle('What building took that day').first()).toBeVisible();
  const month = part(page, 'Spending this month');
  await month.getByRole('button', { name: 'Spending this month' }).click();
  await month.getByRole('button', { name: 'as a table' }).click();
  await expect(month.getByRole('columnheader', { name: 'Used of the month' })).toBeVisible();
  await expectAccessible(page);
});

test('Money fits both themes and the width of a panel', async () => {
  const page = await openCaps();
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await takePicture(page, `console-money-${theme}`);
  }
  await page.setViewportSize(PANEL);
  await expectAccessible(page);
});

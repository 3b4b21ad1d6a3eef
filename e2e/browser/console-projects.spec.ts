import { expect, type Locator, type Page, test } from '@playwright/test';
import { consoleStack, PANEL, WIDE } from './console-stack.ts';
import { expectAccessible, expectNoOverflow, THEMES, takePicture } from './extension.ts';

const PROJECT = 'yoga-timetable';
const NAME = 'Yoga timetable';

const { service, browser, askService, openConsole } = consoleStack(({ service: { control } }) => {
  control.setAccount({ recurrentCredits: 400, oneTimeCredits: 100 });
  // With those of the demo they are enough for a list with an order.
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six'])
    control.addProject({ projectId: `old-${name}` });
});

/** Rows are read a few at a time, and work that was begun at the service is seen when the edge asks next. */
const READ = { timeout: 75_000 };

const effects = () => service().control.counters().effects;

/** A project as the service reports it. */
const project = (projectId: string) => askService<Record<string, unknown> | null>(`/projects/${projectId}`);

const rows = (page: Page) => page.getByRole('list', { name: 'Projects' }).getByRole('listitem');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const toProject = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });

test('a row shows what its project needs and has used of its cap, and is narrowed to those that need the user', async () => {
  const page = await openConsole('#/projects');
  await expect(row(page, 'House handbook')).toContainText(/\/ \d/, READ);
  await expect(row(page, 'Landing 2026')).toContainText('Live, deployed 2 days ago');
  await page.getByRole('button', { name: /^needs me/ }).click();
  await expect(row(page, 'House handbook')).toBeVisible();
  await expect(row(page, 'Landing 2026')).toHaveCount(0);
});

test('what is searched for is found literally, among all projects', async () => {
  const page = await openConsole('#/projects');
  const search = page.getByRole('searchbox');
  await search.fill('timetable');
  await expect(row(page, NAME)).toBeVisible();
  await expect(row(page, 'Landing 2026')).toHaveCount(0);
  await search.fill('time.able');
  await expect(page.getByText('Nothing found.')).toBeVisible();
});

test('projects are listed oldest first, and by the days of their creation (List Projects, sortDirection, createdFrom)', async () => {
  const [oldest] = (await askService<{ projectId: string; createdAt: string }[]>(
    '/projects?limit=1&sortDirection=asc',
  )) ?? [{ projectId: '', createdAt: '' }];
  const page = await openConsole('#/projects');
  const id = (line: Locator) => line.locator('a[href*="#/projects/"], a[href*="#/project/"]').first();
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'oldest' });
  await expect(id(rows(page).first())).toHaveAttribute('href', new RegExp(`/${oldest?.projectId}\\b`));
  await page.getByRole('button', { name: 'created…' }).click();
  const day = (oldest?.createdAt ?? '').slice(0, 10);
  await page.getByLabel('To', { exact: true }).fill('2001-01-01');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill(day);
  await expect(id(rows(page).first())).toHaveAttribute('href', new RegExp(`/${oldest?.projectId}\\b`));
  await page.getByRole('button', { name: 'created…' }).click();
  await expect(page.getByLabel('To', { exact: true })).toHaveCount(0);
});

test('a pinned project comes first, also on the next page', async () => {
  const page = await openConsole('#/projects');
  await row(page, 'Landing 2026').hover();
  await page.getByRole('button', { name: 'Pin: Landing 2026' }).click();
  await expect(rows(page).first()).toContainText('Landing 2026');
  await page.close();
  const again = await openConsole('#/projects');
  await expect(rows(again).first()).toContainText('Landing 2026');
  await row(again, 'Landing 2026').hover();
  await again.getByRole('button', { name: 'Unpin: Landing 2026' }).click();
  await expect(rows(again).first()).not.toContainText('Landing 2026');
});

test('what needs the user stands before the others, unless another order is chosen', async () => {
  const page = await openConsole('#/projects');
  await expect(rows(page).first()).toContainText('House handbook');
  const order = page.getByRole('combobox', { name: 'Order' });
  await order.selectOption({ label: 'last changed' });
  await expect(rows(page).first()).not.toContainText('House handbook');
  await order.selectOption({ label: 'needs me first' });
  await expect(rows(page).first()).toContainText('House handbook');
});

test('a project is deployed from its row', async () => {
  const before = effects().deploys;
  const page = await openConsole('#/projects');
  await row(page, 'Recipe box').hover();
  await page.getByRole('button', { name: /^Deploy · 1 credit: Recipe box/ }).click();
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  expect(effects().deploys).toBe(before);
  await expect.poll(() => effects().deploys).toBe(before + 1);
});

test('a deployment that destroys data says what goes, and is made only once an owner confirms that (Versioning, confirmDestructive)', async () => {
  service().control.setProject('recipe-box', { destroysOnDeploy: ['the table guests'] });
  service().control.finishDeployment('recipe-box');
  const before = effects().deploys;
  const page = await openConsole('#/projects/recipe-box/ship');
  const deployment = page.getByRole('region', { name: 'Deployment' });
  await deployment.getByRole('button', { name: /^Deploy · 1 credit/ }).click();
  await deployment.getByRole('button', { name: 'Deploy all the same…' }).click();
  const question = deployment.getByRole('group', { name: /drops the table guests/ });
  expect(effects().deploys).toBe(before);
  await question.getByRole('button', { name: /^Destroy it and deploy · 1 credit/ }).click();
  await expect.poll(() => effects().deploys).toBe(before + 1);
  await expect(deployment.getByRole('button', { name: 'Deploy all the same…' })).toHaveCount(0);
});

test('an empty project is made by its name on the chosen engine, once, for its price', async () => {
  const page = await openConsole('#/projects');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = page.getByRole('region', { name: 'New project' });
  await form.getByLabel('Name').fill('Tea House');
  await expect(form.getByText('Only small letters, digits and hyphens.')).toBeVisible();
  await form.getByLabel('Name').fill('tea-house');
  await form.getByLabel('Engine').selectOption({ label: 'older' });
  await form.getByRole('button', { name: /^Create it empty · / }).click();
  await form
    .getByRole('group', { name: /Makes the empty project tea-house/ })
    .getByRole('button', { name: /Create it empty/ })
    .click();
  await expect.poll(() => effects().projectsByRequestedId['tea-house']).toBe(1);
  // A legacy project has no `engineVersion` (Versioning); a lost choice would give it the account's engine.
  expect(await project('tea-house')).not.toHaveProperty('engineVersion');
  await form.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: 'tea-house' })).toBeVisible();
});

test('a project is renamed and put into a group, and undo takes both back', async () => {
  const page = await openConsole(`#/projects/${PROJECT}/talk`);
  await page.getByRole('button', { name: 'More…' }).click();
  await page.getByRole('button', { name: 'Name, description and group' }).click();
  const form = page.getByRole('region', { name: 'Name, description and group' });
  await form.getByLabel('Display name').fill('Yoga & more');
  await form.getByLabel('Group').selectOption({ label: 'Studio' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await project(PROJECT))?.groupId).toBe('studio');
  await expect(page.getByRole('heading', { name: 'Yoga & more' })).toBeVisible();
  await form.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await project(PROJECT))?.label).toBe(NAME);
  expect((await project(PROJECT))?.groupId).toBe('clients');
});

test('what somebody else wrote meanwhile is shown before it is replaced', async () => {
  const page = await openConsole('#/projects/recipe-box/talk');
  await page.getByRole('button', { name: 'More…' }).click();
  await page.getByRole('button', { name: 'Name, description and group' }).click();
  const form = page.getByRole('region', { name: 'Name, description and group' });
  await form.getByLabel('Description').fill('Mine');
  service().control.setProject('recipe-box', { description: 'Theirs' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/Somebody changed it: Theirs/)).toBeVisible();
  expect((await project('recipe-box'))?.description).toBe('Theirs');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await project('recipe-box'))?.description).toBe('Mine');
});

test('a project is deleted only by its name', async () => {
  const page = await openConsole('#/projects/old-three/talk');
  await page.getByRole('button', { name: 'More…' }).click();
  await page.getByRole('button', { name: 'Name, description and group' }).click();
  await page.getByRole('button', { name: 'Delete this project…' }).click();
  const sure = page.getByRole('button', { name: 'Delete for good' });
  const typed = page.getByLabel(/Type its name/);
  await typed.fill('old');
  await expect(sure).toBeDisabled();
  await typed.fill('old-three');
  await sure.click();
  await expect.poll(() => project('old-three')).toBeNull();
  await expect(page).toHaveURL(/#\/projects$/);
  await expect(toProject(page, 'old-two')).toBeVisible();
  await expect(toProject(page, 'old-three')).toHaveCount(0);
});

test('several are put into a group up to the first refusal; the others stay as they were', async () => {
  const page = await openConsole('#/projects');
  await page.getByRole('button', { name: 'Select' }).click();
  for (const name of ['old-one', 'old-two', 'Recipe box'])
    await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
  service().control.addFault({
    operation: 'updateProject',
    kind: 'error',
    status: 409,
    code: 'DEPLOYMENT_RUNNING',
    skip: 1,
  });
  await page.getByLabel('Put 3 projects into a group').selectOption({ label: 'Studio' });
  await expect(page.getByText(/^1 project done\. Stopped at old-two:.* 1 unchanged\./)).toBeVisible();
  expect((await project('old-one'))?.groupId).toBe('studio');
  expect((await project('old-two'))?.groupId).toBeUndefined();
  expect((await project('recipe-box'))?.groupId).toBeUndefined();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await project('old-one'))?.groupId).toBeUndefined();
});

test('several are deleted once their number was typed', async () => {
  const page = await openConsole('#/projects');
  await page.getByRole('button', { name: 'Select' }).click();
  for (const name of ['old-one', 'old-two'])
    await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
  await page.getByRole('button', { name: 'Delete 2 projects…' }).click();
  const sure = page.getByRole('button', { name: 'Delete for good' });
  await expect(sure).toBeDisabled();
  await page.getByLabel('Type “2 projects”').fill('2 projects');
  await sure.click();
  await expect(page.getByText('2 projects done.')).toBeVisible();
  expect([await project('old-one'), await project('old-two')]).toEqual([null, null]);
});

test('a group is made, renamed and deleted; its projects stay', async () => {
  const page = await openConsole('#/projects');
  await page.getByRole('button', { name: 'edit groups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Groups' });
  await dialog.getByLabel('New group').fill('Archive');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByRole('button', { name: 'Edit: Archive' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Attic');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const line = dialog.getByRole('listitem').filter({ hasText: 'Attic' });
  await line.getByRole('button', { name: 'Delete' }).click();
  await line.getByRole('button', { name: /^Delete Attic; its .*projects stay/ }).click();
  await expect(dialog.getByText('Attic')).toHaveCount(0);
});

test('the palette changes the theme, finds a project by the service, and asks before it stops a run', async () => {
  service().control.startRun('acme-storefront');
  const page = await openConsole('#/now');
  const palette = page.getByRole('combobox', { name: 'Search or act' });
  await expect(page.getByRole('region', { name: 'Running' })).toContainText('Acme storefront', READ);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('theme dark');
  await expect(page.getByRole('option', { name: 'Theme: dark' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(palette).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('stop acme');
  await page.getByRole('option', { name: /^Stop the run on Acme storefront/ }).waitFor();
  await page.keyboard.press('Enter');
  const question = page.getByRole('group', { name: /^A run takes/ });
  await expect(question).toBeFocused(READ);
  expect(page.url()).toContain('#/projects/acme-storefront');
  await expect(question.getByRole('button', { name: 'Stop it now' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(service().control.counters().requests.stopAgent ?? 0).toBe(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => service().control.counters().requests.stopAgent).toBe(1);
  await expect(palette).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('theme system');
  await page.getByRole('option', { name: 'Theme: System' }).waitFor();
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  service().control.addProject({ projectId: 'far-away' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('far-aw');
  await page.getByRole('option', { name: /^far-away · Talk/ }).click();
  await expect(page).toHaveURL(/#\/projects\/far-away\/talk$/);
});

test('the keys are listed by ?, and / leads to the search', async () => {
  const page = await openConsole('#/projects');
  await rows(page).first().waitFor();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Find a project in the list');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first().getByRole('link').first()).toBeFocused();
});

test('a key that follows the end of a dialog at once is neither lost nor undone', async () => {
  const page = await openConsole('#/projects');
  await expect(page.getByText(/^Live$/)).toBeVisible(READ);
  await rows(page).first().getByRole('link').first().focus();
  await page.keyboard.press('?');
  await page
    .getByRole('dialog', { name: 'Keys' })
    .getByRole('button', { name: 'Close' })
    .evaluate(pressAfter);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(page.getByRole('searchbox')).toBeFocused();
});

/** Presses a button, and `/` before the browser's next task. The function runs in the page. */
async function pressAfter(button: Element): Promise<void> {
  (button as HTMLElement).click();
  await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
}

test('the projects: wide and light, narrow and dark, nothing axe knows to be wrong, nothing to the side', async () => {
  test.slow();
  const page = await openConsole('#/projects');
  for (const [width, size, colorScheme] of [
    ['wide', WIDE, 'light'],
    ['narrow', PANEL, 'dark'],
  ] as const) {
    await page.setViewportSize(size);
    // What is seen of the list has been read.
    await expect.poll(() => page.locator('.used-amount').count(), READ).toBeGreaterThan(6);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await takePicture(page, `console-projects-${width}-${theme}`);
    }
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});

/** Most clicks that a daily action takes from the popup; typing and a confirmation are not counted. */
const CLICKS_MAX = 3;

test.describe('an action of the day takes three clicks from the popup', () => {
  let clicks = 0;
  test.beforeEach(() => {
    clicks = 0;
  });
  test.afterEach(async () => {
    expect(clicks, 'clicks from the popup').toBeLessThanOrEqual(CLICKS_MAX);
    await (await browser().background()).evaluate(() => chrome.storage.local.remove('console-address'));
  });

  /** How much work of a kind the service has of a project. */
  const countOf = (kind: 'runs' | 'deployments', projectId: string): number =>
    service().control.workOf(projectId)[kind].length;

  async function click(target: Locator): Promise<void> {
    clicks += 1;
    await target.click();
  }

  /** From the popup to the console's tab, by its one icon. */
  async function consoleFromPopup(): Promise<Page> {
    const popup = await browser().openPage('popup.html');
    const opened = browser().context.waitForEvent('page');
    await click(popup.getByRole('button', { name: 'Open the console' }));
    const page = await opened;
    await page.waitForURL(/\/console\.html/);
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
    return page;
  }

  test('a project is found', async () => {
    const page = await consoleFromPopup();
    await page.getByRole('searchbox').fill('timetable');
    await click(toProject(page, NAME));
    await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
  });

  test('a project is prompted', async () => {
    const page = await consoleFromPopup();
    await click(toProject(page, NAME));
    await page.getByRole('textbox', { name: /^Prompt/ }).fill('Add a waiting list');
    const before = countOf('runs', PROJECT);
    await click(page.getByRole('button', { name: /^Send/ }));
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
    await expect.poll(() => countOf('runs', PROJECT), READ).toBe(before + 1);
    service().control.finishRun(PROJECT);
  });

  test('a project is deployed again', async () => {
    const page = await consoleFromPopup();
    // The one that waits for keys offers those instead.
    await row(page, 'Landing 2026').hover();
    const before = countOf('deployments', 'landing-2026');
    await click(page.getByRole('button', { name: 'Deploy · 1 credit: Landing 2026' }));
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
    await expect.poll(() => countOf('deployments', 'landing-2026'), READ).toBe(before + 1);
    service().control.finishDeployment('landing-2026');
  });

  test('what a project spends is seen, and its cap is raised before it is reached', async () => {
    const page = await consoleFromPopup();
    await click(page.getByRole('link', { name: new RegExp(`^Limits of ${NAME}`) }));
    const development = page.getByRole('region', { name: 'Building' });
    await expect(development).toContainText(/[\d.,]+ of\s*[\d.,]+/);
    await click(development.getByRole('button', { name: /^Change/ }));
    await expect(development.getByRole('spinbutton')).toBeVisible();
  });

  test('a run is stopped', async () => {
    service().control.startRun('cajovna-u-zizku');
    const popup = await browser().openPage('popup.html');
    const running = popup.getByRole('region', { name: 'Running' });
    const work = running.getByRole('listitem').filter({ hasText: 'Čajovna U Žižků' });
    const stop = work.getByRole('button', { name: 'Stop' });
    const open = work.getByRole('button', { expanded: false });
    await expect(running).toContainText('Čajovna U Žižků', READ);
    await click(open.first());
    await click(stop);
    // The confirmation is not counted.
    await work.getByRole('button', { name: 'Stop it now' }).click();
    const outcome = () => service().control.workOf('cajovna-u-zizku').runs.at(-1)?.outcome;
    await expect.poll(outcome, { ...READ, message: 'the service stopped the run' }).toBe('stopped');
  });
});

test('a long list is read as it comes into sight, down to its last project', async () => {
  service().control.addProjects(700, 'many-');
  service().control.addProject({ projectId: 'the-oldest', createdAt: 0 });
  const page = await openConsole('#/projects');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('newest');
  await expect(row(page, 'many-00700')).toBeVisible();
  await expect
    .poll(
      async () => {
        await page.locator('.long-list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
        return rows(page).last().textContent();
      },
      { message: 'the oldest project of the account comes last', timeout: 45_000 },
    )
    .toContain('the-oldest');
});

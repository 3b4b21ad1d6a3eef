import { expect, type Page, test } from '@playwright/test';
import { consoleStack, PANEL, WIDE } from './console-stack.ts';
import { expectAccessible, expectNoOverflow, takePicture } from './extension.ts';

const PROJECT = 'yoga-timetable';

const { service, browser, askService, openConsole } = consoleStack((stack) =>
  stack.service.control.setAccount({ recurrentCredits: 400, oneTimeCredits: 100 }),
);

const effects = () => service().control.counters().effects;
const part = (page: Page, name: string) => page.getByRole('region', { name });

test('a project is found by its name, and its page has an address of its own', async () => {
  const page = await openConsole('#/projects');
  await page.getByRole('searchbox').fill('timetable');
  await page.getByRole('link', { name: /^Yoga timetable/ }).click();
  await expect(page).toHaveURL(new RegExp(`#/projects/${PROJECT}/talk$`));
  await expect(page.getByRole('heading', { name: 'Yoga timetable' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Yoga timetable' })).toBeVisible();
});

test('the palette leads to a part of a project by its first letters, without the mouse', async () => {
  const page = await openConsole('#/projects');
  await page.getByRole('link', { name: /^Yoga timetable/ }).waitFor();
  await page.keyboard.press('Control+k');
  // Nobody waits for the field before typing.
  await page.keyboard.type('yoga ship');
  await expect(page.getByRole('combobox', { name: 'Search or act' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Search or act' })).toHaveValue('yoga ship');
  await expect(page.getByRole('option', { name: /Yoga timetable · Ship/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/projects\/yoga-timetable\/ship$/);
});

test('the palette does what it names: raising a cap opens its field, a prompt has the focus, a part is at hand', async () => {
  const page = await openConsole('#/projects');
  await page.getByRole('link', { name: /^Yoga timetable/ }).waitFor();
  const command = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Yoga timetable');
    await page.keyboard.press('Enter');
  };
  await command('raise yoga');
  const cap = part(page, 'Building').getByRole('spinbutton');
  await expect(cap).toBeFocused();
  await page.keyboard.press('Escape');
  await command('prompt yoga');
  const prompt = page.getByRole('textbox', { name: /Prompt/ });
  await expect(prompt).toBeFocused();
  // Closed again, the palette gives back the field that was written in.
  await page.keyboard.type('a');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.keyboard.type('b');
  await expect(prompt).toHaveValue('ab');
  await prompt.fill('');
  await command('deploy yoga');
  await expect(page.getByRole('group', { name: /Publishes the newest version/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await command('yoga budget stop spike');
  await expect(part(page, 'Guards').locator(':focus')).toHaveCount(1);
});

test('a deployment names its price, can be taken back, and is made once, also when the page closes at once', async () => {
  const before = effects().deploys;
  const page = await openConsole(`#/projects/${PROJECT}/ship`);
  await part(page, 'Deployment')
    .getByRole('button', { name: /^Deploy · 1 credit/ })
    .click();
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeFocused();
  expect(effects().deploys).toBe(before);
  await page.close();
  await expect.poll(() => effects().deploys).toBe(before + 1);
  const again = await openConsole(`#/projects/${PROJECT}/ship`);
  await expect(part(again, 'Deployment').getByText('The service accepted it')).toBeVisible();
  expect(effects().deploys).toBe(before + 1);
});

test('a prompt is kept while it is typed, Enter alone sends nothing, and a confirmed one is sent once', async () => {
  const words = 'Add a page with the prices';
  const first = await openConsole('#/projects/landing-2026/talk');
  await first.getByRole('textbox').fill(words);
  await first.getByRole('textbox').press('Enter');
  expect(effects().runsByPrompt[words]).toBeUndefined();
  await first.getByRole('textbox').fill(words);
  await first.getByRole('button', { name: /^standard/ }).click();
  await first.getByRole('button', { name: 'fast mode' }).click();
  await first.getByLabel('Model').selectOption('sonnet');
  await expect(first.getByRole('button', { name: 'fast mode' })).toHaveCount(0);
  await first.getByLabel('Model').selectOption('opus');
  await expect
    .poll(async () =>
      (await browser().background()).evaluate(async () =>
        JSON.stringify(await chrome.storage.local.get('prompt-drafts')),
      ),
    )
    .toMatch(new RegExp(`(?=.*"model":"opus")(?=.*"fastMode":true).*${words}`));
  await first.close();
  const page = await openConsole('#/projects/landing-2026/talk');
  await expect(page.getByRole('textbox')).toHaveValue(words);
  await expect(page.getByRole('button', { name: 'Opus · fast mode' })).toBeVisible();
  // Until its price is known it can't be sent.
  await expect(page.getByRole('button', { name: /^Send/ })).toBeEnabled();
  await page.getByRole('textbox').press('Control+Enter');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  await expect.poll(() => effects().runsByPrompt[words]).toBe(1);
  // What is dropped on the way costs no error: the service says nothing (Launch Project, fastMode).
  expect(service().control.workOf('landing-2026').runs.at(-1)?.choice).toMatchObject({ fastMode: true });
  await expect(page.getByRole('textbox')).toHaveValue('');
  await expect(page.getByText(words)).toBeVisible();
});

test('a prompt for after the run is kept with the page closed, and sent once when the run has succeeded', async () => {
  const words = 'Add a page for after the run';
  service().control.startRun('acme-storefront');
  const first = await openConsole('#/projects/acme-storefront/talk');
  const field = first.getByRole('textbox', { name: /^Prompt/ });
  await field.fill(words);
  await first.getByRole('button', { name: /^Send after this run/ }).click();
  const takeBack = first.getByRole('button', { name: 'Take it back' });
  await expect(takeBack).toBeFocused();
  await takeBack.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(words);
  await first.getByRole('button', { name: /^Send after this run/ }).click();
  await expect(takeBack).toBeVisible();
  expect(effects().runsByPrompt[words]).toBeUndefined();
  await first.close();
  service().control.finishRun('acme-storefront');
  const page = await openConsole('#/now');
  await expect.poll(() => effects().runsByPrompt[words]).toBe(1);
  await page.goto(page.url().replace(/#.*/, '#/projects/acme-storefront/talk'));
  await expect(page.getByRole('textbox', { name: /^Prompt/ })).toHaveValue('');
  expect(effects().runsByPrompt[words]).toBe(1);
});

test('files go along with a prompt: each is uploaded once, and the prompt names where it is', async () => {
  const before = effects().uploads;
  const words = 'Use the plan that goes along';
  const page = await openConsole('#/projects/recipe-box/talk');
  await page.getByRole('textbox', { name: /^Prompt/ }).fill(words);
  await page.getByRole('button', { name: '+ file' }).click();
  await page
    .locator('.prompt-material input[type="file"]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Two rooms') });
  await expect(page.getByRole('button', { name: '1 file', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Send · 0.1 credits plus usage/ }).click();
  const question = page.getByRole('group', { name: /A file is uploaded first/ });
  await question.getByRole('button', { name: /Send/ }).click();
  await expect.poll(() => effects().runsByPrompt[words]).toBe(1);
  expect(effects().uploads).toBe(before + 1);
  await expect(page.getByRole('textbox', { name: /^Prompt/ })).toHaveValue('');
  await expect(page.getByText('plan.txt')).toBeVisible();
});

test('several prompts are one batch, whose progress is shown, and the context is cleared between runs', async () => {
  const page = await openConsole('#/projects/invoice-bot/talk');
  await page.locator('.head-verbs').getByRole('button', { name: 'More…' }).click();
  await page.getByRole('button', { name: 'Clear context' }).click();
  await page.getByRole('button', { name: /^Clear it/ }).click();
  await expect(page.getByText('Cleared.', { exact: false })).toBeVisible();
  await page.getByRole('textbox', { name: /^Prompt/ }).fill('Add a list\n---\nAdd a form');
  await page.getByRole('button', { name: /^standard/ }).click();
  await page.getByLabel('Run as').selectOption('several');
  await page.getByRole('button', { name: /^Send 2 prompts/ }).click();
  await page
    .getByRole('group', { name: /starts 2 runs/ })
    .getByRole('button', { name: /Send 2 prompts/ })
    .click();
  await expect(page.getByText('Prompt 1 of 2 runs.')).toBeVisible();
});

test('what was begun in the launch form becomes the prompt of a project that exists, and sends nothing', async () => {
  const page = await openConsole('#/launch');
  await page.getByLabel('What should it do?').fill('Add opening hours');
  await page.locator('.launch-target select').selectOption({ label: 'Yoga timetable' });
  await page.getByRole('button', { name: 'Go on in Talk' }).click();
  await expect(page).toHaveURL(new RegExp(`#/projects/${PROJECT}/talk$`));
  await expect(page.getByRole('textbox', { name: /^Prompt/ })).toHaveValue('Add opening hours');
  expect(effects().runsByPrompt['Add opening hours']).toBeUndefined();
});

test('a project that is deleted meanwhile says so, and leads back', async () => {
  const page = await openConsole('#/projects/no-such-project/ship');
  await expect(page.getByText('This project was deleted or')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Projects' }).last()).toBeVisible();
});

/** The development cap as the service has it. */
async function cap(): Promise<number> {
  const { creditLimits } = await askService<{ creditLimits: { maxDevelopmentCreditsPerMonth: number } }>(
    `/projects/${PROJECT}/credit-limits`,
  );
  return creditLimits.maxDevelopmentCreditsPerMonth;
}

test('a cap is changed, and put back by undo', async () => {
  const original = await cap();
  const page = await openConsole(`#/projects/${PROJECT}/limits`);
  const development = part(page, 'Building');
  await development.getByRole('button', { name: 'Change: Building' }).click();
  await development.getByRole('spinbutton').fill('750');
  await development.getByRole('button', { name: 'Set to 750' }).click();
  await expect.poll(cap).toBe(750);
  await development.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(cap).toBe(original);
  await expect(development.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(development.getByRole('button', { name: /^Change/ })).toBeFocused();
});

test('a cap that somebody else has set meanwhile is shown before it is replaced', async () => {
  const page = await openConsole(`#/projects/${PROJECT}/limits`);
  const development = part(page, 'Building');
  await development.getByRole('button', { name: 'Change: Building' }).click();
  await development.getByRole('spinbutton').fill('800');
  const control = service().control;
  control.setProject(PROJECT, {
    creditLimits: { maxDevelopmentCreditsPerMonth: 640, maxInfrastructureCreditsPerMonth: 300 },
  });
  await development.getByRole('button', { name: 'Set to 800' }).click();
  await expect(development.getByText('Somebody has set it to 640 meanwhile.')).toBeVisible();
  expect(await cap()).toBe(640);
  await development.getByRole('button', { name: 'Set to 800' }).click();
  await expect.poll(cap).toBe(800);
});

test("an environment variable's value reaches the app and is kept nowhere in the browser", async () => {
  const page = await openConsole(`#/projects/${PROJECT}/ship`);
  const variables = part(page, 'Environment variables');
  // The forms of what the agent asks for are before it.
  const form = variables.locator('form').last();
  await form.getByLabel('Name').fill('MAIL_API_KEY');
  await form.getByLabel('Value').fill('canary-value-4711');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(variables.getByRole('listitem').filter({ hasText: 'MAIL_API_KEY' })).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  const kept = await (await browser().background()).evaluate(async () =>
    JSON.stringify([await chrome.storage.local.get(null), await chrome.storage.session.get(null)]),
  );
  expect(kept).not.toContain('canary-value-4711');
});

test('what the account lacks is "not available here", and what fails can be tried again', async () => {
  service().control.lack('listVersions');
  service().control.addFault({
    operation: 'getDeploymentStatus',
    kind: 'error',
    status: 503,
    code: 'X',
    // The edge polls it too.
    count: 1_000,
  });
  const page = await openConsole('#/projects/recipe-box/ship');
  await expect(part(page, 'Versions').getByText('Not available here.')).toBeVisible();
  const retry = part(page, 'Deployment').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  service().control.clearFaults();
  service().control.lackNothing();
  // A look at the project may read it again before the press.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 2_000 });
    await expect(part(page, 'Deployment').getByRole('button', { name: /^Deploy/ })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
});

const VIEWS = {
  now: '#/now',
  launch: '#/launch',
  import: '#/import',
  talk: `#/projects/${PROJECT}/talk`,
  ship: `#/projects/${PROJECT}/ship`,
  limits: `#/projects/${PROJECT}/limits`,
  activity: '#/activity',
  settings: '#/settings',
} as const;

for (const [name, address] of Object.entries(VIEWS))
  test(`the console's ${name}: wide and light, narrow and dark, nothing axe knows to be wrong, nothing to the side`, async () => {
    test.slow();
    const page = await openConsole(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    // The rail and the list need the first snapshot.
    await expect(page.getByText(/^Live$/)).toBeVisible({ timeout: 60_000 });
    // Caps are read project by project.
    if (address.startsWith('#/projects/'))
      await expect(page.locator('.project-row .used-bar:not(.none)').nth(6)).toBeVisible({ timeout: 60_000 });
    for (const [colorScheme, size] of [
      ['light', WIDE],
      ['dark', PANEL],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.getByText('Reading…')).toHaveCount(0, { timeout: 60_000 });
      await takePicture(page, `console-${name}-${colorScheme}`);
      await page.setViewportSize(size);
      await expect(page.getByText('Reading…')).toHaveCount(0, { timeout: 60_000 });
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
  });

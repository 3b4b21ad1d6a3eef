import { expect, type Page, test } from '@playwright/test';
import type { ExtensionBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { chooseMenuItem, startReadingBrowser } from './allowed-extension.ts';
import { expectAccessibleInThemes } from './extension.ts';
import type { FixtureSite } from './fixture-site.ts';

const POPUP_SIZE = { width: 380, height: 600 };

let stack: Stack;
let browser: ExtensionBrowser;
let site: FixtureSite;
const closing = new Closing();

test.beforeAll(async () => {
  stack = await startStack({ demo: 'empty' });
  closing.add(() => stack.stop());
  stack.service.control.setAccount({ recurrentCredits: 5_000, oneTimeCredits: 5_000 });
  ({ browser, site } = await startReadingBrowser(closing));
  await pairByHand(browser, stack.edge.url, stack.pairingCode);
});

test.afterAll(() => closing.closeAll());

test.afterEach(async () => {
  stack.service.control.clearFaults();
  for (const page of browser.context.pages()) if (page.url() !== 'about:blank') await page.close();
});

const projectsAskedFor = (name: string) =>
  stack.service.control.counters().effects.projectsByRequestedId[name] ?? 0;

/** The launch view in a tab of the popup's size, with a form that would launch. */
async function openForm(name: string, words = `Build ${name}`): Promise<Page> {
  const page = await browser.openPage('sidepanel.html#/launch');
  await page.setViewportSize(POPUP_SIZE);
  await expect(page.getByText("may read the browser's own pages")).toBeVisible();
  await page.getByLabel('What should it do?').fill(words);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await expect(page.getByText('Draft saved')).toBeVisible();
  return page;
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Launch/ }).click();
  await page.getByRole('button', { name: 'Launch now' }).click();
}

/** Opens one of what can be added. */
async function add(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: what }).click();
}

const launched = (page: Page, name: string) => page.getByRole('heading', { name: `${name} is launched` });

/** Ends the background as the browser does when it is idle, wherever it is. */
async function endBackground(page: Page): Promise<void> {
  const session = await browser.context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

test('from a page to a project, in the popup: what the page says goes along, marked, and apart from the own words', async () => {
  const page = await browser.context.newPage();
  await page.goto(`${site.url}/article.html`);
  await page.bringToFront();
  const popup = await browser.openPopup();
  await popup.getByRole('button', { name: /Launch from this page/ }).click();
  await expect(popup.getByText('From this article')).toBeVisible();
  await expect(popup.getByText(/Why small studios keep paper waiting lists .* words/)).toBeVisible();
  await expect(popup.getByText('The page hides text that speaks to an AI')).toBeVisible();
  await expect(popup.getByLabel('Name', { exact: true })).toHaveValue('why-small-studios-keep-paper');
  await popup.getByLabel('What should it do?').fill('A waiting list for a yoga studio');
  await popup.keyboard.press('Control+Enter');
  await expect(popup.getByRole('group', { name: 'Launch why-small-studios-keep-paper?' })).toBeFocused();
  await popup.keyboard.press('Tab');
  await expect(popup.getByRole('button', { name: 'Launch now' })).toBeFocused();
  await expect(popup.getByRole('button', { name: 'Launch now' })).toBeEnabled();
  await popup.keyboard.press('Enter');
  await expect(launched(popup, 'why-small-studios-keep-paper')).toBeVisible();
  await popup.close();

  const prompts = Object.keys(stack.service.control.counters().effects.projectsByPrompt);
  const prompt = prompts.find((one) => one.startsWith('A waiting list for a yoga studio\n'));
  expect(prompt).toContain(`Address: ${site.url}/article.html`);
  expect(prompt).toMatch(
    /\n````reference\n[\s\S]+I would like to be able to lose the notebook once, and not to notice\.”\n````$/,
  );
  expect(prompt).not.toMatch(/HIDDEN/);
});

test('a page that is open goes along with a prompt of a project that exists, chosen in its Talk', async () => {
  stack.service.control.addProject({ projectId: 'yoga-studio', label: 'Yoga studio' });
  const page = await browser.context.newPage();
  await page.goto(`${site.url}/article.html`);
  const talk = await browser.openPage('console.html#/projects/yoga-studio/talk');
  await talk.getByRole('textbox', { name: /^Prompt/ }).fill('A page with what this one says');
  const choice = talk.getByLabel('+ page');
  const option = choice.locator('option', { hasText: 'Why small studios' });
  await expect(option).toHaveCount(1);
  await choice.selectOption((await option.getAttribute('value')) ?? '');
  await expect(talk.getByText('From this article')).toBeVisible();
  await talk.getByRole('button', { name: /^Send/ }).click();
  const question = talk.getByRole('group', { name: /starts a run on Yoga studio/ });
  await question.getByRole('button', { name: /Send/ }).click();
  await expect
    .poll(() => Object.keys(stack.service.control.counters().effects.runsByPrompt))
    .toContainEqual(
      expect.stringMatching(
        /^A page with what this one says\n[\s\S]+\n````reference\n[\s\S]+lose the notebook/,
      ),
    );
});

test('a page that was launched before says so', async () => {
  const page = await browser.context.newPage();
  await page.goto(`${site.url}/article.html`);
  await page.bringToFront();
  const popup = await browser.openPopup();
  await popup.getByRole('button', { name: /Launch from this page/ }).click();
  await expect(popup.getByText(/You launched why-small-studios-keep-paper from this page/)).toBeVisible();
  await popup.close();
});

test('the context menu opens a draft of the selection, and spends nothing', async () => {
  const page = await browser.context.newPage();
  await page.goto(`${site.url}/docs.html`);
  await page.bringToFront();
  const before = stack.service.control.counters().effects.projects;
  const background = await browser.background();
  const selectionText = 'Read the raw body as bytes.';
  await chooseMenuItem(browser, page, { menuItemId: 'launch-selection-popup', selectionText });
  const references = () =>
    background.evaluate(async () =>
      Object.entries(await chrome.storage.local.get(null))
        .filter(([key]) => key.startsWith('draft:'))
        .map(([, draft]) => (draft as { reference?: { text: string } }).reference?.text ?? ''),
    );
  await expect.poll(references).toContainEqual(expect.stringMatching(/^Read the raw/));
  await expect
    .poll(
      () =>
        background.evaluate(
          async () => (await chrome.storage.session.get('launch-open'))['launch-open'] ?? null,
        ),
      {
        message: 'the popup has opened and taken it',
      },
    )
    .toBeNull();
  expect(stack.service.control.counters().effects.projects).toBe(before);
});

test('a double click makes one project', async () => {
  const page = await openForm('double-click');
  await page.getByRole('button', { name: /^Launch/ }).click();
  await page.getByRole('button', { name: 'Launch now' }).dblclick();
  await expect(launched(page, 'double-click')).toBeVisible();
  expect(projectsAskedFor('double-click')).toBe(1);
});

test('two windows on the same form make one project', async () => {
  const first = await openForm('two-windows');
  const second = await browser.openPage('sidepanel.html#/launch');
  await second.getByRole('button', { name: 'Drafts' }).click();
  await second.getByRole('button', { name: /Build two-windows/ }).click();
  for (const page of [first, second]) await page.getByRole('button', { name: /^Launch/ }).click();
  await Promise.all([first, second].map((page) => page.getByRole('button', { name: 'Launch now' }).click()));
  await expect(launched(first, 'two-windows')).toBeVisible();
  await expect(launched(second, 'two-windows')).toBeVisible();
  expect(projectsAskedFor('two-windows')).toBe(1);
});

for (const [when, phase] of [
  ['as soon as the launch is stored', 'stored'],
  ['while it is being sent', 'sent'],
  ['as soon as it is answered', 'answered'],
] as const) {
  test(`the background is ended ${when}: one project`, async () => {
    const name = `ended-${phase}`;
    const page = await openForm(name);
    if (phase === 'sent') {
      stack.service.control.addFault({
        kind: 'slow-drip',
        operation: 'launchProject',
        bytesPerChunk: 64,
        chunkEveryMs: 100,
      });
    }
    await page.getByRole('button', { name: /^Launch/ }).click();
    const reached = page.evaluate(
      (wanted) =>
        new Promise<void>((resolve) => {
          const order = ['stored', 'sent', 'answered'];
          chrome.storage.onChanged.addListener(({ launches }) => {
            const [newest] = (launches?.newValue ?? []) as { phase: string }[];
            if (newest && order.indexOf(newest.phase) >= order.indexOf(wanted)) resolve();
          });
        }),
      phase,
    );
    await page.getByRole('button', { name: 'Launch now' }).click();
    await reached;
    await endBackground(page);
    await expect(launched(page, name)).toBeVisible({ timeout: 60_000 });
    expect(projectsAskedFor(name)).toBe(1);
  });
}

test('a lost reply: not known at first, then found, and made once', async () => {
  const page = await openForm('reply-lost');
  const { control } = stack.service;
  control.addFault({ kind: 'reset-after', operation: 'launchProject' });
  await page.getByRole('button', { name: /^Launch/ }).click();
  await expect(page.getByRole('button', { name: 'Launch now' })).toBeEnabled();
  // The edge looks for it after two seconds: it finds nothing out before what is said was read here.
  control.addFault({ kind: 'error', operation: 'listProjects', status: 503, code: 'X', count: 1_000 });
  await page.getByRole('button', { name: 'Launch now' }).click();
  await expect(page.getByText("We don't know yet whether this launched. Checking…")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Launch again anyway' })).toBeVisible();
  control.clearFaults();
  await expect(launched(page, 'reply-lost')).toBeVisible({ timeout: 60_000 });
  expect(projectsAskedFor('reply-lost')).toBe(1);
});

test('the edge is restarted while it launches: one project', async () => {
  const page = await openForm('edge-restarted');
  stack.service.control.addFault({
    kind: 'slow-drip',
    operation: 'launchProject',
    bytesPerChunk: 16,
    chunkEveryMs: 250,
  });
  await confirm(page);
  await expect.poll(() => projectsAskedFor('edge-restarted')).toBe(1);
  await stack.restartEdge();
  await expect(launched(page, 'edge-restarted')).toBeVisible({ timeout: 60_000 });
  expect(projectsAskedFor('edge-restarted')).toBe(1);
});

test('the edge is away: the page says so, and it is launched once when it is back', async () => {
  const page = await openForm('edge-away');
  await page.getByRole('button', { name: /^Launch/ }).click();
  // Frozen first: an edge that has ended is noticed by itself, and then nothing can be launched.
  stack.edge.freeze();
  await page.getByRole('button', { name: 'Launch now' }).click();
  await expect(page.getByRole('heading', { name: 'Launching edge-away' })).toBeVisible();
  await stack.edge.kill();
  await expect(
    page.getByText('Your edge cannot be reached, so whether this launched is not known.', { exact: false }),
  ).toBeVisible();
  await stack.restartEdge();
  await expect(launched(page, 'edge-away')).toBeVisible({ timeout: 60_000 });
  expect(projectsAskedFor('edge-away')).toBe(1);
});

test('a name that is taken: the other name is shown', async () => {
  stack.service.control.addProject({ projectId: 'taken-name' });
  const page = await openForm('taken-name');
  await confirm(page);
  await expect(
    page.getByText(/The name taken-name was taken, so it is called taken-name-\w+\./),
  ).toBeVisible();
});

test('warnings: each is shown, and retried where that can be done', async () => {
  stack.service.control.setOutcomes({
    launchWarnings: [
      {
        step: 'agent',
        errorCode: 'AGENT_START_ERROR',
        errorMessage: 'Retry with POST /projects/:projectId/agent/start',
      },
      {
        step: 'creditLimits',
        errorCode: 'UPDATE_CREDIT_LIMITS_ERROR',
        errorMessage: 'Retry with PATCH credit-limits',
      },
      { step: 'secrets', errorCode: 'CREATE_SECRET_ERROR', errorMessage: 'Retry with POST secrets' },
    ],
  });
  const page = await openForm('with-warnings');
  await confirm(page);
  await expect(page.getByText('3 things did not work')).toBeVisible();
  await expect(
    page.getByText('The secrets were not stored. Add them in the project, under Ship.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Your edge sees to the credit caps.')).toBeVisible();
  expect(stack.service.control.counters().effects.runsByPrompt['Build with-warnings']).toBe(1);
  stack.service.control.setOutcomes({ launchWarnings: [] });
});

test('a refusal: in words, at its field, nothing charged, and launched after it is mended', async () => {
  stack.service.control.addGroup({ groupId: 'clients', name: 'Clients', full: true });
  const page = await openForm('refused-first');
  await add(page, 'More…');
  await page.getByLabel('Group', { exact: true }).selectOption({ label: 'Clients' });
  const before = stack.service.control.counters().effects.creditsCharged;
  await confirm(page);
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('It was not launched');
  await expect(notice).toContainText('That group is full, or not yours. Nothing was charged.');
  await expect(page.getByRole('button', { name: 'More…' })).toHaveClass(/bad/);
  expect(stack.service.control.counters().effects.creditsCharged).toBe(before);
  await page.getByLabel('Group', { exact: true }).selectOption('');
  await confirm(page);
  await expect(launched(page, 'refused-first')).toBeVisible();
  expect(projectsAskedFor('refused-first')).toBe(1);
});

test('a secret goes to the service and nowhere else, and is gone after the launch', async () => {
  const canary = 'canary-7f3a91c2d4e8';
  const page = await openForm('with-secret');
  await add(page, '+ secret');
  await page.locator('#launch-editor').getByLabel('Name', { exact: true }).fill('MAIL_KEY');
  await page.getByLabel('Value').fill(canary);
  await expect(page.getByText('Kept in memory', { exact: true })).toBeVisible();
  const everything = () =>
    page.evaluate(async () =>
      JSON.stringify([await chrome.storage.local.get(null), await chrome.storage.session.get(null)]),
    );
  const onDisk = () => page.evaluate(async () => JSON.stringify(await chrome.storage.local.get(null)));
  expect(await onDisk(), 'while it is being written').not.toContain(canary);
  await page.reload();
  await expect(page.getByText('Draft saved').or(page.getByText('Launch a project')).first()).toBeVisible();
  await page.getByRole('button', { name: 'Drafts' }).click();
  await page.getByRole('button', { name: /Build with-secret/ }).click();
  await page.getByRole('button', { name: '1 secret' }).click();
  await expect(page.getByLabel('Value'), 'never shown again').toHaveValue('');
  await expect(page.getByText('Kept in memory', { exact: true })).toBeVisible();
  await confirm(page);
  await expect(launched(page, 'with-secret')).toBeVisible();
  await expect.poll(everything, { message: 'gone after the launch' }).not.toContain(canary);
});

test('a design tool is connected by its token, which is checked first and kept nowhere (Launch Project, designtool)', async () => {
  const token = 'fig_canary0a1b2c3d4e5f';
  const page = await openForm('with-design');
  await add(page, 'More…');
  const field = page.getByLabel('Design tool token', { exact: true });
  await field.fill('fig_invalid0a1b2c3d4e5f');
  await confirm(page);
  await expect(page.getByRole('alert')).toContainText('The design tool does not accept the token.');
  await expect(page.getByRole('button', { name: 'More…' })).toHaveClass(/bad/);
  expect(projectsAskedFor('with-design')).toBe(0);
  await field.fill(token);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await confirm(page);
  await expect(launched(page, 'with-design')).toBeVisible();
  const { url, apiKey } = stack.service;
  const status = await fetch(`${url}/api/v1/vcaas/projects/with-design/designtool/status`, {
    headers: { 'api-key': apiKey },
  });
  expect((await status.json()).data).toMatchObject({ connected: true });
  const everything = () =>
    page.evaluate(async () =>
      JSON.stringify([await chrome.storage.local.get(null), await chrome.storage.session.get(null)]),
    );
  await expect.poll(everything, { message: 'the token is gone after the launch' }).not.toContain(token);
});

test('a draft outlives its page and the background', async () => {
  const page = await openForm('kept-draft', 'Words that must not be lost');
  await endBackground(page);
  await page.close();
  const again = await browser.openPage('sidepanel.html#/launch');
  await again.getByRole('button', { name: 'Drafts' }).click();
  await again.getByRole('button', { name: /Words that must not be lost/ }).click();
  await expect(again.getByLabel('Name', { exact: true })).toHaveValue('kept-draft');
});

test('a launch that is over can be used again, as a new form', async () => {
  const page = await openForm('used-again');
  await confirm(page);
  await expect(launched(page, 'used-again')).toBeVisible();
  await page.getByRole('button', { name: 'Drafts' }).click();
  await page.getByRole('tab', { name: 'Launches' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'used-again' }).first();
  await row.getByRole('button', { name: 'Use again' }).click();
  await expect(page.getByLabel('What should it do?')).toHaveValue('Build used-again');
});

test('everybody can use it: no finding of axe in the form, its editors and the desk, both themes', async () => {
  test.slow();
  const page = await openForm('axe');
  await expectAccessibleInThemes(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  for (const chip of ['+ file', '+ secret', 'More…', /^Opus .*cap 500/])
    await test.step(`the editor of ${chip}`, async () => {
      await page.getByRole('button', { name: chip }).first().click();
      await expectAccessibleInThemes(page);
    });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('button', { name: 'Drafts' }).click();
  for (const tab of ['Drafts', 'Launches', 'Templates'])
    await test.step(tab, async () => {
      await page.getByRole('tab', { name: tab }).click();
      await expectAccessibleInThemes(page);
    });
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, 'nothing is cut off at 320 px').toBe(0);
});

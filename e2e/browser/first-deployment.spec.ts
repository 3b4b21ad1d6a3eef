import { expect, type Page, test } from '@playwright/test';
import { type Cloudflare, startCloudflare, TOKEN } from '../cloudflare/cloudflare.ts';
import { type Person, startWithPerson } from '../cloudflare/person.ts';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { type LocalService, startLocalService } from '../mock-service/service.ts';
import {
  expectAccessibleInThemes,
  expectNoOverflow,
  stableRendering,
  THEMES,
  takePicture,
} from './extension.ts';

const HOST = 'pilot-light-edge.ada.workers.dev';
const API_KEY = 'canary-service-key-71b3';
const FIRST_PAGE = { width: 1000, height: 700 };

let service: LocalService;
let cloudflare: Cloudflare;
let browser: ExtensionBrowser;
const closing = new Closing();

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  stableRendering();
  service = await startLocalService({ demo: 'calm', apiKey: API_KEY });
  closing.add(() => service.stop());
  cloudflare = await startCloudflare({ 'builder.example': service.url, 'data.example': service.url });
  closing.add(() => cloudflare.stop());
  browser = await launchBrowser({ headless: true, args: cloudflare.browserArguments });
  closing.add(() => browser.close());
});

test.afterAll(() => closing.closeAll());

test('from nothing to the first snapshot: one command, four questions and one for the data backend, one paste', async () => {
  test.setTimeout(300_000);
  cloudflare.account.subdomain = null;
  const { CLOUDFLARE_API_TOKEN: _, ...env } = cloudflare.environment();
  const counted = { commands: 0, pastes: 0 };

  const person = startWithPerson([], env);
  counted.commands++;
  await person.answers('Cloudflare API token', TOKEN);
  await person.answers('A name for your account under workers.dev', 'ada');
  await person.answers('Address of the builder service', 'https://builder.example');
  await person.answers('Your API key of the service', API_KEY);
  // The local service has its data backend below this path.
  await person.answers('Address of the data backend (Enter leaves it out)', 'https://data.example/data');
  await person.reads('Waiting for the first browser');
  service.control.connect({ [HOST]: cloudflare.plainUrl('pilot-light-edge') });

  const line =
    person
      .screen()
      .split('\n')
      .find((one) => one.includes('#pair=')) ?? '';
  const first = browser.context.pages().find((page) => page.url().endsWith('/first.html'));
  if (!first) throw new Error('No first page opened after the installation.');
  await first.setViewportSize(FIRST_PAGE);
  await takePictures(first, 'first');
  await first.getByLabel('Line to paste').fill(line);
  counted.pastes++;
  await first.getByRole('button', { name: 'Agree and pair' }).click();
  await expect(first.getByText(/^412\.5 credits · /), 'the balance, through the deployed edge').toBeVisible();
  await first.getByRole('button', { name: 'Send a test notification' }).click();
  await expect(first.getByText(/^Accepted\./)).toBeVisible();
  const notices = await (await browser.background()).evaluate(() => chrome.notifications.getAll());
  expect(Object.keys(notices), 'the test notification is on the desktop').toContain('first-test');
  await takePictures(first, 'first-paired');
  await first.close();
  await person.reads('Paired: the service sends 17 kinds of events to your edge');
  expect(await person.ended, person.screen()).toBe(0);

  const popup = await browser.openPopup();
  await expect(
    popup.getByText('412.5', { exact: true }),
    'the balance, through the deployed edge',
  ).toBeVisible();
  await popup.close();
  expect({ ...counted, questions: person.answered }).toEqual({ commands: 1, pastes: 1, questions: 5 });
  await pictureOfTheRun(person);
});

for (const { name, width, language, words } of [
  { name: 'edge-page', width: 1000, language: 'en', words: 'It works.' },
  { name: 'edge-page-narrow', width: 360, language: 'en', words: 'It works.' },
  { name: 'edge-page-german', width: 360, language: 'de', words: 'Er funktioniert.' },
])
  test(`the edge's own address is a page for people: ${name}`, async () => {
    const page = await browser.context.newPage();
    const protocol = await browser.context.newCDPSession(page);
    const userAgent = await page.evaluate(() => navigator.userAgent);
    await protocol.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language });
    await page.setViewportSize({ width, height: 640 });
    await page.goto(`https://${HOST}/#pair=ABCD`);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.locator('h1'), 'its style is let through by its own policy').toHaveCSS(
      'font-size',
      '30px',
    );
    await expectNoOverflow(page);
    await expectAccessibleInThemes(page, name);
    await page.close();
  });

async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await takePicture(page, `${name}-${colorScheme}`);
  }
}

/** `npm run deploy` as it stood in the terminal, in both themes. */
async function pictureOfTheRun(person: Person): Promise<void> {
  const page: Page = await browser.context.newPage();
  await page.setViewportSize({ width: 840, height: 400 });
  const light =
    '--paper:#fdfcfa;--ink:#1f1b16;--colour-1:#b3261e;--colour-2:#1d7a46;--colour-3:#946200;--colour-5:#8a3f9e;--colour-6:#0f7482;--colour-8:#8a8175';
  const dark =
    '--paper:#1b1815;--ink:#efe9e1;--colour-1:#f2847c;--colour-2:#7fd09b;--colour-3:#e6b84f;--colour-5:#d49be5;--colour-6:#6fc7d3;--colour-8:#8d857a';
  for (const [theme, colours] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    await page.setContent(
      `<body style="margin:0;${colours};background:var(--paper);color:var(--ink)"><pre style="margin:0;padding:24px;font:13px/20px monospace"><span style="color:var(--colour-8)">$</span> npm run deploy\n\n${person.html()}</pre>`,
    );
    await takePicture(page, `deploy-${theme}`);
  }
  await page.close();
}

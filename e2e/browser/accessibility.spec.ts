import { expect, type Page, test } from '@playwright/test';
import { consoleStack } from './console-stack.ts';
import { writeDataKey } from './data-key.ts';
import { listenTo, press } from './heard.ts';
import { chooseTable } from './import-form.ts';

/** What somebody hears who does not see the page, after each verb of the main jobs. */
const DATABASE = 'yoga-timetable';
const { service, browser, openConsole } = consoleStack(({ service: { control } }) => {
  control.setAccount({ recurrentCredits: 400, oneTimeCredits: 100 });
  control.addRows(DATABASE, 'production', 'bookings', [
    { id: 'b1', name: 'Ada Lovelace', price: 2 },
    { id: 'b2', name: 'Grace Hopper', price: 11.5 },
  ]);
  control.addTables(DATABASE, [
    { type: 'class', label: 'Classes', properties: [{ name: 'name', unique: true, required: true }] },
  ]);
});

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a project is opened, a prompt is sent, and its run is stopped', async () => {
  const page = await openConsole('#/projects');
  const { after } = await listenTo(page);
  const row = page.getByRole('link', { name: /^Landing 2026/ });
  await row.waitFor();
  await after('open a project', () => press(row), /^textbox Prompt/);
  const composer = page.getByRole('textbox', { name: /^Prompt/ });
  await composer.fill('Add a page with the prices');
  const send = button(page, /^Send · /);
  service().control.setDurations({ runMs: [600_000, 600_000] });
  await after('send', () => press(send), /^button Undo/);
  const stop = button(page, 'Stop').first();
  await stop.waitFor();
  await after('stop', () => press(stop), /^group A run takes/);
  await after(
    'confirm the stop',
    () => press(button(page, /^Stop it now/)),
    /^(button|region|heading|textbox) /,
    /accepted the stop/,
  );
});

test('a cap is raised and put back', async () => {
  const page = await openConsole(`#/projects/${DATABASE}/limits`);
  const { after } = await listenTo(page);
  const cap = part(page, 'Building');
  const change = cap.getByRole('button', { name: /^Change: / });
  await change.waitFor();
  await after('change a cap', () => press(change), /^(spinbutton|textbox) New monthly cap/);
  await cap.getByRole('spinbutton').fill('750');
  await after('set it', () => page.keyboard.press('Enter'), /^button Change: Building/, /^Saved/);
  await after(
    'undo it',
    () => press(cap.getByRole('button', { name: 'Undo' })),
    /^button Change: Building/,
    /^Saved/,
  );
});

test('a cell is edited, and undone, a record made and deleted', async () => {
  test.slow();
  const page = await openConsole(`#/projects/${DATABASE}/database/production/bookings`);
  const { after } = await listenTo(page);
  const review = part(page, 'Changes that are not sent yet');
  const edit = button(page, /^Edit/).first();
  await after('edit', () => press(edit), /^button (Stop|End|Done)/);
  const cell = page
    .getByRole('table', { name: 'bookings' })
    .getByRole('button', { name: /^Edit price/i })
    .first();
  await after('a cell', () => press(cell), /^(textbox|spinbutton) price/i);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('3');
  await after('end it', () => page.keyboard.press('Enter'), /^button Edit price/i);
  const send = (count: number) => button(page, new RegExp(`^Send ${count} changes? to production`)).last();
  await after('send it', () => press(send(1)), /^group Send 1 change/);
  await after('confirm it', () => press(send(1)), /^(region|button|heading|link) /, /^Saved/);
  await after('undo it', () => press(button(page, 'Undo').last()), /^(region|button|heading) /);
  await after('send it', () => press(send(1)), /^group Send 1 change/);
  await after('confirm it', () => press(send(1)), /^(region|button|heading|link) /, /^Saved/);
  await after('a new row', () => press(page.getByRole('link', { name: 'New row' })), /^heading New row/);
  const form = page.getByRole('region', { name: 'The row that is open' });
  await form.getByRole('textbox', { name: 'name' }).fill('Edsger Dijkstra');
  await after('send it', () => press(send(1)), /^group Send 1 change/);
  await after('confirm it', () => press(send(1)), /^(region|button|heading|link) /, /^Saved/);
  // It is open as it is stored.
  await expect(form.getByRole('button', { name: /^Delete/ })).toBeVisible();
  await after(
    'delete it',
    () => press(form.getByRole('button', { name: /^Delete/ })),
    /^(button|heading|region) /,
  );
  await after('send that', () => press(send(1)), /^group Send 1 change/);
  await review.getByRole('textbox').fill('bookings');
  await after('confirm it', () => press(send(1)), /^(region|button|heading|link) /, /^Saved/);
});

test('rows of a file are imported', async () => {
  test.slow();
  await writeDataKey(browser(), DATABASE, `data-local-${DATABASE}`);
  const page = await openConsole('#/import');
  const { after } = await listenTo(page);
  await page.locator('input[type=file]').focus();
  await after(
    'choose a file',
    () =>
      page.locator('input[type=file]').setInputFiles({
        name: 'classes.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name\nYin\nVinyasa'),
      }),
    // The field that had it is gone with the list of sources.
    /^heading /,
  );
  await chooseTable(page, DATABASE, 'class');
  const save = button(page, /^Save 2 records$/);
  await after('save', () => press(save), /^(region|button|heading|textbox) /);
  await expect.poll(() => service().control.recordsOf(DATABASE, 'class').length, { timeout: 60_000 }).toBe(2);
});

test('a project is deployed, and failing deliveries are looked at', async () => {
  test.slow();
  const { control } = service();
  control.addSubscription({ url: 'https://gone.example/hook', event: 'deployment.finished' });
  control.emitSample('deployment.finished', DATABASE);
  const page = await openConsole(`#/projects/${DATABASE}/ship`);
  const { after } = await listenTo(page);
  const deploy = part(page, 'Deployment').getByRole('button', { name: /^Deploy · 1 credit/ });
  await deploy.waitFor();
  await after('deploy', () => press(deploy), /^button Undo/);
  await button(page, /^Undo/).waitFor({ state: 'detached' });
  await page.goto(page.url().replace(/#.*/, '#/settings/webhooks'));
  const look = part(page, 'Receivers').getByRole('button', { name: /^Look/ }).first();
  await look.waitFor({ timeout: 60_000 });
  await after('its deliveries', () => press(look), /^button Look/);
});

test('dialogs are modal, and give the focus back; a command of the palette leads to what it names', async () => {
  const page = await openConsole(`#/projects/${DATABASE}/limits`);
  const { after, expectModal } = await listenTo(page);
  const change = button(page, 'Change: Building');
  await change.waitFor();
  await change.focus();
  await after('the palette', () => page.keyboard.press('Control+k'), /^combobox Search or act/);
  await expectModal('Search or act');
  await after('close it', () => page.keyboard.press('Escape'), /^button Change: Building/);
  await after('the keys', () => page.keyboard.press('?'), /./);
  await expectModal('Keys');
  await after('close them', () => page.keyboard.press('Escape'), /^button Change: Building/);
  for (const [words, focus] of [
    ['raise yoga', /^(spinbutton|textbox) New monthly cap/],
    ['prompt yoga', /^textbox Prompt/],
    ['yoga guards', /^(button|heading) /],
    ['yoga ship', /^heading Yoga timetable/],
    ['yoga domain', /^(textbox|button|link|heading) /],
    ['yoga versions', /^(button|heading|link) /],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Yoga timetable');
    await after(words, () => page.keyboard.press('Enter'), focus);
    await expect
      .poll(() => page.evaluate(coversFocus), { message: `${words}: what covers what has the focus` })
      .toBeNull();
    await page.keyboard.press('Escape');
  }
});

/** What somebody would see in place of what has the focus: null = that itself. */
function coversFocus(): string | null {
  const focused = document.activeElement;
  const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect();
  const there = document.elementFromPoint(left + Math.min(width, 20) / 2, top + height / 2);
  return there && focused?.contains(there) ? null : `${there?.tagName ?? 'nothing: it is out of sight'}`;
}

test('in the popup a need is looked at and acknowledged, a cap raised and put back, a run stopped', async () => {
  const { control } = service();
  control.setDurations({ runMs: [600_000, 600_000] });
  control.startRun('recipe-box', 'Something long');
  const page = await browser().openPage('popup.html');
  await page.setViewportSize({ width: 380, height: 600 });
  const { after } = await listenTo(page);
  const need = button(page, /^House handbook is at its cap/);
  await need.waitFor({ timeout: 60_000 });
  await after('raise', () => press(button(page, 'Raise').first()), /^(spinbutton|textbox) New monthly cap/);
  await after('set it', () => page.keyboard.press('Enter'), /^button The cap of House handbook is now/);
  await after('undo it', () => press(button(page, 'Undo')), /^button House handbook is at its cap/);
  await after('look', () => press(need), /^button House handbook is at its cap/);
  await after('acknowledge', () => press(button(page, 'Mark as seen')), /^button /);
  const run = button(page, /^Recipe box/);
  await after('a run', () => press(run), /^button Recipe box/);
  await after(
    'stop',
    () => press(page.getByRole('button', { name: 'Stop', exact: true })),
    /^group A run takes/,
  );
  await after(
    'confirm it',
    () => press(button(page, 'Stop it now')),
    // Its row is gone with the run: the next row, or the head where it was the last.
    /^(button (Recipe box|Yoga timetable Deploying)|heading Pilot Light)/,
    /accepted the stop|stopped/i,
  );
  await after('launch', () => press(button(page, /^Launch/)), /^textbox What should it do/);
  await after('back', () => page.keyboard.press('Escape'), /^button Launch/);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { pairByHand } from '../dev/pair.ts';
import { consoleStack } from './console-stack.ts';
import { askEdgeAs, writeDataKey } from './data-key.ts';
import { chooseTable, finishImport } from './import-form.ts';

const PROJECT = 'yoga-timetable';
const KEY = `data-local-${PROJECT}`;
const END = { timeout: 45_000 };

const stack = consoleStack((running) => {
  const { control } = running.service;
  const unique = (type: string) => ({
    type,
    label: type,
    properties: [{ name: 'name', unique: true, required: true }],
  });
  control.addTables(PROJECT, [
    ...['vanishing', 'locked', 'slow', 'shared', 'closed'].map(unique),
    {
      type: 'mended',
      label: 'mended',
      properties: [
        { name: 'name', unique: true, required: true },
        { name: 'code', unique: true },
      ],
    },
    {
      type: 'changing',
      label: 'changing',
      properties: [
        { name: 'name', unique: true, required: true },
        { name: 'seats', propertyType: 'number' },
      ],
    },
    { type: 'large', label: 'large', properties: [{ name: 'name', unique: true, required: true }] },
    { type: 'silent', label: 'silent', properties: [{ name: 'name' }] },
  ]);
});

test.beforeAll(() => writeDataKey(stack.browser(), PROJECT, KEY));

/** Takes rows of a file, and chooses where they go. */
async function chooseRows(form: Page, table: string, csv: string): Promise<void> {
  await form.locator('input[type=file]').setInputFiles({
    name: `${table}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await chooseTable(form, PROJECT, table);
  await expect(form.getByLabel('What “name” fills')).toHaveValue('name');
}

async function openRows(table: string, csv: string): Promise<Page> {
  const queries = () => stack.service().control.counters().requests['data.queryRecords'] ?? 0;
  const before = queries();
  const form = await stack.openConsole('#/import');
  await chooseRows(form, table, csv);
  // They are compared with the table before anything of it goes away.
  await expect.poll(queries).toBeGreaterThan(before);
  await expect(form.getByRole('button', { name: /^Save \d+ records?$/ })).toBeEnabled();
  return form;
}

/** The form goes on with the tables that it has read, as if nothing had changed since. */
const keepTables = () =>
  stack.service().control.addFault({
    operation: 'data.getDataStructure',
    kind: 'error',
    status: 503,
    code: 'UNAVAILABLE',
    count: 100,
  });

const save = (form: Page) => form.getByRole('button', { name: /^Save \d+ records?$/ }).click();

const namesIn = (table: string) =>
  stack
    .service()
    .control.recordsOf(PROJECT, table)
    .map(({ name }) => name)
    .sort();

const rowsOf = (count: number): string =>
  `name\n${Array.from({ length: count }, (_, n) => `r${n}`).join('\n')}`;
const namesOf = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`).sort();

test('a refused row is corrected where it is reported, and sent again alone', async () => {
  stack.service().control.addRecords(PROJECT, 'mended', [{ name: 'old', code: 'X1' }]);
  const form = await openRows('mended', 'name,code\nyin,X1\nvinyasa,X2');
  await save(form);
  await expect(form.getByRole('heading', { name: 'Refused' })).toBeVisible(END);
  expect(namesIn('mended')).toEqual(['old', 'vinyasa']);
  const field = form.getByLabel('code of yin');
  await expect(field).toHaveValue('X1');
  await field.fill('X3');
  await field.blur();
  await form.getByRole('button', { name: 'Send 1 row again' }).click();
  await expect(form.getByRole('heading', { name: 'Refused' })).toBeHidden(END);
  await expect.poll(() => namesIn('mended'), END).toEqual(['old', 'vinyasa', 'yin']);
  await finishImport(form);
});

test('a property that went away between the preview and the sending is left out of what is sent again', async () => {
  const form = await openRows('changing', 'name,seats\nyin,12');
  stack.service().control.removeProperty(PROJECT, 'changing', 'seats');
  await save(form);
  await expect(form.getByText('The table no longer has “seats”', { exact: false })).toBeVisible(END);
  await form.getByRole('button', { name: 'Send 1 row again' }).click();
  await expect.poll(() => namesIn('changing'), END).toEqual(['yin']);
  await expect(form.getByText(/^Saved to/)).toBeVisible(END);
  await finishImport(form);
});

test('a table that vanished stops the sending, and the rows wait until it is there again', async () => {
  const form = await openRows('vanishing', 'name\nyin');
  keepTables();
  stack.service().control.removeTable(PROJECT, 'vanishing');
  await save(form);
  await expect(form.getByText('The table is gone', { exact: false })).toBeVisible(END);
  await expect(form.getByText('Stopped. 1 row was not sent.')).toBeVisible();
  stack.service().control.addTables(PROJECT, [{ type: 'vanishing', properties: [{ name: 'name' }] }]);
  await form.getByRole('button', { name: 'Send that row' }).click();
  await expect.poll(() => namesIn('vanishing'), END).toEqual(['yin']);
  await expect(form.getByText(/^Saved to/)).toBeVisible(END);
  await finishImport(form);
});

test('a data key that is no longer taken says so, and the rows go out under the next one', async () => {
  const form = await openRows('locked', 'name\nyin');
  keepTables();
  stack.service().control.removeDataKey(KEY);
  await save(form);
  await expect(form.getByText(/^The data backend does not accept this key\..* It goes on at/)).toBeVisible(
    END,
  );
  expect(namesIn('locked')).toEqual([]);
  stack.service().control.addDataKey({ key: KEY, projectId: PROJECT });
  await form.getByRole('button', { name: 'Stop' }).click();
  await form.getByRole('button', { name: 'Send that row' }).click();
  await expect.poll(() => namesIn('locked'), END).toEqual(['yin']);
  await expect(form.getByText(/^Saved to/)).toBeVisible(END);
  await finishImport(form);
});

test('a row that the backend finds too large is refused by itself', async () => {
  const form = await openRows('large', 'name\nyin\nyang');
  stack.service().control.addFault({
    operation: 'data.createRecord',
    kind: 'error',
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    count: 1,
  });
  await save(form);
  await expect(form.getByText('Too large for the data backend.', { exact: false })).toBeVisible(END);
  await expect.poll(() => namesIn('large').length, END).toBe(1);
  await finishImport(form);
});

test('a stop leaves the rest unsent, and it can be sent later: each row once', async () => {
  const form = await openRows('slow', rowsOf(40));
  const { control } = stack.service();
  // Eight at once: half a minute for a slow machine to press Stop in.
  control.addFault({ operation: 'data.createRecord', kind: 'delay', delayMs: 6_000, count: 40 });
  await save(form);
  await form.getByRole('button', { name: 'Stop' }).click();
  await expect(form.getByText(/^Stopped\. \d+ rows were not sent\.$/)).toBeVisible(END);
  control.clearFaults();
  await form.getByRole('button', { name: /^Send the other \d+$/ }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible(END);
  expect(namesIn('slow')).toEqual(namesOf(40));
  await finishImport(form);
});

test('a backend that hangs is reported, and the user settles a row with an unknown outcome', async () => {
  const form = await openRows('silent', 'name\nyin');
  const { control } = stack.service();
  control.addFault({ operation: 'data.createRecord', kind: 'delay', delayMs: 60_000, count: 1 });
  await save(form);
  await expect.poll(() => namesIn('silent'), END).toEqual(['yin']);
  // Another client creates the same record in the meantime: no check can tell which is which.
  const [other] = control.addRecords(PROJECT, 'silent', [{ name: 'yin' }]);
  await expect(form.getByText('The data backend does not answer.', { exact: false })).toBeVisible(END);
  await expect(form.getByText('Not known whether saved')).toBeVisible(END);
  await form.getByRole('button', { name: `It is ${other}` }).click();
  await expect(form.getByText(/^Saved to/)).toBeVisible(END);
  await expect(form.getByRole('listitem').filter({ hasText: 'created' })).toContainText('1');
  expect(namesIn('silent'), 'never sent a second time').toEqual(['yin', 'yin']);
  await finishImport(form);
});

test('two browsers import the same rows at once, and one is closed in the middle: each row once, and its end is reported', async () => {
  const profileDir = await mkdtemp(join(tmpdir(), 'pilot-light-second-'));
  const invited = await askEdgeAs<{ code: string }>(stack.browser(), 'POST', '/pairing-codes', {
    role: 'builder',
  });
  let second: ExtensionBrowser | null = null;
  try {
    second = await launchBrowser({ headless: true, profileDir });
    await pairByHand(second, invited.edge, invited.data.code);
    const there = await second.openPage('console.html#/import');
    await chooseRows(there, 'shared', rowsOf(24));
    const here = await openRows('shared', rowsOf(24));
    const { control } = stack.service();
    // Eight at once in each browser: a quarter of a minute for a slow machine to close one in.
    control.addFault({ operation: 'data.createRecord', kind: 'delay', delayMs: 6_000, count: 100 });
    await Promise.all([save(there), save(here)]);
    await expect(there.getByRole('button', { name: 'Stop' })).toBeVisible(END);
    await second.close();
    control.clearFaults();
    // Imports into one table take turns: one has saved them, the other has found them there.
    const isOver = /^(?:Saved|Nothing saved) to/;
    await expect(here.getByText(isOver)).toBeVisible(END);
    await expect.poll(() => namesIn('shared'), END).toEqual(namesOf(24));
    second = await launchBrowser({ headless: true, profileDir });
    const again = await second.openPage('console.html#/import');
    await expect(again.getByText(isOver)).toBeVisible(END);
    expect(namesIn('shared'), 'each row once').toEqual(namesOf(24));
    await finishImport(here);
  } finally {
    await second?.close();
    await rm(profileDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

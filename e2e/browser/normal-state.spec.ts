import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import type { SectionName } from '../../shared/snapshot/snapshot.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { setUpMainJobAccount } from '../dev/main-job-account.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';
import { WIDE } from './console-stack.ts';

/**
 * Webhooks arrive and nobody looks: the usual state of an account. The test makes an hour of it by setting
 * back when the edge read each section, as far as the edge's own pace would let it age.
 */
const closing = new Closing();
let stack: Stack;
let browser: ExtensionBrowser;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  stack = await startStack({ demo: 'empty' });
  closing.add(() => stack.stop());
  setUpMainJobAccount(stack.service);
  browser = await launchBrowser({ headless: true });
  closing.add(() => browser.close());
  await pairByHand(browser, stack.edge.url, stack.pairingCode);
  for (const page of browser.context.pages()) if (page.url() !== 'about:blank') await page.close();
  // The edge subscribes some seconds after it was asked for the first time.
  await expect(async () => {
    stack.service.control.emitSample('project.resumed', 'recipe-box');
    await expect
      .poll(async () => (await stored()).events?.data?.items.map(({ event }) => event), { timeout: 3_000 })
      .toContain('project.resumed');
  }, 'a webhook has arrived').toPass({ timeout: 60_000 });
});
test.afterAll(() => closing.closeAll());

type Stored = Record<string, { readAt: number | null; data: { items: { event: string }[] } | null }>;
/** The sections as this browser has them. */
const stored = async (): Promise<Stored> => {
  const background = await browser.background();
  return background.evaluate(async () => {
    const { snapshot } = await chrome.storage.local.get<{ snapshot?: { snapshot: { sections: Stored } } }>(
      'snapshot',
    );
    return snapshot?.snapshot.sections ?? {};
  });
};

/** Sets back when sections were read, by the edge's own table; the browser hears of it. */
async function setBack(ages: Partial<Record<SectionName, number>>): Promise<void> {
  await stack.edge.stop();
  const folder = join(stack.stateDir, 'state', 'v3', 'do', 'pilot-light-edge-Account');
  const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite');
  const database = new DatabaseSync(join(folder, file ?? ''));
  const put = database.prepare('UPDATE sections SET read_at = ?, tried_at = ? WHERE name = ?');
  for (const [name, age] of Object.entries(ages)) put.run(Date.now() - age, Date.now() - age, name);
  database.close();
  await stack.restartEdge();
}

/** The hour without a view, as its slowest sections end it. */
const WITHOUT_VIEW = {
  deliveries: HOUR_MS,
  spending: HOUR_MS - MINUTE_MS,
  projects: 4 * MINUTE_MS,
  atLimit: 4 * MINUTE_MS,
};
const isReadAgo = async (name: SectionName, ms: number) => {
  const times = await (await browser.background()).evaluate(() =>
    chrome.storage.session.get<{ 'last-read'?: { times: Record<string, number> } }>('last-read'),
  );
  const { [name]: section } = await stored();
  const readAt = times['last-read']?.times[`sections.${name}.readAt`] ?? section?.readAt ?? 0;
  return Date.now() - readAt >= ms;
};

const badge = async () => {
  const background = await browser.background();
  const [text, title, color] = await background.evaluate(() =>
    Promise.all([
      chrome.action.getBadgeText({}),
      chrome.action.getTitle({}),
      chrome.action.getBadgeBackgroundColor({}),
    ]),
  );
  return { text, title, isRed: color[0] > 150 && color[2] < 60 };
};
const hasHeard = (name: SectionName, ms: number) =>
  expect
    .poll(() => isReadAgo(name, ms), { message: 'the browser has it as old', timeout: 90_000 })
    .toBe(true);

test('a calm account without a view: badge and title say what goes on, without a question mark', async () => {
  await setBack(WITHOUT_VIEW);
  await hasHeard('deliveries', HOUR_MS);
  expect(await badge()).toMatchObject({
    text: '▸1',
    title: expect.not.stringContaining('could not be read'),
  });
  const popup = await browser.openPage('popup.html');
  await expect(popup.getByText('412.5', { exact: true })).toBeVisible();
  await expect(popup.locator('.connection')).toHaveCount(0);
  await popup.close();
});

test('with a view: nothing stands above it for as long as the pace of a view leaves a section unread', async () => {
  const page = await browser.openPage('console.html#/now');
  await page.setViewportSize(WIDE);
  await expect(page.locator('.live')).toContainText('Live', { timeout: 60_000 });
  await setBack({ deliveries: 9 * MINUTE_MS, spending: 9 * MINUTE_MS, prices: 50 * MINUTE_MS });
  await hasHeard('deliveries', 9 * MINUTE_MS);
  await expect(page.locator('.live .dot:not(.off)')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.trouble-line')).toHaveCount(0);
  await page.close();
});

test('an account with a need keeps its number and its red', async () => {
  stack.service.control.crossCap('barber-bookings');
  await expect.poll(async () => (await badge()).text, { timeout: 60_000 }).toBe('1');
  await setBack(WITHOUT_VIEW);
  await hasHeard('deliveries', HOUR_MS);
  expect(await badge()).toMatchObject({ text: '1', isRed: true });
});

test('a service that was away for the hour: badge and popup say so', async () => {
  stack.service.control.addFault({ operation: '*', kind: 'error', status: 503, code: 'X', count: 100_000 });
  await setBack({ account: HOUR_MS, prices: HOUR_MS, ...WITHOUT_VIEW, projects: HOUR_MS, atLimit: HOUR_MS });
  await expect.poll(async () => (await badge()).text, { timeout: 120_000 }).toBe('1?');
  const { title, isRed } = await badge();
  expect(isRed).toBe(false);
  expect(title).toContain('The builder service answers with errors');
  const popup = await browser.openPage('popup.html');
  await expect(popup.locator('.connection')).toContainText('The builder service answers with errors');
  await expect(popup.getByText('Nothing needs you')).toHaveCount(0);
  await popup.close();
});

import { expect, type Page, test } from '@playwright/test';
import { readMessages } from '../../extension/modules/messages/read-messages.ts';
import { consoleStack } from './console-stack.ts';

/**
 * Number of our words that a view shows on the demo over its whole height, without names, prompts and data of
 * users. `before`: the first count; `tallest`: most px at the wide size. A bound leaves room for times that
 * are said differently ("2 days ago").
 */
const VIEWS: readonly { address: string; most: number; before: number; tallest?: number }[] = [
  { address: '#/now', most: 112, before: 170 },
  { address: '#/projects', most: 66, before: 64 },
  { address: '#/settings', most: 110, before: 183 },
  { address: '#/launch', most: 18, before: 244 },
  // As many lines as the demo has: twelve of today at night, and those of the days before.
  { address: '#/activity', most: 156, before: 115 },
  { address: '#/money', most: 43, before: 330 },
  { address: '#/projects/yoga-timetable/talk', most: 95, before: 177 },
  { address: '#/projects/yoga-timetable/ship', most: 134, before: 277 },
  { address: '#/projects/yoga-timetable/limits', most: 100, before: 459, tallest: 900 },
  { address: '#/projects/barber-bookings/limits', most: 133, before: 435, tallest: 900 },
];

const { openConsole } = consoleStack();

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}'’-]*/gu) ?? [];

async function ours(): Promise<ReadonlySet<string>> {
  const texts = (await readMessages('en')).flatMap((message) =>
    message.type === 'plural' ? Object.values(message.plurals) : [message.message],
  );
  return new Set(texts.flatMap((text) => wordsIn(text.replace(/\{\w+\}/g, ' '))));
}

const textsOf = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const texts: string[] = [];
    const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const element = node.parentElement;
      if (element?.closest('[dir="auto"], code, pre, textarea, .hidden-words, [aria-hidden="true"]'))
        continue;
      if (element?.checkVisibility({ checkOpacity: true, visibilityProperty: true }))
        texts.push(node.textContent ?? '');
    }
    return texts;
  });

for (const { address, most, tallest } of VIEWS)
  test(`${address} has at most ${most} words`, async () => {
    const page = await openConsole(address);
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('Reading…')).toHaveCount(0);
    // What each project has used of its cap is read last.
    await expect(page.locator('.used-words').filter({ hasText: '–' })).toHaveCount(0);
    const known = await ours();
    const count = async () => (await textsOf(page)).flatMap(wordsIn).filter((word) => known.has(word)).length;
    // What is said while something is still read is no weight of the view.
    await expect.poll(count).toBeLessThanOrEqual(most);
    if (tallest === undefined) return;
    const heights = await page
      .locator('main, main *')
      .evaluateAll((all) => all.map(({ scrollHeight }) => scrollHeight));
    expect(Math.max(...heights)).toBeLessThanOrEqual(tallest);
  });

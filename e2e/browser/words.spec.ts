import { expect, test } from '@playwright/test';
import { readMessages } from '../../extension/modules/messages/read-messages.ts';
import { consoleStack } from './console-stack.ts';

/**
 * Words of ours that a view shows on the demo, in a window of 1280 x 820, the whole of its height: names, prompts and
 * data of users do not count. `before`: the same count when the views were last made lighter.
 */
const VIEWS: readonly { address: string; most: number; before: number }[] = [
  { address: '#/now', most: 0, before: 0 },
  { address: '#/projects', most: 0, before: 0 },
  { address: '#/money', most: 0, before: 0 },
  { address: '#/activity', most: 0, before: 0 },
  { address: '#/account', most: 0, before: 0 },
  { address: '#/webhooks', most: 0, before: 0 },
  { address: '#/account/alerts', most: 0, before: 0 },
  { address: '#/projects/yoga-timetable/talk', most: 0, before: 0 },
  { address: '#/projects/yoga-timetable/ship', most: 0, before: 0 },
  { address: '#/projects/yoga-timetable/limits', most: 0, before: 0 },
  { address: '#/projects/yoga-timetable/webhook', most: 0, before: 0 },
  { address: '#/projects/barber-bookings/talk', most: 0, before: 0 },
  { address: '#/projects/barber-bookings/ship', most: 0, before: 0 },
  { address: '#/projects/barber-bookings/limits', most: 0, before: 0 },
  { address: '#/projects/barber-bookings/data', most: 0, before: 0 },
];

const { openConsole } = consoleStack();

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}'’-]*/gu) ?? [];

async function ours(): Promise<ReadonlySet<string>> {
  const texts = (await readMessages('en')).flatMap((message) =>
    message.type === 'plural' ? Object.values(message.plurals) : [message.message],
  );
  return new Set(texts.flatMap((text) => wordsIn(text.replace(/\{\w+\}/g, ' '))));
}

for (const { address, most } of VIEWS)
  test(`${address} has at most ${most} words`, async () => {
    const page = await openConsole(address);
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('Reading…')).toHaveCount(0);
    const texts = await page.locator('main').evaluate((main) => {
      const texts: string[] = [];
      const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const element = node.parentElement;
        if (element?.closest('[dir="auto"], code, pre, textarea, .hidden-words, [aria-hidden="true"]'))
          continue;
        if (element?.checkVisibility({ checkOpacity: true, visibilityProperty: true })) texts.push(node.data);
      }
      return texts;
    });
    const known = await ours();
    const count = texts.flatMap(wordsIn).filter((word) => known.has(word)).length;
    console.log(
      address,
      count,
      await page.evaluate(() => document.querySelector('.detail, main')?.scrollHeight),
    );
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${address.replace(/\W+/g, '-')}.png` });
    expect(count).toBeLessThanOrEqual(most);
  });

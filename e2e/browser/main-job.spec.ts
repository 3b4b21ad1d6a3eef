import { expect, test } from '@playwright/test';
import { type ExtensionBrowser, launchBrowser } from '../dev/browser.ts';
import { Closing } from '../dev/closing.ts';
import { setUpMainJobAccount } from '../dev/main-job-account.ts';
import { pairByHand } from '../dev/pair.ts';
import { type Stack, startStack } from '../dev/stack.ts';

let stack: Stack;
let browser: ExtensionBrowser;
const closing = new Closing();

test.beforeAll(async () => {
  stack = await startStack({ demo: 'empty' });
  closing.add(() => stack.stop());
  setUpMainJobAccount(stack.service);
  browser = await launchBrowser({ headless: true });
  closing.add(() => browser.close());
});

test.afterAll(() => closing.closeAll());

test('the main job: pair, glance, cross a cap, be notified on the desktop, in the badge and in the popup', async () => {
  await pairByHand(browser, stack.edge.url, stack.pairingCode);

  const popup = await browser.openPopup();
  await expect(popup.getByText('412.5', { exact: true }), 'the balance, in credits').toBeVisible();
  await expect(popup.getByTitle(/100 monthly/), 'its recurrent part').toBeVisible();
  await expect(popup.getByTitle(/312\.5 purchased/), 'its one-time part').toBeVisible();
  await expect(popup.getByText('Recipe box'), 'the project whose agent is running').toBeVisible();
  await popup.close();

  stack.service.control.crossCap('barber-bookings');

  const background = await browser.background();
  const notifications = () =>
    background.evaluate(() => new Promise<object>((resolve) => chrome.notifications.getAll(resolve)));
  await expect
    .poll(async () => Object.keys(await notifications()).length, {
      message: 'the desktop notification that the signed project.credit_limit.reached webhook causes',
    })
    .toBe(1);
  await expect
    .poll(() => deliveryStatuses(stack, 'project.credit_limit.reached'), {
      message:
        'the service’s own record of the signed delivery to the edge (service reference, Webhook delivery)',
    })
    .toEqual(['delivered']);
  await expect
    .poll(() => background.evaluate(() => chrome.action.getBadgeText({})), {
      message: 'the badge counts what needs the user',
    })
    .toBe('1');

  const again = await browser.openPopup();
  await expect(again.getByText('Barber bookings is at its cap')).toBeVisible();
  await expect(again.getByTitle(/5,000 of 5,000/)).toBeVisible();

  const size = () => again.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const { width, height } = await size();
  await again.locator('main').evaluate((main) => {
    main.style.minHeight = '1000px';
  });
  await expect.poll(async () => (await size()).height, 'it grows as far as it can').toBeGreaterThan(height);
  expect((await size()).width, 'and has one width, whatever is opened in it').toBe(width);
});

/** What the service recorded of its deliveries of one event, over all its subscriptions. */
async function deliveryStatuses({ service }: Stack, event: string): Promise<string[]> {
  const ask = async (path: string) => {
    const headers = { 'api-key': service.apiKey };
    const response = await fetch(`${service.url}/api/v1/vcaas${path}`, { headers });
    return (await response.json()).data;
  };
  const { webhooks }: { webhooks: { id: string; event: string }[] } = await ask('/webhooks');
  const ids = webhooks.filter((webhook) => webhook.event === event).map((webhook) => webhook.id);
  const pages: { deliveries: { status: string }[] }[] = await Promise.all(
    ids.map((id) => ask(`/webhooks/${id}/deliveries`)),
  );
  return pages.flatMap((page) => page.deliveries.map((delivery) => delivery.status));
}

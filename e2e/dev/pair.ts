import type { ExtensionBrowser } from './browser.ts';

/** Pairs the extension on its options page, by address and code. Does nothing when it is already paired. */
export async function pairByHand(browser: ExtensionBrowser, edgeUrl: string, code: string): Promise<void> {
  const page = await browser.openPage('options.html');
  try {
    const address = page.getByLabel('Edge address');
    const paired = page.getByText('Paired', { exact: true });
    await address.or(paired).first().waitFor();
    if (await paired.isVisible()) return;
    await address.fill(edgeUrl);
    await page.getByLabel('Pairing code').fill(code);
    await page.getByRole('button', { name: 'Pair', exact: true }).click();
    await paired.waitFor();
  } finally {
    await page.close();
  }
}

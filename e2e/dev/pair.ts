import { formatPairingLine } from '../../shared/edge-api/pairing.ts';
import type { ExtensionBrowser } from './browser.ts';

/** Pairs the extension on its options page, by its line. Does nothing when it is already paired. */
export async function pairByHand(browser: ExtensionBrowser, edgeUrl: string, code: string): Promise<void> {
  const page = await browser.openPage('options.html');
  try {
    const line = page.getByLabel('Line to paste');
    const paired = page.getByText('Paired', { exact: true });
    await line.or(paired).first().waitFor();
    if (await paired.isVisible()) return;
    await line.fill(formatPairingLine(edgeUrl, code));
    await page.getByRole('button', { name: 'Agree and pair' }).click();
    await paired.waitFor();
  } finally {
    await page.close();
  }
}

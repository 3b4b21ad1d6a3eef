import type { ExtensionBrowser } from './browser.ts';

/** Opens the real popup, waits until it shows the account, and writes what it shows as a PNG. */
export async function screenshotOfPopup(browser: ExtensionBrowser, path: string): Promise<void> {
  const popup = await browser.openPopup();
  try {
    await popup.getByText('credits', { exact: true }).first().waitFor();
    await popup.getByRole('heading').first().waitFor();
    await popup.screenshot({ path });
  } finally {
    await popup.close();
  }
}

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROME_BUILD } from '../dev/browser.ts';

/**
 * A copy of the built extension that may read pages of `http://localhost`. It stands in for the user's click, by which
 * the browser grants `activeTab`, and which no headless browser can be given. (The edge is at 127.0.0.1, another host.)
 */
export async function allowedExtension(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'pilot-light-extension-'));
  await cp(CHROME_BUILD, dir, { recursive: true });
  const manifestPath = join(dir, 'manifest.json');
  const manifest: Record<string, unknown> = JSON.parse(await readFile(manifestPath, 'utf8'));
  await writeFile(manifestPath, JSON.stringify({ ...manifest, host_permissions: ['http://localhost/*'] }));
  return { dir, remove: () => rm(dir, { recursive: true, force: true, maxRetries: 5 }) };
}

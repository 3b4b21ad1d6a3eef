import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { CHROME_BUILD } from '../../dev/browser.ts';
import { builtExtension } from '../built-extension.ts';

const HERE = import.meta.dirname;

export interface ExtensionFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** A copy of the built extension with the reference pages. */
export async function extensionWithPages(): Promise<ExtensionFolder> {
  await builtExtension();
  const path = await mkdtemp(join(tmpdir(), 'pilot-light-pages-'));
  await cp(CHROME_BUILD, path, { recursive: true });
  await cp(join(HERE, 'empty.html'), join(path, 'empty.html'));
  await cp(join(HERE, 'bare-preact.html'), join(path, 'bare-preact.html'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: HERE,
    build: {
      outDir: path,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      lib: { entry: join(HERE, 'bare-preact.ts'), formats: ['es'], fileName: () => 'bare-preact.js' },
    },
  });
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A minimal extension: a background that listens, and a page that sends messages. */
export async function bareExtension(): Promise<ExtensionFolder> {
  const path = await mkdtemp(join(tmpdir(), 'pilot-light-bare-'));
  const manifest = {
    manifest_version: 3,
    name: 'Bare',
    version: '1',
    background: { service_worker: 'background.js', type: 'module' },
  };
  await writeFile(join(path, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(path, 'background.js'), 'chrome.runtime.onMessage.addListener(() => {});\n');
  await cp(join(HERE, 'empty.html'), join(path, 'empty.html'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

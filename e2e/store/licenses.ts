import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as buildWithVite } from 'vite';
import { build as buildExtension } from 'wxt';
import { ROOT } from '../dev/step.ts';
import { type License, licensesText } from './licenses-text.ts';
import { COMMANDS_BUILD } from './pack-edge.ts';

/**
 * `npm run licenses`: writes the licences of all packages in the extension, the Worker or its commands, as
 * the bundler lists them, to a file of the extension. `--check` writes nothing and fails when it is outdated.
 */
const FILE = join(ROOT, 'extension', 'public', 'third-party-licenses.txt');
const TEXTS = join(import.meta.dirname, 'license-texts');

/** Vite lists the packages of each build in a file. */
async function bundledPackages(): Promise<License[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pilot-light-licenses-'));
  try {
    let builds = 0;
    const license = () => ({ fileName: `licenses-${builds++}.json` });
    await buildExtension({
      root: ROOT,
      browser: 'chrome',
      outDir: folder,
      hooks: {
        'vite:build:extendConfig': (_, config) => {
          config.build = { ...config.build, license: license() };
        },
      },
    });
    await buildWithVite({
      root: ROOT,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      ssr: { noExternal: true, target: 'webworker' },
      build: {
        ssr: 'edge/index.ts',
        outDir: join(folder, 'edge'),
        emptyOutDir: true,
        license: license(),
        rolldownOptions: { external: /^(?:cloudflare|node):/ },
      },
    });
    await buildWithVite({
      ...COMMANDS_BUILD,
      build: { ...COMMANDS_BUILD.build, outDir: join(folder, 'commands'), license: license() },
    });
    const lists = (await readdir(folder, { recursive: true })).filter((file) =>
      /licenses-\d+\.json$/.test(file),
    );
    if (lists.length !== builds) throw new Error(`${builds} builds, but ${lists.length} lists of packages.`);
    const entries = await Promise.all(
      lists.map(async (file): Promise<License[]> => JSON.parse(await readFile(join(folder, file), 'utf8'))),
    );
    return entries.flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function standardTexts(): Promise<Record<string, string>> {
  const files = await readdir(TEXTS);
  const texts = files.map(async (file) => [
    file.replace('.txt', ''),
    await readFile(join(TEXTS, file), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(texts));
}

const text = licensesText(await bundledPackages(), await standardTexts());
if (process.argv.includes('--check')) {
  if ((await readFile(FILE, 'utf8')) !== text) {
    console.error(`${FILE} does not name what is bundled now: run npm run licenses, and commit it.`);
    process.exitCode = 1;
  }
} else await writeFile(FILE, text);

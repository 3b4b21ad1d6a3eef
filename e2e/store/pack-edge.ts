import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { edgeCommand, publishedOf } from '../../shared/published.ts';
import { ROOT } from '../dev/step.ts';

/** Name in the tarball where none is published, and of the program. Nobody may own it: it is private then. */
const NAME = 'pilot-light-edge';
const run = promisify(execFile);

/**
 * Packs `npm run deploy` as a package of its own: the built Worker, its configuration and the commands.
 * Installed, it needs wrangler and nothing else.
 * @param folder where the tarball is written
 * @returns its file name
 */
export async function packEdge(folder: string): Promise<string> {
  const staged = await mkdtemp(join(tmpdir(), 'pilot-light-pack-'));
  try {
    await Promise.all([stageWorker(staged), stageCommands(staged), stageTexts(staged)]);
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
      {
        cwd: staged,
        shell: process.platform === 'win32',
      },
    );
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    if (!packed) throw new Error('npm packed nothing.');
    return packed.filename;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/** What `wrangler deploy` would bundle and upload. */
async function stageWorker(staged: string): Promise<void> {
  const config = join(ROOT, 'edge', 'wrangler.jsonc');
  const built = join(staged, 'built');
  const wrangler = join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js');
  await run(process.execPath, [wrangler, 'deploy', '--dry-run', '--config', config, '--outdir', built], {
    cwd: staged,
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  });
  const {
    $schema: _,
    minify: __,
    keep_names: ___,
    ...settings
  } = JSON.parse((await readFile(config, 'utf8')).replace(/^\s*\/\/.*$/gm, ''));
  const worker = await readFile(join(built, 'index.js'), 'utf8');
  await rm(built, { recursive: true });
  await writeFile(join(staged, 'worker.js'), worker.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  await writeFile(
    join(staged, 'wrangler.jsonc'),
    JSON.stringify(
      { ...settings, main: 'worker.js', no_bundle: true, find_additional_modules: false },
      null,
      2,
    ),
  );
}

async function stageCommands(staged: string): Promise<void> {
  const published = publishedOf(packageJson);
  const command = {
    version: published.version,
    // npx must never fetch a name that somebody else may own.
    run: published.edgePackage === null ? `npx --no ${NAME}` : edgeCommand(published),
  };
  await build({
    ...COMMANDS_BUILD,
    define: { __PACKAGE__: JSON.stringify(command) },
    build: { ...COMMANDS_BUILD.build, outDir: join(staged, 'commands'), emptyOutDir: true },
  });
}

/** Vite's settings for the commands with everything they import; for `licenses.ts` too. */
export const COMMANDS_BUILD = {
  root: ROOT,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node20',
    // Without comments, which name the folders of this machine.
    minify: true,
    rolldownOptions: {
      input: {
        main: join(ROOT, 'edge', 'deploy', 'main.ts'),
        'refuse-redirects': join(ROOT, 'edge', 'deploy', 'refuse-redirects.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
} as const;

async function stageTexts(staged: string): Promise<void> {
  const { edgePackage, version, source } = publishedOf(packageJson);
  const name = edgePackage ?? NAME;
  const manifest = {
    name,
    version,
    description: 'Deploys the edge of Pilot Light to your Cloudflare account.',
    license: packageJson.license,
    type: 'module',
    ...(source === null ? {} : { repository: source }),
    ...(edgePackage === null && { private: true }),
    bin: { [NAME]: 'start.js' },
    engines: { node: '>=22.12' },
    dependencies: { wrangler: packageJson.devDependencies.wrangler },
  };
  await writeFile(join(staged, 'package.json'), JSON.stringify(manifest, null, 2));
  await writeFile(join(staged, 'start.js'), "#!/usr/bin/env node\nimport './commands/main.js';\n");
  await copyFile(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'));
  await copyFile(
    join(ROOT, 'extension', 'public', 'third-party-licenses.txt'),
    join(staged, 'third-party-licenses.txt'),
  );
}

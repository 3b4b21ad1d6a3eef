import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Health } from '../../shared/edge-api/health.ts';
import {
  type DeploySettings,
  deployArguments,
  deployedAddress,
  missingSecrets,
  readSettings,
  SECRETS,
  settingsProblems,
} from './deploy-plan.ts';

/** `npm run deploy`: checks, deploys the Worker, says what is missing, and has the subscriptions made. */

const ROOT = join(import.meta.dirname, '..', '..');
const CONFIG = join(ROOT, 'edge', 'wrangler.jsonc');
const HEALTH_TIMEOUT_MS = 10_000;

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

class Stop extends Error {}

/** Runs a program of this package; @returns what it printed, when that is wanted */
function run(
  program: string,
  args: readonly string[],
  options: { quiet?: boolean; env?: Record<string, string> } = {},
) {
  return new Promise<{ code: number; printed: string }>((resolve, reject) => {
    const child = spawn(join(ROOT, 'node_modules', '.bin', program), args, {
      cwd: ROOT,
      stdio: ['inherit', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, ...options.env },
    });
    let printed = '';
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, printed }));
  });
}

const wrangler = (args: readonly string[], options?: Parameters<typeof run>[2]) =>
  run('wrangler', [...args, '--config', CONFIG], options);

async function check(settings: DeploySettings): Promise<void> {
  const problems = settingsProblems(settings);
  if (problems.length > 0) throw new Stop(problems.join('\n'));
  say('Checking types and the edge’s tests …');
  const types = await run(
    'wrangler',
    ['types', '--config', CONFIG, join('edge', 'worker-configuration.d.ts')],
    { quiet: true },
  );
  if (types.code !== 0) throw new Stop('The types of the Worker could not be made.');
  if ((await run('tsc', ['-p', 'edge'])).code !== 0)
    throw new Stop('The types do not check; nothing was deployed.');
  const tests = await run('vitest', ['run', '--config', 'e2e/vitest.config.ts', '--project', 'edge']);
  if (tests.code !== 0) throw new Stop('The tests fail; nothing was deployed.');
}

async function deploy(settings: DeploySettings): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'pilot-light-deploy-'));
  try {
    const output = join(folder, 'output.ndjson');
    const { code } = await wrangler(deployArguments(settings), {
      env: { WRANGLER_OUTPUT_FILE_PATH: output },
    });
    if (code !== 0) throw new Stop('wrangler could not deploy; its own words above say why.');
    return deployedAddress(await readFile(output, 'utf8').catch(() => ''));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tellSecrets(): Promise<void> {
  const { printed } = await wrangler(['secret', 'list', '--format', 'json'], { quiet: true });
  const missing = missingSecrets(printed);
  if (missing.length === 0) return say('All secrets are set.');
  say('These secrets are missing; the edge refuses what needs them until they are set:');
  for (const name of missing)
    say(`  npx wrangler secret put ${name} --config edge/wrangler.jsonc\n    ${SECRETS[name]}`);
}

async function readHealth(address: string): Promise<Health | null> {
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return ((await response.json()) as { data: Health }).data;
  } catch {
    return null;
  }
}

function tellHealth(health: Health | null): void {
  if (health === null) say('It does not answer yet; a new address may take a minute. Look at /health then.');
  else if (health.problems.length === 0) say('The edge is healthy.');
  else for (const problem of health.problems) say(`Not yet: ${problem}`);
}

async function synchronize(address: string, token: string | null): Promise<void> {
  if (token === null)
    return say(
      'Subscriptions are made by themselves when the first browser is paired (or now, with a token in EDGE_TOKEN).',
    );
  const response = await fetch(`${address}/subscriptions/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS * 3),
  });
  say(
    response.ok
      ? 'The subscriptions are in order.'
      : `The subscriptions could not be made: ${response.status}.`,
  );
}

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  await check(settings);
  const address = await deploy(settings);
  if (settings.dryRun) return say('Nothing was deployed: this was a dry run.');
  const edge = settings.publicUrl ?? address;
  if (edge === null) return say('The Worker has no address of its own: set PUBLIC_URL and deploy again.');
  if (settings.publicUrl === null && (await readHealth(edge))?.configured.publicUrl === false) {
    say(`Telling the edge its own address, ${edge} …`);
    await deploy({ ...settings, publicUrl: edge });
  }
  await tellSecrets();
  say(`The edge is at ${edge}: pair a browser with this address and your PAIRING_CODE.`);
  tellHealth(await readHealth(edge));
  await synchronize(edge, settings.ownerToken);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Stop ? error.message : `Deployment failed: ${String(error)}`}\n`);
  process.exitCode = 1;
}

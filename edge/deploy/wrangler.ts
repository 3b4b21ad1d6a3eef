import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { EDGE, REFUSE_REDIRECTS, WRANGLER } from './origin.ts';
import { REDIRECTED } from './stop.ts';

const FOLDER_PREFIX = 'pilot-light-deploy-';
const TAIL_LETTERS = 3_000;
/** No upload takes longer. */
const UPLOAD_MAX_MS = 60 * 60_000;

type Environment = Record<string, string | undefined>;

export interface WranglerRun {
  /** 0 = success. */
  exitCode: number;
  stdout: string;
  /** The end of its output, for a person; nothing parses it. */
  tail: string;
}

/** What wrangler wrote about itself into its output file. */
const deployed = z.object({ type: z.literal('deploy'), version_id: z.nullable(z.string()) });
const failed = z.object({ type: z.literal('command-failed'), code: z.optional(z.number()) });

export type Upload =
  | { kind: 'deployed'; versionId: string | null }
  /** What answered as Cloudflare wanted it sent to another address. */
  | { kind: 'redirected' }
  /** `code` is Cloudflare's, when it was Cloudflare that refused. */
  | { kind: 'failed'; code: number | null; tail: string };

/** What the upload sets besides the code. Other variables and secrets remain. */
export interface UploadSettings {
  readonly name: string;
  readonly accountId: string;
  /** The KV namespace of the events; null = the one that the Worker has. */
  readonly namespaceId: string | null;
  readonly variables: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly dryRun: boolean;
}

/** Runs wrangler without questions, telemetry and update checks. It ends with this process. */
export function runWrangler(args: readonly string[], env: Environment): Promise<WranglerRun> {
  return new Promise((resolve, reject) => {
    // wrangler passes Node's own options on to the second Node, which it starts.
    const child = spawn(process.execPath, ['--import', REFUSE_REDIRECTS, WRANGLER, ...args], {
      cwd: EDGE,
      // A process group: the second Node uploads, and all of it must end together.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...env, CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
    });
    const stopNow = () => killGroup(child);
    // Before its folder is removed, into which it could write again.
    process.prependOnceListener('exit', stopNow);
    let stdout = '';
    let tail = '';
    const keep = (chunk: Buffer) => {
      tail = (tail + chunk.toString()).slice(-TAIL_LETTERS);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      keep(chunk);
    });
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', stopNow);
      resolve({ exitCode: code ?? 1, stdout, tail });
    });
  });
}

/** Runs wrangler interactively, for its login. @returns whether it succeeded */
export function runWranglerOpenly(args: readonly string[], env: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    const child: ChildProcess = spawn(process.execPath, [WRANGLER, ...args], {
      cwd: EDGE,
      stdio: 'inherit',
      env,
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

/**
 * Deploys the edge, bundled first in a checkout, with its settings in one step, which Cloudflare accepts or
 * rejects as a whole. Settings and secrets are in a folder for its owner only, which is always removed.
 */
export async function upload(settings: UploadSettings, env: Environment): Promise<Upload> {
  return inPrivateFolder(async (folder) => {
    const config = writeJson(folder, 'wrangler.json', deployConfig(settings));
    const secrets = writeJson(folder, 'secrets.json', settings.secrets);
    const output = join(folder, 'output.ndjson');
    const run = await runWrangler(
      ['deploy', '--config', config, '--secrets-file', secrets, ...(settings.dryRun ? ['--dry-run'] : [])],
      {
        ...env,
        CLOUDFLARE_ACCOUNT_ID: settings.accountId,
        WRANGLER_OUTPUT_FILE_PATH: output,
        WRANGLER_LOG_PATH: join(folder, 'logs'),
      },
    );
    if (run.exitCode === REDIRECTED) return { kind: 'redirected' };
    const lines = readLines(output);
    if (run.exitCode !== 0) {
      const failure = lines.map((one) => failed.safeParse(one)).find(({ success }) => success);
      return { kind: 'failed', code: failure?.data?.code ?? null, tail: run.tail };
    }
    const done = lines.map((one) => deployed.safeParse(one)).find(({ success }) => success);
    return { kind: 'deployed', versionId: done?.data?.version_id ?? null };
  });
}

/** `edge/wrangler.jsonc` as it is to be deployed: under its name, with its namespace and variables. */
function deployConfig({ name, namespaceId, variables }: UploadSettings): unknown {
  const config = readConfig();
  return {
    ...config,
    name,
    main: join(EDGE, String(config.main)),
    ...(namespaceId !== null && { kv_namespaces: [{ binding: 'EVENTS', id: namespaceId }] }),
    vars: variables,
  };
}

/** The file's comments have lines of their own. wrangler's reader would bring its whole program in here. */
function readConfig(): Record<string, unknown> {
  const text = readFileSync(join(EDGE, 'wrangler.jsonc'), 'utf8');
  return JSON.parse(text.replace(/^\s*\/\/.*$/gm, '')) as Record<string, unknown>;
}

async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-${randomUUID()}`);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  mkdirSync(folder, { mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    remove();
    process.off('exit', remove);
  }
}

/**
 * Removes what runs left behind that were ended too hard to tidy up: secrets are in it. Every run calls it
 * first. A run that goes on keeps its folder, by its process id; later that id may be another program's.
 */
export function removeLeftFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(FOLDER_PREFIX)
      ? Number.parseInt(name.slice(FOLDER_PREFIX.length), 10)
      : Number.NaN;
    if (Number.isNaN(pid)) continue;
    const folder = join(tmpdir(), name);
    try {
      const ageMs = Date.now() - statSync(folder).mtimeMs;
      if (!isRunning(pid) || ageMs > UPLOAD_MAX_MS) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Somebody else's, which only its owner may remove; or another run was faster.
    }
  }
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended, or the system has no process groups.
    child.kill('SIGKILL');
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return failure instanceof Error && 'code' in failure && failure.code === 'EPERM';
  }
}

function writeJson(folder: string, name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value), { mode: 0o600 });
  return path;
}

function readLines(path: string): unknown[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): unknown => JSON.parse(line));
  } catch {
    return [];
  }
}

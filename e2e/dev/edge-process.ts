import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBoundedLog } from './bounded-log.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const BUILT_EDGE = join(import.meta.dirname, 'built-edge.ts');
const START_TIMEOUT_MS = 100_000;
const STOP_TIMEOUT_MS = 5_000;
const LOOK_EVERY_MS = 100;
/** Days of an edge in use. */
const LOG_MAX_BYTES = 5 * 2 ** 20;

/** Settings that `wrangler.jsonc` declares as secrets: passed in a file that only its owner may read. */
const SECRETS = new Set(['SERVICE_API_KEY', 'ENCRYPTION_KEY', 'PAIRING_CODE']);

/** Settings of the edge, by the names of its configuration. */
export interface EdgeSettings {
  readonly SERVICE_URL: string;
  readonly SERVICE_API_KEY: string;
  readonly ENCRYPTION_KEY: string;
  readonly PAIRING_CODE: string;
  readonly PUBLIC_URL?: string;
  readonly DATA_API_URL?: string;
}

export interface EdgeProcess {
  readonly url: string;
  /** What workerd and wrangler printed last; what was before that is in `<file>.1`. */
  readonly logFile: string;
  stop(): Promise<void>;
  /** Ends it by SIGKILL, in the middle of whatever it does. */
  kill(): Promise<void>;
  /** Stops it from answering: connections stay open and new ones are taken, until it is killed or stopped. */
  freeze(): void;
}

/**
 * Starts the edge in workerd (local KV and Durable Object) and waits until it responds.
 * @param stateDir folder of KV, Durable Object, log and settings; reusing it continues with its state
 * @param build folder of a built edge; without one, `wrangler dev` builds the edge from its sources
 * @throws Error with the log's end after `START_TIMEOUT_MS`
 */
export async function startEdge(options: {
  readonly port: number;
  readonly stateDir: string;
  readonly settings: EdgeSettings;
  readonly build?: string | undefined;
}): Promise<EdgeProcess> {
  const { port, stateDir, settings, build } = options;
  await mkdir(stateDir, { recursive: true });
  const envFile = join(stateDir, 'edge.env');
  const entries = Object.entries(settings);
  const secrets = entries.filter(([name]) => SECRETS.has(name));
  const lines = secrets.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  await writeFile(envFile, `${lines.join('\n')}\n`, { mode: 0o600 });
  const variables = entries.filter(([name]) => !SECRETS.has(name));
  const state = join(stateDir, 'state');
  const words =
    build === undefined
      ? wranglerDev(port, state, envFile, variables)
      : [BUILT_EDGE, build, String(port), state, envFile, JSON.stringify(Object.fromEntries(variables))];

  const logFile = join(stateDir, 'edge.log');
  const child = spawnGroup(words);
  const log = openBoundedLog(logFile, LOG_MAX_BYTES);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });

  let tail = '';
  const remember = (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-2_000);
  };
  child.stdout?.on('data', remember);
  child.stderr?.on('data', remember);

  const killNow = () => killGroup(child, 'SIGKILL');
  process.once('exit', killNow);
  const stop = async () => {
    process.off('exit', killNow);
    await end(child);
    log.end();
  };

  const kill = async () => {
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    killNow();
    await ended;
  };

  const url = `http://127.0.0.1:${port}`;
  try {
    await untilResponding(url, child);
  } catch (failure) {
    await stop();
    throw new Error(`The edge did not start (${String(failure)}). The end of its log:\n${tail}`);
  }
  return { url, logFile, stop, kill, freeze: () => killGroup(child, 'SIGSTOP') };
}

function wranglerDev(
  port: number,
  state: string,
  envFile: string,
  variables: readonly (readonly [name: string, value: string])[],
): readonly string[] {
  return [
    join(ROOT, 'node_modules', 'wrangler', 'bin', 'wrangler.js'),
    ...['dev', '--config', join(ROOT, 'edge', 'wrangler.jsonc')],
    ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
    ...['--persist-to', state, '--env-file', envFile],
    ...variables.flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ...['--log-level', 'log', '--show-interactive-dev-session', 'false'],
  ];
}

/** A process group: what it starts (workerd, esbuild) must end with it. */
function spawnGroup(words: readonly string[]): ChildProcess {
  // wrangler takes declared secrets from the environment before those of the file.
  const inherited = Object.entries(process.env).filter(([name]) => !SECRETS.has(name));
  return spawn(process.execPath, words, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(inherited),
      WRANGLER_SEND_METRICS: 'false',
      // Both serve the storage of every object on the edge's own port, without a token.
      X_LOCAL_EXPLORER: 'false',
      X_LOCAL_OBSERVABILITY: 'false',
      // What it prints is in a log of ours, which is bounded; its own would be a file more at each start.
      WRANGLER_WRITE_LOGS: 'false',
      NO_COLOR: '1',
      CI: '1',
    },
  });
}

async function untilResponding(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('its process ended by itself');
    try {
      const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) });
      // Anything else that answers is another server that took the port, or wrangler before the edge runs.
      const answer = (await response.json()) as { data?: { configured?: unknown } | null };
      if (answer.data?.configured !== undefined) return;
    } catch {
      // Nothing answers yet.
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`no answer within ${START_TIMEOUT_MS / 1000} s`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  killGroup(child, 'SIGTERM');
  const timer = setTimeout(() => killGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
  killGroup(child, 'SIGKILL');
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}

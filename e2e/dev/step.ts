import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { BrowserName } from './find-browser.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

/** Number of passed checks of one step. A step without a count counts as one. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The same with each failed test: its name, and below it the first lines of its error. */
export interface Tally extends Counts {
  readonly failures: readonly string[];
}

/** One part of `npm test` or `npm run test:all`. */
export interface Step {
  readonly name: string;
  /** Commands of `node_modules`, run in sequence until one fails. */
  readonly commands: readonly (readonly string[])[];
  /** Reads the commands' reports. */
  readonly tally?: () => Promise<Tally>;
  /** A required browser: without it, the step is skipped with a message. */
  readonly browser?: BrowserName;
}

/** Runs a step. @param output where its commands write; by default where this process does */
export async function runStep(step: Step, output?: CommandOutput): Promise<Tally> {
  for (const command of step.commands) {
    if (!(await runCommand(command, output)))
      return step.tally ? atLeastOneFailed(await step.tally()) : { passed: 0, failed: 1, failures: [] };
  }
  return step.tally ? step.tally() : { passed: 1, failed: 0, failures: [] };
}

function atLeastOneFailed(tally: Tally): Tally {
  return { ...tally, failed: Math.max(1, tally.failed) };
}

/** Longer than any command takes on a slow machine. One that hangs is ended, so that its output is read. */
const HANGS_AFTER_MS = 25 * 60_000;

/** Takes what a command prints. */
export type CommandOutput = (chunk: Buffer) => void;

/**
 * Runs a command of `node_modules`.
 * @param output takes what it prints; by default it prints where this process does
 * @returns whether it succeeded
 */
export async function runCommand(
  [program = '', ...words]: readonly string[],
  output?: CommandOutput,
): Promise<boolean> {
  const path = join(ROOT, 'node_modules', '.bin', program);
  const child = spawn(path, words, {
    cwd: ROOT,
    stdio: output ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      // Most programs here start many times, and each start compiles the same modules.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules', '.cache', 'compiled'),
      ...(process.stdout.isTTY && !output ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }),
    },
    shell: process.platform === 'win32',
    timeout: HANGS_AFTER_MS,
  });
  for (const stream of [child.stdout, child.stderr]) if (output) stream?.on('data', output);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  return code === 0;
}

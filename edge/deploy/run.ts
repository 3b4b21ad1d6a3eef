import type { Readable, Writable } from 'node:stream';
import { CloudflareError } from './cloudflare-api.ts';
import { explain } from './cloudflare-errors.ts';
import { type Command, HELP, readCommandLine } from './command-line.ts';
import { lock, newOwner, rotateKey } from './commands/change-secret.ts';
import { deploy } from './commands/deploy.ts';
import { doctor } from './commands/doctor.ts';
import { remove } from './commands/remove.ts';
import { status } from './commands/status.ts';
import { type Context, Writes } from './context.ts';
import { Cancelled, Stop } from './stop.ts';
import { openTerminal } from './terminal.ts';
import { removeLeftFolders } from './wrangler.ts';

const COMMANDS: Record<Command, (context: Context) => Promise<void>> = {
  deploy,
  status,
  doctor,
  'rotate-key': rotateKey,
  'new-owner': newOwner,
  lock,
  remove,
};

/** The oldest Node that wrangler runs on. */
const OLDEST_NODE = [22, 12] as const;

/** Exit codes: done, stopped with a message, cancelled by the user. */
const EXIT = { done: 0, stopped: 1, cancelled: 130 } as const;

/**
 * Executes the command line. An aborted signal ends it at once, whatever it waits for: the caller must exit.
 * @returns the exit code; a failure has been reported
 */
export async function run(
  args: readonly string[],
  env: Record<string, string | undefined>,
  streams: { input: Readable & { isTTY?: boolean }; output: Writable & { isTTY?: boolean } },
  signal: AbortSignal,
): Promise<number> {
  const terminal = openTerminal(streams, signal);
  const writes = new Writes();
  try {
    requireNode(process.versions.node);
    removeLeftFolders();
    const options = readCommandLine(args, env);
    if (options.help) terminal.line(HELP);
    else await Promise.race([COMMANDS[options.command]({ options, env, terminal, writes }), ended(signal)]);
    return EXIT.done;
  } catch (failure) {
    if (failure instanceof Cancelled || signal.aborted) {
      if (writes.completed === null) terminal.error(writes.toLeave());
      else terminal.outro(writes.completed);
      return writes.completed === null ? EXIT.cancelled : EXIT.done;
    }
    if (failure instanceof Stop) terminal.error(failure.message);
    else if (failure instanceof CloudflareError) terminal.error(explain(failure));
    else throw failure;
    return EXIT.stopped;
  }
}

/** @throws Stop where wrangler would fail in the middle */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Stop(
    `This is Node ${version}; Cloudflare’s wrangler needs ${OLDEST_NODE.join('.')} or later. Install Node 24, then run this again.`,
  );
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Cancelled()), { once: true });
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
/** The command in this checkout. */
export const MAIN = join(ROOT, 'edge', 'deploy', 'main.ts');
/** Variables of this machine that a deployment may see, without the developer's credentials and settings. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SystemRoot', 'TEMP', 'NODE_COMPILE_CACHE'];

/** The environment of a deployment in a test. */
export function deployEnvironment(env: Record<string, string>): Record<string, string | undefined> {
  return { ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])), ...env };
}

export interface DeployRun {
  readonly exitCode: number;
  /** Its whole output. */
  readonly printed: string;
  /** The printed pairing line, if any. */
  readonly line: string | null;
}

export interface StartedDeploy {
  readonly child: ChildProcess;
  readonly ended: Promise<DeployRun>;
}

/** Starts `npm run deploy` without installing first. @param main another file to start: the package's */
export function startDeploy(
  args: readonly string[],
  env: Record<string, string>,
  main = MAIN,
): StartedDeploy {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: main === MAIN ? ROOT : dirname(main),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: deployEnvironment(env),
  });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const ended = new Promise<DeployRun>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', killNow);
      resolve({
        exitCode: code ?? -1,
        printed,
        line: /^https:\/\/\S+#pair=\S+$/m.exec(printed)?.[0] ?? null,
      });
    });
  });
  return { child, ended };
}

export const runDeploy = (
  args: readonly string[],
  env: Record<string, string>,
  main = MAIN,
): Promise<DeployRun> => startDeploy(args, env, main).ended;

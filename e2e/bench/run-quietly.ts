import { spawn } from 'node:child_process';

/**
 * Runs a program without showing its output.
 * @throws Error with its output when it fails
 */
export async function runQuietly(program: string, words: readonly string[]): Promise<void> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', CI: '1', WRANGLER_SEND_METRICS: 'false' },
  });
  let output = '';
  const remember = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', remember);
  child.stderr.on('data', remember);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} failed:\n${output}`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';

let child: ChildProcess | undefined;
let taken: Server | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
  taken?.close();
});

function run(...args: string[]): { output: () => string; ended: Promise<number | null> } {
  const started = spawn(process.execPath, [`${import.meta.dirname}/main.ts`, ...args]);
  child = started;
  let text = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk) => (text += String(chunk)));
  return { output: () => text, ended: once(started, 'exit').then(([code]) => code as number | null) };
}

it('says in one sentence that its port is taken, and fails', async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { output, ended } = run('--port', String(port));
  expect(await ended).toBe(1);
  expect(output().trim()).toBe(`Port ${port} is taken; choose another with --port or SERVICE_PORT.`);
});

it.each([
  [['--speed', 'fast'], 'speed must be a number, not fast.'],
  [['--colour'], "Unknown option '--colour'"],
])('says in a sentence what is wrong with %j', async (args, sentence) => {
  const { output, ended } = run(...args);
  expect(await ended).toBe(1);
  expect(output()).toContain(sentence);
  expect(output().trim().split('\n')).toHaveLength(1);
});

it.each(['SIGINT', 'SIGTERM'] as const)('prints the demo account and ends cleanly on %s', async (signal) => {
  // Faster, the demo's work would end, and cost, before a busy machine has printed this.
  const { output, ended } = run('--port', '0', '--seed', '7', '--speed', '1');
  await expect.poll(output, { timeout: 30_000 }).toContain('Stop with Ctrl-C');
  expect(output()).toContain('412.5 credits = 100 monthly + 312.5 purchased');
  expect(output()).toContain('Barber bookings');
  expect(output()).toContain('data-local-barber-bookings');
  expect(output()).not.toContain('local-key');
  child?.kill(signal);
  expect(await ended).toBe(0);
});

import { run } from './run.ts';

/** `npm run deploy`. A signal ends it cleanly: child processes are ended, temporary files removed. */
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort());

process.exitCode = await run(
  process.argv.slice(2),
  process.env,
  { input: process.stdin, output: process.stdout },
  ending.signal,
);
process.exit();

import { run } from './run.ts';

/** `npm run deploy`. A signal ends it at once; exit handlers end child processes and remove files. */
const ending = new AbortController();
// Not `once`: a second signal would end it without that.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());

process.exitCode = await run(
  process.argv.slice(2),
  process.env,
  { input: process.stdin, output: process.stdout },
  ending.signal,
);
process.exit();

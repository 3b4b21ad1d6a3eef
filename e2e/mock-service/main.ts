import { parseArgs } from 'node:util';
import { demoSummary } from './demo/summary.ts';
import { startLocalService } from './service.ts';

const HELP = `The local service. Options:
  --port <number>   default 4010 (or SERVICE_PORT)
  --seed <number>   another account, other ids, costs and durations; default 1
  --speed <factor>  how many times faster than real time; default 1; 0: only /__control/advance moves it
Environment: SERVICE_PORT, SERVICE_API_KEY, and, for webhooks, PUBLIC_URL (the registered address) and
EDGE_PORT (where that really is).`;

const values = readOptions();

if (values.help) {
  console.log(HELP);
} else {
  await run();
}

function readOptions() {
  const options = {
    port: { type: 'string' },
    seed: { type: 'string' },
    speed: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)} (--help lists the options)`);
  }
}

async function run(): Promise<void> {
  const port = numberOf(values.port ?? process.env.SERVICE_PORT, 4010, 'port');
  const publicUrl = process.env.PUBLIC_URL ?? 'https://pilot-light.test';
  const edgePort = numberOf(process.env.EDGE_PORT, 8787, 'EDGE_PORT');
  if (!URL.canParse(publicUrl)) fail(`PUBLIC_URL is not an address: ${publicUrl}`);
  const service = await startLocalService({
    port,
    apiKey: process.env.SERVICE_API_KEY ?? 'local-key',
    seed: numberOf(values.seed, 1, 'seed'),
    speed: numberOf(values.speed, 1, 'speed'),
    connectTo: { [new URL(publicUrl).hostname]: `http://127.0.0.1:${edgePort}` },
    demo: 'lively',
  }).catch((error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is taken; choose another with --port or SERVICE_PORT.`
        : `The local service could not start: ${error.message}`,
    ),
  );
  const stop = () => void service.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  console.log(await demoSummary(service));
}

function numberOf(text: string | undefined, fallback: number, name: string): number {
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : fail(`${name} must be a number, not ${text}.`);
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

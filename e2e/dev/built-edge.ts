import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare';

// Serves the edge from a folder that `build-edge.ts` wrote, with the workerd and the storage of
// `wrangler dev` but without its start, which bundles the edge each time and takes three times as long.

const [build = '', port = '', stateDir = '', envFile = '', variables = '{}'] = process.argv.slice(2);

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: Number(port),
    resourcePersistencePath: join(stateDir, 'v3'),
    unsafeLocalExplorer: false,
    unsafeObservability: false,
    handleStructuredLogs: ({ message }) => console.log(message),
    workers: [
      {
        ...JSON.parse(await readFile(join(build, 'options.json'), 'utf8')),
        name: 'pilot-light-edge',
        modules: [
          { type: 'ESModule', path: 'index.js', contents: await readFile(join(build, 'index.js'), 'utf8') },
        ],
        bindings: { ...JSON.parse(variables), ...parseEnv(await readFile(envFile, 'utf8')) },
      } as V4WorkerOptions,
    ],
  }),
);
process.once('SIGTERM', () => void miniflare.dispose().then(() => process.exit(0)));
await miniflare.ready;

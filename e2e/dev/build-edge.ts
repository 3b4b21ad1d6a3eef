import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { ROOT, runCommand } from './step.ts';

const CONFIG = join(ROOT, 'edge', 'wrangler.jsonc');
const [folder = ''] = process.argv.slice(2);

// What `wrangler deploy` would upload, and the bindings that its configuration declares.
const isBuilt = await runCommand(['wrangler', 'deploy', '--dry-run', '--config', CONFIG, '--outdir', folder]);
if (!isBuilt) process.exit(1);
// Its values are given at each start; some are secret.
const { bindings: _, ...options } = unstable_getMiniflareWorkerOptions(CONFIG).workerOptions;
await writeFile(join(folder, 'options.json'), JSON.stringify(options));

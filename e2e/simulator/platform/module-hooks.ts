import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Modules that the bundlers of edge and extension provide, for a Node that loads the sources directly. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  'cloudflare:workers': 'worker-module.ts',
};
const EXTENSION = '/extension/';
const BUILT_FOR = "import.meta.env = { BROWSER: 'chrome' };";

registerHooks({
  resolve: (specifier, context, next) => {
    const file = STANDS_FOR[specifier];
    if (file === undefined) return next(specifier, context);
    return { url: pathToFileURL(join(import.meta.dirname, file)).href, shortCircuit: true };
  },
  load: (url, context, next) => {
    if (url.endsWith('/package.json'))
      return { format: 'module', source: versionOf(url), shortCircuit: true };
    const loaded = next(url, context);
    if (!url.includes(EXTENSION) || url.includes('/node_modules/') || !loaded.source) return loaded;
    const source =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: `${BUILT_FOR}${source}` };
  },
});

/** Bundlers support named imports from JSON; the edge imports its version that way. */
function versionOf(url: string): string {
  const all = JSON.parse(readFileSync(new URL(url), 'utf8')) as Record<string, unknown>;
  const named = ['version', 'published'].map(
    (name) => `export const ${name} = ${JSON.stringify(all[name])};`,
  );
  return named.join('\n');
}

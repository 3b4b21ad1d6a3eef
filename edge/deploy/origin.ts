import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Set by the build of this command's own package (`e2e/store/pack-edge.ts`), which holds the built edge.
 * Elsewhere the command runs from a checkout, and builds the edge.
 */
declare const __PACKAGE__: { version: string; run: string } | undefined;

const HERE = import.meta.dirname;
const PACKAGE = typeof __PACKAGE__ === 'undefined' ? null : __PACKAGE__;

/** The folder of the Worker and its configuration. */
export const EDGE = join(HERE, '..');
/** wrangler's program, which its package does not export. */
export const WRANGLER = join(
  dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'bin',
  'wrangler.js',
);
export const REFUSE_REDIRECTS = import.meta.resolve(
  PACKAGE ? './refuse-redirects.js' : './refuse-redirects.ts',
);

/** Version of the package; null in a checkout, where git tells more. */
export const PACKAGE_VERSION = PACKAGE?.version ?? null;

/** How a person runs this again. @param rest command and flags */
export function again(rest = ''): string {
  const [run, before] = PACKAGE ? [PACKAGE.run, ' '] : ['npm run deploy', ' -- '];
  return rest === '' ? run : `${run}${before}${rest}`;
}

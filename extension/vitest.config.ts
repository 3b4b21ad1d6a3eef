import { defineProject } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import packageJson from '../package.json' with { type: 'json' };
import { publishedOf } from '../shared/published.ts';

export default defineProject({
  plugins: [WxtVitest({ root: `${import.meta.dirname}/..` })],
  // The plugin leaves out what `wxt.config.ts` defines.
  define: { __PUBLISHED__: JSON.stringify(publishedOf(packageJson)) },
  test: {
    name: 'extension',
    root: import.meta.dirname,
    include: ['**/*.test.{ts,tsx}'],
    // A document costs as much as most files' tests: those that need one say `@vitest-environment happy-dom`.
    environment: 'node',
    // A process per file costs more than most files' tests. `english.setup.ts`, which is first, gives each
    // file its own modules, the fake browser's among them.
    isolate: false,
    server: { deps: { inline: ['@webext-core/fake-browser'] } },
    sequence: { setupFiles: 'list' },
    setupFiles: ['./fixtures/english.setup.ts'],
    // A busy machine is no fault of what is tested.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

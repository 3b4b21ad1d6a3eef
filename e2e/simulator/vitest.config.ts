import { join } from 'node:path';
import { defineProject } from 'vitest/config';

/** The edge's and the extension's own modules, in Node, where neither workerd nor a browser is. */
export default defineProject({
  resolve: {
    alias: {
      'cloudflare:workers': join(import.meta.dirname, 'platform', 'worker-module.ts'),
    },
  },
  define: { 'import.meta.env.BROWSER': JSON.stringify('chrome') },
  test: {
    name: 'simulator',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    setupFiles: ['./platform/chrome-setup.ts'],
    // A busy machine is no fault of what is tested.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

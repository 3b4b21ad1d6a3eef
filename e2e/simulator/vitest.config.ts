import { join } from 'node:path';
import { defineProject } from 'vitest/config';

/** Runs the edge's and the extension's own modules in Node, without workerd and browser. */
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
    // For busy machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

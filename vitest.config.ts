import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './e2e/dev/temporary-files.ts';

keepTemporaryFilesInMemory();

/** What only `npm run test:all` runs. */
const LONG = ['cloudflare/**/*.test.ts', 'kills/**/*.test.ts', 'store/licenses.test.ts'];
const END_TO_END = {
  root: `${import.meta.dirname}/e2e`,
  environment: 'node',
  // Their modules keep nothing that the next file could meet.
  isolate: false,
  // For busy machines.
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

/** All vitest projects; real-browser tests use Playwright (`playwright.config.ts`). */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    // Vitest would choose a shorter one when it detects automation.
    reporters: ['default'],
    projects: [
      'shared/vitest.config.ts',
      'extension/vitest.config.ts',
      'edge/vitest.config.ts',
      'e2e/simulator/vitest.config.ts',
      {
        test: {
          name: 'deploy',
          root: `${import.meta.dirname}/edge/deploy`,
          include: ['**/*.test.ts'],
          environment: 'node',
          isolate: false,
          // A busy machine is no fault of what is tested.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...END_TO_END,
          name: 'e2e',
          include: ['**/*.test.ts'],
          // The scripted hour runs in workerd, with the edge's tests.
          exclude: [...LONG, 'firefox/**', 'simulator/**', 'scripted-hour/**'],
        },
      },
      { test: { ...END_TO_END, name: 'long', include: LONG } },
    ],
  },
});

import { defineConfig } from '@playwright/test';
import { keepTemporaryFilesInMemory } from './dev/temporary-files.ts';

keepTemporaryFilesInMemory();

/** Real-browser tests. Two workers: each starts a browser, an edge and a service, and often waits for one of them. */
export default defineConfig({
  testDir: './browser',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: { trace: 'off', screenshot: 'only-on-failure' },
});

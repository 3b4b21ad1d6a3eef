import { defineConfig } from '@playwright/test';

/** Real-browser tests. One worker: each starts a browser, an edge and a service, which is enough for two cores. */
export default defineConfig({
  testDir: './browser',
  outputDir: '../test-results',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: { trace: 'off' },
});

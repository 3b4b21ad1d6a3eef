import { defineConfig } from '@playwright/test';
import { keepTemporaryFilesInMemory } from './dev/temporary-files.ts';

keepTemporaryFilesInMemory();

/** They begin first, so that no worker is left with a long one at the end. */
const LONG =
  /[/](launch|popup-states|console|console-data|import|import-bad-days|store-pictures)[.]spec[.]ts$/;

/**
 * Real-browser tests. Each worker starts a browser, an edge and a service: two are as much as two cores can do, and more of
 * them only make each other wait.
 */
export default defineConfig({
  testDir: './browser',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: { trace: 'off', screenshot: 'only-on-failure' },
});

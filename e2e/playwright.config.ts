import { defineConfig } from '@playwright/test';
import { keepTemporaryFilesInMemory } from './dev/temporary-files.ts';

keepTemporaryFilesInMemory();

/** The main jobs, which `npm test` runs; `npm run test:all` runs the others too. */
const MAIN =
  /[/](capture|console|console-database|console-data|console-projects|import|launch|main-job|permissions|popup-life|second-thought|sizes|upgrade)[.]spec[.]ts$/;
/** What in those files looks at views at every width or in both themes, by its title. */
const EVERY_WIDTH = /wide and light, narrow and dark|both themes$|pictures: /;

/**
 * Real-browser tests. Each worker starts a browser, an edge and a service: on two cores, more than two
 * workers only make each other wait.
 */
export default defineConfig({
  testDir: './browser',
  projects: [
    { name: 'main', testMatch: MAIN, grepInvert: EVERY_WIDTH },
    { name: 'rest', testIgnore: MAIN },
    { name: 'rest-of-main', testMatch: MAIN, grep: EVERY_WIDTH },
  ],
  outputDir: '../test-results/browser',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  // Traces cost time: only where nobody can look again.
  use: { trace: process.env.GITHUB_ACTIONS ? 'retain-on-failure' : 'off', screenshot: 'only-on-failure' },
});

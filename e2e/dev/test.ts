import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BrowserMissingError, type BrowserName, browserVersion, findBrowser } from './find-browser.ts';
import { playwrightTally, vitestTally } from './reports.ts';
import { ROOT, runStep, type Step, type Tally } from './step.ts';

const UNIT_REPORT = 'test-results/unit.json';
const BROWSER_REPORT = 'test-results/browser.json';
const FIREFOX_REPORT = 'test-results/firefox.json';

const STEPS: readonly Step[] = [
  {
    name: 'set-up',
    essential: true,
    commands: [
      ['wxt', 'prepare'],
      ['wrangler', 'types', '--config', 'edge/wrangler.jsonc', 'edge/worker-configuration.d.ts'],
    ],
  },
  { name: 'types: shared', commands: [['tsc', '-p', 'shared']] },
  { name: 'types: extension', commands: [['tsc', '-p', 'extension']] },
  { name: 'types: edge', commands: [['tsc', '-p', 'edge']] },
  { name: 'types: e2e', commands: [['tsc', '-p', 'e2e']] },
  { name: 'lint and format', commands: [['biome', 'ci', '--colors=off', '--error-on-warnings', '.']] },
  { name: 'dead code', commands: [['knip']] },
  {
    name: 'unit and workerd',
    commands: [
      [
        'vitest',
        'run',
        '--config',
        'e2e/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${UNIT_REPORT}`,
      ],
    ],
    tally: () => vitestTally(UNIT_REPORT),
  },
  {
    name: 'packages, built again from the source package to the same bytes',
    essential: true,
    commands: [['node', 'e2e/store/pack.ts', '--twice']],
  },
  {
    name: 'real browsers',
    commands: [['playwright', 'test', '--config', 'e2e/playwright.config.ts']],
    tally: () => playwrightTally(BROWSER_REPORT),
  },
  {
    name: 'store checks',
    commands: [
      ['web-ext', 'lint', '--source-dir', '.output/firefox-mv3', '--no-config-discovery', '--boring'],
    ],
  },
  {
    name: 'Firefox',
    browser: 'firefox',
    commands: [
      [
        'vitest',
        'run',
        '--config',
        'e2e/firefox/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=../../${FIREFOX_REPORT}`,
      ],
    ],
    tally: () => vitestTally(FIREFOX_REPORT),
  },
];

await rm(join(ROOT, 'test-results'), { recursive: true, force: true });
await mkdir(join(ROOT, 'test-results'), { recursive: true });

let total: Tally = { passed: 0, failed: 0 };
const versions = [`Node ${process.versions.node}`];
const failedSteps: string[] = [];
const skipped: string[] = [];
try {
  versions.push(browserVersion(findBrowser('chromium')) ?? 'a Chromium that tells no version');
  for (const step of STEPS) {
    console.log(`\n── ${step.name}`);
    const missing = step.browser ? whyMissing(step.browser) : null;
    if (missing !== null) {
      skipped.push(`${step.name}: ${missing}`);
      console.log(`── ${step.name}: SKIPPED. ${missing}`);
      continue;
    }
    if (step.browser) versions.push(browserVersion(findBrowser(step.browser)) ?? step.browser);
    const began = performance.now();
    const tally = await runStep(step);
    total = { passed: total.passed + tally.passed, failed: total.failed + tally.failed };
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`── ${step.name}: ${tally.passed} passed, ${tally.failed} failed, in ${seconds} s`);
    if (tally.failed === 0) continue;
    failedSteps.push(step.name);
    if (step.essential) break;
  }
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : String(failure));
  total = { passed: total.passed, failed: total.failed + 1 };
}

for (const words of skipped) console.log(`\nSKIPPED, so nothing is proved about it here: ${words}`);
if (failedSteps.length > 0) console.log(`\nNot green: ${failedSteps.join('; ')}.`);
console.log(`\nRan on ${versions.join(', ')}.`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** What to do about a browser that is neither here nor to be had; null when it is here. */
function whyMissing(browser: BrowserName): string | null {
  try {
    findBrowser(browser);
    return null;
  } catch (failure) {
    if (failure instanceof BrowserMissingError) return failure.message;
    throw failure;
  }
}

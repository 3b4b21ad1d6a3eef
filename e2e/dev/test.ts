import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BrowserMissingError, type BrowserName, browserVersion, findBrowser } from './find-browser.ts';
import { playwrightTally, vitestTally } from './reports.ts';
import { type Counts, ROOT, runStep, type Step, type Tally } from './step.ts';

const UNIT_REPORT = 'test-results/unit.json';
const WORKERD_REPORT = 'test-results/workerd.json';
const SIMULATOR_REPORT = 'test-results/simulator.json';
const BROWSER_REPORT = 'test-results/browser.json';
const FIREFOX_REPORT = 'test-results/firefox.json';

const WXT_PREPARE = ['wxt', 'prepare'];
const WRANGLER_TYPES = [
  'wrangler',
  'types',
  '--config',
  'edge/wrangler.jsonc',
  'edge/worker-configuration.d.ts',
];

/** A run of vitest with a report to count. */
const vitest = (config: string, report: string, ...words: readonly string[]) => [
  ...['vitest', 'run', '--config', config, ...words],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${join(ROOT, report)}`],
];

/** Built once, since the tests start it more than thirty times. */
const EDGE_BUILD = join(ROOT, 'node_modules', '.cache', 'edge');
const BUILD_EDGE = ['node', 'e2e/dev/build-edge.ts', EDGE_BUILD];

const SET_UP: Step = { name: 'set-up', commands: [WXT_PREPARE, WRANGLER_TYPES, BUILD_EDGE] };

const PACKAGES: Step = {
  name: 'packages, built again from the source package to the same bytes',
  commands: [['node', 'e2e/store/pack.ts', '--twice']],
};

/** They take little, and tell soonest what is wrong. */
const QUICK: readonly Step[] = [
  { name: 'types: shared', commands: [['tsc', '-p', 'shared']] },
  { name: 'types: extension', commands: [['tsc', '-p', 'extension']] },
  { name: 'types: edge', commands: [['tsc', '-p', 'edge']] },
  { name: 'types: e2e', commands: [['tsc', '-p', 'e2e']] },
  { name: 'lint and format', commands: [['biome', 'ci', '--colors=off', '--error-on-warnings', '.']] },
  { name: 'dead code', commands: [['knip']] },
];

/** The longest is first. */
const CHECKS: readonly Step[] = [
  {
    name: 'workerd',
    commands: [vitest('vitest.config.ts', WORKERD_REPORT, '--project=edge')],
    tally: () => vitestTally(WORKERD_REPORT),
  },
  {
    name: 'unit',
    commands: [vitest('vitest.config.ts', UNIT_REPORT, '--project=!edge', '--project=!simulator')],
    tally: () => vitestTally(UNIT_REPORT),
  },
  {
    name: 'simulator',
    commands: [vitest('vitest.config.ts', SIMULATOR_REPORT, '--project=simulator', '--maxWorkers=2')],
    tally: () => vitestTally(SIMULATOR_REPORT),
  },
];

/** They need the packages. */
const BROWSER: Step = {
  name: 'real browsers',
  commands: [['playwright', 'test', '--config', 'e2e/playwright.config.ts']],
  tally: () => playwrightTally(BROWSER_REPORT),
};
const FIREFOX: readonly Step[] = [
  {
    name: 'store checks',
    commands: [
      ['web-ext', 'lint', '--source-dir', '.output/firefox-mv3', '--no-config-discovery', '--boring'],
    ],
  },
  {
    name: 'Firefox',
    browser: 'firefox',
    commands: [vitest('e2e/firefox/vitest.config.ts', FIREFOX_REPORT)],
    tally: () => vitestTally(FIREFOX_REPORT),
  },
];

process.env.EDGE_BUILD = EDGE_BUILD;
await rm(join(ROOT, 'test-results'), { recursive: true, force: true });
await mkdir(join(ROOT, 'test-results'), { recursive: true });

let total: Counts = { passed: 0, failed: 0 };
const versions = [`Node ${process.versions.node}`];
const failedSteps: string[] = [];
const failures: string[] = [];
const skipped: string[] = [];
let oneIsShown = false;
try {
  versions.push(browserVersion(findBrowser('chromium')) ?? 'a Chromium that tells no version');
  await runAtOnce(1, [SET_UP]);
  if (failedSteps.length === 0) {
    await runAtOnce(2, [PACKAGES, ...QUICK]);
    // The browsers alone need both cores; workerd waits for something half of the time.
    const isPacked = !failedSteps.includes(PACKAGES.name);
    await runAtOnce(2, isPacked ? [BROWSER, ...CHECKS, ...FIREFOX] : CHECKS);
  }
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : String(failure));
  total = { passed: total.passed, failed: total.failed + 1 };
}

// Last, since it is what is looked for, and logs are cut at their beginning.
for (const words of failures) console.log(`\nFAILED in ${words}`);
for (const words of skipped) console.log(`\nSKIPPED, so nothing is proved about it here: ${words}`);
if (failedSteps.length > 0) console.log(`\nNot green: ${failedSteps.join('; ')}.`);
console.log(`\nRan on ${versions.join(', ')}.`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Runs steps in their order, `atOnce` at a time. */
async function runAtOnce(atOnce: number, steps: readonly Step[]): Promise<void> {
  const waiting = [...steps];
  const runNext = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await run(step);
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
}

/** Shows what a step prints at once, or, while another is shown, when it has ended. */
async function run(step: Step): Promise<void> {
  const missing = step.browser ? whyMissing(step.browser) : null;
  if (missing !== null) {
    skipped.push(`${step.name}: ${missing}`);
    console.log(`\n── ${step.name}: SKIPPED. ${missing}`);
    return;
  }
  if (step.browser) versions.push(browserVersion(findBrowser(step.browser)) ?? step.browser);
  const began = performance.now();
  if (!oneIsShown) {
    oneIsShown = true;
    console.log(`\n── ${step.name}`);
    const tally = await runStep(step);
    oneIsShown = false;
    return count(step, tally, began);
  }
  console.log(`\n── ${step.name}: begins beside what is shown, and is shown when it has ended`);
  const chunks: Buffer[] = [];
  const tally = await runStep(step, (chunk) => void chunks.push(chunk));
  console.log(`\n── ${step.name}`);
  process.stdout.write(Buffer.concat(chunks));
  count(step, tally, began);
}

function count(step: Step, tally: Tally, began: number): void {
  total = { passed: total.passed + tally.passed, failed: total.failed + tally.failed };
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`── ${step.name}: ${tally.passed} passed, ${tally.failed} failed, in ${seconds} s`);
  if (tally.failed > 0) failedSteps.push(step.name);
  failures.push(...tally.failures.map((words) => `${step.name}: ${words}`));
}

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

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BrowserMissingError, type BrowserName, browserVersion, findBrowser } from './find-browser.ts';
import { playwrightTally, vitestTally } from './reports.ts';
import { type Counts, ROOT, runStep, type Step, type Tally } from './step.ts';

/** Also what `CONTRIBUTING.md` names as too long for each change. */
const isAll = process.argv.includes('--all');

/** A step of vitest with a report that is counted. */
function vitest(name: string, words: readonly string[], browser?: BrowserName): Step {
  const report = `test-results/${name.toLowerCase().replaceAll(/\W+/g, '-')}.json`;
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(ROOT, report)}`];
  return {
    name,
    commands: [['vitest', 'run', ...words, ...output]],
    tally: () => vitestTally(report),
    ...(browser && { browser }),
  };
}

/** A step of Playwright, likewise. */
function playwright(name: string, project: string): Step {
  const report = 'test-results/browser.json';
  return {
    name,
    commands: [['playwright', 'test', '--config', 'e2e/playwright.config.ts', `--project=${project}`]],
    tally: () => playwrightTally(report),
  };
}

/** Built once, since the tests start it more than thirty times. */
const EDGE_BUILD = join(ROOT, 'node_modules', '.cache', 'edge');
const SET_UP: Step = {
  name: 'set-up',
  commands: [
    ['wxt', 'prepare'],
    ['wrangler', 'types', '--config', 'edge/wrangler.jsonc', 'edge/worker-configuration.d.ts'],
    ['node', 'e2e/dev/build-edge.ts', EDGE_BUILD],
  ],
};

const PACKAGES: Step = { name: 'packages', commands: [['node', 'e2e/store/pack.ts']] };

/** They take little, and tell soonest what is wrong. */
const QUICK: readonly Step[] = [
  { name: 'types: shared', commands: [['tsc', '-p', 'shared']] },
  { name: 'types: extension', commands: [['tsc', '-p', 'extension']] },
  { name: 'types: edge', commands: [['tsc', '-p', 'edge']] },
  { name: 'types: e2e', commands: [['tsc', '-p', 'e2e']] },
  { name: 'lint and format', commands: [['biome', 'ci', '--colors=off', '--error-on-warnings', '.']] },
  { name: 'dead code', commands: [['knip']] },
];

/** The edge's tests share one service, which each process starts for itself. */
const WORKERD: readonly Step[] = [1, 2].map((shard) =>
  vitest(`workerd, ${shard} of 2`, ['--project=edge', `--shard=${shard}/2`]),
);
/** They end last, when both cores are theirs: by itself Vitest would leave one to itself. */
const UNITS = vitest('unit', [
  ...['shared', 'extension', 'deploy', 'e2e'].map((name) => `--project=${name}`),
  '--maxWorkers=2',
]);

const FIREFOX = ['--config', 'e2e/firefox/vitest.config.ts'] as const;
/** They need the packages. */
const CHROMIUM = playwright('Chromium, main jobs', 'main');
const PACKED: readonly Step[] = [
  vitest('Firefox, main job', [...FIREFOX, 'job.test.ts'], 'firefox'),
  {
    name: 'store checks',
    commands: [
      ['web-ext', 'lint', '--source-dir', '.output/firefox-mv3', '--no-config-discovery', '--boring'],
    ],
  },
];

/** What only `npm run test:all` runs. */
const REST: readonly Step[] = [
  vitest('simulator', ['--project=simulator', '--maxWorkers=1']),
  vitest('long', ['--project=long', '--maxWorkers=1']),
];
const REST_PACKED: readonly Step[] = [
  playwright('Chromium, every view', 'rest*'),
  vitest('Firefox, as on a phone', [...FIREFOX, 'handheld.test.ts'], 'firefox'),
  {
    name: 'packages, built again from the source package to the same bytes',
    commands: [['node', 'e2e/store/pack.ts', '--again']],
  },
];

/** More than cores: browsers and workerd wait for something half of the time. */
const AT_ONCE = 3;

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
    const isPacked = !failedSteps.includes(PACKAGES.name);
    await runAtOnce(AT_ONCE, isPacked ? [CHROMIUM, ...WORKERD, UNITS, ...PACKED] : [...WORKERD, UNITS]);
    if (isAll) await runAtOnce(AT_ONCE, isPacked ? [...REST_PACKED, ...REST] : REST);
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

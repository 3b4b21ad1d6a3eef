import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'lab', 'soak.md');
const ROW = /^\| (\w+) \| \d+ \| \d+ \| [\d.]+ \| \S.*$/gm;
/** Seeds in which a scenario reached a rare state. */
const REACHED = /^\| (\w+) \| `[\w-]+` \| \d+ \|$/gm;

/** The last long run of one scenario. */
export interface SoakRun {
  readonly scenario: string;
  readonly seeds: number;
  readonly minutes: number;
  /** Each failed seed in words. */
  readonly failed: readonly string[];
  /** The rare states that it is meant to reach, and in how many seeds it did. */
  readonly reached: readonly (readonly [probe: string, seeds: number])[];
}

/** Writes a run to `docs/lab/soak.md`, replacing the last one of the same scenario. */
export async function keepRun(run: SoakRun): Promise<void> {
  await writeFile(PAGE, withRun(await readFile(PAGE, 'utf8').catch(() => ''), run, new Date()));
}

/** The last run of a scenario, to go on with; null where there is none, or where a seed failed. */
export async function keptRun(scenario: string): Promise<SoakRun | null> {
  return runIn(await readFile(PAGE, 'utf8').catch(() => ''), scenario);
}

export function runIn(page: string, scenario: string): SoakRun | null {
  const row = [...page.matchAll(ROW)].find(([, name]) => name === scenario)?.[0].split(' | ');
  if (row === undefined || row[2] !== '0') return null;
  const reached = [...page.matchAll(REACHED)]
    .filter(([, name]) => name === scenario)
    .map(([line]) => /`(.+)` \| (\d+)/.exec(line))
    .map((found) => [found?.[1] ?? '', Number(found?.[2])] as const);
  return { scenario, seeds: Number(row[1]), minutes: Number(row[3]), failed: [], reached };
}

/** The page with this run; the other scenarios' rows are kept. */
export function withRun(page: string, run: SoakRun, at: Date): string {
  const { scenario, seeds, minutes, failed } = run;
  const day = at.toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}`;
  const row = `| ${scenario} | ${seeds} | ${failed.length} | ${minutes.toFixed(1)} | ${day}, ${machine} |`;
  const rows = [...linesOfOthers(page, ROW, scenario), row].sort();
  const reached = [
    ...linesOfOthers(page, REACHED, scenario),
    ...run.reached.map(([probe, times]) => `| ${scenario} | \`${probe}\` | ${times} |`),
  ].sort();
  return `<!-- Written by \`npm run soak\`. Changes made here are lost with its next run. -->
# The long run of the simulator

One seed decides everything: the clock, KV (stale, failing, slow, down), restarts of the object and of the backgrounds between
any two steps, what the service and its sender do wrong, what is lost on the way. The edge and the backgrounds are the real
ones; afterwards each promise in \`e2e/simulator/invariants\` must hold.

- \`launches\`: paid calls sent to the edge, double and from two browsers; at most one paid call per key, and its outcome reported truly.
- \`confirmations\`: the same from the launch page through the extension's background, with browsers that restart.
- \`guards\`: prompts and launches with budgets, and raises; a cap is never lost, never lowered for ever, never above its owner's.
- \`imports\`: rows sent by two browsers, stopped, retried and undone, while others write; no row becomes two records, none that is there is told absent, and an undo deletes only what the import made.
- \`announcements\`: what needs somebody opens, ends and is seen while browsers sleep; each opening is announced once, and every browser hears of it once.
- \`alerts\`: three channels whose requests and answers are lost and whose services refuse; each opening is told at least once, never again after an answer that arrived, and nothing that was over before its hours began.
- \`whole\`: a morning of an account with events, notices and views.
- \`liveness\`: for two months one part fails for good (the event log, a browser, the calls of a project, a channel); everything else goes on, what fails is told, and nothing stored grows.

| Scenario | Seeds | Failed | Minutes | When and where |
|---|---|---|---|---|
${rows.join('\n')}

The edge names its rare states (\`edge/object/probes.ts\`): what a run never reached, it has not tested, so a scenario that does
not reach what it is meant to fails the run. A seed that fails is shrunk to the fewest actions and faults that still fail, and printed
as a test to keep.

| Scenario | Rare state | Seeds that reached it |
|---|---|---|
${reached.join('\n')}
${failed.map((words) => `\n- ${words}`).join('')}`;
}

/** The rows of the other scenarios. */
function linesOfOthers(page: string, row: RegExp, scenario: string): string[] {
  return [...page.matchAll(row)].filter(([, name]) => name !== scenario).map(([line]) => line);
}

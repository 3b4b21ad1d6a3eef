import { fork } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../random/random.ts';
import { createBenchRun } from './bench-run.ts';
import { type Figure, failedFigure } from './figure.ts';
import { machineAndVersions } from './machine.ts';
import { MEASUREMENTS } from './measurements/measurements.ts';
import { pageWith, toPage } from './page.ts';
import { toTable } from './table.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'figures.md');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    /** Writes what is measured into the page also where that is not all of it. */
    page: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const isWhole = positionals.length === 0;
const quietMinutes = Number(values.minutes ?? (values.quick ? 1 : 60));
// Begun by a whole run: it ends with it.
process.once('disconnect', () => process.exit(1));
const run = createBenchRun(seededRandom(seed), { quick: values.quick, quietMinutes }, (line) =>
  console.log(line),
);
const wanted = Object.entries(MEASUREMENTS).filter(([name]) => isWhole || positionals.includes(name));
if (wanted.length === 0) throw new Error(`There is only: ${Object.keys(MEASUREMENTS).join(', ')}.`);

const began = performance.now();
// Measured beside the others, in a process of its own: it counts what all descendants of its process use.
const quietDay = isWhole ? measureBeside('quiet-day') : null;
// Its failure is reported in its turn.
quietDay?.catch(() => {});
const figures: Figure[] = [];
const failed: string[] = [];
for (const [name, measure] of wanted) {
  const started = performance.now();
  console.log(`── ${name}`);
  try {
    figures.push(...(await (name === 'quiet-day' && quietDay ? quietDay : measure(run))));
  } catch (failure) {
    failed.push(name);
    console.error(failure);
    figures.push(failedFigure(name, failure));
  }
  console.log(`── ${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

const minutes = (performance.now() - began) / 60_000;
console.log(`\n${toTable(figures)}\n`);
if (!values.quick && (isWhole || (values.page && failed.length === 0))) {
  const page = isWhole
    ? toPage(figures, { machine: await machineAndVersions(), seed, minutes })
    : pageWith(await readFile(PAGE, 'utf8'), figures);
  await writeFile(PAGE, page);
  console.log(`Written: ${PAGE}`);
}
const missed = figures.filter(({ outcome }) => outcome === 'missed' || outcome === 'void');
console.log(
  `${figures.length} figures in ${minutes.toFixed(1)} minutes; ${missed.length} not met or void; ${failed.length} measurements failed.`,
);
if (process.connected) await new Promise((sent) => process.send?.(figures, sent));
process.exit(failed.length + missed.length === 0 ? 0 : 1);

/** Makes one measurement in a process that ends with this one. */
function measureBeside(name: string): Promise<readonly Figure[]> {
  const child = fork(import.meta.filename, [
    name,
    '--seed',
    `${seed}`,
    '--minutes',
    `${quietMinutes}`,
    ...(values.quick ? ['--quick'] : []),
  ]);
  return new Promise((resolve, reject) => {
    child.once('message', (made) => resolve(made as readonly Figure[]));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} and no figures.`)));
  });
}

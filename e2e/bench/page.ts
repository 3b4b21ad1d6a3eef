import type { Figure } from './figure.ts';
import { toTable, withFigures } from './table.ts';

/** The generated page with the last full run. */
export function toPage(
  figures: readonly Figure[],
  about: { readonly machine: readonly string[]; readonly seed: number; readonly minutes: number },
): string {
  const lines = [...about.machine, `seed ${about.seed}, ${about.minutes.toFixed(0)} minutes`];
  return pageOf(lines.map((line) => `- ${line}`).join('\n'), toTable(figures));
}

/** The page with figures that were measured alone, on whatever machine: for what is counted, not timed. */
export function pageWith(former: string, figures: readonly Figure[]): string {
  const about = former.split('\n').filter((line) => line.startsWith('- '));
  const table = former.slice(former.indexOf('\n| ') + 1).trimEnd();
  return pageOf(about.join('\n'), withFigures(table, figures));
}

const pageOf = (
  about: string,
  table: string,
) => `<!-- Written by \`npm run bench\`. Changes made here are lost with its next run. -->
# Figures

Each ratio is the median over rounds in which ours and the reference take turns in a new order, after rounds of warm-up that
don't count. The interval holds 5 to 95 of 100 repetitions (bootstrap). *A/A* is the reference against itself in the same
rounds: where its interval leaves out 1 the run is void and made again, three times at most. Absolute times belong to the
machine; ratios travel better.

Rows "by workerd" are what it counts itself, indexes and alarms with them, for an object that stays in memory. The other rows are
changes that SQLite counts in the simulator, without indexes and alarms.

${about}

${table}
`;

import type { Figure } from './figure.ts';
import { toTable } from './table.ts';

/** The generated page with the last full run. */
export function toPage(
  figures: readonly Figure[],
  about: { readonly machine: readonly string[]; readonly seed: number; readonly minutes: number },
): string {
  return `<!-- Written by \`npm run bench\`. Changes made here are lost with its next run. -->
# Figures

Each ratio is the median over rounds in which ours and the reference take turns in a new order, after rounds of warm-up that
don't count. The interval holds 5 to 95 of 100 repetitions (bootstrap). *A/A* is the reference against itself in the same
rounds: where its interval leaves out 1 the run is void and made again, three times at most. Absolute times belong to the
machine; ratios travel better.

${about.machine.map((line) => `- ${line}`).join('\n')}
- seed ${about.seed}, ${about.minutes.toFixed(0)} minutes

${toTable(figures)}
`;
}

import type { Figure, Outcome } from './figure.ts';
import type { Estimate } from './statistics/estimate.ts';

const HEAD = ['What', 'Ours', 'Reference', 'Ratio', '5-95 %', 'A/A', 'Asked', 'Met'];

const OUTCOME_WORDS: Record<Outcome, string> = {
  met: 'yes',
  missed: '**no**',
  void: 'void',
  informational: '',
};

/** The table in Markdown, columns aligned, so that it reads well in a terminal too. */
export const toTable = (figures: readonly Figure[]): string => aligned(figures.map(cells));

/** The same with what was measured anew: in the place of the rows of the same name, or after all. */
export function withFigures(table: string, figures: readonly Figure[]): string {
  const rows = table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))
    .map((row) => row.map((cell) => cell.trim()));
  const anew = new Map(figures.map((figure) => [nameOf(figure.what), cells(figure)]));
  const merged = rows.map((row) => anew.get(nameOf(row[0] ?? '')) ?? row);
  return aligned([...new Set([...merged, ...anew.values()])]);
}

/** Without which of several runs it is of. */
const nameOf = (what: string): string => what.replace(/ \(run \d+, .*\)$/, '');

function aligned(body: readonly (readonly string[])[]): string {
  const rows = [HEAD, ...body];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(HEAD), rule, ...rows.slice(1).map(line)].join('\n');
}

function cells(figure: Figure): string[] {
  return [
    figure.what,
    figure.ours,
    figure.reference,
    figure.ratio ? `${figure.ratio.value.toFixed(2)}x` : '',
    figure.ratio ? interval(figure.ratio) : '',
    figure.control ? `${figure.control.value.toFixed(2)}x (${interval(figure.control)})` : '',
    figure.asked,
    OUTCOME_WORDS[figure.outcome],
  ];
}

function interval({ low, high }: Estimate): string {
  return `${low.toFixed(2)}-${high.toFixed(2)}`;
}

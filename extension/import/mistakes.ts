import type { TableProperty } from '../../shared/data-api/records.ts';
import type { Converted } from './convert.ts';
import type { Edits, PlannedRow } from './difference.ts';
import type { Mapping } from './mapping.ts';
import type { Source } from './page-data.ts';

/** The same text in the same column of several rows that can't be sent as it is. */
export interface Mistake {
  property: TableProperty;
  /** As the page has it, or as it was typed instead; empty: nothing is there. */
  text: string;
  converted: Extract<Converted, { kind: 'problem' | 'ambiguous' }>;
  /** Places of the rows, two at least. */
  rows: number[];
}

/**
 * The mistakes that several rows share, those of most rows first. What is still looked up is none yet.
 * @param rows that need a look
 */
export function sharedMistakes(
  rows: readonly PlannedRow[],
  source: Source,
  mapping: Mapping,
  properties: readonly TableProperty[],
  edits: Edits,
): Mistake[] {
  const found = new Map<string, Mistake>();
  for (const { index, cells } of rows) {
    for (const [name, converted] of Object.entries(cells)) {
      if (converted.kind !== 'problem' && converted.kind !== 'ambiguous') continue;
      if (converted.kind === 'problem' && converted.problem.kind === 'not-read') continue;
      const property = properties.find((one) => one.name === name);
      const edit = edits[index]?.[name];
      const text =
        (edit && 'text' in edit ? edit.text : source.rows[index]?.[mapping.indexOf(name)]?.text) ?? '';
      const key = JSON.stringify([name, text]);
      const known = found.get(key);
      if (known) known.rows.push(index);
      else if (property) found.set(key, { property, text, converted, rows: [index] });
    }
  }
  return [...found.values()]
    .filter((mistake) => mistake.rows.length > 1)
    .toSorted((one, other) => other.rows.length - one.rows.length);
}

import type { TableProperty } from '../../shared/data-api/records.ts';
import type { Converted, PropertyValue } from './convert.ts';
import type { Edits, PlannedRow } from './difference.ts';
import type { Mapping } from './mapping.ts';
import type { Source } from './page-data.ts';

/** Same text in a column of several rows that can't be sent as it is, or same doubt about their texts. */
export interface Mistake {
  property: TableProperty;
  /** Text of the page, or typed instead; empty: nothing is there. Of a doubt, that of its first row. */
  text: string;
  converted: Extract<Converted, { kind: 'problem' | 'ambiguous' }>;
  /** Places of the rows, two at least. */
  rows: number[];
  /** Of a doubt: what the text of each row may mean, all in the order of the first. */
  choices: ReadonlyMap<number, readonly PropertyValue[]> | null;
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
  const cells = rows.flatMap(({ index, cells }) =>
    Object.entries(cells).flatMap(([name, converted]) => {
      if (converted.kind !== 'problem' && converted.kind !== 'ambiguous') return [];
      const property = properties.find((one) => one.name === name);
      const isLookedUp = converted.kind === 'problem' && converted.problem.kind === 'not-read';
      if (!property || isLookedUp) return [];
      const edit = edits[index]?.[name];
      const text =
        (edit && 'text' in edit ? edit.text : source.rows[index]?.[mapping.indexOf(name)]?.text) ?? '';
      return [{ index, property, converted, text }];
    }),
  );
  const alike = Map.groupBy(cells, ({ property: { name }, converted, text }) =>
    JSON.stringify(
      converted.kind === 'ambiguous' && converted.doubt !== undefined
        ? { name, doubt: converted.doubt }
        : { name, text },
    ),
  );
  return [...alike.values()]
    .flatMap((group): Mistake[] => {
      const [first, second] = group;
      if (!first || !second) return [];
      const isDoubt = first.converted.kind === 'ambiguous' && first.converted.doubt !== undefined;
      const choices = group.map(
        ({ index, converted }) => [index, converted.kind === 'ambiguous' ? converted.choices : []] as const,
      );
      const { index: _, ...about } = first;
      return [
        { ...about, rows: group.map(({ index }) => index), choices: isDoubt ? new Map(choices) : null },
      ];
    })
    .toSorted((one, other) => other.rows.length - one.rows.length);
}

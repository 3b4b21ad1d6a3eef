import { type ReadonlySignal, signal } from '@preact/signals';
import { type CellEdit, withEdits } from '../../../import/difference.ts';
import type { ImportDraft } from '../../../storage/import-draft-schema.ts';

export interface DecisionsSubject {
  draft: ReadonlySignal<ImportDraft | null>;
  edit: (changes: Partial<ImportDraft>) => Promise<boolean>;
  /** A cell has another text, which may have to be looked up. */
  onSaid: () => void;
}

/** What the user decides about cells and rows of a draft. */
export function createDecisions({ draft, edit, onSaid }: DecisionsSubject) {
  /** How many rows were put right by one action last, and its undo; null before, and for other rows. */
  const fixed = signal<{ rows: number; undo: () => void } | null>(null);

  /**
   * Replaces a cell of the page, or of a sent row (`sentRow`), by the user's value, also in several rows.
   * @param said for all of them, or what for each
   */
  function say(
    row: number | string | readonly number[],
    property: string,
    said: CellEdit | ((row: number | string) => CellEdit | undefined),
  ): void {
    const rows = typeof row === 'object' ? row : [row];
    const before = draft.value?.edits ?? {};
    const put = (of: (row: number | string) => CellEdit | undefined) => {
      void edit({ edits: withEdits(draft.value?.edits ?? {}, rows, property, of) });
      onSaid();
    };
    if (typeof row === 'object') {
      const undo = () => {
        fixed.value = null;
        put((one) => before[one]?.[property]);
      };
      fixed.value = { rows: row.length, undo };
    }
    put(typeof said === 'function' ? said : () => said);
  }

  /** Leaves rows out whose mistakes nobody puts right. */
  function skip(rows: readonly number[]): void {
    const before = draft.value?.included ?? {};
    const undo = () => {
      const included = { ...draft.value?.included };
      for (const row of rows) {
        const was = before[row];
        if (was === undefined) delete included[row];
        else included[row] = was;
      }
      fixed.value = null;
      void edit({ included });
    };
    fixed.value = { rows: rows.length, undo };
    include(rows, false);
  }

  /** Whether empty cells of a property clear what a changed record has. */
  function clear(property: string, clears: boolean): void {
    const others = (draft.value?.clears ?? []).filter((name) => name !== property);
    void edit({ clears: clears ? [...others, property] : others });
  }

  function include(indexes: readonly number[], isIn: boolean): void {
    const included = { ...draft.value?.included };
    for (const index of indexes) included[index] = isIn;
    void edit({ included });
  }

  return { say, skip, include, clear, fixed };
}

import { computed, type ReadonlySignal } from '@preact/signals';
import type { ConversionContext } from '../../../import/convert.ts';
import {
  canBeSent,
  isSentByDefault,
  type PlannedRow,
  planRows,
  prepareRows,
} from '../../../import/difference.ts';
import { type Mapping, missingRequired } from '../../../import/mapping.ts';
import { createLookUps, type LookUpSubject } from './look-ups.ts';

/** Resolves when other work had its turn. */
export const otherWork = (): Promise<void> => new Promise((go) => setTimeout(go));

export type Preview = ReturnType<typeof createPreview>;

/** The rows as they will be sent, as a difference to what the table has, as far as that was looked up. */
export function createPreview(subject: LookUpSubject) {
  const { draft, source, table, properties } = subject;
  const lookUps = createLookUps(subject, () => rows.peek());
  const { lookUp, references } = lookUps;
  // Each by itself: a tick in a list of thousands of rows compares none of them again.
  const language = computed(() => draft.value?.language ?? null);
  const uploads = computed(() => draft.value?.uploads ?? {});
  const mapping = computed(() => draft.value?.mapping ?? null);
  const edits = computed(() => draft.value?.edits ?? {});
  const clears = computed(() => draft.value?.clears ?? []);
  const records = computed(() => lookUp.value.records);
  const looked = computed(() => lookUp.value.looked);
  const context = computed<ConversionContext>(() => ({
    language: language.value,
    references: references.value,
    uploads: uploads.value,
  }));
  const rows: ReadonlySignal<PlannedRow[]> = computed(() => {
    if (!source.value || !mapping.value || !table.value) return [];
    return planRows(
      source.value,
      mapping.value,
      properties.value,
      context.value,
      edits.value,
      clears.value,
      records.value,
      looked.value,
    );
  });
  const isIncluded = (row: PlannedRow) =>
    canBeSent(row) && (draft.value?.included[row.index] ?? isSentByDefault(row));
  /** Rows that can't be sent as they are, but for those that the user leaves out. */
  const needLook = computed(() =>
    rows.value.filter(
      ({ index, state, isApart }) =>
        state.kind === 'problem' && (draft.value?.included[index] ?? !isApart) !== false,
    ),
  );
  const chosen = computed(() => rows.value.filter(isIncluded));
  const missing = computed(() => missingRequired(mapping.value ?? [], properties.value));
  const hasLookUpFailed = computed(
    () =>
      lookUp.value.kind === 'failed' || Object.values(references.value).some((one) => one?.kind === 'failed'),
  );

  /** Converts the cells in slices before a change of the draft needs them all at once. */
  async function prepare(changes: { mapping?: Mapping; language?: string | null }): Promise<void> {
    const now = draft.peek();
    const to = { mapping: now?.mapping, language: now?.language ?? null, ...changes };
    const from = source.peek();
    if (!from || !to.mapping) return;
    const next = { ...context.peek(), language: to.language };
    await prepareRows(from, to.mapping, properties.peek(), next, otherWork);
  }

  return { lookUps, rows, needLook, isIncluded, chosen, missing, hasLookUpFailed, context, prepare };
}

import { batch, type ReadonlySignal, signal } from '@preact/signals';
import {
  type DataRecord,
  records,
  type Table,
  type TableProperty,
} from '../../../shared/data-api/records.ts';
import { type ConversionContext, type NamedRecord, plainText } from '../../import/convert.ts';
import { keyOf, type PlannedRow } from '../../import/difference.ts';
import type { Source } from '../../import/page-data.ts';
import {
  exactQuestions,
  likeQuestions,
  nameRecords,
  type Reference,
  referencesOf,
} from '../../import/references.ts';
import { sendMessage } from '../../messaging/client.ts';
import type { ImportDraft } from '../../storage/import-draft-schema.ts';

/** Rows that the table already has, as far as looked up. `failed`: the difference is unknown. */
export type LookUp =
  | { kind: 'none' | 'looking' | 'failed' }
  | { kind: 'done'; records: readonly DataRecord[] };

/** Beyond so many rows the edge alone looks for what the table has already. */
const LOOKED_UP_MAX = 1_000;
const ROWS_A_QUESTION = 25;
/** Names that no record has just so are looked for by a part of them, so many at most. */
const LIKE_MAX = 100;
const ANSWERS_MAX = 200;

/** Of what is being made: the draft, and what its table and the others are. */
export interface LookUpSubject {
  draft: ReadonlySignal<ImportDraft | null>;
  source: ReadonlySignal<Source | null>;
  tables: ReadonlySignal<readonly Table[]>;
  table: ReadonlySignal<Table | null>;
  properties: ReadonlySignal<readonly TableProperty[]>;
}

/** What the app has already: records of the rows' unique values, and records that the names in reference columns mean. */
export function createLookUps(subject: LookUpSubject, rows: () => readonly PlannedRow[]) {
  const lookUp = signal<LookUp>({ kind: 'none' });
  const references = signal<ConversionContext['references']>({});
  let turnOfRows = 0;
  let turnOfNames = 0;

  async function ask(table: string, body: unknown): Promise<readonly DataRecord[] | null> {
    const projectId = subject.draft.peek()?.projectId ?? '';
    const path = `/data/${projectId}/crud/query/${table}`;
    const result = await sendMessage('readEdge', { path, keep: false, body });
    const read = result.ok ? records.safeParse(result.value.value) : null;
    return read?.success ? read.data : null;
  }

  /** Asks for the records that have the rows' unique values, a few rows to a question. */
  async function lookUpRows(): Promise<void> {
    turnOfRows += 1;
    const turn = turnOfRows;
    lookUp.value = { kind: 'none' };
    const now = subject.draft.peek();
    const into = subject.table.peek();
    const mapped = subject.properties.peek().filter(({ name }) => now?.mapping?.includes(name));
    const key = keyOf(mapped);
    if (!now?.projectId || !into || !key) return;
    const values = new Set(
      rows().flatMap(({ cells }) => {
        const cell = cells[key.name];
        return cell?.kind === 'value' ? [cell.value] : [];
      }),
    );
    if (values.size === 0 || values.size > LOOKED_UP_MAX) return;
    lookUp.value = { kind: 'looking' };
    const found: DataRecord[] = [];
    const conditions = [...values].map((value) => ({ [key.name]: value }));
    for (let at = 0; at < conditions.length; at += ROWS_A_QUESTION) {
      const some = conditions.slice(at, at + ROWS_A_QUESTION);
      const read = await ask(into.type, { filter: [{ or: some }], pagination: { limit: 100 } });
      if (turn !== turnOfRows) return;
      if (read === null) {
        lookUp.value = { kind: 'failed' };
        return;
      }
      found.push(...read);
    }
    lookUp.value = { kind: 'done', records: found };
  }

  /** Asks which records the names in reference columns mean: those of just the name, then those that are like it. */
  async function lookUpNames(): Promise<void> {
    turnOfNames += 1;
    const turn = turnOfNames;
    const now = subject.draft.peek();
    const mapped = subject.properties.peek().filter(({ name }) => now?.mapping?.includes(name));
    for (const reference of referencesOf(mapped, subject.tables.peek())) {
      const known = references.peek()[reference.property]?.named ?? new Map<string, readonly NamedRecord[]>();
      const texts = namesIn(reference.property).filter((text) => !known.has(plainText(text)));
      if (texts.length === 0) continue;
      put(reference, 'looking', known);
      const named = await nameAll(reference, texts);
      if (turn !== turnOfNames) return;
      put(reference, named ? 'done' : 'failed', new Map([...known, ...(named ?? [])]));
    }
  }

  function put(
    { property }: Reference,
    kind: 'looking' | 'done' | 'failed',
    named: ReadonlyMap<string, readonly NamedRecord[]>,
  ): void {
    references.value = { ...references.peek(), [property]: { kind, named } };
  }

  /** Names in the column of a property, corrected ones in place of the page's. */
  function namesIn(property: string): string[] {
    const now = subject.draft.peek();
    const column = now?.mapping?.indexOf(property) ?? -1;
    const typed = Object.entries(now?.edits ?? {}).flatMap(([key, edit]) =>
      key.endsWith(` ${property}`) && 'text' in edit ? [edit.text] : [],
    );
    // Once it was sent, only corrections are looked up.
    const isRead = column >= 0 && !now?.parts;
    const read = !isRead ? [] : (subject.source.peek()?.rows ?? []).map((row) => row[column]?.text ?? '');
    const byName = new Map([...read, ...typed].map((text) => [plainText(text), text.trim()]));
    return [...byName.values()].filter((text) => text !== '');
  }

  async function nameAll(
    { table, nameProperty }: Reference,
    texts: readonly string[],
  ): Promise<Map<string, NamedRecord[]> | null> {
    if (nameProperty === null) return nameRecords(texts, [], '');
    const exact = await askAll(table, exactQuestions(nameProperty, texts));
    if (exact === null) return null;
    const named = nameRecords(texts, exact, nameProperty);
    const missing = texts.filter((text) => named.get(plainText(text))?.length === 0).slice(0, LIKE_MAX);
    const like = await askAll(table, likeQuestions(nameProperty, missing));
    if (like === null) return null;
    return new Map([...named, ...nameRecords(missing, like, nameProperty)]);
  }

  async function askAll(table: string, questions: readonly unknown[][]): Promise<DataRecord[] | null> {
    const found: DataRecord[] = [];
    for (const conditions of questions) {
      const read = await ask(table, { filter: [{ or: conditions }], pagination: { limit: ANSWERS_MAX } });
      if (read === null) return null;
      found.push(...read);
    }
    return found;
  }

  /** The name of a record that a property refers to; null when it was not looked up. */
  function nameOfRecord(property: string, id: string): string | null {
    const named = references.value[property]?.named.values() ?? [];
    return [...named].flat().find((one) => one.id === id)?.name ?? null;
  }

  /** Nothing is known of another table. */
  function forget(): void {
    turnOfRows += 1;
    turnOfNames += 1;
    batch(() => {
      lookUp.value = { kind: 'none' };
      references.value = {};
    });
  }

  /** Asks for both at once. */
  async function lookUpAll(): Promise<void> {
    await Promise.all([lookUpRows(), lookUpNames()]);
  }

  return { lookUp, references, lookUpAll, lookUpNames, nameOfRecord, forget };
}

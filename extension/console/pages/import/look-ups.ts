import { batch, type ReadonlySignal, signal } from '@preact/signals';
import {
  type DataRecord,
  records,
  type Table,
  type TableProperty,
} from '../../../../shared/data-api/records.ts';
import { type ConversionContext, type NamedRecord, plainText } from '../../../import/convert.ts';
import { conditionKey, keyOf, type PlannedRow, rowCondition } from '../../../import/difference.ts';
import type { Source } from '../../../import/page-data.ts';
import {
  exactQuestions,
  likeQuestions,
  namedApart,
  nameRecords,
  partCondition,
  type Reference,
  referencesOf,
} from '../../../import/references.ts';
import { sendMessage } from '../../../messaging/client.ts';
import { dataPath } from '../../../reads/paths.ts';
import type { ImportDraft } from '../../../storage/import-draft-schema.ts';

export interface LookUp {
  /** `none`: no row can be looked up. `failed`: rows that were not looked up are unknown. */
  kind: 'none' | 'failed' | 'done';
  /** Until it ends, the last one counts. */
  isLookingUp: boolean;
  records: readonly DataRecord[];
  /** The conditions (`conditionKey`) that were looked up. */
  looked: ReadonlySet<string>;
  /** How many conditions are beyond what is asked at once: the user continues. */
  left: number;
  /** How many of how many conditions were compared, while it looks. */
  progress: { done: number; of: number } | null;
}

const NOTHING: LookUp = {
  kind: 'none',
  isLookingUp: false,
  records: [],
  looked: new Set(),
  left: 0,
  progress: null,
};

/** Beyond so many requests it asks the user before it goes on. */
const REQUESTS_MAX = 40;
/** Fewer than the edge accepts in one query. */
const CONDITIONS_A_QUESTION = 150;
/** Where each row has a unique value, a page holds all answers to so many. */
const ROWS_A_QUESTION = 125;
/** Names that no record has just so are looked for by a part of them, so many at most. */
const LIKE_MAX = 100;
const ANSWERS_MAX = 200;
/** Records offered for a name while it is typed. */
const FOUND_MAX = 8;

/** Of what is being made: the draft, and what its table and the others are. */
export interface LookUpSubject {
  draft: ReadonlySignal<ImportDraft | null>;
  source: ReadonlySignal<Source | null>;
  tables: ReadonlySignal<readonly Table[]>;
  table: ReadonlySignal<Table | null>;
  properties: ReadonlySignal<readonly TableProperty[]>;
}

/** Looks up what the app has: records of the rows' unique values, and those named in reference columns. */
export function createLookUps(subject: LookUpSubject, rows: () => readonly PlannedRow[]) {
  const { references, lookUpNames, forgetNames, findRecords, nameOfRecord } = createNameLookUps(subject);
  const { lookUp, lookUpRows, askAnew, forgetRows } = createRowLookUps(subject, rows);

  /** Nothing is known of another table. */
  const forget = () =>
    batch(() => {
      forgetRows();
      forgetNames();
    });

  /** Looks up both, anew: by now the table may have other records. */
  async function lookUpAll(): Promise<void> {
    lookUp.value = NOTHING;
    await lookUpMissing();
  }

  /** Looks up what is missing: what failed, was changed since, or is beyond what was asked at once. */
  async function lookUpMissing(): Promise<void> {
    askAnew();
    // What a row refers to is one of its values.
    await lookUpNames();
    await lookUpRows();
  }

  return { lookUp, references, lookUpAll, lookUpMissing, lookUpNames, findRecords, nameOfRecord, forget };
}

async function ask(
  { draft }: LookUpSubject,
  table: string,
  body: unknown,
): Promise<readonly DataRecord[] | null> {
  const projectId = draft.peek()?.projectId ?? '';
  const path = dataPath(projectId, '/crud/query/:typeId', { typeId: table });
  const result = await sendMessage('readEdge', { path, keep: false, body });
  const read = result.ok ? records.safeParse(result.value.value) : null;
  return read?.success ? read.data : null;
}

function createRowLookUps(subject: LookUpSubject, rows: () => readonly PlannedRow[]) {
  const lookUp = signal(NOTHING);
  let requests = 0;
  let turns = 0;

  /**
   * Reads the records that the rows may already be, a few rows to a query: those with their unique value,
   * else those with all their values. Keeps what was looked up before.
   */
  async function lookUpRows(): Promise<void> {
    const now = subject.draft.peek();
    const into = subject.table.peek();
    const mapped = subject.properties.peek().filter(({ name }) => now?.mapping?.includes(name));
    if (!now?.projectId || !into || now.parts) {
      lookUp.value = { ...lookUp.peek(), isLookingUp: false };
      return;
    }
    turns += 1;
    const turn = turns;
    const key = keyOf(mapped);
    const conditions = new Map(
      rows().flatMap(({ cells, state }) => {
        const condition = key === null && state.kind === 'problem' ? null : rowCondition(cells, key);
        return condition ? [[conditionKey(condition), condition] as const] : [];
      }),
    );
    const records = new Map(lookUp.peek().records.map((record) => [record._id, record]));
    const looked = new Set(lookUp.peek().looked);
    const missing = [...conditions].filter(([name]) => !looked.has(name));
    const end = (kind: LookUp['kind'], left: number) => {
      lookUp.value = {
        kind,
        isLookingUp: false,
        left,
        looked,
        progress: null,
        records: [...records.values()],
      };
    };
    const size = Math.max(...missing.map(([, condition]) => Object.keys(condition).length), 1);
    const group = Math.min(ROWS_A_QUESTION, Math.max(1, Math.floor(CONDITIONS_A_QUESTION / size)));
    for (let at = 0; at < missing.length; at += group) {
      if (requests >= REQUESTS_MAX) return end('done', missing.length - at);
      const some = missing.slice(at, at + group);
      const progress = { done: conditions.size - missing.length + at, of: conditions.size };
      lookUp.value = { ...lookUp.peek(), isLookingUp: true, progress };
      const read = await readAll(into.type, { filter: [{ or: some.map(([, condition]) => condition) }] });
      if (turn !== turns) return;
      if (read === null) {
        return end('failed', missing.length - at);
      }
      for (const record of read) records.set(record._id, record);
      for (const [name] of some) looked.add(name);
    }
    end(conditions.size === 0 ? 'none' : 'done', 0);
  }

  /** Reads all records of a query, page by page; null if it fails, or if there are too many. */
  async function readAll(table: string, query: object): Promise<DataRecord[] | null> {
    const found: DataRecord[] = [];
    for (let page = 0; requests < REQUESTS_MAX; page += 1) {
      requests += 1;
      const read = await ask(subject, table, { ...query, pagination: { limit: ANSWERS_MAX, page } });
      if (read === null) return null;
      found.push(...read);
      if (read.length < ANSWERS_MAX) return found;
    }
    return null;
  }

  /** Nothing is saved while names are still looked up, before the rows. */
  function askAnew(): void {
    requests = 0;
    lookUp.value = { ...lookUp.peek(), isLookingUp: true };
  }

  function forgetRows(): void {
    turns += 1;
    requests = 0;
    lookUp.value = NOTHING;
  }

  return { lookUp, lookUpRows, askAnew, forgetRows };
}

function createNameLookUps(subject: LookUpSubject) {
  const references = signal<ConversionContext['references']>({});
  let turns = 0;

  /** Asks which records the names in reference columns mean: first by just the name, then by similar ones. */
  async function lookUpNames(): Promise<void> {
    turns += 1;
    const turn = turns;
    const now = subject.draft.peek();
    const mapped = subject.properties.peek().filter(({ name }) => now?.mapping?.includes(name));
    for (const reference of referencesOf(mapped, subject.tables.peek())) {
      const known = references.peek()[reference.property]?.named ?? new Map<string, readonly NamedRecord[]>();
      const texts = namesIn(reference.property).filter((text) => !known.has(plainText(text)));
      if (texts.length === 0) continue;
      put(reference, 'looking', known);
      const named = await nameAll(reference, texts);
      if (turn !== turns) return;
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
    const typed = Object.values(now?.edits ?? {}).flatMap(({ [property]: edit }) =>
      edit && 'text' in edit ? [edit.text] : [],
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
      const read = await ask(subject, table, {
        filter: [{ or: conditions }],
        pagination: { limit: ANSWERS_MAX },
      });
      if (read === null) return null;
      found.push(...read);
    }
    return found;
  }

  /** Records that a reference may be to, by a part of their name. */
  async function findRecords(property: string, words: string): Promise<{ id: string; name: string }[]> {
    const references = referencesOf(subject.properties.peek(), subject.tables.peek());
    const reference = references.find((one) => one.property === property);
    if (!reference?.nameProperty) return [];
    const { table, nameProperty } = reference;
    const filter = words === '' ? [] : [partCondition(nameProperty, words)];
    const read = await ask(subject, table, {
      ...(filter.length > 0 && { filter }),
      pagination: { limit: FOUND_MAX },
    });
    const found = read ?? [];
    return namedApart(
      found.map((record) => ({ id: record._id, name: String(record[nameProperty] ?? record._id) })),
      found,
    );
  }

  /** The name of a record that a property refers to; null when it was not looked up. */
  function nameOfRecord(property: string, id: string): string | null {
    const named = references.value[property]?.named.values() ?? [];
    return [...named].flat().find((one) => one.id === id)?.name ?? null;
  }

  function forgetNames(): void {
    turns += 1;
    references.value = {};
  }

  return { references, lookUpNames, forgetNames, findRecords, nameOfRecord };
}

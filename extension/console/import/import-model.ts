import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import {
  type DataRecord,
  records,
  type Table,
  type TableProperty,
} from '../../../shared/data-api/records.ts';
import {
  IMPORT_MAX_BYTES,
  IMPORT_ROWS_MAX,
  type ImportRecord,
  importRecord,
} from '../../../shared/edge-api/imports.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import { convert, type PropertyValue } from '../../import/convert.ts';
import {
  canBeSent,
  editKey,
  isSentByDefault,
  keyOf,
  type PlannedRow,
  planRows,
  valuesOf,
} from '../../import/difference.ts';
import { changeMapping, type Mapping, missingRequired, proposeMapping } from '../../import/mapping.ts';
import type { Source } from '../../import/page-data.ts';
import { sendMessage } from '../../messaging/client.ts';
import {
  clearImportDrafts,
  type ImportBody,
  type ImportDraft,
  type ImportPart,
  readImportDraft,
  writeImportDraft,
} from '../../storage/import-drafts.ts';
import { readSiteMemory, rememberSite } from '../../storage/import-memory.ts';
import { latestWriter } from '../../storage/latest-writer.ts';

/** What the table already has, as far as it was looked up. `failed`: the difference is unknown. */
export type LookUp =
  | { kind: 'none' | 'looking' | 'failed' }
  | { kind: 'done'; records: readonly DataRecord[] };

const POLL_EVERY_MS = 1_200;
/** Most characters of a filter, so that the edge's address stays below its limit. */
const FILTER_MAX_LETTERS = 1_800;
/** With more rows than this, only the edge looks up what the table already has. */
const LOOKED_UP_MAX = 1_000;
/** Space for the rest of the request beside its rows. */
const BODY_ROOM_BYTES = 32 * 1024;

export type ImportModel = ReturnType<typeof createImportModel>;

const STORED_DRAFTS = { read: readImportDraft, write: writeImportDraft, clear: clearImportDrafts };

/** The page's data, the user's changes, and the progress of saving. @param drafts injected for tests */
export function createImportModel(drafts = STORED_DRAFTS) {
  const draft: Signal<ImportDraft | null> = signal(null);
  const loaded = signal(false);
  const tables = signal<readonly Table[]>([]);
  const lookUp = signal<LookUp>({ kind: 'none' });
  const problem = signal<ApiError | null>(null);
  const progress = signal<readonly ImportRecord[]>([]);
  const writer = latestWriter<ImportDraft>(drafts.write, (state) => {
    if (state === 'failed') problem.value = { kind: 'storage-full', code: null, message: null };
  });
  let kept: Promise<boolean> = Promise.resolve(true);

  const source: ReadonlySignal<Source | null> = computed(
    () => draft.value?.data.sources[draft.value.chosen] ?? null,
  );
  const table = computed(() => tables.value.find(({ type }) => type === draft.value?.table) ?? null);
  const properties = computed<readonly TableProperty[]>(() => table.value?.properties ?? []);
  const rows = computed<PlannedRow[]>(() => {
    const [from, now] = [source.value, draft.value];
    if (!from || !now?.mapping || !table.value) return [];
    const known = lookUp.value.kind === 'done' ? lookUp.value.records : [];
    return planRows(from, now.mapping, properties.value, now.language, now.edits, known);
  });
  const isIncluded = (row: PlannedRow) =>
    canBeSent(row) && (draft.value?.included[row.index] ?? isSentByDefault(row));
  const chosen = computed(() => rows.value.filter(isIncluded));
  const missing = computed(() => missingRequired(draft.value?.mapping ?? [], properties.value));

  /** Changes the draft, and stores it. @returns whether it is stored */
  function edit(changes: Partial<ImportDraft>): Promise<boolean> {
    if (draft.value) put({ ...draft.value, ...changes });
    return kept;
  }

  function put(next: ImportDraft): void {
    draft.value = next;
    kept = writer.write(next);
  }

  async function load(): Promise<void> {
    const found = await drafts.read();
    batch(() => {
      draft.value = found;
      loaded.value = true;
    });
    if (found?.parts) void follow();
    else if (found && found.projectId === null) await recall(found);
  }

  /** Restores the last target of this site's rows. */
  async function recall({ data }: ImportDraft): Promise<void> {
    const memory = await readSiteMemory(hostOf(data.url));
    if (memory && draft.value?.projectId === null)
      void edit({ projectId: memory.projectId, table: memory.table });
  }

  /** Replaces the draft. */
  async function open(next: ImportDraft): Promise<void> {
    batch(() => {
      progress.value = [];
      lookUp.value = { kind: 'none' };
      problem.value = null;
      put(next);
    });
    await kept;
    await recall(next);
  }

  async function putAway(): Promise<void> {
    batch(() => {
      draft.value = null;
      progress.value = [];
    });
    await kept;
    await drafts.clear();
  }

  function chooseSource(index: number): void {
    void edit({ chosen: index, mapping: null, edits: {}, included: {} });
    void mapAgain();
  }

  function chooseProject(projectId: string | null): void {
    tables.value = [];
    void edit({ projectId, table: null, mapping: null, edits: {}, included: {} });
  }

  function chooseTable(type: string | null): void {
    void edit({ table: type, mapping: null, edits: {}, included: {} });
    void mapAgain();
  }

  /** Takes over the structure of the project's tables. */
  function learnTables(read: readonly Table[]): void {
    tables.value = read;
    if (draft.value?.parts) return;
    if (draft.value?.table && draft.value.mapping === null) void mapAgain();
    else if (draft.value?.mapping && lookUp.value.kind === 'none') void lookUpRows();
  }

  /** Proposes a mapping: the user's last one here, for columns with the same names, else a new one. */
  async function mapAgain(): Promise<void> {
    const [from, now, into] = [source.value, draft.value, table.value];
    if (!from || !now?.projectId || !into) return;
    const proposed = proposeMapping(from, into.properties, now.language);
    const memory = await readSiteMemory(hostOf(now.data.url));
    const known = memory?.mappings[`${now.projectId}/${into.type}`];
    const isKnown = known !== undefined && from.columns.some((name) => name in known);
    const names = new Set(into.properties.map(({ name }) => name));
    const mapping: Mapping = isKnown
      ? from.columns.map((name) => (names.has(known[name] ?? '') ? (known[name] ?? null) : null))
      : proposed;
    if (draft.value?.id !== now.id || draft.value.chosen !== now.chosen) return;
    void edit({ mapping });
    await lookUpRows();
  }

  function map(column: number, property: string | null): void {
    void edit({ mapping: changeMapping(draft.value?.mapping ?? [], column, property), included: {} });
    void lookUpRows();
  }

  function say(row: number, property: string, words: { text: string } | { value: PropertyValue }): void {
    void edit({ edits: { ...draft.value?.edits, [editKey(row, property)]: words } });
  }

  function include(indexes: readonly number[], isIn: boolean): void {
    const included = { ...draft.value?.included };
    for (const index of indexes) included[index] = isIn;
    void edit({ included });
  }

  let looking = 0;

  /** Looks up records with the rows' unique values, several rows per query. */
  async function lookUpRows(): Promise<void> {
    looking += 1;
    const turn = looking;
    lookUp.value = { kind: 'none' };
    const now = draft.value;
    const mapped = properties.value.filter(({ name }) => now?.mapping?.includes(name));
    const key = keyOf(mapped);
    if (!now?.projectId || !table.value || !key) return;
    const values = [
      ...new Set(
        rows.value.flatMap(({ cells }) => (cells[key.name]?.kind === 'value' ? [cells[key.name]!] : [])),
      ),
    ].flatMap((cell) => (cell.kind === 'value' ? [cell.value] : []));
    if (values.length === 0 || values.length > LOOKED_UP_MAX) return;
    lookUp.value = { kind: 'looking' };
    const found: DataRecord[] = [];
    for (const conditions of questionsOf(key.name, values)) {
      const filter = encodeURIComponent(JSON.stringify([{ or: conditions }]));
      const pagination = encodeURIComponent(JSON.stringify({ limit: 100 }));
      const path = `/data/${now.projectId}/crud/${table.value.type}?filter=${filter}&pagination=${pagination}`;
      const result = await sendMessage('readEdge', { path, keep: false });
      if (turn !== looking) return;
      const read = result.ok ? records.safeParse(result.value.value) : null;
      if (!read?.success) {
        lookUp.value = { kind: 'failed' };
        return;
      }
      found.push(...read.data);
    }
    lookUp.value = { kind: 'done', records: found };
  }

  /**
   * Sends the selected rows: the requests are stored with their keys before, so that the same rows are never sent
   * twice.
   */
  async function save(): Promise<void> {
    const now = draft.value;
    if (!now?.projectId || !now.table || !source.value || now.parts) return;
    problem.value = null;
    const mapping = source.value.columns.map((name, index) => [name, now.mapping?.[index] ?? null] as const);
    const key = keyOf(properties.value.filter(({ name }) => now.mapping?.includes(name)));
    const parts = partsOf(chosen.value, {
      projectId: now.projectId,
      table: now.table,
      duplicates: { by: key ? [key.name] : null },
      source: {
        url: now.data.url.slice(0, 2_000),
        title: now.data.title,
        readAt: now.data.readAt,
        mapping: Object.fromEntries(mapping.slice(0, 40).map(([name, to]) => [name.slice(0, 60), to])),
      },
    });
    if (!(await edit({ parts }))) {
      void edit({ parts: null });
      return;
    }
    const columns = Object.fromEntries(mapping);
    await rememberSite(hostOf(now.data.url), now.projectId, now.table, columns, Date.now()).catch(() => {});
    await follow();
  }

  let following = false;

  /** Sends what is not sent, and asks how it goes until everything has an end. */
  async function follow(): Promise<void> {
    if (following) return;
    following = true;
    try {
      for (;;) {
        const parts = draft.value?.parts;
        if (!parts) return;
        const told: ImportRecord[] = [];
        for (const part of parts) {
          const record = part.isSent ? await ask(part) : await send(part);
          if (!record) return;
          told.push(record);
          progress.value = [...told, ...progress.value.slice(told.length)];
        }
        if (told.every(({ state }) => state === 'done' || state === 'stopped' || state === 'undone')) return;
        await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
      }
    } finally {
      following = false;
    }
  }

  async function send(part: ImportPart): Promise<ImportRecord | null> {
    const { key, body } = part;
    const result = await sendMessage('startImport', { key, body });
    const record = result.ok ? importRecord.safeParse(result.value.value) : null;
    if (record?.success) {
      const parts = draft.value?.parts ?? [];
      await edit({ parts: parts.map((one) => (one.key === key ? { ...one, isSent: true } : one)) });
      return record.data;
    }
    problem.value = result.ok
      ? { kind: 'service-failing', code: 'UNEXPECTED_ANSWER', message: null }
      : result.error;
    // A certain refusal created nothing: the form opens again.
    const isRefused = !result.ok && (result.error.kind === 'refused' || result.error.kind === 'role');
    if (isRefused && progress.value.length === 0) void edit({ parts: null });
    return null;
  }

  async function ask(part: ImportPart): Promise<ImportRecord | null> {
    const result = await sendMessage('readEdge', { path: `/imports/${part.key}`, keep: false });
    const record = result.ok ? importRecord.safeParse(result.value.value) : null;
    problem.value = result.ok ? null : result.error;
    return record?.success ? record.data : null;
  }

  /** A row's values with the user's corrections, parsed like the cells. */
  function mendedValues(values: Record<string, PropertyValue>, typed: Record<string, string>) {
    const read = Object.entries(typed).flatMap(([name, text]) => {
      const property = properties.value.find((one) => one.name === name);
      const converted = property && convert({ text }, property, draft.value?.language ?? null);
      return converted?.kind === 'value' ? [[name, converted.value] as const] : [];
    });
    const kept = Object.entries(values).filter(([name]) => !lacksProperty(name));
    return { ...Object.fromEntries(kept), ...Object.fromEntries(read) };
  }

  /** Whether the table has lost a property since the rows were sent. */
  const lacksProperty = (name: string): boolean =>
    table.value !== null && !properties.value.some((one) => one.name === name);

  /** Stops, undoes, or resends refused rows with their corrected values. */
  async function change(
    key: string,
    act: 'stop' | 'undo' | 'retry' | 'settle',
    body?: unknown,
  ): Promise<void> {
    const result = await sendMessage('changeEdge', { method: 'POST', path: `/imports/${key}/${act}`, body });
    problem.value = result.ok ? null : result.error;
    await follow();
  }

  return {
    ...{ draft, loaded, source, table, tables, properties, rows, chosen, missing, lookUp, problem, progress },
    ...{
      load,
      open,
      putAway,
      chooseSource,
      chooseProject,
      chooseTable,
      learnTables,
      map,
      say,
      include,
      edit,
    },
    ...{ save, follow, change, lookUpRows, isIncluded, mendedValues, lacksProperty },
  };
}

export const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Conditions on one property, as many per query as its address allows. */
function* questionsOf(name: string, values: readonly PropertyValue[]): Generator<Record<string, unknown>[]> {
  let batch: Record<string, unknown>[] = [];
  let letters = 0;
  for (const value of values) {
    const condition = { [name]: value };
    const length = encodeURIComponent(JSON.stringify(condition)).length + 3;
    if (batch.length === 25 || (batch.length > 0 && letters + length > FILTER_MAX_LETTERS)) {
      yield batch;
      batch = [];
      letters = 0;
    }
    batch.push(condition);
    letters += length;
  }
  if (batch.length > 0) yield batch;
}

/** Requests of at most 1,000 rows and 1 MiB, each with its own key. */
function partsOf(rows: readonly PlannedRow[], rest: Omit<ImportBody, 'rows'>): ImportPart[] {
  const parts: ImportPart[] = [];
  let bytes = 0;
  for (const planned of rows) {
    const values = valuesOf(planned);
    const row = planned.state.kind === 'changed' ? { values, recordId: planned.state.recordId } : { values };
    const size = new TextEncoder().encode(JSON.stringify(row)).length + 80;
    const last = parts.at(-1)?.body.rows;
    if (!last || last.length >= IMPORT_ROWS_MAX || bytes + size > IMPORT_MAX_BYTES - BODY_ROOM_BYTES) {
      parts.push({ key: crypto.randomUUID(), body: { ...rest, rows: [row] }, isSent: false });
      bytes = size;
    } else {
      last.push(row);
      bytes += size;
    }
  }
  return parts;
}

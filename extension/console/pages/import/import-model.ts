import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Table, TableProperty } from '../../../../shared/data-api/records.ts';
import type { PropertyValue } from '../../../import/convert.ts';
import type { Encoding } from '../../../import/decode.ts';
import { withNames } from '../../../import/delimited.ts';
import { keyOf, type RetriedRow, retryRow, sentRow } from '../../../import/difference.ts';
import { changeMapping, type Mapping, proposeMapping, scanMapping } from '../../../import/mapping.ts';
import { hostOf, type Source } from '../../../import/page-data.ts';
import { type RowsOfFile, readFileRows } from '../../../import/read-file.ts';
import { allDataOf } from '../../../reads/paths.ts';
import { refreshUnder } from '../../../reads/resource.ts';
import { hasTargetOf, type ImportDraft } from '../../../storage/import-draft-schema.ts';
import {
  NOTHING_DECIDED,
  readImportDraft,
  rememberSite,
  removeImportDraft,
  requestsOf,
  SCAN_CHOSEN,
  setRemoved,
  siteMemories,
  writeImportDraft,
} from '../../../storage/import-drafts.ts';
import { readImportFile } from '../../../storage/import-table.ts';
import { latestWriter } from '../../../storage/latest-writer.ts';
import { confirmingFor } from '../../../storage/pairing.ts';
import { createDecisions } from './decisions.ts';
import type { LookUpSubject } from './look-ups.ts';
import { createPreview, otherWork, type Preview } from './preview.ts';
import { partsOf } from './requests.ts';
import { createScanning } from './scanning.ts';
import { createSending } from './sending.ts';

export type ImportModel = ReturnType<typeof createImportModel>;

export type ImportDrafts = typeof STORED_DRAFTS;
export const STORED_DRAFTS = {
  read: async (id: string) => {
    const found = await readImportDraft(id);
    // Reading thousands of rows takes as long as showing the first of them.
    await otherWork();
    return found;
  },
  write: (draft: ImportDraft, known: string | null) => writeImportDraft(draft, Date.now(), known),
  /** Deletes a draft whose rows were sent; any other can be brought back. */
  remove: ({ id, parts }: ImportDraft) =>
    parts === null ? setRemoved(id, Date.now()) : removeImportDraft(id),
};

/** The page's data, the user's changes, and the progress of saving. @param drafts injected for tests */
export function createImportModel(drafts: ImportDrafts = STORED_DRAFTS) {
  const draft: Signal<ImportDraft | null> = signal(null);
  const loaded = signal(false);
  /** The project's key opens another app than when the rows were compared: nothing of that is kept. */
  const isOtherApp = signal(false);
  const tables = signal<readonly Table[]>([]);
  const sending = createSending({ draft, edit });
  const { problem, follow } = sending;
  /** Requests of the draft as they were stored last by this form, or read. */
  let known: string | null = null;
  const writer = latestWriter<ImportDraft>(
    async (next) => {
      const isStored = await drafts.write(next, known);
      if (isStored) known = requestsOf(next);
      else if (draft.peek()?.id === next.id) draft.value = null;
    },
    (state) => {
      if (state === 'failed') problem.value = { kind: 'storage-full', code: null, message: null };
    },
  );
  let kept: Promise<boolean> = Promise.resolve(true);

  const source: ReadonlySignal<Source | null> = computed(
    () => draft.value?.data.sources[draft.value.chosen] ?? null,
  );
  const table = computed(() => tables.value.find(({ type }) => type === draft.value?.table) ?? null);
  const properties = computed<readonly TableProperty[]>(() => table.value?.properties ?? []);
  const subject = { draft, source, tables, table, properties };
  const preview = createPreview(subject);
  const { lookUps } = preview;

  const decisions = createDecisions({ draft, edit, onSaid: () => void lookUps.lookUpMissing() });
  const scanning = createScanning({ draft, properties, tables, edit, onFound: () => void target.mapAgain() });
  const parts = { ...subject, isOtherApp, edit, editAnew, preview, sending, scanning };
  const target = createTarget(parts);

  /** Changes the draft, and stores it. @returns whether it is stored */
  function edit(changes: Partial<ImportDraft>): Promise<boolean> {
    if (draft.value) {
      draft.value = { ...draft.value, ...changes };
      kept = writer.write(draft.value);
    }
    return kept;
  }

  /** Changes what the decisions about cells and rows were about: they are made anew. */
  function editAnew(changes: Partial<ImportDraft>): void {
    decisions.fixed.value = null;
    void edit({ ...NOTHING_DECIDED, ...changes });
  }

  /** Shows a stored draft; null when it is no longer stored. */
  async function load(id: string): Promise<void> {
    const found = await drafts.read(id);
    known = found && requestsOf(found);
    batch(() => {
      draft.value = found;
      loaded.value = true;
    });
    if (found?.parts) void follow();
    else if (found && found.projectId === null) await fillFromMemory(found);
  }

  /** Restores the last target of this site's rows. */
  async function fillFromMemory({ data }: ImportDraft): Promise<void> {
    const memory = await siteMemories.find(hostOf(data.url));
    if (memory && draft.value?.projectId === null)
      void edit({ projectId: memory.projectId, table: memory.table });
  }

  /** Deletes the draft. Shows it until storage has lost it too: a page closed before would show it again. */
  async function remove(): Promise<void> {
    await kept;
    if (draft.value === null) return;
    await drafts.remove(draft.value);
    draft.value = null;
  }

  return {
    ...{ draft, edit, loaded, isOtherApp, load, remove },
    ...{ source, table, tables, properties, decisions, preview, lookUps, scanning },
    /** Of which rows, and into which table. */
    target,
    sending: { ...sending, ...createSaving(parts) },
  };
}

/** What target and saving need of the form. */
interface FormParts extends LookUpSubject {
  tables: Signal<readonly Table[]>;
  isOtherApp: Signal<boolean>;
  edit: (changes: Partial<ImportDraft>) => Promise<boolean>;
  editAnew: (changes: Partial<ImportDraft>) => void;
  preview: Preview;
  sending: ReturnType<typeof createSending>;
  scanning: ReturnType<typeof createScanning>;
}

/** Of which rows, and into which table. */
function createTarget(form: FormParts) {
  const { draft, source, table, tables, isOtherApp, edit, editAnew } = form;
  const { lookUps, prepare } = form.preview;
  const { lookUp } = lookUps;

  function chooseSource(index: number): void {
    editAnew({ chosen: index });
    void mapAgain();
  }

  function putSources(sources: Source[], chosen: number): void {
    if (draft.value) editAnew({ data: { ...draft.value.data, sources }, chosen });
    void mapAgain();
  }

  async function chooseEncoding(encoding: Encoding): Promise<RowsOfFile> {
    const { text, data } = draft.value ?? {};
    const file = text && (await readImportFile(text.fileId));
    if (!data || !file) return { ok: false, problem: 'no-rows' };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const read = await readFileRows(data.title, bytes, encoding);
    if (!read.ok) return read;
    void edit({ text: { ...text, encoding } });
    putSources(read.sources, 0);
    return read;
  }

  /** Whether the first line of the file has names. */
  function chooseNames(hasNames: boolean): void {
    const now = draft.value;
    if (now && source.value)
      putSources(now.data.sources.with(now.chosen, withNames(source.value, hasNames)), now.chosen);
  }

  function chooseProject(projectId: string | null): void {
    if (projectId === draft.value?.projectId) return;
    tables.value = [];
    lookUps.forget();
    // A file is stored in one app.
    const scan = draft.value?.scan ? { ...draft.value.scan, uploaded: null, call: null } : null;
    editAnew({ projectId, app: null, table: null, tableLabel: null, uploads: {}, scan });
  }

  const labelOf = (type: string | null): string | null =>
    tables.peek().find((one) => one.type === type)?.label ?? null;

  function chooseTable(type: string | null): void {
    lookUps.forget();
    const scan = draft.value?.scan ? { ...draft.value.scan, call: null } : null;
    editAnew({ table: type, tableLabel: labelOf(type), scan });
    void mapAgain();
  }

  /**
   * Takes over the tables' structure. Of decisions for another app's tables, keeps only where to import.
   * @param app the app behind the project's key, null where it could not be read
   */
  function learnTables(read: readonly Table[], app: string | null): void {
    tables.value = read;
    const now = draft.value;
    if (now && !now.parts && app !== null && now.app !== app) {
      if (now.app !== null) {
        isOtherApp.value = true;
        lookUps.forget();
        const scan = now.scan && { ...now.scan, uploaded: null, call: null };
        void edit({ ...NOTHING_DECIDED, uploads: {}, scan, app });
      } else void edit({ app });
    }
    const { table = null, tableLabel = null, parts = null } = draft.value ?? {};
    const label = labelOf(table);
    if (!parts && label !== null && label !== tableLabel) void edit({ tableLabel: label });
    // What was typed in refused rows before this page was opened.
    if (draft.value?.parts) void lookUps.lookUpNames();
    else if (draft.value?.table && draft.value.mapping === null) void mapAgain();
    else if (draft.value?.mapping && lookUp.value.kind === 'none' && !lookUp.value.isLookingUp)
      void lookUps.lookUpAll();
  }

  /** Proposes a mapping: the user's last one here, for columns with the same names, else a new one. */
  async function mapAgain(): Promise<void> {
    const [from, now, into] = [source.value, draft.value, table.value];
    if (!from || !now?.projectId || !into) return;
    const proposed = proposeMapping(from, into.properties, now.language);
    const memory = await siteMemories.find(hostOf(now.data.url));
    const known = memory?.mappings[`${now.projectId}/${into.type}`];
    const isKnown = known !== undefined && from.columns.some((name) => name in known);
    const names = new Set(into.properties.map(({ name }) => name));
    const remembered = (): Mapping =>
      isKnown
        ? from.columns.map((name) => (names.has(known[name] ?? '') ? (known[name] ?? null) : null))
        : proposed;
    const next = from.kind === 'scan' ? scanMapping(from, into.properties, proposed) : remembered();
    await prepare({ mapping: next });
    if (!hasTargetOf(draft.value, now) || draft.value.chosen !== now.chosen) return;
    void edit({ mapping: next });
    await lookUps.lookUpAll();
  }

  function map(column: number, property: string | null): void {
    void edit({ mapping: changeMapping(draft.value?.mapping ?? [], column, property), included: {} });
    void lookUps.lookUpAll();
  }

  /** The language of the page's numbers and dates. */
  async function chooseLanguage(tag: string | null): Promise<void> {
    await prepare({ language: tag });
    void edit({ language: tag });
    await lookUps.lookUpAll();
  }

  return {
    ...{ chooseSource, chooseEncoding, chooseNames, chooseProject, chooseTable, learnTables },
    ...{ map, mapAgain, chooseLanguage },
    chooseScan: () => chooseSource(SCAN_CHOSEN),
    /** Adds what was pasted, and shows it. */
    addSources: (added: readonly Source[], now = draft.peek()?.data.sources ?? []) =>
      putSources([...now, ...added], now.length),
  };
}

/** Sends the rows that are chosen, and those again that were refused. */
function createSaving({ draft, source, table, properties, edit, preview, sending, scanning }: FormParts) {
  const { chosen, context } = preview;
  const { problem, progress, follow, change } = sending;

  /** Sends the selected rows. Stores the requests with their keys before, so that no row is sent twice. */
  async function save(): Promise<void> {
    const now = draft.value;
    if (!now?.projectId || !now.table || !source.value || now.parts || sending.uploading.peek()) return;
    problem.value = null;
    const confirmedFor = await confirmingFor('waits');
    if (!(await sending.uploadFiles(chosen.value, confirmedFor))) return;
    const mapping = source.value.columns.map((name, index) => [name, now.mapping?.[index] ?? null] as const);
    const removeFile = source.value.kind === 'scan' ? scanning.fileToRemove(chosen.value) : null;
    const key = keyOf(properties.value.filter(({ name }) => now.mapping?.includes(name)));
    const parts = partsOf(chosen.value, confirmedFor, {
      projectId: now.projectId,
      ...(now.app !== null && { app: now.app }),
      table: now.table,
      duplicates: { by: key ? [key.name] : null },
      ...(removeFile !== null && { removeFile }),
      source: {
        import: crypto.randomUUID(),
        url: now.data.url.slice(0, 2_000),
        title: now.data.title,
        label: table.value?.label ?? now.table,
        readAt: now.data.readAt,
        mapping: Object.fromEntries(mapping.slice(0, 40).map(([name, to]) => [name.slice(0, 60), to])),
      },
    });
    if (!(await edit({ parts }))) {
      void edit({ parts: null });
      return;
    }
    const columns = Object.fromEntries(mapping);
    await rememberSite(hostOf(now.data.url), now.projectId, now.table, columns).catch(() => {});
    await follow();
    if (problem.peek()?.code !== 'EDGE_DATA_OTHER_APP') return;
    await Promise.all([refreshUnder('/data-keys'), refreshUnder(allDataOf(now.projectId))]);
  }

  /** A refused row with its corrections; not ready while the table's structure is unknown. */
  function corrected(part: string, row: number): RetriedRow {
    const sent: Record<string, PropertyValue> =
      draft.value?.parts?.find(({ key }) => key === part)?.body.rows[row]?.values ?? {};
    return table.value === null
      ? { cells: {}, values: sent, isReady: false }
      : retryRow(sentRow(part, row), sent, properties.value, context.value, draft.value?.edits ?? {});
  }

  /** Sends refused rows of a request again that need nothing more, with the files chosen for them. */
  async function sendAgain(part: string): Promise<void> {
    const record = progress.value.find(({ key }) => key === part);
    const refused = (record?.rows ?? []).filter(({ state }) => state === 'refused');
    const ready = () => refused.filter(({ row }) => corrected(part, row).isReady);
    if (sending.uploading.peek()) return;
    problem.value = null;
    const files = ready().map(({ row }) => corrected(part, row));
    await sending.uploadFiles(files, await confirmingFor('waits'));
    const rows = ready().map(({ row }) => ({ row, values: corrected(part, row).values }));
    if (rows.length > 0 && problem.value === null) await change(part, 'retry', { rows });
  }

  /** Whether the table has lost a property since the rows were sent. */
  const lacksProperty = (name: string): boolean =>
    table.value !== null && !properties.value.some((one) => one.name === name);

  return { save, corrected, sendAgain, lacksProperty };
}

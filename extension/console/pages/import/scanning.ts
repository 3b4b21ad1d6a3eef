import { type ReadonlySignal, signal } from '@preact/signals';
import * as z from 'zod/mini';
import type { Table, TableProperty } from '../../../../shared/data-api/records.ts';
import type { ApiError } from '../../../edge-client/api-error.ts';
import { type PlannedRow, valuesOf } from '../../../import/difference.ts';
import { extraFields, parsePages, scanProperties, scanSources } from '../../../import/scan.ts';
import { sendMessage } from '../../../messaging/client.ts';
import { dataPath } from '../../../reads/paths.ts';
import { hasTargetOf, type ImportDraft, type ImportScan } from '../../../storage/import-draft-schema.ts';
import { NOTHING_DECIDED } from '../../../storage/import-drafts.ts';
import { paidCallsItem } from '../../../storage/paid-calls.ts';
import { type ConfirmedFor, confirmingFor } from '../../../storage/pairing.ts';
import { mayAct } from '../../../ui/stored-state.ts';

/** How many pages at most, as typed; null for all, and for what is no number. */
export const parseCount = (text: string): number | null =>
  /^\s*[1-9]\d{0,3}\s*$/.test(text) ? Number(text) : null;

/** Tells whether a scan removes the app's file: by default if no record of the table could have it. */
export const isFileRemoved = (scan: ImportScan, properties: readonly TableProperty[]): boolean =>
  scan.isFileRemoved ??
  (properties.length > 0 && !properties.some(({ propertyType }) => propertyType === 'file'));

/** Only an owner may have a file removed: it is gone for good. */
export const mayRemoveFiles = (): boolean => mayAct('owner');

const sentOptions = z.object({ options: z.object({ removeFileAfterScan: z.literal(true) }) });
const wasFileRemoved = ({ call }: ImportScan): boolean => sentOptions.safeParse(call?.body).success;

/** State of a scan. `asked`: its call says what became of it. `nothing`: its answer is unreadable. */
export type ScanState =
  | { kind: 'idle' | 'uploading' | 'scanning' | 'asked' | 'nothing' }
  | { kind: 'failed'; error: ApiError };

export interface ScanSubject {
  draft: ReadonlySignal<ImportDraft | null>;
  properties: ReadonlySignal<readonly TableProperty[]>;
  tables: ReadonlySignal<readonly Table[]>;
  edit: (changes: Partial<ImportDraft>) => Promise<boolean>;
  /** What was found is there as a source, and chosen. */
  onFound: () => void;
}

/**
 * Uploads and scans a file, each once: stores the request with its key before sending, and repeats it under
 * that key if its response was lost.
 */
export function createScanning({ draft, properties, tables, edit, onFound }: ScanSubject) {
  const state = signal<ScanState>({ kind: 'idle' });

  function change(changes: Partial<ImportScan>): Promise<boolean> {
    const scan = draft.peek()?.scan;
    return scan ? edit({ scan: { ...scan, ...changes } }) : Promise.resolve(false);
  }

  /** Starts a scan, or resumes the one that was started. */
  async function run(): Promise<void> {
    if (state.peek().kind === 'uploading' || state.peek().kind === 'scanning') return;
    const begun = draft.peek();
    if (!begun?.scan || !begun.projectId) return;
    const confirmedFor = begun.scan.call?.confirmedFor ?? (await confirmingFor('waits'));
    const uploaded = begun.scan.uploaded ?? (await upload(begun.projectId, begun.scan, confirmedFor));
    const now = draft.peek();
    if (!hasTargetOf(now, begun) || !now.scan) {
      state.value = { kind: 'idle' };
      return;
    }
    if (uploaded === null) return;
    const { scan } = now;
    const call = scan.call ?? { ...callOf(begun.projectId, scan, uploaded), confirmedFor };
    // Not started when it can't be stored: a scan whose key is lost could be paid for twice.
    if (!(await change({ uploaded, call }))) return;
    state.value = { kind: 'scanning' };
    const { path, body, key } = call;
    const operation = path.endsWith('/scan-invoice') ? 'data.scanInvoice' : 'data.scanDocument';
    const about = { operation, projectId: begun.projectId, words: scan.name };
    const result = await sendMessage('callPaidData', {
      ...{ key, path, body, about, confirmedFor: call.confirmedFor },
    });
    // Nothing of this scan is shown with another draft or app. Another table may still use the paid result.
    if (draft.peek()?.id !== begun.id || draft.peek()?.projectId !== begun.projectId) {
      state.value = { kind: 'idle' };
      return;
    }
    if (result.ok && 'value' in result.value) return show(result.value.value, scan, uploaded);
    const paid = (await paidCallsItem.getValue()).find((one) => one.key === key);
    // A call that was not made may be changed.
    const isNotMade = paid ? paid.state === 'refused' : !result.ok && scan.call === null;
    if (isNotMade) await change({ call: null });
    const error = result.ok ? isNotMade && paid?.error : result.error;
    state.value = error ? { kind: 'failed', error: error as ApiError } : { kind: 'asked' };
  }

  async function upload(
    projectId: string,
    { fileId, name }: ImportScan,
    confirmedFor: ConfirmedFor | null,
  ): Promise<string | null> {
    state.value = { kind: 'uploading' };
    const result = await sendMessage('uploadFile', {
      projectId,
      file: { kind: 'chosen', id: fileId, name },
      confirmedFor,
    });
    if (!result.ok) {
      state.value = { kind: 'failed', error: result.error };
      return null;
    }
    return result.value.fileName;
  }

  const wantedOf = () => scanProperties(properties.peek(), tables.peek());

  function callOf(projectId: string, scan: ImportScan, fileName: string) {
    const pdfPages = parsePages(scan.pages) ?? [];
    const isPdf = scan.type === 'application/pdf';
    const options = {
      model: scan.model,
      ...(isPdf && pdfPages.length > 0 && { pdfPages }),
      ...(isPdf && scan.isPerPage && { processEveryPdfPageAsDifferentScan: true }),
      ...(isPdf && parseCount(scan.maxPages) !== null && { maxPages: parseCount(scan.maxPages) }),
      ...(scan.hint.trim() !== '' && { scanDescription: scan.hint.trim() }),
      ...(scan.hasText && { returnOcrFullResult: true }),
      ...(mayRemoveFiles() && isFileRemoved(scan, properties.peek()) && { removeFileAfterScan: true }),
    };
    const ofInvoice = {
      ...(scan.hasItems && { getInvoiceItems: true }),
      ...(scan.hasTableFields && { getExtraFields: extraFields(properties.peek()) }),
    };
    const key = crypto.randomUUID();
    return scan.mode === 'invoice'
      ? {
          key,
          path: dataPath(projectId, '/files/scan-invoice'),
          body: { fileName, options: { ...options, ...ofInvoice } },
        }
      : {
          key,
          path: dataPath(projectId, '/files/scan-document'),
          body: { fileName, properties: wantedOf(), options },
        };
  }

  async function show(data: unknown, scan: ImportScan, fileName: string): Promise<void> {
    const wanted = scan.mode === 'invoice' ? [] : Object.keys(scanProperties(properties.peek()));
    const now = draft.peek();
    const isRemoved = now?.scan != null && wasFileRemoved(now.scan);
    const found = scanSources(data, wanted, { name: scan.name, stored: isRemoved ? null : fileName });
    if (found === null || !now) {
      state.value = { kind: 'nothing' };
      return;
    }
    const others = now.data.sources.filter(({ kind }) => kind !== 'scan' && kind !== 'items');
    const sources = [...others, ...found];
    state.value = { kind: 'idle' };
    await edit({ ...NOTHING_DECIDED, data: { ...now.data, sources }, chosen: others.length });
    onFound();
  }

  /** File name id of the scanned file, if the app still has it and none of these rows names it; else null. */
  function unnamedFile(rows: readonly PlannedRow[]): string | null {
    const scan = draft.peek()?.scan;
    if (!scan || scan.uploaded === null || wasFileRemoved(scan)) return null;
    return JSON.stringify(rows.map(valuesOf)).includes(JSON.stringify(scan.uploaded)) ? null : scan.uploaded;
  }

  /** The same, where it is removed once these rows are saved: unless the user or their role keeps it. */
  function fileToRemove(rows: readonly PlannedRow[]): string | null {
    return mayRemoveFiles() && draft.peek()?.scan?.isFileRemoved !== false ? unnamedFile(rows) : null;
  }

  /** Discards the request: the next scan is another one, and paid for. */
  async function again(): Promise<void> {
    const scan = draft.peek()?.scan;
    // What was removed after the scan is uploaded again.
    await change({ call: null, ...(scan && wasFileRemoved(scan) && { uploaded: null }) });
    state.value = { kind: 'idle' };
  }

  return { state, change, run, again, unnamedFile, fileToRemove };
}

import { type ReadonlySignal, signal } from '@preact/signals';
import type { TableProperty } from '../../../shared/data-api/records.ts';
import type { ApiError } from '../../edge-client/api-error.ts';
import { parsePages, scanProperties, scanSource } from '../../import/scan.ts';
import { sendMessage } from '../../messaging/client.ts';
import { callPaidData } from '../../paid/paid-data.ts';
import { hasTargetOf, type ImportDraft, type ImportScan } from '../../storage/import-draft-schema.ts';
import { NOTHING_DECIDED } from '../../storage/import-drafts.ts';
import { type ConfirmedFor, confirmingFor } from '../../storage/pairing.ts';

/** State of a scan. `lost`: its outcome is unknown, or its response is no longer stored. */
export type ScanState =
  | { kind: 'idle' | 'uploading' | 'scanning' | 'lost' | 'nothing' }
  | { kind: 'failed'; error: ApiError };

export interface ScanSubject {
  draft: ReadonlySignal<ImportDraft | null>;
  properties: ReadonlySignal<readonly TableProperty[]>;
  edit: (changes: Partial<ImportDraft>) => Promise<boolean>;
  /** What was found is there as a source, and chosen. */
  onFound: () => void;
}

/**
 * Uploads a file and scans it, each once: the request is stored with its key before it is sent, and repeated under
 * that key when its response was lost.
 */
export function createScanning({ draft, properties, edit, onFound }: ScanSubject) {
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
    const outcome = await callPaidData(call, scan.call !== null);
    // Nothing of this scan is shown with another draft or app. Another table may still use the paid result.
    if (draft.peek()?.id !== begun.id || draft.peek()?.projectId !== begun.projectId) {
      state.value = { kind: 'idle' };
      return;
    }
    if (outcome.kind === 'done') return show(outcome.value, scan, uploaded);
    // A call that was not made may be changed.
    if (outcome.kind === 'failed') await change({ call: null });
    state.value = outcome.error === null ? { kind: 'lost' } : { kind: 'failed', error: outcome.error };
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

  function callOf(projectId: string, scan: ImportScan, fileName: string) {
    const pdfPages = parsePages(scan.pages) ?? [];
    const isPdf = scan.type === 'application/pdf';
    const options = {
      model: scan.model,
      ...(isPdf && pdfPages.length > 0 && { pdfPages }),
      ...(isPdf && scan.isPerPage && { processEveryPdfPageAsDifferentScan: true }),
      ...(scan.hint.trim() !== '' && { scanDescription: scan.hint.trim() }),
    };
    const key = crypto.randomUUID();
    return scan.mode === 'invoice'
      ? { key, path: `/data/${projectId}/files/scan-invoice`, body: { fileName, options } }
      : {
          key,
          path: `/data/${projectId}/files/scan-document`,
          body: { fileName, properties: scanProperties(properties.peek()), options },
        };
  }

  async function show(data: unknown, scan: ImportScan, stored: string): Promise<void> {
    const wanted = scan.mode === 'invoice' ? [] : Object.keys(scanProperties(properties.peek()));
    const source = scanSource(data, wanted, { name: scan.name, stored });
    const now = draft.peek();
    if (source === null || !now) {
      state.value = { kind: 'nothing' };
      return;
    }
    const sources = [...now.data.sources.filter(({ kind }) => kind !== 'scan'), source];
    state.value = { kind: 'idle' };
    await edit({ ...NOTHING_DECIDED, data: { ...now.data, sources }, chosen: sources.length - 1 });
    onFound();
  }

  /** Discards the request: the next scan is another one, and paid for. */
  async function again(): Promise<void> {
    await change({ call: null });
    state.value = { kind: 'idle' };
  }

  return { state, change, run, again };
}

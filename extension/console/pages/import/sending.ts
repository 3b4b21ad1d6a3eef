import { type ReadonlySignal, signal } from '@preact/signals';
import { type ImportRecord, importRecord } from '../../../../shared/edge-api/imports.ts';
import { parse } from '../../../../shared/parse.ts';
import type { ApiError, Result } from '../../../edge-client/api-error.ts';
import { uploadKey } from '../../../import/convert.ts';
import { type PlannedRow, uploadsOf } from '../../../import/difference.ts';
import { sendMessage } from '../../../messaging/client.ts';
import { hasTargetOf, type ImportDraft, type ImportPart } from '../../../storage/import-draft-schema.ts';
import type { ConfirmedFor } from '../../../storage/pairing.ts';

const POLL_EVERY_MS = 1_200;
/** Lost rows are checked minutes apart. */
const POLL_CHECKS_EVERY_MS = 10_000;

/** What sending needs of the form. */
export interface SendingSubject {
  draft: ReadonlySignal<ImportDraft | null>;
  /** Changes the draft, and stores it. @returns whether it is stored */
  edit: (changes: Partial<ImportDraft>) => Promise<boolean>;
}

/** Stores the files of rows, sends the rows, and follows how it goes until everything has an end. */
export function createSending({ draft, edit }: SendingSubject) {
  const problem = signal<ApiError | null>(null);
  const progress = signal<readonly ImportRecord[]>([]);
  /** How many files of how many are stored; null while none is. */
  const uploading = signal<{ done: number; of: number } | null>(null);

  /**
   * Uploads the files that rows need, each once, before the first row is sent: reports a file that can't be
   * read while nothing was done.
   * @returns whether all are uploaded, and the draft's table is still the same
   */
  async function uploadFiles(
    rows: readonly Pick<PlannedRow, 'cells'>[],
    confirmedFor: ConfirmedFor | null,
  ): Promise<boolean> {
    const files = [...new Map(rows.flatMap(uploadsOf).map((file) => [uploadKey(file), file])).values()];
    const now = draft.peek();
    if (!now?.projectId) return false;
    let areAllThere = true;
    try {
      for (const [index, file] of files.entries()) {
        uploading.value = { done: index, of: files.length };
        const result = await sendMessage('uploadFile', {
          projectId: now.projectId,
          file: file.kind === 'chosen' ? file : { ...file, tabId: now.tabId, page: now.data.url },
          confirmedFor,
        });
        // The rows go elsewhere now.
        if (!hasTargetOf(draft.peek(), now)) return false;
        const isLost = !result.ok && result.error.kind !== 'refused';
        if (isLost) {
          problem.value = result.error;
          return false;
        }
        areAllThere &&= result.ok;
        const stored = result.ok ? result.value.fileName : null;
        await edit({ uploads: { ...draft.peek()?.uploads, [uploadKey(file)]: stored } });
      }
      return areAllThere;
    } finally {
      uploading.value = null;
    }
  }

  let following = false;
  /** Stop was pressed: imports that the edge does not have yet are stopped as soon as it has them. */
  let isStopping = false;

  /** Sends unsent parts, and polls until every part has ended. */
  async function follow(): Promise<void> {
    if (following) return;
    following = true;
    try {
      for (;;) {
        const parts = draft.value?.parts;
        if (!parts) return;
        const records: ImportRecord[] = [];
        for (const part of parts) {
          const now = part.isSent ? await ask(part) : await send(part);
          const record = now && isStopping && isGoing(now) ? await post(part.key, 'stop') : now;
          if (!record) return;
          records.push(record);
          progress.value = [...records, ...progress.value.slice(records.length)];
        }
        if (records.every(({ state }) => state === 'done' || state === 'stopped' || state === 'undone')) {
          isStopping = false;
          return;
        }
        const isSending = records.some(({ state, counts }) =>
          state === 'undoing' ? (counts.created ?? 0) > 0 : (counts.waiting ?? 0) + (counts.sent ?? 0) > 0,
        );
        await new Promise((resolve) => setTimeout(resolve, isSending ? POLL_EVERY_MS : POLL_CHECKS_EVERY_MS));
      }
    } finally {
      following = false;
    }
  }

  async function send(part: ImportPart): Promise<ImportRecord | null> {
    const { key, body, confirmedFor } = part;
    const result = await sendMessage('startImport', { key, body, confirmedFor });
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
    return recordOf(await sendMessage('readEdge', { path: `/imports/${part.key}`, keep: false }));
  }

  type Act = 'stop' | 'undo' | 'retry' | 'settle';

  async function post(key: string, act: Act, body?: unknown): Promise<ImportRecord | null> {
    const path = `/imports/${key}/${act}`;
    return recordOf(await sendMessage('changeEdge', { method: 'POST', path, body }));
  }

  function recordOf(result: Result<{ value: unknown }>): ImportRecord | null {
    problem.value = result.ok ? null : result.error;
    return parse(importRecord, result.ok ? result.value.value : null);
  }

  /** Undoes, settles, or resends refused rows with their corrected values. */
  async function change(key: string, act: Exclude<Act, 'stop'>, body?: unknown): Promise<void> {
    isStopping = false;
    await post(key, act, body);
    await follow();
  }

  /** Sends no further row: also of parts that are on their way to the edge. */
  async function stop(): Promise<void> {
    isStopping = true;
    await Promise.all(progress.value.filter(isGoing).map(({ key }) => post(key, 'stop')));
    await follow();
  }

  return { problem, progress, uploading, uploadFiles, follow, change, stop };
}

const isGoing = ({ state }: ImportRecord): boolean => state === 'running' || state === 'queued';

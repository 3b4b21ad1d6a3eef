import * as z from 'zod/mini';
import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import { APP_FILES_MAX, type AppFiles } from '../../shared/edge-api/app-files.ts';
import { parse } from '../../shared/parse.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { Result } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import type { Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';
import type { DataReply } from './gateway.ts';
import type { DataCall } from './whitelist.ts';

export const appFilesSchema: Schema = {
  startAnew: ['DELETE FROM app_files'],
  tables: [
    `CREATE TABLE app_files (
      project_id TEXT NOT NULL,
      app TEXT NOT NULL,
      file_name TEXT NOT NULL,
      name TEXT NOT NULL,
      stored_at INTEGER NOT NULL,
      device_id TEXT NOT NULL,
      is_named INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (project_id, app, file_name)
    ) WITHOUT ROWID`,
  ],
};

interface AppFileRow {
  projectId: string;
  app: string;
  fileName: string;
  name: string;
  storedAt: InstantMs;
  deviceId: string;
  /** Whether a record that was sent through this edge names it, whatever became of the record. */
  isNamed: boolean;
}

const ONE = 'project_id = ? AND file_name = ?';

const made = z.union([z.string(), z.looseObject({ fileName: z.string() })]);
const scanRequest = z.looseObject({
  fileName: z.string(),
  options: z.optional(z.looseObject({ removeFileAfterScan: z.optional(z.boolean()) })),
});
const namedRequest = z.looseObject({ name: z.optional(z.string()), fileName: z.optional(z.string()) });

/** Operations that store a file; each answers its file name id (data reference, Endpoints; gaps page). */
const STORING: ReadonlySet<DataCall['operation']> = new Set(['uploadFile', 'generatePdf', 'createImage']);

interface AppFileDependencies {
  /** What tells the app behind a project's data key from others; null without a key. */
  appOf: (projectId: string) => string | null;
  /** The name of a device; null when it is no longer known. */
  nameOf: (deviceId: string) => string | null;
}

/**
 * Files that any browser stored in apps through this edge. The data backend has no list of files: without
 * this one, a file that no record names could not be found again.
 */
export class AppFileList {
  readonly #context: AccountContext;
  readonly #parts: AppFileDependencies;
  readonly #rows: Rows<AppFileRow>;

  constructor(context: AccountContext, parts: AppFileDependencies) {
    this.#context = context;
    this.#parts = parts;
    const keys = ['projectId', 'app', 'fileName'] as const;
    this.#rows = new Rows(context.storage.sql, 'app_files', keys, { isNamed: 'flag' });
  }

  list(projectId: string): AppFiles {
    const app = this.#parts.appOf(projectId);
    if (app === null) return { files: [], isCut: false };
    const which = 'project_id = ? AND app = ? ORDER BY stored_at DESC, file_name';
    const rows = this.#rows.all(which, projectId, app);
    const by = ({ deviceId }: AppFileRow) => this.#parts.nameOf(deviceId);
    return {
      files: rows.map((row) => ({
        fileName: row.fileName,
        name: row.name,
        storedAt: row.storedAt,
        by: by(row),
      })),
      isCut: rows.length >= APP_FILES_MAX,
    };
  }

  /** Notes the files that a call will write into records; before it is sent, since its answer may be lost. */
  noteRequest({ projectId, operation, body }: DataCall): void {
    if (dataCatalogue[operation].effect === 'change' && body !== null)
      this.noteNamed(projectId, JSON.parse(body));
  }

  /** Takes over that records are to have these values, which may name files. */
  noteNamed(projectId: string, values: unknown): void {
    const texts = new Set(textsIn(values));
    for (const { fileName } of this.#rows.all('project_id = ? AND is_named = 0', projectId))
      if (texts.has(fileName)) this.#rows.set({ isNamed: true }, ONE, projectId, fileName);
  }

  /** Whether a file was stored through this edge, and no record that was sent through it names it. */
  isUnnamed(projectId: string, fileName: string): boolean {
    const rows = this.#rows.all(ONE, projectId, fileName);
    return rows.length > 0 && rows.every(({ isNamed }) => !isNamed);
  }

  /** Takes over what a call did to the app's files. */
  note(deviceId: string, call: DataCall, reply: Result<DataReply>): void {
    const { operation, projectId, parameters, body } = call;
    const isGone = reply.ok || reply.error.code === 'EDGE_DATA_NOT_FOUND';
    if (operation === 'deleteFile' && isGone) this.removed(projectId, parameters.fileName ?? '');
    if (!reply.ok) return;
    if (STORING.has(operation)) this.#keep(deviceId, call, JSON.parse(reply.value.text).data);
    if (operation !== 'scanDocument' && operation !== 'scanInvoice') return;
    const scan = parse(scanRequest, JSON.parse(body ?? 'null'));
    if (scan?.options?.removeFileAfterScan === true) this.removed(projectId, scan.fileName);
  }

  #keep(deviceId: string, { projectId, query, body }: DataCall, data: unknown): void {
    const app = this.#parts.appOf(projectId);
    const stored = parse(made, data);
    const fileName = typeof stored === 'string' ? stored : stored?.fileName;
    if (app === null || fileName === undefined) return;
    const request = parse(namedRequest, JSON.parse(body ?? 'null'));
    const row: AppFileRow = {
      projectId,
      app,
      fileName,
      name: query.fileName ?? request?.name ?? request?.fileName ?? fileName,
      storedAt: this.#context.now(),
      deviceId,
      // A document may replace one of the same name.
      isNamed: this.#rows.all(ONE, projectId, fileName).some(({ isNamed }) => isNamed),
    };
    this.#rows.put(row, 'WRITE OVER');
    this.#rows.drop(
      `project_id = ?1 AND app = ?2 AND file_name IN (
         SELECT file_name FROM app_files WHERE project_id = ?1 AND app = ?2
         ORDER BY stored_at DESC, file_name LIMIT -1 OFFSET ?3)`,
      projectId,
      app,
      APP_FILES_MAX,
    );
  }

  /** The app no longer has a file. */
  removed(projectId: string, fileName: string): void {
    this.#rows.drop(ONE, projectId, fileName);
  }
}

/** All texts in a value, however deep: records name files by `{ name }`, several of these, or just the id. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

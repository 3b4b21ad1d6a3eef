import * as z from 'zod/mini';
import { bytesIn } from '../bytes.ts';
import { storedFileName } from '../file-name.ts';
import { checkedBy, matching, plainObject } from '../request-schema.ts';
import { instantMs } from '../time-schema.ts';
import { isAskable } from '../withheld.ts';

export const IMPORT_ROWS_MAX = 1_000;
export const IMPORT_MAX_BYTES = 1024 * 1024;
const SOURCE_MAX_BYTES = 24_000;

/**
 * State of one row. `waiting -> sent -> created | changed | refused | unknown`; `duplicate`: already in the
 * table and left out; `unknown`: the response was lost; it is checked and never resent automatically. After
 * an undo `undone`, or `kept` because the record was changed since.
 */
export const IMPORT_ROW_STATES = [
  'waiting',
  'sent',
  'created',
  'changed',
  'duplicate',
  'refused',
  'unknown',
  'undone',
  'kept',
] as const;
export const importRowState = z.enum(IMPORT_ROW_STATES);
export type ImportRowState = z.infer<typeof importRowState>;

/** `queued`: another import into the same table runs first. */
export const importState = z.enum(['queued', 'running', 'stopped', 'done', 'undoing', 'undone']);
export type ImportState = z.infer<typeof importState>;

const id = (words: string) => z.string(words).check(matching(/^[A-Za-z0-9_-]{1,128}$/, words));

const rowValues = plainObject.check(
  checkedBy((values) => (Object.keys(values).length === 0 ? 'must hold a value' : null)),
);

/** POST `/imports` with an `Idempotency-Key`: rows that become records of a table, each at most once. */
export const importRequest = z.strictObject({
  projectId: id('must be the id of a project'),
  /** The app the rows were compared with (the data key's `appIdentity`): no other takes them. Absent: any. */
  app: z.optional(z.string()),
  /** The table's name as used in paths. */
  table: id('must be the name of a table'),
  rows: z
    .array(
      z.strictObject({
        values: rowValues,
        /** The record to change; without it, a record is created. */
        recordId: z.optional(id('must be the id of a record')),
      }),
    )
    .check(
      checkedBy((rows) =>
        rows.length >= 1 && rows.length <= IMPORT_ROWS_MAX ? null : `must be 1 to ${IMPORT_ROWS_MAX} rows`,
      ),
    ),
  /**
   * Leaves out rows that are already in the table: those equal in the properties of `by`, or in all values
   * when it is null. Without `duplicates`, nothing is looked up.
   */
  duplicates: z.nullish(
    z.strictObject({
      by: z.nullable(
        z
          .array(z.string())
          .check(
            checkedBy((names) =>
              names.length >= 1 && names.length <= 10 && names.every(isAskable)
                ? null
                : 'must be 1 to 10 properties',
            ),
          ),
      ),
    }),
  ),
  /**
   * A file of the app that no row names: removed for good once rows were saved and none is left; kept, what
   * was scanned would belong to no record. Only an owner may say so.
   */
  removeFile: z.optional(storedFileName),
  /**
   * Where the rows come from (page, mapping), in the browser's own form; returned as it is, so that a wrong
   * mapping can be found and undone.
   */
  source: z.optional(
    z
      .record(z.string(), z.unknown(), 'must be an object')
      .check(
        checkedBy((source) =>
          bytesIn(JSON.stringify(source)) <= SOURCE_MAX_BYTES
            ? null
            : `must be at most ${SOURCE_MAX_BYTES} bytes of JSON`,
        ),
      ),
  ),
});
export type ImportRequest = z.infer<typeof importRequest>;

/** As many of the latest requests GET `/imports` lists. */
export const IMPORTS_LISTED_MAX = 200;

/** GET `/imports` with this query: only imports that created or changed this record. */
export const importsQuery = z
  .strictObject({
    projectId: z.optional(z.string()),
    table: z.optional(z.string()),
    recordId: z.optional(z.string()),
  })
  .check(
    checkedBy((query) =>
      [0, 3].includes(Object.keys(query).length) ? null : 'needs projectId, table and recordId, or none',
    ),
  );
export type ImportsQuery = z.infer<typeof importsQuery>;

/** POST `/imports/:key/retry`: refused rows, corrected. Waiting rows of a stopped import resume as well. */
export const importRetry = z.strictObject({
  rows: z
    .array(z.strictObject({ row: z.number(), values: rowValues }))
    .check(
      checkedBy((rows) =>
        rows.length <= IMPORT_ROWS_MAX ? null : `must be at most ${IMPORT_ROWS_MAX} rows`,
      ),
    ),
});
export type ImportRetry = z.infer<typeof importRetry>;

/**
 * POST `/imports/:key/undo`, with or without a body. Records that are only taken to be of the import are
 * deleted when their rows are named, as a first undo lists them: `kept` and `isTaken`.
 */
export const importUndo = z.strictObject({
  rows: z.optional(
    z
      .array(z.number())
      .check(
        checkedBy((rows) =>
          rows.length <= IMPORT_ROWS_MAX ? null : `must be at most ${IMPORT_ROWS_MAX} rows`,
        ),
      ),
  ),
});

/**
 * POST `/imports/:key/settle`: the record that the user says an unknown row created; null = none, which can
 * be said after the last check (`isChecked`).
 */
export const importSettlement = z.strictObject({
  row: z.number(),
  recordId: z.nullable(id('must be the id of a record')),
});
export type ImportSettlement = z.infer<typeof importSettlement>;

export const importProblem = z.object({
  /**
   * The backend's or the edge's code. `EDGE_NOT_ARRIVED`: checks showed that a lost call created nothing;
   * `EDGE_NOT_SENT`: the import was undone before; `EDGE_CHANGED_SINCE`, `EDGE_ONLY_TAKEN`: the reasons why
   * an undo kept a record.
   */
  code: z.string(),
  /** The backend's message without the row's values. */
  message: z.string(),
  /** The property at fault, where the backend names one. */
  field: z.nullable(z.string()),
});
export type ImportProblem = z.infer<typeof importProblem>;

export const importRow = z.object({
  /** Zero-based, in the order of the request. */
  row: z.number(),
  state: importRowState,
  recordId: z.nullable(z.string()),
  /** Whether a look-up found its record or a user named it: the backend never said that it created it. */
  isTaken: z.boolean(),
  problem: z.nullable(importProblem),
  /** While `unknown`: ids of records that it may have created, 20 at most. */
  candidates: z.array(z.string()),
  /** Whether no check follows any more. */
  isChecked: z.boolean(),
});
export type ImportRow = z.infer<typeof importRow>;

/** An import as returned by GET `/imports/:key`; never contains a value of a row. */
export const importRecord = z.object({
  key: z.string(),
  projectId: z.string(),
  table: z.string(),
  state: importState,
  /** Whether this browser started it: it or an owner may stop, resend, settle and undo it. */
  own: z.boolean(),
  /** The name of the browser that started it; null when it is no longer known. */
  by: z.nullable(z.string()),
  createdAt: instantMs,
  settledAt: z.nullable(instantMs),
  source: z.nullable(z.record(z.string(), z.unknown())),
  /**
   * Why it is paused, and when it resumes automatically; null = not automatically. `EDGE_DEVICE_REMOVED`: the
   * browser that began it was signed out.
   */
  problem: z.nullable(z.object({ code: z.string(), message: z.string(), retryAt: z.nullable(instantMs) })),
  total: z.number(),
  counts: z.record(importRowState, z.number()),
  /** What became of the file to remove once the rows are saved; null: no file. `kept`: it was not removed. */
  fileRemoval: z.nullable(z.enum(['waiting', 'removed', 'kept'])),
  /** How many created rows have records that are only taken to be theirs. */
  taken: z.number(),
  /** All rows with `?rows=all`; otherwise those that need attention: refused, unknown, duplicate, kept. */
  rows: z.array(importRow),
});
export type ImportRecord = z.infer<typeof importRecord>;

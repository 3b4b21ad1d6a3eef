import * as z from 'zod/mini';
import { checkedBy, isPropertyName, plainObject } from '../property-schema.ts';
import { matching } from '../request-schema.ts';
import { instantMs } from '../time.ts';

export const IMPORT_ROWS_MAX = 1_000;
export const IMPORT_MAX_BYTES = 1024 * 1024;
const SOURCE_MAX_LETTERS = 8_000;

/**
 * What became of one row. `waiting -> sent -> created | changed | refused | unknown`; `duplicate`: the table had it already, so it
 * was left out; `unknown`: the answer was lost, it is asked about and never sent again by itself. After an undo `undone`, or `kept`
 * because the record was changed since.
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

/** `queued`: another import into the same table has its turn. */
export const importState = z.enum(['queued', 'running', 'stopped', 'done', 'undoing', 'undone']);
export type ImportState = z.infer<typeof importState>;

const id = (words: string) => z.string(words).check(matching(/^[A-Za-z0-9_-]{1,128}$/, words));

const rowValues = plainObject.check(
  checkedBy((values) => (Object.keys(values).length === 0 ? 'must hold a value' : null)),
);

/** POST `/imports`, with an `Idempotency-Key`: rows that become records of a table, each at most once. */
export const importRequest = z.strictObject({
  projectId: id('must be the id of a project'),
  /** The table's name, as paths take it. */
  table: id('must be the name of a table'),
  rows: z
    .array(
      z.strictObject({
        values: rowValues,
        /** The record that is changed; without one a record is made. */
        recordId: z.optional(id('must be the id of a record')),
      }),
    )
    .check(
      checkedBy((rows) =>
        rows.length >= 1 && rows.length <= IMPORT_ROWS_MAX ? null : `must be 1 to ${IMPORT_ROWS_MAX} rows`,
      ),
    ),
  /**
   * Rows that the table has already are left out: those that agree in the properties of `by`, or in all their values when it is
   * null. `duplicates` null or left out: nothing is looked up.
   */
  duplicates: z.nullish(
    z.strictObject({
      by: z.nullable(
        z
          .array(z.string())
          .check(
            checkedBy((names) =>
              names.length >= 1 && names.length <= 10 && names.every(isPropertyName)
                ? null
                : 'must be 1 to 10 properties',
            ),
          ),
      ),
    }),
  ),
  /** Where the rows are from (page, mapping), in the browser's own form: told back, so that a wrong mapping is found and undone. */
  source: z.optional(
    z
      .record(z.string(), z.unknown(), 'must be an object')
      .check(
        checkedBy((source) =>
          JSON.stringify(source).length <= SOURCE_MAX_LETTERS
            ? null
            : `must be at most ${SOURCE_MAX_LETTERS} letters of JSON`,
        ),
      ),
  ),
});
export type ImportRequest = z.infer<typeof importRequest>;

/** POST `/imports/:key/retry`: refused rows with their mended values. Rows of a stopped import that still wait go on as well. */
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

/** POST `/imports/:key/settle`: which record an unknown row made, as the user says; null = none. */
export const importSettlement = z.strictObject({
  row: z.number(),
  recordId: z.nullable(id('must be the id of a record')),
});
export type ImportSettlement = z.infer<typeof importSettlement>;

export const importProblem = z.object({
  /** The backend's or the edge's code. `EDGE_NOT_ARRIVED`: asking showed that a lost call made nothing. */
  code: z.string(),
  /** The backend's words without the row's values. */
  message: z.string(),
  /** The property that is to blame, where the backend names one. */
  field: z.nullable(z.string()),
});
export type ImportProblem = z.infer<typeof importProblem>;

export const importRow = z.object({
  /** Counted from 0, in the order of the request. */
  row: z.number(),
  state: importRowState,
  recordId: z.nullable(z.string()),
  problem: z.nullable(importProblem),
  /** While `unknown`: ids of records that it may have made. */
  candidates: z.array(z.string()),
});
export type ImportRow = z.infer<typeof importRow>;

/** An import as GET `/imports/:key` tells it; never a value of a row. */
export const importRecord = z.object({
  key: z.string(),
  projectId: z.string(),
  table: z.string(),
  state: importState,
  /** Whether this browser began it: it or an owner may undo it. */
  own: z.boolean(),
  createdAt: instantMs,
  settledAt: z.nullable(instantMs),
  source: z.nullable(z.record(z.string(), z.unknown())),
  /** Why it makes no progress just now, and when it goes on by itself; null = not by itself. */
  problem: z.nullable(z.object({ code: z.string(), message: z.string(), retryAt: z.nullable(instantMs) })),
  total: z.number(),
  counts: z.record(importRowState, z.number()),
  /** All rows with `?rows=all`; else those that need a look: refused, unknown, duplicate, kept. */
  rows: z.array(importRow),
});
export type ImportRecord = z.infer<typeof importRecord>;

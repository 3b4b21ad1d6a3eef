import { Hono } from 'hono/tiny';
import * as z from 'zod/mini';
import {
  IMPORT_MAX_BYTES,
  type ImportRequest,
  importRequest,
  importRetry,
  importSettlement,
  importsQuery,
  importUndo,
} from '../../shared/edge-api/imports.ts';
import { here } from '../account/route.ts';
import { configuration } from '../configuration.ts';
import { noDataBackend } from '../data-api/keys.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { keyedDigest } from '../http/digest.ts';
import { type Failed, respond, respondText, success } from '../http/result.ts';
import { callAccount, leftOut, needs, withBody } from './call-account.ts';
import { idempotencyKey } from './paid.ts';

const CREATED = 201;
const OK = 200;

/** The refusal of what this import does besides creating records. */
function leftOutOf(c: EdgeContext, { rows, removeFile }: ImportRequest): Failed | null {
  const changes = rows.some(({ recordId }) => recordId !== undefined);
  const refusal = changes ? leftOut(c, 'data.editRecord') : null;
  return refusal ?? (removeFile === undefined ? null : leftOut(c, 'data.deleteFile'));
}

/** A file that is removed is gone for good: then it needs an owner. */
export const newImportRoutes = new Hono<EdgeEnvironment>()
  /** Imports rows as records, each at most once; 201, or 200 with the outcome of the same import. */
  .post(
    '/imports',
    ...withBody('builder', importRequest, IMPORT_MAX_BYTES),
    needs('data.createRecord'),
    async (c) => {
      const key = idempotencyKey(c);
      if (!key.ok) return respond(c, key);
      const { encryptionKey, dataApiUrl } = configuration(c.env);
      if (encryptionKey === null || dataApiUrl === null) return respond(c, noDataBackend());
      const request = c.req.valid('json');
      const refusal = leftOutOf(c, request);
      if (refusal !== null) return respond(c, refusal);
      const fingerprint = await keyedDigest(encryptionKey, 'import', JSON.stringify(request));
      const submitted = await callAccount(c, (account, caller) =>
        account.submitImport(caller, key.value, fingerprint, request),
      );
      if (!submitted.ok) return respond(c, submitted);
      const { replayed, record } = submitted.value;
      return respondText(JSON.stringify({ errors: null, data: record }), replayed ? OK : CREATED, {
        'cache-control': 'private, no-store',
        ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
      });
    },
  );

/** Of which each import is the browser's that began it, or an owner's (`Imports`). */
export const importRoutes = [
  /** The latest imports, or those of a record, without their rows. */
  here('GET /imports', 'builder', { query: importsQuery }, ({ imports }, who, { query }) =>
    success(imports.list(who, query)),
  ),
  here(
    'GET /imports/:key',
    'builder',
    { query: z.object({ rows: z.optional(z.string()) }) },
    ({ imports }, who, { key, query }) => imports.get(who, key, query.rows === 'all'),
  ),
  here('POST /imports/:key/stop', 'builder', {}, ({ imports }, who, { key }) => imports.stop(who, key)),
  here(
    'POST /imports/:key/undo',
    'builder',
    { body: importUndo, needs: 'data.deleteRecord' },
    ({ imports }, who, { key, body }) => imports.undo(who, key, body.rows ?? []),
  ),
  here(
    'POST /imports/:key/retry',
    'builder',
    { body: importRetry, maxBytes: IMPORT_MAX_BYTES, needs: 'data.createRecord' },
    ({ imports }, who, { key, body }) => imports.retry(who, key, body),
  ),
  /** Sets the outcome of a row whose response was lost, as given by the user. */
  here(
    'POST /imports/:key/settle',
    'builder',
    { body: importSettlement },
    ({ imports }, who, { key, body }) => imports.settle(who, key, body),
  ),
];

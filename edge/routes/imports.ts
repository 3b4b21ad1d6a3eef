import { Hono } from 'hono/tiny';
import {
  IMPORT_MAX_BYTES,
  type ImportRequest,
  importRequest,
  importRetry,
  importSettlement,
  importsQuery,
  importUndo,
} from '../../shared/edge-api/imports.ts';
import { configuration } from '../configuration.ts';
import { noDataBackend } from '../data-api/keys.ts';
import { query } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { keyedDigest } from '../http/digest.ts';
import { respond, respondText } from '../http/result.ts';
import { callProcedure, leftOut, needs, respondWith, withBody } from './call-account.ts';
import { idempotencyKey } from './paid.ts';

const CREATED = 201;
const OK = 200;

/** The refusal of what this import does besides creating records. */
function leftOutOf(c: EdgeContext, { rows, removeFile }: ImportRequest): Response | null {
  const changes = rows.some(({ recordId }) => recordId !== undefined);
  const refusal = changes ? leftOut(c, 'data.editRecord') : null;
  return refusal ?? (removeFile === undefined ? null : leftOut(c, 'data.deleteFile'));
}

export const importRoutes = new Hono<EdgeEnvironment>()
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
      if (refusal !== null) return refusal;
      const fingerprint = await keyedDigest(encryptionKey, 'import', JSON.stringify(request));
      const submitted = await callProcedure(c, 'submitImport', key.value, fingerprint, request);
      if (!submitted.ok) return respond(c, submitted);
      const { replayed, record } = submitted.value;
      return respondText(JSON.stringify({ errors: null, data: record }), replayed ? OK : CREATED, {
        'cache-control': 'private, no-store',
        ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
      });
    },
  )
  /** The latest imports, or those of a record, without their rows. */
  .get('/imports', authenticate, query(importsQuery), (c) => respondWith(c, 'imports', c.req.valid('query')))
  .get('/imports/:key', authenticate, (c) =>
    respondWith(c, 'import', c.req.param('key'), c.req.query('rows') === 'all'),
  )
  .post('/imports/:key/stop', authenticate, (c) => respondWith(c, 'stopImport', c.req.param('key')))
  .post('/imports/:key/undo', ...withBody('undoImport', importUndo), needs('data.deleteRecord'), (c) =>
    respondWith(c, 'undoImport', c.req.param('key'), c.req.valid('json').rows ?? []),
  )
  .post(
    '/imports/:key/retry',
    ...withBody('retryImport', importRetry, IMPORT_MAX_BYTES),
    needs('data.createRecord'),
    (c) => respondWith(c, 'retryImport', c.req.param('key'), c.req.valid('json')),
  )
  .post('/imports/:key/settle', ...withBody('settleImport', importSettlement), (c) =>
    respondWith(c, 'settleImport', c.req.param('key'), c.req.valid('json')),
  );

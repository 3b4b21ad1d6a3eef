import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import {
  IMPORT_MAX_BYTES,
  importRequest,
  importRetry,
  importSettlement,
  importsQuery,
  importUndo,
} from '../../shared/edge-api/imports.ts';
import { configuration, mayUse } from '../configuration.ts';
import { jsonBody, query } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeEnvironment } from '../http/context.ts';
import { keyedDigest } from '../http/digest.ts';
import { fail, respond, respondText } from '../http/result.ts';
import { authorize, callAccount, respondWith } from './call-account.ts';
import { idempotencyKey } from './paid.ts';

const CREATED = 201;
const OK = 200;

const importsAllowed = createMiddleware<EdgeEnvironment>(async (c, next) => {
  if (mayUse(configuration(c.env), 'data.createRecord')) return next();
  return respond(c, fail('EDGE_NOT_ALLOWED', 'The operator of this edge does not allow imports.'));
});

export const importRoutes = new Hono<EdgeEnvironment>()
  /** Imports rows as records, each at most once; 201, or 200 with the outcome of the same import. */
  .post(
    '/imports',
    importsAllowed,
    authenticate,
    authorize('builder'),
    ...jsonBody(importRequest, IMPORT_MAX_BYTES),
    async (c) => {
      const key = idempotencyKey(c);
      if (!key.ok) return respond(c, key);
      const { encryptionKey, dataApiUrl } = configuration(c.env);
      if (encryptionKey === null || dataApiUrl === null)
        return respond(
          c,
          fail('EDGE_NOT_CONFIGURED', 'The edge knows no data backend: set DATA_API_URL; see /health.'),
        );
      const request = c.req.valid('json');
      if (request.removeFile !== undefined && !mayUse(configuration(c.env), 'data.deleteFile'))
        return respond(
          c,
          fail('EDGE_NOT_ALLOWED', 'The operator of this edge does not let files be deleted.'),
        );
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
  )
  /** The latest imports, or those of a record, without their rows. */
  .get('/imports', authenticate, query(importsQuery), (c) =>
    respondWith(c, (account, caller) => account.imports(caller, c.req.valid('query'))),
  )
  .get('/imports/:key', authenticate, async (c) => {
    const key = c.req.param('key');
    const allRows = c.req.query('rows') === 'all';
    return respondWith(c, (account, caller) => account.import(caller, key, allRows));
  })
  .post('/imports/:key/stop', authenticate, (c) =>
    respondWith(c, (account, caller) => account.stopImport(caller, c.req.param('key'))),
  )
  .post('/imports/:key/undo', authenticate, ...jsonBody(importUndo), (c) =>
    respondWith(c, (account, caller) =>
      account.undoImport(caller, c.req.param('key'), c.req.valid('json').rows ?? []),
    ),
  )
  .post(
    '/imports/:key/retry',
    authenticate,
    authorize('builder'),
    ...jsonBody(importRetry, IMPORT_MAX_BYTES),
    (c) =>
      respondWith(c, (account, caller) =>
        account.retryImport(caller, c.req.param('key'), c.req.valid('json')),
      ),
  )
  .post('/imports/:key/settle', authenticate, authorize('builder'), ...jsonBody(importSettlement), (c) =>
    respondWith(c, (account, caller) =>
      account.settleImport(caller, c.req.param('key'), c.req.valid('json')),
    ),
  );

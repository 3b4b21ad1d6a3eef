import { createMiddleware } from 'hono/factory';
import { Hono } from 'hono/tiny';
import * as z from 'zod/mini';
import { isPathParameter } from '../../shared/catalogues/address.ts';
import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import { dataKeyRequest, type WritePlace, writePlace } from '../../shared/edge-api/data-keys.ts';
import type { Capabilities } from '../account/capabilities.ts';
import { here } from '../account/route.ts';
import { configuration } from '../configuration.ts';
import { DataClient } from '../data-api/client.ts';
import { tooLarge, uploadForm } from '../data-api/upload.ts';
import { checkDataRequest, type DataCall, matchDataOperation } from '../data-api/whitelist.ts';
import type { KnownDevice } from '../devices/devices.ts';
import { bodyLimit } from '../http/body.ts';
import { authenticate } from '../http/caller.ts';
import type { EdgeContext, EdgeEnvironment } from '../http/context.ts';
import { keyedDigest } from '../http/digest.ts';
import { fail, respond, respondText, success } from '../http/result.ts';
import { authorize, callAccount } from './call-account.ts';
import { idempotencyKey, respondPaid } from './paid.ts';
import { partsOf } from './service.ts';

/** `/data/:projectId` and the rest of the path, undecoded. */
const BELOW = /^\/data\/([^/?]*)(\/[^?]*)?/;
const BODY_MAX_BYTES = 1024 * 1024;
const OK = 200;

/** Finds project and operation by method and path, and authorizes the caller before any body is read. */
const match = createMiddleware<EdgeEnvironment>(async (c, next) => {
  const { path } = partsOf(c.req.url);
  const [, projectId = '', rest = ''] = BELOW.exec(path) ?? [];
  if (!isPathParameter(projectId))
    return respond(c, fail('EDGE_NOT_ALLOWED', 'This is not the id of a project.'));
  const matched = matchDataOperation(
    { method: c.req.method, path: rest, hasHeader: (name) => c.req.raw.headers.has(name) },
    configuration(c.env).allowedOperations,
  );
  if (!matched.ok) return respond(c, matched);
  c.set('dataOperation', { ...matched.value, projectId });
  return authorize(dataCatalogue[matched.value.name].role)(c, next);
});

const limitBody = createMiddleware<EdgeEnvironment>((c, next) =>
  isUpload(c) ? next() : bodyLimit(BODY_MAX_BYTES)(c, next),
);

export const dataGatewayRoutes = new Hono<EdgeEnvironment>()
  /** A whitelisted operation of the data backend at its own path, under the project's data key. */
  .all('/data/:projectId/*', authenticate, match, limitBody, async (c) => {
    const operation = c.get('dataOperation');
    if (operation === undefined) return c.notFound();
    const body = isUpload(c) ? null : (await c.req.text()) || null;
    const { search } = partsOf(c.req.url);
    const checked = checkDataRequest(operation.projectId, operation, { search, body });
    if (!checked.ok) return respond(c, checked);
    const call = checked.value;
    if (isUpload(c)) return upload(c, call);
    if (dataCatalogue[call.operation].cost === 'credits') return callPaidData(c, call);
    const called = await callAccount(c, (account, caller) => account.callData(caller, call));
    if (!called.ok) return respond(c, called);
    return respondText(called.value.text, called.value.status, privately(called.value.headers));
  });

function isUpload(c: EdgeContext): boolean {
  const name = c.get('dataOperation')?.name;
  return name !== undefined && dataCatalogue[name].takes === 'file';
}

/** The file streams from the browser to the backend; only its first bytes are looked at on the way. */
async function upload(c: EdgeContext, call: DataCall): Promise<Response> {
  const opened = await callAccount(c, (account, caller) => account.openUpload(caller, call));
  if (!opened.ok) return respond(c, opened);
  const { fileName = '', ...query } = call.query;
  const length = Number(c.req.header('content-length') ?? Number.NaN);
  const form = await uploadForm(c.req.raw.body, fileName, Number.isSafeInteger(length) ? length : null);
  if (!form.ok) return respond(c, form);
  const response = await new DataClient(configuration(c.env)).call(opened.value, call.operation, {
    query,
    form: form.value,
  });
  if (form.value.isTooLarge()) return respond(c, tooLarge());
  const noted = await callAccount(c, (account, caller) => account.noteUpload(caller, call, response));
  return noted.ok
    ? respondText(noted.value.text, noted.value.status, privately(noted.value.headers))
    : respond(c, noted);
}

/** Calls that may cost go through the ledger: 200 with the response, 202 while the outcome is unknown. */
async function callPaidData(c: EdgeContext, call: DataCall): Promise<Response> {
  const key = idempotencyKey(c);
  if (!key.ok) return respond(c, key);
  const { encryptionKey } = configuration(c.env);
  if (encryptionKey === null)
    return respond(
      c,
      fail('EDGE_NOT_CONFIGURED', 'The edge is not set up for calls that use credits; see /health.'),
    );
  const { projectId, operation, parameters, query, body } = call;
  const fingerprint = await keyedDigest(
    encryptionKey,
    'data-request',
    JSON.stringify([projectId, operation, parameters, query, body]),
  );
  const submitting = callAccount(c, (account, caller) =>
    account.submitPaidData(caller, { ...call, key: key.value, fingerprint }),
  );
  // A browser that disconnects must not lose the call's response.
  c.executionCtx.waitUntil(submitting);
  const submitted = await submitting;
  return submitted.ok
    ? respondPaid({ ...submitted.value, answer: submitted.value.reply }, OK)
    : respond(c, submitted);
}

const privately = (headers: Record<string, string>) => ({ ...headers, 'cache-control': 'private, no-store' });

const change =
  (use: 'enter' | 'leave') =>
  (
    { writeModes }: Capabilities,
    { deviceId }: KnownDevice,
    { projectId, query }: { projectId: string; query: { place: WritePlace } },
  ) =>
    success(writeModes[use](deviceId, projectId, query.place));
const writing = { query: z.object({ place: writePlace }) };

/** Data keys of projects, which owners set and delete and nobody can read; files of apps; and write mode. */
export const dataRoutes = [
  here('GET /data-keys', 'owner', {}, ({ dataKeys }) => success(dataKeys.list())),
  /** `confirm`: from the response to the test of the same key; without it the key is only tested. */
  here(
    'PUT /data-keys/:projectId',
    'owner',
    { body: dataKeyRequest },
    ({ dataKeys }, { deviceId }, { projectId, body }) =>
      dataKeys.put(deviceId, projectId, body.key, body.confirm),
  ),
  here('DELETE /data-keys/:projectId', 'owner', {}, ({ dataKeys }, { deviceId }, { projectId }) =>
    dataKeys.remove(deviceId, projectId),
  ),
  /** Files that were stored through this edge; the data backend lists none. */
  here('GET /app-files/:projectId', 'builder', {}, ({ appFiles }, _, { projectId }) =>
    success(appFiles.list(projectId)),
  ),
  /** `place`: lets this browser change data of a project there, until it is idle. */
  here('POST /write-mode/:projectId', 'builder', writing, change('enter')),
  here('DELETE /write-mode/:projectId', 'builder', writing, change('leave')),
];

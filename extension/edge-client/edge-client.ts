import * as z from 'zod/mini';
import {
  capFound,
  type EdgeErrorCode,
  type EnvelopeErrors,
  envelope,
} from '../../shared/edge-api/envelope.ts';
import { guardedPrompt } from '../../shared/edge-api/guards.ts';
import { API_VERSION_HEADER, apiVersionOf } from '../../shared/edge-api/health.ts';
import { parseWithDigits } from '../../shared/exact-numbers.ts';
import type { catalogue } from '../../shared/operations/catalogue.ts';
import { parse } from '../../shared/parse.ts';
import { parseSnapshot, type Snapshot } from '../../shared/snapshot/snapshot.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { type ApiError, type ApiErrorKind, apiError, type Result, success } from './api-error.ts';

const ANSWER_TIMEOUT_MS = 15 * SECOND_MS;

/** Network and connectivity, replaced in tests. */
export type EdgeDependencies = { fetch: typeof fetch; isOnline: () => boolean };

export type EdgeRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the edge's address, with a leading slash. */
  path: string;
  token: string | null;
  body?: unknown;
  /** The body as it is sent, where its numbers have more digits than a number holds. */
  json?: string | undefined;
  /** A file as the body, in place of JSON. */
  file?: Blob;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

/** Sends a request to the edge and parses the response. @param data schema of the envelope's `data` */
export async function requestEdge<T>(
  dependencies: EdgeDependencies,
  edge: string,
  request: EdgeRequest,
  data: z.ZodMiniType<T>,
): Promise<Result<T>> {
  const result = await send(dependencies, edge, request);
  return result.ok ? readResponse(result.value, data) : result;
}

/** Parses a response's envelope, its `data` by this schema; digits that no number holds become a text. */
export async function readResponse<T>(response: Response, data: z.ZodMiniType<T>): Promise<Result<T>> {
  const body = await response
    .text()
    .then(parseWithDigits)
    .then(success, (error: unknown) => brokenOff(response, error));
  if (!body.ok) return body;
  const read = parse(envelope, body.value);
  if (!read) return apiError(response.status >= 500 ? 'edge-unreachable' : 'not-an-edge');
  if (!response.ok || read.errors) return apiErrorOf(response.status, read.errors);
  const value = data.safeParse(read.data);
  return value.success ? success(value.data) : apiError('not-an-edge');
}

/** Why a body can't be read: it took too long, what an edge sends broke off, or it was never an edge's. */
function brokenOff({ status, headers }: Response, error: unknown) {
  if (error instanceof Error && error.name === 'TimeoutError') return apiError('edge-timeout');
  if (status >= 500) return apiError('edge-unreachable');
  const isJson = headers.get('content-type')?.startsWith('application/json');
  return isJson ? apiError('edge-failing', 'ANSWER_BROKEN_OFF') : apiError('not-an-edge');
}

/** Sends a request to the edge. An error response is a success of this call. */
export async function send(
  dependencies: EdgeDependencies,
  edge: string,
  request: EdgeRequest,
): Promise<Result<Response>> {
  const headers: Record<string, string> = { ...request.headers };
  if (request.token !== null) headers.authorization = `Bearer ${request.token}`;
  const init: RequestInit = {
    method: request.method,
    headers,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(request.timeoutMs ?? ANSWER_TIMEOUT_MS),
  };
  if (request.file !== undefined) {
    headers['content-type'] = 'application/octet-stream';
    init.body = request.file;
  } else if (request.body !== undefined || request.json !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = request.json ?? JSON.stringify(request.body);
  }
  try {
    return success(await dependencies.fetch(`${edge}${request.path}`, init));
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return apiError('edge-timeout');
    return apiError(dependencies.isOnline() ? 'edge-unreachable' : 'offline');
  }
}

type Catalogue = typeof catalogue;
type CallOf<Operation> = Operation extends { reach: 'edge' | 'launches' | 'caps' }
  ? never
  : Operation extends { method: infer Method; path: `/projects/:projectId/${infer Path}` }
    ? Path extends `${string}:${string}`
      ? never
      : { method: Method; path: Path }
    : never;

/**
 * Project operations of the gateway: method, and path below the project's. Derived from the catalogue at
 * compile time, so that nothing else can be requested and no script contains the catalogue.
 */
export type ProjectCall = CallOf<Catalogue[keyof Catalogue]>;

export type ProjectRequest = ProjectCall & Omit<EdgeRequest, 'token' | 'method' | 'path'>;

/** A request to the service about a project, in the form of the edge's gateway. */
export function serviceCall(projectId: string, request: ProjectRequest): Omit<EdgeRequest, 'token'> {
  return { ...request, path: `/service/projects/${encodeURIComponent(projectId)}/${request.path}` };
}

export type FetchedSnapshot = {
  /** Null: unchanged. */
  value: Snapshot | null;
  etag: string | null;
  /** The edge's version; see `API_VERSION`. */
  edgeApi: number;
};

/**
 * Fetches the snapshot; `value` is null when it still has the tag `known`.
 * @param fresh a view is open: the edge reads what is older than a few seconds, and sweeps
 */
export async function fetchSnapshot(
  dependencies: EdgeDependencies,
  edge: string,
  token: string,
  known: string | null,
  fresh: boolean,
): Promise<Result<FetchedSnapshot>> {
  const response = await send(dependencies, edge, {
    method: 'GET',
    path: fresh ? '/snapshot?fresh=1' : '/snapshot',
    token,
    headers: known === null ? {} : { 'if-none-match': known },
  });
  if (!response.ok) return response;
  const { headers, status } = response.value;
  const tags = { etag: headers.get('etag'), edgeApi: apiVersionOf(headers.get(API_VERSION_HEADER)) };
  if (status === 304) return success({ value: null, ...tags });
  const read = await readResponse(response.value, z.unknown());
  if (!read.ok) return read;
  const value = parseSnapshot(read.value);
  return value === null ? apiError('not-an-edge') : success({ value, ...tags });
}

/** Kinds of the edge's own codes where the status is not enough. */
const KIND: Partial<Record<EdgeErrorCode, ApiErrorKind>> = {
  EDGE_ROLE_FORBIDDEN: 'role',
  EDGE_NOT_ALLOWED: 'role',
  EDGE_CODE_INVALID: 'code-invalid',
  EDGE_OTHER_LEDGER: 'other-ledger',
  EDGE_TOO_MANY_TRIES: 'too-many-tries',
  EDGE_KEY_REJECTED: 'key-rejected',
  EDGE_ACCOUNT_UNCONFIRMED: 'account-unconfirmed',
  EDGE_DATA_KEY_REJECTED: 'key-rejected',
  EDGE_NOT_CONFIGURED: 'edge-not-configured',
  EDGE_STORAGE_FAILED: 'edge-failing',
  EDGE_DAY_SPENT: 'edge-failing',
  EDGE_OTHER_FORM: 'edge-failing',
  // Neither the edge nor the builder service: its message says what the channel's own service answered.
  EDGE_CHANNEL_FAILED: 'refused',
  EDGE_INTERNAL: 'edge-failing',
};

/** Parses a refusal; the service's own codes pass the edge unchanged. */
export function apiErrorOf(status: number, errors: EnvelopeErrors | null): { ok: false; error: ApiError } {
  const code = errors?.errorCode ?? null;
  const known = code !== null && Object.hasOwn(KIND, code) && KIND[code as EdgeErrorCode];
  const failed = apiError(known || kindOfStatus(status), code, errors?.errorMessage ?? null);
  const guarded = code === 'EDGE_GUARDED' ? parse(guardedPrompt, errors?.errorDetails) : null;
  if (guarded !== null) return { ok: false, error: { ...failed.error, guarded } };
  const details = parse(refusalDetails, errors?.errorDetails);
  return details === null ? failed : { ok: false, error: { ...failed.error, ...details } };
}

const refusalDetails = z.union([z.object({ reason: z.string() }), capFound, z.object({ field: z.string() })]);

function kindOfStatus(status: number): ApiErrorKind {
  if (status === 401) return 'revoked';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'service-failing' : 'refused';
}

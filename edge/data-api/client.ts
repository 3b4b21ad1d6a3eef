import { fitsParameter } from '../../shared/catalogues/address.ts';
import { type DataOperationName, dataCatalogue, qualified } from '../../shared/data-api/catalogue.ts';
import type { DataOperation } from '../../shared/data-api/operation.ts';
import { parseKeepingDigits } from '../../shared/exact-numbers.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { withoutWithheld } from '../../shared/withheld.ts';
import { type AddressParts, filledAddress } from '../builder-api/address.ts';
import type { Configuration } from '../configuration.ts';
import { readResponseText, TooLargeError } from '../http/body.ts';
import { inTime } from '../http/in-time.ts';
import { type LogLine, log } from '../http/log.ts';
import { notAnswered, notSent } from '../http/service-failure.ts';
import { type DataResponse, readDataResponse } from './response.ts';

const API = '/api/v1';
const CALL_TIMEOUT_MS = 10 * SECOND_MS;
/** Scanning a page takes seconds, and a file may have many. */
const PAID_TIMEOUT_MS = MINUTE_MS;
const UPLOAD_TIMEOUT_MS = 5 * MINUTE_MS;
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;
/** How long a backend without the query by POST is asked by GET alone. */
const ASK_AGAIN_AFTER_MS = HOUR_MS;
const NOT_FOUND = 404;

export interface DataRequest extends AddressParts {
  /** The body as JSON. */
  body?: string;
  /** A multipart form instead of a JSON body. */
  form?: { contentType: string; body: ReadableStream<Uint8Array> };
}

/** External dependencies of the client; tests replace them. */
export interface DataClientSurroundings {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  now: () => number;
  report: (line: LogLine) => void;
  timeoutMs?: number;
}

const REAL: DataClientSurroundings = {
  fetch: (address, init) => fetch(address, init),
  now: () => Date.now(),
  report: log,
};

/**
 * Client of the data backend of a project's app, under its data key. Every call has a timeout and a size
 * limit, follows no redirect, is sent exactly once, and ends as a response or as one of a closed set of
 * failures: it never throws.
 */
export class DataClient {
  readonly #dataApiUrl: string | null;
  readonly #surroundings: DataClientSurroundings;
  #listsByGetUntil = 0;

  constructor(
    { dataApiUrl }: Pick<Configuration, 'dataApiUrl'>,
    surroundings: Partial<DataClientSurroundings> = {},
  ) {
    this.#dataApiUrl = dataApiUrl;
    this.#surroundings = { ...REAL, ...surroundings };
  }

  async call(key: string, name: DataOperationName, request: DataRequest = {}): Promise<DataResponse> {
    return name === 'queryRecords' ? this.#query(key, request) : this.#send(key, name, request);
  }

  /** Falls back to the list by GET, the only one in the published reference (data reference, Endpoints). */
  async #query(key: string, request: DataRequest): Promise<DataResponse> {
    const { now } = this.#surroundings;
    if (now() < this.#listsByGetUntil) return this.#send(key, 'listRecords', asList(request));
    const result = await this.#send(key, 'queryRecords', request);
    if (result.ok || result.failure.httpStatus !== NOT_FOUND) return result;
    const listed = await this.#send(key, 'listRecords', asList(request));
    // A table that is not there is not found by either.
    if (listed.ok) this.#listsByGetUntil = now() + ASK_AGAIN_AFTER_MS;
    return listed;
  }

  async #send(key: string, name: DataOperationName, request: DataRequest): Promise<DataResponse> {
    const operation: DataOperation = dataCatalogue[name];
    if (this.#dataApiUrl === null)
      return failed(notSent('not-configured', 'The edge knows no data backend: set DATA_API_URL.'));
    const address = filledAddress(`${this.#dataApiUrl}${API}`, operation.path, request, fitsParameter);
    if (address === null) return failed(notSent('refused', 'No address can be made of this name.'));
    const { now, report, timeoutMs } = this.#surroundings;
    const startedAt = now();
    const result = await inTime(
      (signal) => this.#exchange(operation, key, address, request, signal),
      timeoutMs ?? timeoutOf(operation),
      failed(notAnswered('timeout', 'The data backend did not answer in time.')),
    );
    // Most calls are successful reads, which the request's log line covers.
    if (!result.ok)
      report({
        event: 'service-call',
        operation: qualified(name),
        status: result.failure.httpStatus ?? 0,
        failure: result.failure.kind,
        durationMs: now() - startedAt,
      });
    return result;
  }

  async #exchange(
    { method, path, assumed }: DataOperation,
    key: string,
    address: string,
    { body, form }: DataRequest,
    signal: AbortSignal,
  ): Promise<DataResponse> {
    const { fetch, now } = this.#surroundings;
    const headers: Record<string, string> = { 'api-key': key, accept: 'application/json' };
    const init: RequestInit = { method, headers, redirect: 'manual', signal };
    if (form !== undefined) {
      headers['content-type'] = form.contentType;
      init.body = form.body;
    } else if (body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = body;
    }
    try {
      const response = await fetch(address, init);
      const text = await readResponseText(response, ANSWER_MAX_BYTES);
      if (text.includes(key)) return failed(notAnswered('unexpected-answer', 'The answer holds a secret.'));
      const read = readDataResponse(response.status, response.headers, text, assumed, now());
      // The structure of the tables holds no values, and the edge reads in it which columns are withheld.
      return read.ok && path !== dataCatalogue.getDataStructure.path
        ? { ...read, data: withoutWithheld(read.data) }
        : read;
    } catch (error) {
      return failed(
        error instanceof TooLargeError
          ? notAnswered('answer-too-large', `The answer is larger than ${ANSWER_MAX_BYTES} bytes.`)
          : notAnswered('unreachable', 'The data backend could not be reached, or broke the connection.'),
      );
    }
  }
}

/** A query in a body as the same query in an address: objects as JSON text. */
function asList({ parameters = {}, body = '{}' }: DataRequest): DataRequest {
  const query = Object.entries(parseKeepingDigits(body) as Record<string, unknown>);
  return {
    parameters,
    query: Object.fromEntries(query.map(([name, value]) => [name, JSON.stringify(value)])),
  };
}

function timeoutOf({ cost, takes }: DataOperation): number {
  if (takes === 'file') return UPLOAD_TIMEOUT_MS;
  return cost === 'credits' ? PAID_TIMEOUT_MS : CALL_TIMEOUT_MS;
}

const failed = (failure: ServiceFailure): DataResponse => ({ ok: false, failure });

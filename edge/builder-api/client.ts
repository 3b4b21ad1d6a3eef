import { catalogue, type OperationData, type OperationName } from '../../shared/operations/catalogue.ts';
import { DATA_PREFIX } from '../../shared/operations/new-project.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import { SECOND_MS } from '../../shared/time.ts';
import type { Configuration } from '../configuration.ts';
import { readResponseText, TooLargeError } from '../http/body.ts';
import { inTime } from '../http/in-time.ts';
import { type LogLine, log } from '../http/log.ts';
import { notAnswered, notSent } from '../http/service-failure.ts';
import { type AddressParts, serviceAddress } from './address.ts';
import {
  isRepeatable,
  nextTryAfterMs,
  notInForm,
  type Paging,
  type RetryAllowance,
  readResponse,
  type ServiceResponse,
} from './response.ts';

const CALL_TIMEOUT_MS = 10 * SECOND_MS;
const LAUNCH_TIMEOUT_MS = 30 * SECOND_MS;
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;
const SIGNING_SECRET_START = 'whsec_';
const SIGNING_SECRET = /whsec_[0-9a-fA-F]{32,}/g;

export interface ServiceRequest extends AddressParts {
  /** The body as JSON, as text or in UTF-8. */
  body?: string | Uint8Array;
}

/** A call that is allowed, and where it goes. */
interface Sending {
  name: OperationName;
  operation: Operation;
  address: string;
  apiKey: string;
  body: ServiceRequest['body'];
}

/** External dependencies of the client; tests replace them. */
export interface ClientSurroundings {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  now: () => number;
  random: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Called after each call that failed or changed something. */
  report: (line: LogLine) => void;
  /** Shares one response between equal concurrent calls. */
  coalescer: Pick<Coalescer<ServiceResponse>, 'run'>;
  /** Hears every response that is read in its form. */
  onRead?: OnRead;
  /** What every call fails with for now, at once or later; null: it is made. */
  bar: () => Promise<ServiceFailure | null> | null;
  /** Limits the retries of all calls together; without it each call has its own limit. */
  retries?: RetryAllowance;
  timeoutMs?: number;
}

const REAL: Omit<ClientSurroundings, 'coalescer'> = {
  fetch: (address, init) => fetch(address, init),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  report: log,
  bar: () => null,
};

/**
 * Client of the service, and the only place with its key. Every call has a timeout and a size limit, follows
 * no redirect, never throws, and ends as a response or as one of a closed set of failures.
 */
export class ServiceClient {
  readonly #configuration: Pick<Configuration, 'serviceUrl' | 'apiKey'>;
  readonly #surroundings: ClientSurroundings;

  constructor(
    configuration: Pick<Configuration, 'serviceUrl' | 'apiKey'>,
    surroundings: Partial<ClientSurroundings> = {},
  ) {
    this.#configuration = configuration;
    this.#surroundings = { ...REAL, coalescer: new Coalescer(), ...surroundings };
  }

  /** Tells who listens what the service answered. */
  heard: OnRead = (...read) => this.#surroundings.onRead?.(...read);

  /** Retries free reads, and lets equal concurrent ones share one call; sends all else exactly once. */
  call(name: OperationName, request: ServiceRequest = {}): Promise<ServiceResponse> {
    const barred = this.#surroundings.bar();
    if (barred === null) return this.#call(name, request);
    return barred.then((failure) =>
      failure === null ? this.#call(name, request) : { ok: false as const, failure },
    );
  }

  #call(name: OperationName, request: ServiceRequest): Promise<ServiceResponse> {
    const operation: Operation = catalogue[name];
    const { serviceUrl, apiKey } = this.#configuration;
    if (serviceUrl === null || apiKey === null)
      return Promise.resolve(failed(notSent('not-configured', 'The edge knows no service or has no key.')));
    const address = serviceAddress(serviceUrl, operation, request);
    if (address === null)
      return Promise.resolve(failed(notSent('not-found', 'No address can be made of this id.')));
    const sending = { name, operation, address, apiKey, body: request.body };
    const send = () => this.#sendWithRetries(sending);
    return isRepeatable(operation) ? this.#surroundings.coalescer.run(address, send) : send();
  }

  async #sendWithRetries(sending: Sending): Promise<ServiceResponse> {
    for (let tries = 1; ; tries++) {
      const result = await this.#send(sending);
      if (result.ok) return result;
      const waitMs = nextTryAfterMs(sending.operation, result.failure, tries, this.#surroundings.random());
      if (waitMs === null || this.#surroundings.retries?.take(this.#surroundings.now()) === false)
        return result;
      await this.#surroundings.sleep(waitMs);
    }
  }

  async #send(sending: Sending): Promise<ServiceResponse> {
    const { now, report, timeoutMs } = this.#surroundings;
    const { name, operation, apiKey, body } = sending;
    const { method, reach, isUpload } = operation;
    const startedAt = now();
    const headers: Record<string, string> = { 'api-key': apiKey, accept: 'application/json' };
    const init: RequestInit = { method, headers, redirect: 'manual' };
    if (body !== undefined && isUpload) init.body = uploadForm(body);
    else if (body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = body;
    }
    const result = await inTime(
      (signal) => this.#exchange(sending, { ...init, signal }),
      timeoutMs ?? (reach === 'launches' || isUpload ? LAUNCH_TIMEOUT_MS : CALL_TIMEOUT_MS),
      failed(notAnswered('timeout', 'The service did not answer in time.')),
    );
    // Most calls are successful reads, which the request's log line covers.
    if (!result.ok || !isRepeatable(operation))
      report({
        event: 'service-call',
        operation: name,
        status: result.ok ? result.status : (result.failure.httpStatus ?? 0),
        failure: result.ok ? undefined : result.failure.kind,
        durationMs: now() - startedAt,
      });
    return result;
  }

  async #exchange(
    { name, operation: { reach }, address, apiKey }: Sending,
    init: RequestInit,
  ): Promise<ServiceResponse> {
    const { fetch, now } = this.#surroundings;
    const askedAt = now();
    try {
      const response = await fetch(address, init);
      const raw = await readResponseText(response, ANSWER_MAX_BYTES);
      const text = reach === 'edge' ? raw : withoutSigningSecrets(raw);
      if (text.includes(apiKey))
        return failed(notAnswered('unexpected-answer', 'The answer holds a secret.'));
      const read = readResponse(name, response.status, response.headers, text, now());
      return read.ok ? { ...read, askedAt } : read;
    } catch (error) {
      return failed(
        error instanceof TooLargeError
          ? notAnswered('answer-too-large', `The answer is larger than ${ANSWER_MAX_BYTES} bytes.`)
          : notAnswered('unreachable', 'The service could not be reached, or broke the connection.'),
      );
    }
  }
}

/** The multipart form of a file that a browser sent as JSON in base64, which the whitelist has checked. */
function uploadForm(body: string | Uint8Array): FormData {
  const json = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const { name, content } = JSON.parse(json) as { name: string; content: string };
  const binary = atob(content.replace(DATA_PREFIX, ''));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const form = new FormData();
  form.set('file', new Blob([bytes]), name);
  return form;
}

const failed = (failure: ServiceFailure): ServiceResponse => ({ ok: false, failure });

/**
 * Redacts signing secrets in a response. It is not rejected: a user's own prompt may contain one, and its run
 * would become unreadable.
 */
function withoutSigningSecrets(text: string): string {
  return text.includes(SIGNING_SECRET_START)
    ? text.replace(SIGNING_SECRET, `${SIGNING_SECRET_START}redacted`)
    : text;
}

/** Coalesces equal concurrent calls into one. */
export class Coalescer<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  run(request: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(request);
    if (known) return known;
    const call = ask().finally(() => this.#underWay.delete(request));
    this.#underWay.set(request, call);
    return call;
  }
}

/** @param askedAt when the service was asked, in milliseconds since the epoch */
export type OnRead = (
  name: OperationName,
  request: Pick<ServiceRequest, 'parameters' | 'query'>,
  data: unknown,
  askedAt: number,
) => void;

export type CallResult<N extends OperationName> =
  | { ok: true; data: OperationData<N>; paging: Paging }
  | { ok: false; failure: ServiceFailure };

/** Calls the service and parses the response with the catalogue's schema. */
export type CallService = <N extends OperationName>(
  name: N,
  request?: ServiceRequest,
) => Promise<CallResult<N>>;

export function parsedCalls(
  client: Pick<ServiceClient, 'call'> & Partial<Pick<ServiceClient, 'heard'>>,
): CallService {
  return async <N extends OperationName>(name: N, request?: ServiceRequest) => {
    const result = await client.call(name, request);
    if (!result.ok) return result;
    const parsed = catalogue[name].data.safeParse(result.data);
    if (!parsed.success) return { ok: false, failure: notInForm() };
    client.heard?.(name, request ?? {}, parsed.data, result.askedAt);
    return { ok: true, data: parsed.data as OperationData<N>, paging: result.paging };
  };
}

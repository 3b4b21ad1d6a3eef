import { catalogue, type OperationName } from '../../shared/operations/catalogue.ts';
import type { Operation } from '../../shared/operations/operation.ts';
import { SECOND_MS } from '../../shared/time.ts';
import type { Configuration } from '../configuration.ts';
import { log } from '../http/log.ts';
import { type Parameters, serviceAddress } from './address.ts';
import { failureWithoutAnswer, readAnswer, type ServiceAnswer } from './answer.ts';
import { Flights } from './flights.ts';
import { readAnswerText, TooLargeError } from './read-capped.ts';
import { isRepeatable, nextTryAfterMs } from './retry.ts';

const CALL_TIMEOUT_MS = 10 * SECOND_MS;
const LAUNCH_TIMEOUT_MS = 30 * SECOND_MS;
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;

export interface Question {
  parameters?: Parameters;
  query?: Readonly<Record<string, string | undefined>>;
  /** The JSON of the body, as text or in UTF-8. */
  body?: string | Uint8Array;
}

/** What the client takes from its surroundings; tests give others. */
export interface ClientSurroundings {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  now: () => number;
  random: () => number;
  sleep: (ms: number) => Promise<void>;
  timeoutMs?: number;
}

const REAL: ClientSurroundings = {
  fetch: (address, init) => fetch(address, init),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Asks the service. The only place that holds its key. Every call has a deadline and a largest size, follows no
 * redirect, and ends as an answer or as one of a closed set of failures: it never throws.
 */
export class ServiceClient {
  readonly #configuration: Pick<Configuration, 'serviceUrl' | 'apiKey'>;
  readonly #surroundings: ClientSurroundings;
  readonly #flights = new Flights<ServiceAnswer>();

  constructor(
    configuration: Pick<Configuration, 'serviceUrl' | 'apiKey'>,
    surroundings: Partial<ClientSurroundings> = {},
  ) {
    this.#configuration = configuration;
    this.#surroundings = { ...REAL, ...surroundings };
  }

  /** Free reads that are asked at the same time share one flight and are tried again; anything else is sent exactly once. */
  ask(name: OperationName, question: Question = {}): Promise<ServiceAnswer> {
    const operation: Operation = catalogue[name];
    const { serviceUrl, apiKey } = this.#configuration;
    if (serviceUrl === null || apiKey === null)
      return Promise.resolve({
        ok: false,
        failure: failureWithoutAnswer('not-configured', 'The edge knows no service or has no key.'),
      });
    const address = addressOf(serviceUrl, operation, question);
    if (address === null)
      return Promise.resolve({
        ok: false,
        failure: failureWithoutAnswer('not-found', 'No address can be made of this id.'),
      });
    const send = () => this.#tryUntilAnswered(name, operation, address, apiKey, question.body);
    return isRepeatable(operation) ? this.#flights.fly(address, send) : send();
  }

  async #tryUntilAnswered(
    name: OperationName,
    operation: Operation,
    address: string,
    apiKey: string,
    body: Question['body'],
  ): Promise<ServiceAnswer> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#send(name, operation, address, apiKey, body);
      if (answer.ok) return answer;
      const waitMs = nextTryAfterMs(operation, answer.failure, tries, this.#surroundings.random());
      if (waitMs === null) return answer;
      await this.#surroundings.sleep(waitMs);
    }
  }

  async #send(
    name: OperationName,
    operation: Operation,
    address: string,
    apiKey: string,
    body: Question['body'],
  ): Promise<ServiceAnswer> {
    const startedAt = this.#surroundings.now();
    const answer = await this.#exchange(name, operation, address, apiKey, body);
    log({
      event: 'service-call',
      operation: name,
      status: answer.ok ? answer.status : (answer.failure.httpStatus ?? 0),
      failure: answer.ok ? undefined : answer.failure.kind,
      durationMs: this.#surroundings.now() - startedAt,
    });
    return answer;
  }

  async #exchange(
    name: OperationName,
    { method, reach }: Operation,
    address: string,
    apiKey: string,
    body: Question['body'],
  ): Promise<ServiceAnswer> {
    const defaultTimeoutMs = reach === 'launches' ? LAUNCH_TIMEOUT_MS : CALL_TIMEOUT_MS;
    // Not `AbortSignal.timeout`: its timer outlives the answer and keeps the object from being put to sleep.
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#surroundings.timeoutMs ?? defaultTimeoutMs);
    const { signal } = deadline;
    const headers: Record<string, string> = { 'api-key': apiKey, accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      const init: RequestInit = { method, headers, redirect: 'manual', signal };
      if (body !== undefined) init.body = body;
      const response = await this.#surroundings.fetch(address, init);
      const text = await readAnswerText(response, ANSWER_MAX_BYTES);
      if (holdsSecret(text, apiKey, reach))
        return {
          ok: false,
          failure: failureWithoutAnswer('unexpected-answer', 'The answer holds a secret.'),
        };
      return readAnswer(name, response.status, response.headers, text, this.#surroundings.now());
    } catch (error) {
      return { ok: false, failure: failureWithoutAnswer(...describe(error, signal)) };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** null when a parameter could stand for more than itself in a path: an id that the service told, for once. */
function addressOf(serviceUrl: string, operation: Operation, { parameters, query }: Question): string | null {
  try {
    return serviceAddress(serviceUrl, operation, parameters ?? {}, query);
  } catch {
    return null;
  }
}

/** A key or a whole signing secret in an answer that is meant for browsers goes no further. */
function holdsSecret(text: string, apiKey: string, reach: Operation['reach']): boolean {
  return text.includes(apiKey) || (reach !== 'edge' && /whsec_[0-9a-fA-F]{32}/.test(text));
}

function describe(
  error: unknown,
  signal: AbortSignal,
): ['timeout' | 'unexpected-answer' | 'unreachable', string] {
  if (signal.aborted) return ['timeout', 'The service did not answer in time.'];
  if (error instanceof TooLargeError) return ['unexpected-answer', 'The answer is too large.'];
  return ['unreachable', 'The service could not be reached, or broke the connection.'];
}

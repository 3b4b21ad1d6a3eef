import type { DataOperationName } from '../../shared/data-api/catalogue.ts';
import { fail, type Result, success } from '../http/result.ts';
import { type DataAnswer, dataErrorOf } from './answer.ts';
import type { DataClient, DataRequest } from './client.ts';
import type { DataKeys } from './keys.ts';
import type { DataCall } from './whitelist.ts';

/** What the data backend answered, as a browser gets it. */
export interface DataReply {
  status: number;
  /** The envelope. */
  text: string;
  headers: Record<string, string>;
}

/** Asks the data backend of a project under its key: for browsers, imports and watches. */
export class DataGateway {
  readonly #client: DataClient;
  readonly #keys: DataKeys;

  constructor(client: DataClient, keys: DataKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** @returns an answer, or why none could be asked for */
  async ask(projectId: string, name: DataOperationName, request: DataRequest): Promise<Result<DataAnswer>> {
    const key = await this.#keys.open(projectId);
    if (!key.ok) return key;
    const answer = await this.#client.ask(key.value, name, request);
    this.#keys.note(projectId, answer);
    return success(answer);
  }

  async call({ projectId, operation, parameters, query, body }: DataCall): Promise<Result<DataReply>> {
    const asked = await this.ask(projectId, operation, {
      parameters,
      query,
      ...(body === null ? {} : { body }),
    });
    if (!asked.ok) return asked;
    return replyOf(asked.value);
  }

  /** The key and what it takes for a call that the Worker makes itself: a file streams past the object. */
  async openForUpload(projectId: string): Promise<Result<string>> {
    return this.#keys.open(projectId);
  }

  noteUpload(projectId: string, answer: DataAnswer): Result<DataReply> {
    this.#keys.note(projectId, answer);
    return replyOf(answer);
  }
}

export function replyOf(answer: DataAnswer): Result<DataReply> {
  if (!answer.ok) return { ok: false, error: dataErrorOf(answer.failure) };
  const { data, count, status } = answer;
  if (data === undefined) return fail('EDGE_SERVICE_UNEXPECTED', 'The data backend answered nothing.');
  return success({
    status,
    text: JSON.stringify({ errors: null, data }),
    headers: count === null ? {} : { 'x-total-count': String(count) },
  });
}

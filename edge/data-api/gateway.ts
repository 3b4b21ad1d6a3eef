import type { DataOperationName } from '../../shared/data-api/catalogue.ts';
import { WITHHELD_WORDS } from '../../shared/withheld.ts';
import { fail, invalid, type Result, success } from '../http/result.ts';
import type { DataClient, DataRequest } from './client.ts';
import type { DataKeys } from './keys.ts';
import { type DataResponse, dataErrorOf } from './response.ts';
import type { DataCall } from './whitelist.ts';
import { asksForWithheld, reachOf } from './withheld.ts';

/** The data backend's response in the form for a browser. */
export interface DataReply {
  status: number;
  /** The envelope. */
  text: string;
  headers: Record<string, string>;
}

/** Calls the data backend of a project under its key, for browsers and imports. */
export class DataGateway {
  readonly #client: DataClient;
  readonly #keys: DataKeys;

  constructor(client: DataClient, keys: DataKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /**
   * @param app that the key must open (`DataKeys.appOf`)
   * @returns the response, or why the call could not be made
   */
  async request(
    projectId: string,
    name: DataOperationName,
    request: DataRequest,
    app?: string,
  ): Promise<Result<DataResponse>> {
    const key = await this.#keys.open(projectId, app);
    if (!key.ok) return key;
    const response = await this.#client.call(key.value, name, request);
    this.#keys.note(projectId, response, key.value);
    return success(response);
  }

  async call(call: DataCall): Promise<Result<DataReply>> {
    const { projectId, operation, parameters, query, body } = call;
    const checked = await this.#checkReach(call);
    if (!checked.ok) return checked;
    const result = await this.request(projectId, operation, {
      parameters,
      query,
      ...(body === null ? {} : { body }),
    });
    if (!result.ok) return result;
    return replyOf(result.value);
  }

  /** The key for a call that the Worker makes itself: uploads stream past the object. */
  async openForUpload(call: DataCall): Promise<Result<string>> {
    const checked = await this.#checkReach(call);
    return checked.ok ? this.#keys.open(call.projectId) : checked;
  }

  /** Refuses a call that would tell a withheld value, or might where the tables' structure can't be read. */
  async #checkReach(call: DataCall): Promise<Result<null>> {
    const reach = reachOf(call);
    if (reach === null) return success(null);
    const structure = await this.request(call.projectId, 'getDataStructure', {});
    if (!structure.ok) return structure;
    if (!structure.value.ok) return { ok: false, error: dataErrorOf(structure.value.failure) };
    return asksForWithheld(reach, structure.value.data)
      ? invalid('request', `${WITHHELD_WORDS}, and a table that it reads has a column of them`)
      : success(null);
  }

  noteUpload(projectId: string, response: DataResponse): Result<DataReply> {
    this.#keys.note(projectId, response);
    return replyOf(response);
  }
}

export function replyOf(response: DataResponse): Result<DataReply> {
  if (!response.ok) return { ok: false, error: dataErrorOf(response.failure) };
  const { data, count, status } = response;
  if (data === undefined) return fail('EDGE_DATA_UNEXPECTED', 'The data backend answered nothing.');
  return success({
    status,
    text: JSON.stringify({ errors: null, data }),
    headers: count === null ? {} : { 'x-total-count': String(count) },
  });
}

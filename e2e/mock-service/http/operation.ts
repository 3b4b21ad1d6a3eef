import type { ApiKey } from '../world/account.ts';
import type { World } from '../world/world.ts';

/** One authenticated request, parsed. `body` is undefined when none was sent. */
export interface Call {
  world: World;
  key: ApiKey;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  /** The part `file` of a multipart body; undefined when there is none. */
  upload?: { name: string; bytes: Uint8Array };
  legacyHost: boolean;
}

export interface Answer {
  data: unknown;
  status?: number;
  headers?: Record<string, string>;
}

/** One call of the service. `path` is relative to `P`, or to `{base_url}/api/v1` when `outsideP`. */
export interface Operation {
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  cost: 'free' | 'credits';
  outsideP?: boolean;
  /** Default: JSON. */
  body?: 'multipart';
  /** Source other than the published reference: the published client, or a third party's notes (weakest). */
  knownFrom?: 'client' | 'notes';
  handle(call: Call): Answer;
}

export function param(call: Call, name: string): string {
  return call.params[name] ?? '';
}

import type { World } from '../../world/world.ts';
import type { DataBackend, DataKey } from '../backend/backend.ts';

/** One authenticated request of the data backend. `body` is undefined when none was sent. */
export interface DataCall {
  world: World;
  backend: DataBackend;
  key: DataKey;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  /** The multipart form of an upload; undefined elsewhere. */
  form: FormData | undefined;
  /** Where this service was reached, for addresses that it hands out: `http://127.0.0.1:4010/data`. */
  dataUrl: string;
}

export interface DataResult {
  data: unknown;
  /** Number of all results, beside `data` when it was requested. */
  count?: number;
}

/** One operation of the data reference; `path` is relative to `{data_api_url}/api/v1`. */
export interface DataOperation {
  /** As faults and counters name it, with `data.` before it. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** How the body is read; `json` by default. */
  takes?: 'json' | 'multipart';
  handle(call: DataCall): DataResult | Promise<DataResult>;
}

export function param(call: DataCall, name: string): string {
  return call.params[name] ?? '';
}

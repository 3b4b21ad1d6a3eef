import { backoffMs } from '../../shared/backoff.ts';
import type { DataOperationName } from '../../shared/data-api/catalogue.ts';
import type { ImportRecord } from '../../shared/edge-api/imports.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { DataRequest } from '../data-api/client.ts';
import { type DataResponse, dataErrorOf } from '../data-api/response.ts';
import type { Result } from '../http/result.ts';
import { waitAfter } from '../http/service-failure.ts';
import { reached } from '../object/probes.ts';
import type { ImportEntry, ImportProgress, ImportStore } from './import-store.ts';

/** A run of the object may make 50 calls on the free plan; some are reserved for other work. */
export const CALLS_A_PASS = 45;
export const WIDTH_MAX = 8;
const PAUSE_FIRST_MS = 5 * SECOND_MS;
const PAUSE_MAX_MS = 5 * MINUTE_MS;
/** A rejected or missing key needs a person. */
const KEY_PAUSE_MS = 5 * MINUTE_MS;

/** Calls the data backend of a project, whose key must open this app. */
export type CallData = (
  projectId: string,
  name: DataOperationName,
  request: DataRequest,
  app: string,
) => Promise<Result<DataResponse>>;

/**
 * Result of one call of a pass. `paused`: it was not accepted, and the import pauses; `wasSent`: the backend
 * answered so (401, 429), which is no proof that it did nothing.
 */
export type PassResult = { kind: 'answer'; response: DataResponse } | { kind: 'paused'; wasSent: boolean };

/** One pass over an import: a limited number of calls, and the conditions that pause it. */
export class ImportPass {
  readonly store: ImportStore;
  readonly #call: CallData;
  readonly #now: () => InstantMs;
  readonly key: string;
  readonly #projectId: string;
  readonly #app: string;
  readonly table: string;
  #callsLeft: number;
  #isPaused = false;

  constructor(
    entry: ImportEntry,
    store: ImportStore,
    call: CallData,
    now: () => InstantMs,
    callsLeft: number,
  ) {
    this.key = entry.key;
    this.table = entry.table_name;
    this.#projectId = entry.project_id;
    this.#app = entry.app;
    this.store = store;
    this.#call = call;
    this.#now = now;
    this.#callsLeft = callsLeft;
  }

  get now(): InstantMs {
    return this.#now();
  }

  get callsLeft(): number {
    return this.#callsLeft;
  }

  /** Whether this pass may make another call. */
  get mayAsk(): boolean {
    return !this.#isPaused && this.#callsLeft > 0;
  }

  /** The import as it is now: a user may have stopped it meanwhile. */
  entry(): ImportProgress | null {
    return this.store.progress(this.key);
  }

  async call(name: DataOperationName, request: DataRequest): Promise<PassResult> {
    this.#callsLeft--;
    const result = await this.#call(this.#projectId, name, request, this.#app);
    if (!result.ok) {
      this.#pause(result.error, KEY_PAUSE_MS);
      if (result.error.code === 'EDGE_DATA_OTHER_APP') {
        reached('import-of-another-app');
        this.stop(result.error);
      }
      return { kind: 'paused', wasSent: false };
    }
    const response = result.value;
    if (response.ok) {
      this.#succeeded();
      return { kind: 'answer', response };
    }
    const { failure } = response;
    if (failure.kind === 'key-rejected') {
      this.#pause(dataErrorOf(failure), KEY_PAUSE_MS);
      return { kind: 'paused', wasSent: true };
    }
    if (failure.kind === 'rate-limited') {
      const entry = this.entry();
      this.store.update(this.key, { width: Math.max(1, Math.floor((entry?.width ?? 2) / 2)) });
      this.#pause(dataErrorOf(failure), waitAfter(failure, PAUSE_FIRST_MS));
      return { kind: 'paused', wasSent: true };
    }
    // The call may have run: its caller decides. The import pauses anyway.
    if (!failure.isCertain) this.#pause(dataErrorOf(failure), waitAfter(failure, this.#backoffMs()));
    return { kind: 'answer', response };
  }

  #backoffMs(): number {
    const failures = (this.entry()?.failures ?? 0) + 1;
    this.store.update(this.key, { failures });
    return backoffMs(failures, PAUSE_FIRST_MS, PAUSE_MAX_MS);
  }

  #pause({ code, message }: { code: string; message: string }, ms: number): void {
    this.#isPaused = true;
    const until = Math.max(this.entry()?.wait_until ?? 0, this.#now() + ms);
    this.report({ code, message, retryAt: until });
    this.store.update(this.key, { wait_until: until });
  }

  /** Pauses after a complete response that can't be used. */
  rest(message: string): void {
    this.#pause({ code: 'EDGE_DATA_UNEXPECTED', message }, this.#backoffMs());
  }

  #succeeded(): void {
    const entry = this.entry();
    if (entry !== null && !this.#isPaused && (entry.failures !== 0 || entry.problem !== null))
      this.store.update(this.key, { failures: 0, problem: null });
  }

  /** Stops sending for a reason that waiting does not fix: the table is gone, or the key may not write. */
  stop({ code, message }: { code: string; message: string }): void {
    this.#isPaused = true;
    this.store.update(this.key, { state: 'stopped' });
    this.report({ code, message, retryAt: null });
  }

  report(problem: NonNullable<ImportRecord['problem']>): void {
    this.store.update(this.key, { problem: JSON.stringify(problem) });
  }
}

import type { DataOperationName } from '../../../shared/data-api/catalogue.ts';
import type { ImportRecord } from '../../../shared/edge-api/imports.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { DataRequest } from '../../data-api/client.ts';
import { type DataResponse, dataErrorOf } from '../../data-api/response.ts';
import type { Result } from '../../http/result.ts';
import type { ImportEntry, ImportStore } from './import-store.ts';

/** A run of the object may make 50 calls on the free plan; a few are left for what else it does. */
export const CALLS_A_PASS = 45;
export const WIDTH_MAX = 8;
const PAUSE_FIRST_MS = 5 * SECOND_MS;
const PAUSE_MAX_MS = 5 * MINUTE_MS;
/** A key that is rejected or missing is mended by a person. */
const KEY_PAUSE_MS = 5 * MINUTE_MS;

/** Asks the data backend of a project. */
export type CallData = (
  projectId: string,
  name: DataOperationName,
  request: DataRequest,
) => Promise<Result<DataResponse>>;

/** What became of one call of a look. `paused`: nothing was done, and the import rests for a while. */
export type PassResult = { kind: 'answer'; answer: DataResponse } | { kind: 'paused' };

/** One look at one import: a bounded number of calls, and what makes it rest. */
export class ImportPass {
  readonly store: ImportStore;
  readonly #call: CallData;
  readonly #now: () => InstantMs;
  readonly key: string;
  readonly #projectId: string;
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

  /** Whether another call may be made in this look. */
  get mayAsk(): boolean {
    return !this.#isPaused && this.#callsLeft > 0;
  }

  /** The import as it is now: a person may have stopped it meanwhile. */
  entry(): ImportEntry | null {
    return this.store.get(this.key);
  }

  /** @returns `paused` also when the backend says that it did not do this, for a reason that is not the call's own */
  async call(name: DataOperationName, request: DataRequest): Promise<PassResult> {
    this.#callsLeft--;
    const result = await this.#call(this.#projectId, name, request);
    if (!result.ok) return this.#pause(result.error, KEY_PAUSE_MS);
    const response = result.value;
    if (response.ok) {
      this.#wentWell();
      return { kind: 'answer', answer: response };
    }
    const { failure } = response;
    if (failure.kind === 'key-rejected') return this.#pause(dataErrorOf(failure), KEY_PAUSE_MS);
    if (failure.kind === 'rate-limited') {
      const entry = this.entry();
      this.store.update(this.key, { width: Math.max(1, Math.floor((entry?.width ?? 2) / 2)) });
      return this.#pause(dataErrorOf(failure), failure.retryAfterMs ?? PAUSE_FIRST_MS);
    }
    // The call may have been done: it is its caller's to say so. The import rests all the same.
    if (!failure.isCertain) this.#pause(dataErrorOf(failure), failure.retryAfterMs ?? this.#backoffMs());
    return { kind: 'answer', answer: response };
  }

  #backoffMs(): number {
    const failures = (this.entry()?.failures ?? 0) + 1;
    this.store.update(this.key, { failures });
    return Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** (Math.min(failures, 10) - 1));
  }

  #pause({ code, message }: { code: string; message: string }, ms: number): PassResult {
    this.#isPaused = true;
    const until = Math.max(this.entry()?.wait_until ?? 0, this.#now() + ms);
    this.report({ code, message, retryAt: until });
    this.store.update(this.key, { wait_until: until });
    return { kind: 'paused' };
  }

  /** Rests after an answer that came whole and can't be used. */
  rest(message: string): void {
    this.#pause({ code: 'EDGE_SERVICE_UNEXPECTED', message }, this.#backoffMs());
  }

  #wentWell(): void {
    const entry = this.entry();
    if (entry !== null && !this.#isPaused && (entry.failures !== 0 || entry.problem !== null))
      this.store.update(this.key, { failures: 0, problem: null });
  }

  /** Ends the sending for a reason that no waiting mends: the table is gone, the key may not write. */
  stop({ code, message }: { code: string; message: string }): void {
    this.#isPaused = true;
    this.store.update(this.key, { state: 'stopped' });
    this.report({ code, message, retryAt: null });
  }

  report(problem: NonNullable<ImportRecord['problem']>): void {
    this.store.update(this.key, { problem: JSON.stringify(problem) });
  }
}

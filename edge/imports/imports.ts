import {
  IMPORT_ROW_STATES,
  IMPORTS_LISTED_MAX,
  type ImportRecord,
  type ImportRequest,
  type ImportRetry,
  type ImportRowState,
  type ImportSettlement,
  type ImportsQuery,
} from '../../shared/edge-api/imports.ts';
import { mayActAs } from '../../shared/edge-api/role.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import type { AppFileList } from '../data-api/app-files.ts';
import { otherApp } from '../data-api/keys.ts';
import type { KnownDevice } from '../devices/devices.ts';
import { fail, type Result, success } from '../http/result.ts';
import { doRow } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { unlessDaySpent } from '../object/database.ts';
import { reached } from '../object/probes.ts';
import { ImportActs } from './import-acts.ts';
import { type Counts, FIRST_CHECK_MS, type RowEntry } from './import-rows.ts';
import { duplicatesOf, type ImportEntry, ImportStore } from './import-store.ts';
import { CALLS_A_PASS, type CallData, ImportPass, WIDTH_MAX } from './pass.ts';
import { LOOKUP_ROWS, lookUpRows, sendRows } from './send-rows.ts';
import { checkRefusedForNow, settleRows } from './settle-rows.ts';
import { undoRows } from './undo-rows.ts';

const KEPT_MS = 30 * DAY_MS;
/** Of these, the latest that are listed as what happened. */
const KEPT_MAX = 1_000;
const OPEN_MAX = 20;
/** What a browser may leave here of rows that wait. */
const WAITING_MAX_BYTES = 32 * 1024 * 1024;
const NEEDS_A_LOOK: readonly ImportRowState[] = ['refused', 'unknown', 'duplicate', 'kept'];

export interface ImportDependencies {
  callData: CallData;
  /** What tells the app behind a project's data key from others; null without a key. */
  appOf: (projectId: string) => string | null;
  /** The name of a device; null when it is no longer known. */
  nameOf: (deviceId: string) => string | null;
  files: Pick<AppFileList, 'noteNamed' | 'isUnnamed' | 'removed'>;
}

/**
 * Imports of rows as records, each row at most once. The object stores the rows and sends a few at a time by
 * alarm, with every browser closed too; imports into one table run in sequence.
 */
export class Imports {
  readonly #context: AccountContext;
  readonly #store: ImportStore;
  readonly #acts: ImportActs;
  readonly #dependencies: ImportDependencies;
  /** By import: no row before this one is waiting. */
  readonly #firstWaiting = new Map<string, number>();

  constructor(context: AccountContext, dependencies: ImportDependencies) {
    this.#context = context;
    this.#store = new ImportStore(context.storage);
    this.#dependencies = dependencies;
    this.#acts = new ImportActs(this.#store, dependencies.appOf);
    unlessDaySpent(() => {
      if (this.#store.rows.giveUpSent(context.now() + FIRST_CHECK_MS) > 0) reached('rows-lost-at-restart');
      if (context.jobs.dueAt('imports') === null && this.#store.countOpen() > 0) this.#goOn();
    });
  }

  isAnyOpen(): boolean {
    return this.#store.countOpen() > 0;
  }

  /** @param fingerprint keyed digest of the whole request */
  submit(
    device: KnownDevice,
    key: string,
    fingerprint: string,
    { projectId, app: compared, table, rows, duplicates, removeFile, source }: ImportRequest,
  ): Result<{ replayed: boolean; record: ImportRecord }> {
    const known = this.#store.get(key);
    if (known !== null) {
      if (known.fingerprint !== fingerprint)
        return fail('EDGE_KEY_REUSED', 'This idempotency key belongs to another import.');
      return success({ replayed: true, record: this.#record(known, device, NEEDS_A_LOOK) });
    }
    const app = this.#dependencies.appOf(projectId);
    if (app === null)
      return fail('EDGE_DATA_KEY_MISSING', 'This project has no data key yet: an owner can write one.');
    if (compared !== undefined && compared !== app) return otherApp();
    if (this.#store.countOpen() >= OPEN_MAX)
      return fail('EDGE_RATE_LIMITED', `${OPEN_MAX} imports are under way: wait until one is done.`);
    if (this.#store.bytesOf(device.deviceId) >= WAITING_MAX_BYTES)
      return fail(
        'EDGE_RATE_LIMITED',
        'Rows of 32 MB of this browser wait: send them on, or undo their imports.',
      );
    this.#dependencies.files.noteNamed(projectId, rows);
    this.#store.add(
      {
        key,
        project_id: projectId,
        app,
        table_name: table,
        device_id: device.deviceId,
        fingerprint,
        duplicates: duplicates == null ? null : JSON.stringify(duplicates),
        source: source === undefined ? null : JSON.stringify(source),
        width: WIDTH_MAX,
        remove_file: removeFile ?? null,
        file_removal: removeFile === undefined ? null : 'waiting',
      },
      rows,
      this.#context.now(),
    );
    this.#goOn();
    const entry = this.#store.get(key);
    if (entry === null) return fail('EDGE_STORAGE_FAILED', 'The edge could not keep the rows; try again.');
    return success({ replayed: false, record: this.#record(entry, device, NEEDS_A_LOOK) });
  }

  /** The latest imports; with a record, those that created or changed it. */
  list(device: KnownDevice, { projectId, table, recordId }: ImportsQuery): ImportRecord[] {
    const listed =
      projectId === undefined || table === undefined || recordId === undefined
        ? this.#store.recent(IMPORTS_LISTED_MAX)
        : this.#store.ofRecord(projectId, table, recordId, IMPORTS_LISTED_MAX);
    return listed.map((entry) => this.#record(entry, device, []));
  }

  /** Those that are kept, the latest first. */
  latest(device: KnownDevice): ImportRecord[] {
    return this.#store.recent(KEPT_MAX).map((entry) => this.#record(entry, device, []));
  }

  get(device: KnownDevice, key: string, allRows: boolean): Result<ImportRecord> {
    const entry = this.#store.get(key);
    if (entry === null) return noSuchImport();
    return success(this.#record(entry, device, allRows ? IMPORT_ROW_STATES : NEEDS_A_LOOK));
  }

  /** Stops sending; rows in flight are settled. */
  stop(device: KnownDevice, key: string): Result<ImportRecord> {
    return this.#act(device, key, (entry) => this.#acts.stop(entry));
  }

  /** Resends refused rows with corrected values, and resumes rows that a stop left waiting. */
  retry(device: KnownDevice, key: string, retry: ImportRetry): Result<ImportRecord> {
    return this.#act(device, key, (entry) => {
      this.#dependencies.files.noteNamed(entry.project_id, retry.rows);
      return this.#acts.retry(entry, retry);
    });
  }

  /** Sets which record an unknown row created, or that it created none, as given by the user. */
  settle(device: KnownDevice, key: string, settlement: ImportSettlement): Result<ImportRecord> {
    return this.#act(device, key, (entry) => this.#acts.settle(entry, settlement));
  }

  /** Undoes an import; `confirmed`: rows whose records an undo kept, as they are only taken to be theirs. */
  undo(device: KnownDevice, key: string, confirmed: readonly number[]): Result<ImportRecord> {
    return this.#act(device, key, (entry) => this.#acts.undo(entry, confirmed));
  }

  /** Job: a pass with at most the calls of a run on the free plan. Returns when the next one is due. */
  async run(): Promise<InstantMs | null> {
    let callsLeft = CALLS_A_PASS;
    for (const entry of this.#store.open()) {
      if (entry.wait_until > this.#context.now() || callsLeft <= 0) continue;
      const pass = new ImportPass(
        entry,
        this.#store,
        this.#dependencies.callData,
        this.#context.now,
        callsLeft,
      );
      await doRow(
        () => this.#work(pass, entry),
        () => pass.rest('The edge has a problem of its own.'),
      );
      await this.#removeFile(pass);
      callsLeft = pass.callsLeft;
      this.#finish(entry.key);
    }
    return this.#nextAt();
  }

  async #work(pass: ImportPass, entry: ImportEntry): Promise<void> {
    await settleRows(pass);
    const before = pass.entry();
    if (before === null) return;
    if (before.state === 'undoing') return undoRows(pass, before.width);
    if (before.state === 'running' && (await checkRefusedForNow(pass))) this.#firstWaiting.delete(entry.key);
    while (pass.mayAsk && pass.entry()?.state === 'running') {
      const waiting = this.#waiting(pass);
      if (waiting.length === 0) break;
      const ready = waiting.filter(({ isLookedUp }) => isLookedUp);
      if (ready.length > 0) await sendRows(pass, ready, before.width);
      else await lookUpRows(pass, duplicatesOf(entry)?.by ?? null, waiting);
    }
    if (pass.mayAsk || pass.callsLeft <= 0) this.#widen(pass);
  }

  /** The next rows, as many as the pass may look up or send. */
  #waiting({ key, callsLeft }: ImportPass): RowEntry[] {
    const limit = Math.max(LOOKUP_ROWS, callsLeft);
    const waiting = this.#store.rows.waiting(key, this.#firstWaiting.get(key) ?? 0, limit);
    const [first] = waiting;
    if (first !== undefined) this.#firstWaiting.set(key, first.row);
    return waiting;
  }

  /** Allows one more concurrent call after a pass without failures. */
  #widen(pass: ImportPass): void {
    const entry = pass.entry();
    if (entry !== null && entry.width < WIDTH_MAX && entry.problem === null)
      this.#store.update(pass.key, { width: entry.width + 1 });
  }

  /**
   * Removes an import's file once all rows are saved, unless a record sent through this edge names it. It is
   * tried once: what is kept can be deleted by hand.
   */
  async #removeFile(pass: ImportPass): Promise<void> {
    const entry = this.#store.get(pass.key);
    if (entry?.remove_file == null || !this.#isFileDue(entry) || !pass.mayAsk) return;
    const { files } = this.#dependencies;
    if (!files.isUnnamed(entry.project_id, entry.remove_file)) {
      reached('scanned-file-named');
      this.#store.update(pass.key, { file_removal: 'kept' });
      return;
    }
    const result = await pass.call('deleteFile', { parameters: { fileName: entry.remove_file } });
    const isGone =
      result.kind === 'answer' &&
      (result.response.ok ||
        (result.response.failure.kind === 'not-found' && result.response.failure.isCertain));
    this.#store.update(pass.key, { file_removal: isGone ? 'removed' : 'kept' });
    if (!isGone) return;
    reached('scanned-file-removed');
    files.removed(entry.project_id, entry.remove_file);
  }

  /** Whether an import's file is to be removed now: every row is saved, and none is refused or unknown. */
  #isFileDue({ key, state, file_removal }: ImportEntry): boolean {
    if (state !== 'running' || file_removal !== 'waiting') return false;
    const { counts, nextCheckAt } = this.#store.rows.countsOf(key);
    const { waiting = 0, sent = 0, refused = 0, unknown = 0, created = 0, changed = 0 } = counts;
    return waiting + sent + refused + unknown === 0 && nextCheckAt === null && created + changed > 0;
  }

  /** Marks an import that has nothing left to do. */
  #finish(key: string): void {
    const entry = this.#store.get(key);
    // Its calls may be used up before its file is removed.
    if (entry === null || entry.settled_at !== null || this.#isFileDue(entry)) return;
    const { counts, nextCheckAt } = this.#store.rows.countsOf(key);
    const { waiting = 0, sent = 0, created = 0, unknown = 0 } = counts;
    if (sent > 0 || nextCheckAt !== null) return;
    this.#firstWaiting.delete(key);
    const settled = {
      settled_at: this.#context.now(),
      ...(waiting + unknown === 0 && { bytes: 0 }),
    };
    const isSending = entry.state === 'running' || entry.state === 'stopped';
    if (isSending && waiting === 0) this.#store.update(key, { state: 'done', ...settled });
    if (entry.state !== 'undoing' || created + waiting > 0) return;
    this.#store.update(key, { state: 'undone', ...settled });
  }

  #nextAt(): InstantMs | null {
    const now = this.#context.now();
    const times = this.#store.open().map(({ key, state, wait_until }) => {
      const { counts, nextCheckAt } = this.#store.rows.countsOf(key);
      const { waiting = 0, created = 0 } = counts;
      const hasWork = (state === 'running' && waiting > 0) || (state === 'undoing' && created + waiting > 0);
      const at = hasWork ? now : (nextCheckAt ?? now);
      return Math.max(at, wait_until);
    });
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Does what the device that began the import, or an owner, wants. */
  #act(device: KnownDevice, key: string, act: (entry: ImportEntry) => Result<null>): Result<ImportRecord> {
    const entry = this.#store.get(key);
    if (entry === null) return noSuchImport();
    if (entry.device_id !== device.deviceId && !mayActAs(device.role, 'owner'))
      return fail(
        'EDGE_ROLE_FORBIDDEN',
        'Only the browser that began an import, or an owner, may change it.',
        {
          details: { role: device.role, needed: 'owner' },
        },
      );
    const done = act(entry);
    if (!done.ok) return done;
    this.#firstWaiting.delete(key);
    this.#finish(key);
    this.#goOn();
    return this.get(device, key, false);
  }

  /** What a device began, or undoes, goes on without it no more; an owner may go on with it. */
  onDeviceRemoved(deviceId: string): void {
    for (const key of this.#store.goingOnBy(deviceId)) {
      this.#store.update(key, { state: 'stopped', problem: JSON.stringify(OF_REMOVED_DEVICE) });
      this.#finish(key);
    }
  }

  #goOn(): void {
    this.#context.jobs.schedule('imports', this.#context.now());
  }

  /** @param listed states of the rows that are listed */
  #record(entry: ImportEntry, device: KnownDevice, listed: readonly ImportRowState[]): ImportRecord {
    const { key, state, created_at, settled_at, source, problem } = entry;
    const { counts, taken } = this.#countsOf(entry);
    const isListed = listed.some((name) => (counts[name] ?? 0) > 0);
    const isQueued =
      state === 'running' && settled_at === null && !this.#store.open().some((one) => one.key === key);
    return {
      key,
      projectId: entry.project_id,
      table: entry.table_name,
      state: isQueued ? 'queued' : state,
      own: entry.device_id === device.deviceId,
      by: this.#dependencies.nameOf(entry.device_id),
      createdAt: created_at,
      settledAt: settled_at,
      source: source === null ? null : JSON.parse(source),
      problem: problem === null ? null : JSON.parse(problem),
      total: Object.values(counts).reduce((sum, count) => sum + count, 0),
      counts: Object.fromEntries(
        IMPORT_ROW_STATES.map((name) => [name, counts[name] ?? 0]),
      ) as ImportRecord['counts'],
      fileRemoval: entry.file_removal,
      taken,
      rows: isListed ? this.#store.rows.rowRecords(key, listed) : [],
    };
  }

  #countsOf({ key, settled_at, counts: kept }: ImportEntry): Pick<Counts, 'counts' | 'taken'> {
    if (settled_at !== null && kept !== null) return JSON.parse(kept) as Pick<Counts, 'counts' | 'taken'>;
    const { counts, taken } = this.#store.rows.countsOf(key);
    if (settled_at !== null) this.#store.update(key, { counts: JSON.stringify({ counts, taken }) });
    return { counts, taken };
  }

  housekeeping(now: InstantMs): void {
    this.#store.forgetBefore(now - KEPT_MS);
  }
}

const OF_REMOVED_DEVICE: NonNullable<ImportRecord['problem']> = {
  code: 'EDGE_DEVICE_REMOVED',
  message: 'The browser that began it was signed out. An owner can go on with it.',
  retryAt: null,
};

const noSuchImport = () => fail('EDGE_NOT_FOUND', 'Nothing was imported under this key.');

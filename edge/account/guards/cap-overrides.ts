import type { CapOverride, GuardRefusal } from '../../../shared/edge-api/guards.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { CallService } from '../../builder-api/client.ts';
import { type Failed, fail, type Result, success } from '../../http/result.ts';
import type { AccountContext } from '../../object/context.ts';
import { insertRow, type Schema } from '../../object/database.ts';
import type { GuardReport, ReportGuard } from './guard-events.ts';
import { activeIn, compareCap, type Doubt, type Layer, targetOf } from './layers.ts';

export const capOverridesSchema: Schema = {
  capability: 'laid-caps',
  migrations: [
    `CREATE TABLE laid_caps (
      project_id TEXT PRIMARY KEY,
      own REAL,
      cap REAL NOT NULL,
      confirmed REAL,
      layers TEXT NOT NULL,
      doubts TEXT NOT NULL DEFAULT '[]',
      ended_at INTEGER,
      problem TEXT
    )`,
  ],
};

/** A change whose response was lost takes effect within this time, or never. */
const DOUBT_MS = 11 * MINUTE_MS;
/** How long a cap that was put back stays listed: the service's lists are up to a minute old. */
const LISTED_AFTER_MS = 3 * MINUTE_MS;
/** Fewer consecutive failures are not reported. */
const REPORTED_FAILURES = 3;
const CHECK_AFTER_MS = 5 * SECOND_MS;
const RETRY_FIRST_MS = 5 * SECOND_MS;
const RETRY_MAX_MS = 5 * MINUTE_MS;

interface Row extends Record<string, SqlStorageValue> {
  project_id: string;
  own: number | null;
  /** The cap that results from the layers. */
  cap: number;
  /** The cap last confirmed by the service. */
  confirmed: number | null;
  layers: string;
  doubts: string;
  ended_at: InstantMs | null;
  problem: string | null;
}

/** An override of a project's cap, or of that of the project that a launch will create. */
export interface CapOverrideRow {
  projectId: string;
  own: number | null;
  cap: number;
  confirmed: number | null;
  layers: Layer[];
  doubts: Doubt[];
  /** When the owner's cap was put back, or another one was found. */
  endedAt: InstantMs | null;
  problem: CapOverride['problem'];
}

/** The project's caps as just read. */
export interface ReadCap {
  cap: number | null;
  used: number | null;
}

/**
 * Temporary overrides of development caps. The wanted cap is recorded durably before it is set; each change reads
 * first, and is made only if the current cap was set by the edge, until the owner's cap is back. A change whose
 * response was lost is checked until it can no longer take effect.
 */
export class CapOverrides {
  readonly #context: AccountContext;
  readonly #callService: CallService;
  readonly report: ReportGuard;
  readonly #onChanged: (projectId: string) => void;
  readonly #turns = new Map<string, Promise<unknown>>();
  /** When a project is checked next, and how often it failed since. In memory, so that a check alone writes nothing. */
  readonly #next = new Map<string, { at: InstantMs; failures: number }>();

  /** @param onChanged called when a cap was changed at the service */
  constructor(
    context: AccountContext,
    callService: CallService,
    report: ReportGuard,
    onChanged: (projectId: string) => void,
  ) {
    this.#context = context;
    this.#callService = callService;
    this.report = report;
    this.#onChanged = onChanged;
  }

  /** Runs changes of one project in sequence: nothing else of the edge happens between reading a cap and setting it. */
  inTurn<T>(projectId: string, act: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(projectId) ?? Promise.resolve();
    const turn = before.then(act, act);
    const over = turn
      .catch(() => undefined)
      .finally(() => {
        if (this.#turns.get(projectId) === over) this.#turns.delete(projectId);
      });
    this.#turns.set(projectId, over);
    return turn;
  }

  all(): CapOverrideRow[] {
    return this.#context.storage.sql
      .exec<Row>('SELECT * FROM laid_caps ORDER BY project_id')
      .toArray()
      .map(overrideOf);
  }

  /** Overrides of existing projects, without those of launches in progress. */
  ofProjects(): CapOverrideRow[] {
    return this.all().filter(({ projectId }) => launchKeyOf(projectId) === null);
  }

  get(projectId: string): CapOverrideRow | null {
    const [row] = this.#context.storage.sql.exec<Row>(
      'SELECT * FROM laid_caps WHERE project_id = ?',
      projectId,
    );
    return row === undefined ? null : overrideOf(row);
  }

  count(): number {
    return this.#context.storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM laid_caps').one().n;
  }

  async read(projectId: string): Promise<Result<ReadCap>> {
    const result = await this.#callService('getCreditLimits', { parameters: { projectId } });
    if (!result.ok) return refused('not-read', result.failure.message);
    const { maxDevelopmentCreditsPerMonth: cap } = result.data.creditLimits;
    if (cap === undefined) return refused('not-read', 'The service does not tell the cap.');
    return success({ cap, used: result.data.usedThisMonth?.development ?? null });
  }

  /**
   * Adds a layer to a project's cap. Call within {@link inTurn}.
   * @param layerFor the layer for the cap that the owner, or a raise, allows; null = that cap needs none
   * @returns whether a layer was added
   */
  async apply(
    projectId: string,
    layerFor: (limit: ReadCap, own: number | null) => Result<Layer | null>,
  ): Promise<Result<boolean>> {
    const before = this.get(projectId);
    if (before !== null) await this.reconcile(projectId);
    const read = await this.read(projectId);
    if (!read.ok) return read;
    const row = this.get(projectId);
    const isAgreed = row === null || compareCap(row, read.value.cap) !== 'foreign';
    const own = row === null || !isAgreed ? read.value.cap : row.own;
    const kept = row === null || !isAgreed ? [] : activeIn(row.layers);
    const made = layerFor({ ...read.value, cap: targetOf(own, kept) }, own);
    if (!made.ok) return made;
    if (made.value === null) return success(false);
    if (kept.some(({ kind }) => kind === made.value?.kind || made.value?.kind === 'raise'))
      return refused('laid-already', 'This cap is overridden already.');
    const layers = [...kept, made.value];
    this.#store({
      projectId,
      own,
      cap: targetOf(own, layers) ?? made.value.to,
      confirmed: read.value.cap,
      layers,
      doubts: row?.doubts ?? [],
      endedAt: null,
      problem: null,
    });
    await this.#context.storage.sync();
    const failure = await this.reconcile(projectId);
    const after = this.get(projectId);
    if (failure === null && after !== null && activeIn(after.layers).length === layers.length) {
      this.#reportLayer(projectId, made.value, { did: 'laid', from: own, to: after.cap });
      this.#context.changed();
      return success(true);
    }
    const { since, kind } = made.value;
    await this.end(projectId, (layer) => layer.kind === kind && layer.since === since);
    return refused(
      failure !== null && IS_FORBIDDEN.has(failure.code) ? 'not-owner' : 'not-read',
      failure?.message ?? 'The cap was changed by somebody else just now.',
    );
  }

  /** Records the override that a launch carries in its body, before it is sent. */
  async applyAtLaunch(key: string, own: number | null, layer: Layer): Promise<void> {
    this.#store({
      projectId: launchId(key),
      own,
      cap: layer.to,
      confirmed: layer.to,
      layers: [layer],
      doubts: [],
      endedAt: null,
      problem: null,
    });
    await this.#context.storage.sync();
  }

  /** Moves a launch's override to the project that it created. */
  adopt(key: string, projectId: string): void {
    const atLaunch = this.get(launchId(key));
    if (atLaunch === null) return;
    this.forget(launchId(key));
    if (this.get(projectId) !== null) return;
    this.#store({ ...atLaunch, projectId });
    const [layer] = atLaunch.layers;
    if (layer) this.#reportLayer(projectId, layer, { did: 'laid', from: atLaunch.own, to: atLaunch.cap });
    this.#context.changed();
  }

  forget(id: string): void {
    this.#context.storage.sql.exec('DELETE FROM laid_caps WHERE project_id = ?', id);
    this.#next.delete(id);
  }

  /** Changes the stored layers, for example when their run was seen. */
  changeLayers(projectId: string, change: (layer: Layer) => Layer): void {
    const row = this.get(projectId);
    if (row === null) return;
    const layers = row.layers.map(change);
    if (JSON.stringify(layers) !== JSON.stringify(row.layers)) this.#store({ ...row, layers });
  }

  /** Ends layers and sets the cap that remains. Call within {@link inTurn}. */
  async end(
    projectId: string,
    which: (layer: Layer) => boolean,
    why: 'over' | 'undone' = 'over',
  ): Promise<void> {
    const row = this.get(projectId);
    if (row === null) return;
    const now = this.#context.now();
    const ending = activeIn(row.layers).filter(which);
    if (ending.length > 0) {
      const layers = row.layers.map((layer) => (ending.includes(layer) ? { ...layer, endedAt: now } : layer));
      this.#store({ ...row, layers });
      if (why === 'undone')
        for (const layer of ending)
          this.#reportLayer(projectId, layer, { did: 'undone', from: row.cap, to: row.own });
    }
    await this.reconcile(projectId);
  }

  /** An owner set the cap through the edge: it replaces the override. Call within {@link inTurn}. */
  setByOwner(projectId: string, own: number | null): void {
    const row = this.get(projectId);
    if (row === null) return;
    const now = this.#context.now();
    const active = activeIn(row.layers);
    const layers = row.layers.map((layer) => ({ ...layer, endedAt: layer.endedAt ?? now }));
    this.#store({ ...row, own, confirmed: own, layers, endedAt: row.endedAt ?? now, problem: null });
    for (const layer of active)
      this.#reportLayer(projectId, layer, { did: 'left-alone', from: row.own, to: row.cap, found: own });
    this.#context.changed();
  }

  /**
   * Reads the cap and, if the edge set it, sets the wanted one. Call within {@link inTurn}.
   * @returns why it failed, for a retry; null = the cap is as wanted, or somebody else's
   */
  async reconcile(projectId: string): Promise<{ code: string; message: string } | null> {
    const row = this.get(projectId);
    if (row === null || projectId.startsWith(LAUNCH_PREFIX)) return null;
    const result = await this.#callService('getCreditLimits', { parameters: { projectId } });
    if (!result.ok) {
      // A deleted project has no cap.
      if (result.failure.code === 'PROJECT_NOT_FOUND') {
        this.forget(projectId);
        return { code: result.failure.code, message: result.failure.message };
      }
      return this.#failed(projectId, result.failure.code ?? result.failure.kind, result.failure.message);
    }
    const read = result.data.creditLimits.maxDevelopmentCreditsPerMonth;
    if (read === undefined) return this.#failed(projectId, 'not-read', 'The service does not tell the cap.');
    switch (compareCap(row, read)) {
      case 'agrees':
        return this.#confirm(row, read);
      case 'foreign':
        return this.#leaveAlone(row, read);
      case 'set':
        return this.#set(row, targetOf(row.own, row.layers));
    }
  }

  #confirm(row: CapOverrideRow, cap: number | null): null {
    this.#next.delete(row.projectId);
    const isOver = activeIn(row.layers).length === 0;
    const now = this.#context.now();
    const doubts = row.doubts.filter(({ until }) => until > now);
    const after = {
      ...row,
      confirmed: cap,
      doubts,
      endedAt: isOver ? (row.endedAt ?? now) : null,
      problem: null,
    };
    if (JSON.stringify(after) !== JSON.stringify(this.get(row.projectId))) this.#store(after);
    if (isOver && row.endedAt === null) {
      const [layer] = row.layers.toReversed();
      if (layer) this.#reportLayer(row.projectId, layer, { did: 'put-back', from: row.cap, to: cap });
    }
    return null;
  }

  #leaveAlone(row: CapOverrideRow, found: number | null): null {
    this.#next.delete(row.projectId);
    const now = this.#context.now();
    const layers = row.layers.map((layer) => ({ ...layer, endedAt: layer.endedAt ?? now }));
    const doubts = row.doubts.filter(({ until }) => until > now);
    this.#store({
      ...row,
      own: found,
      confirmed: found,
      layers,
      doubts,
      endedAt: row.endedAt ?? now,
      problem: null,
    });
    const [layer] = row.layers.toReversed();
    if (layer && row.endedAt === null)
      this.#reportLayer(row.projectId, layer, { did: 'left-alone', from: row.own, to: row.cap, found });
    return null;
  }

  async #set(row: CapOverrideRow, cap: number | null): Promise<{ code: string; message: string } | null> {
    const { projectId } = row;
    const doubt: Doubt = { cap, until: this.#context.now() + DOUBT_MS };
    this.#store({ ...row, doubts: [...row.doubts, doubt] });
    await this.#context.storage.sync();
    const result = await this.#callService('setCreditLimits', {
      parameters: { projectId },
      body: JSON.stringify({ maxDevelopmentCreditsPerMonth: cap }),
    });
    const now = this.get(projectId) ?? row;
    const doubts = now.doubts.filter(({ cap: of, until }) => of !== doubt.cap || until !== doubt.until);
    if (result.ok) {
      this.#onChanged(projectId);
      return this.#confirm({ ...now, doubts }, cap);
    }
    const { code, kind, message } = result.failure;
    if (HAD_NO_EFFECT.has(kind)) this.#store({ ...now, doubts });
    return this.#failed(projectId, code ?? kind, message);
  }

  #failed(projectId: string, code: string, message: string): { code: string; message: string } {
    const now = this.#context.now();
    const failures = (this.#next.get(projectId)?.failures ?? 0) + 1;
    this.#next.set(projectId, {
      at: now + Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(failures - 1, 10)),
      failures,
    });
    const row = this.get(projectId);
    if (row !== null && row.problem === null && failures >= REPORTED_FAILURES) {
      this.#store({ ...row, problem: { code, message: message.slice(0, 300), since: now } });
      const [layer] = row.layers.toReversed();
      if (layer)
        this.#reportLayer(projectId, layer, { did: 'could-not', from: row.own, to: row.cap, reason: code });
      this.#context.changed();
    }
    return { code, message };
  }

  /** When the project is to be checked next. @param paceMs interval while its run goes on */
  dueAt({ projectId, layers, endedAt, doubts }: CapOverrideRow, paceMs: number): InstantMs {
    const next = this.#next.get(projectId);
    if (next !== undefined) return next.at;
    if (endedAt !== null) return Math.max(endedAt + LISTED_AFTER_MS, ...doubts.map(({ until }) => until));
    const times = activeIn(layers).map(({ until, since }) => until ?? since + paceMs);
    return times.length === 0 ? 0 : Math.min(...times);
  }

  /** Nothing to do: checks again after this time; null = when a layer's own time comes. */
  postpone(projectId: string, paceMs: number | null): void {
    if (paceMs === null) this.#next.delete(projectId);
    else this.#next.set(projectId, { at: this.#context.now() + paceMs, failures: 0 });
  }

  /** Checks the project with the next run of the job. */
  checkSoon(projectId: string): void {
    if (this.get(projectId) !== null) this.#next.set(projectId, { at: this.#context.now(), failures: 0 });
  }

  /** Every stored override has a scheduled check, whatever happens next. */
  #store(row: CapOverrideRow): void {
    this.#context.jobs.schedule('guards', this.#context.now() + CHECK_AFTER_MS);
    insertRow(
      this.#context.storage.sql,
      'laid_caps',
      {
        project_id: row.projectId,
        own: row.own,
        cap: row.cap,
        confirmed: row.confirmed,
        layers: JSON.stringify(row.layers),
        doubts: JSON.stringify(row.doubts),
        ended_at: row.endedAt,
        problem: row.problem === null ? null : JSON.stringify(row.problem),
      },
      'OR REPLACE',
    );
  }

  #reportLayer(
    projectId: string,
    { kind, credits }: Layer,
    act: Omit<GuardReport, 'guard' | 'number'>,
  ): void {
    this.report(projectId, { guard: kind, number: credits, ...act });
  }
}

/** Failures that certainly changed nothing. */
const HAD_NO_EFFECT: ReadonlySet<string> = new Set([
  'forbidden',
  'refused',
  'not-found',
  'not-available',
  'key-rejected',
  'no-credits',
  'not-configured',
  'rate-limited',
]);
const IS_FORBIDDEN: ReadonlySet<string> = new Set(['OWNER_ONLY', 'API_KEY_SCOPE_FORBIDDEN', 'forbidden']);

const LAUNCH_PREFIX = 'launch:';
export const launchId = (key: string): string => `${LAUNCH_PREFIX}${key}`;
export const launchKeyOf = (id: string): string | null =>
  id.startsWith(LAUNCH_PREFIX) ? id.slice(LAUNCH_PREFIX.length) : null;

export const refused = (reason: GuardRefusal, message: string): Failed =>
  fail('EDGE_GUARD_REFUSED', message, { details: { reason } });

function overrideOf(row: Row): CapOverrideRow {
  return {
    projectId: row.project_id,
    own: row.own,
    cap: row.cap,
    confirmed: row.confirmed,
    layers: JSON.parse(row.layers) as Layer[],
    doubts: JSON.parse(row.doubts) as Doubt[],
    endedAt: row.ended_at,
    problem: row.problem === null ? null : (JSON.parse(row.problem) as CapOverride['problem']),
  };
}

/** The override as sent to browsers. */
export function limitOf({
  projectId,
  own,
  cap,
  layers,
  confirmed,
  endedAt,
  problem,
}: CapOverrideRow): CapOverride {
  const active = activeIn(layers);
  const shown = active.length > 0 ? active : layers;
  return {
    projectId,
    own,
    cap,
    state: active.length === 0 || endedAt !== null ? 'putting-back' : confirmed === cap ? 'laid' : 'setting',
    layers: shown
      .toSorted((one, other) => one.to - other.to)
      .map(({ kind, credits, since, until, by }) => ({ kind, credits, since, until, by })),
    problem,
  };
}

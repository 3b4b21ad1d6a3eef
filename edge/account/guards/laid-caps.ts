import type { GuardRefusal, LaidLimit } from '../../../shared/edge-api/guards.ts';
import { type InstantMs, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { CallService } from '../../builder-api/client.ts';
import { type Failed, fail, type Result, success } from '../../http/result.ts';
import type { AccountContext } from '../../object/context.ts';
import { insertRow, type Schema } from '../../object/database.ts';
import type { GuardTold, TellGuard } from './guard-events.ts';
import { activeIn, compareCap, type Doubt, type Layer, targetOf } from './layers.ts';

export const laidCapsSchema: Schema = {
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

/** A change whose answer was lost takes effect within this time, or never. */
const DOUBT_MS = 11 * MINUTE_MS;
/** So long a cap that was put back is still told: lists of the service are a minute old. */
const TOLD_AFTER_MS = 3 * MINUTE_MS;
/** A failure that passes by itself is not told. */
const TOLD_FAILURES = 3;
const LOOK_AFTER_MS = 5 * SECOND_MS;
const RETRY_FIRST_MS = 5 * SECOND_MS;
const RETRY_MAX_MS = 5 * MINUTE_MS;

interface Row extends Record<string, SqlStorageValue> {
  project_id: string;
  own: number | null;
  /** What the layers came to when they were laid. */
  cap: number;
  /** The cap that the service last confirmed to have from us, or had before. */
  confirmed: number | null;
  layers: string;
  doubts: string;
  ended_at: InstantMs | null;
  problem: string | null;
}

/** What is laid over the cap of a project, or of the project that a launch will make. */
export interface LaidCap {
  projectId: string;
  own: number | null;
  cap: number;
  confirmed: number | null;
  layers: Layer[];
  doubts: Doubt[];
  /** When the owner's cap was put back, or somebody else's found. */
  endedAt: InstantMs | null;
  problem: LaidLimit['problem'];
}

/** The project's caps as just read. */
export interface ReadCap {
  cap: number | null;
  used: number | null;
}

/**
 * Development caps that are another than the owner's for a time. What should stand is recorded and made durable before the service is
 * asked for it; every change reads first and is made only over a value that is ours, until the owner's stands again. A change whose
 * answer was lost is looked after until it can no longer take effect.
 */
export class LaidCaps {
  readonly #context: AccountContext;
  readonly #callService: CallService;
  readonly #tell: TellGuard;
  readonly #onChanged: (projectId: string) => void;
  readonly #turns = new Map<string, Promise<unknown>>();
  /** When a project's next look is due, and how often it failed since: in memory, so that looking alone writes nothing. */
  readonly #next = new Map<string, { at: InstantMs; failures: number }>();

  /** @param onChanged told when a cap became another at the service */
  constructor(
    context: AccountContext,
    callService: CallService,
    tell: TellGuard,
    onChanged: (projectId: string) => void,
  ) {
    this.#context = context;
    this.#callService = callService;
    this.#tell = tell;
    this.#onChanged = onChanged;
  }

  /** One after another for a project: between reading a cap and setting it nothing else of ours comes in. */
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

  all(): LaidCap[] {
    return this.#context.storage.sql
      .exec<Row>('SELECT * FROM laid_caps ORDER BY project_id')
      .toArray()
      .map(laidOf);
  }

  /** Those of known projects, without what is owed for a launch. */
  ofProjects(): LaidCap[] {
    return this.all().filter(({ projectId }) => owedKey(projectId) === null);
  }

  get(projectId: string): LaidCap | null {
    const [row] = this.#context.storage.sql.exec<Row>(
      'SELECT * FROM laid_caps WHERE project_id = ?',
      projectId,
    );
    return row === undefined ? null : laidOf(row);
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
   * Lays something over a project's cap. Call in turn.
   * @param layerOver what to lay over the cap that the owner, or a raise, allows; null = that cap itself holds already
   * @returns whether anything was laid
   */
  async lay(
    projectId: string,
    layerOver: (limit: ReadCap, own: number | null) => Result<Layer | null>,
  ): Promise<Result<boolean>> {
    const before = this.get(projectId);
    if (before !== null) await this.settle(projectId);
    const read = await this.read(projectId);
    if (!read.ok) return read;
    const row = this.get(projectId);
    const isAgreed = row === null || compareCap(row, read.value.cap) !== 'foreign';
    const own = row === null || !isAgreed ? read.value.cap : row.own;
    const kept = row === null || !isAgreed ? [] : activeIn(row.layers);
    const made = layerOver({ ...read.value, cap: targetOf(own, kept) }, own);
    if (!made.ok) return made;
    if (made.value === null) return success(false);
    if (kept.some(({ kind }) => kind === made.value?.kind || made.value?.kind === 'raise'))
      return refused('laid-already', 'Something is laid over this cap already.');
    const layers = [...kept, made.value];
    this.#put({
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
    const failure = await this.settle(projectId);
    const after = this.get(projectId);
    if (failure === null && after !== null && activeIn(after.layers).length === layers.length) {
      this.#tellLayer(projectId, made.value, { did: 'laid', from: own, to: after.cap });
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

  /** A launch that brings its cap with it: what is owed is recorded before it leaves. */
  async owe(key: string, own: number | null, layer: Layer): Promise<void> {
    this.#put({
      projectId: owedId(key),
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

  /** The project of a launch is known now. */
  adopt(key: string, projectId: string): void {
    const owed = this.get(owedId(key));
    if (owed === null) return;
    this.forget(owedId(key));
    if (this.get(projectId) !== null) return;
    this.#put({ ...owed, projectId });
    const [layer] = owed.layers;
    if (layer) this.#tellLayer(projectId, layer, { did: 'laid', from: owed.own, to: owed.cap });
    this.#context.changed();
  }

  forget(id: string): void {
    this.#context.storage.sql.exec('DELETE FROM laid_caps WHERE project_id = ?', id);
    this.#next.delete(id);
  }

  /** Changes what is remembered of a layer: its run was seen. */
  note(projectId: string, change: (layer: Layer) => Layer): void {
    const row = this.get(projectId);
    if (row === null) return;
    const layers = row.layers.map(change);
    if (JSON.stringify(layers) !== JSON.stringify(row.layers)) this.#put({ ...row, layers });
  }

  /** Ends layers and puts the cap to what remains. Call in turn. */
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
      this.#put({ ...row, layers });
      if (why === 'undone')
        for (const layer of ending)
          this.#tellLayer(projectId, layer, { did: 'undone', from: row.cap, to: row.own });
    }
    await this.settle(projectId);
  }

  /** The owner has set the cap through us: theirs stands, and nothing is laid over it any more. Call in turn. */
  replaced(projectId: string, own: number | null): void {
    const row = this.get(projectId);
    if (row === null) return;
    const now = this.#context.now();
    const active = activeIn(row.layers);
    const layers = row.layers.map((layer) => ({ ...layer, endedAt: layer.endedAt ?? now }));
    this.#put({ ...row, own, confirmed: own, layers, endedAt: row.endedAt ?? now, problem: null });
    for (const layer of active)
      this.#tellLayer(projectId, layer, { did: 'left-alone', from: row.own, to: row.cap, found: own });
    this.#context.changed();
  }

  /**
   * Reads the cap and, where it is ours, sets what should stand. Call in turn.
   * @returns why it could not, to be tried again; null = it stands, or somebody else's does
   */
  async settle(projectId: string): Promise<{ code: string; message: string } | null> {
    const row = this.get(projectId);
    if (row === null || projectId.startsWith(OWED)) return null;
    const result = await this.#callService('getCreditLimits', { parameters: { projectId } });
    if (!result.ok) {
      // A project that is gone takes its cap with it.
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
        return this.#stands(row, read);
      case 'foreign':
        return this.#leaveAlone(row, read);
      case 'set':
        return this.#set(row, targetOf(row.own, row.layers));
    }
  }

  #stands(row: LaidCap, cap: number | null): null {
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
    if (JSON.stringify(after) !== JSON.stringify(this.get(row.projectId))) this.#put(after);
    if (isOver && row.endedAt === null) {
      const [layer] = row.layers.toReversed();
      if (layer) this.#tellLayer(row.projectId, layer, { did: 'put-back', from: row.cap, to: cap });
    }
    return null;
  }

  #leaveAlone(row: LaidCap, found: number | null): null {
    this.#next.delete(row.projectId);
    const now = this.#context.now();
    const layers = row.layers.map((layer) => ({ ...layer, endedAt: layer.endedAt ?? now }));
    const doubts = row.doubts.filter(({ until }) => until > now);
    this.#put({
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
      this.#tellLayer(row.projectId, layer, { did: 'left-alone', from: row.own, to: row.cap, found });
    return null;
  }

  async #set(row: LaidCap, cap: number | null): Promise<{ code: string; message: string } | null> {
    const { projectId } = row;
    const doubt: Doubt = { cap, until: this.#context.now() + DOUBT_MS };
    this.#put({ ...row, doubts: [...row.doubts, doubt] });
    await this.#context.storage.sync();
    const result = await this.#callService('setCreditLimits', {
      parameters: { projectId },
      body: JSON.stringify({ maxDevelopmentCreditsPerMonth: cap }),
    });
    const now = this.get(projectId) ?? row;
    const doubts = now.doubts.filter(({ cap: of, until }) => of !== doubt.cap || until !== doubt.until);
    if (result.ok) {
      this.#onChanged(projectId);
      return this.#stands({ ...now, doubts }, cap);
    }
    const { code, kind, message } = result.failure;
    if (HAD_NO_EFFECT.has(kind)) this.#put({ ...now, doubts });
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
    if (row !== null && row.problem === null && failures >= TOLD_FAILURES) {
      this.#put({ ...row, problem: { code, message: message.slice(0, 300), since: now } });
      const [layer] = row.layers.toReversed();
      if (layer)
        this.#tellLayer(projectId, layer, { did: 'could-not', from: row.own, to: row.cap, reason: code });
      this.#context.changed();
    }
    return { code, message };
  }

  /** When the project is due again by itself. @param paceMs of what goes on */
  dueAt({ projectId, layers, endedAt, doubts }: LaidCap, paceMs: number): InstantMs {
    const next = this.#next.get(projectId);
    if (next !== undefined) return next.at;
    if (endedAt !== null) return Math.max(endedAt + TOLD_AFTER_MS, ...doubts.map(({ until }) => until));
    const times = activeIn(layers).map(({ until, since }) => until ?? since + paceMs);
    return times.length === 0 ? 0 : Math.min(...times);
  }

  /** Looked at now, nothing to do: again after so long, or when its own time has come. */
  waited(projectId: string, paceMs: number | null): void {
    if (paceMs === null) this.#next.delete(projectId);
    else this.#next.set(projectId, { at: this.#context.now() + paceMs, failures: 0 });
  }

  /** Something happened to the project: it is looked at now. */
  hurry(projectId: string): void {
    if (this.get(projectId) !== null) this.#next.set(projectId, { at: this.#context.now(), failures: 0 });
  }

  /** Whatever is recorded is looked after, however what comes next goes. */
  #put(row: LaidCap): void {
    this.#context.jobs.schedule('guards', this.#context.now() + LOOK_AFTER_MS);
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

  #tellLayer(projectId: string, { kind, credits }: Layer, act: Omit<GuardTold, 'guard' | 'number'>): void {
    this.#tell(projectId, { guard: kind, number: credits, ...act });
  }
}

/** Failures after which the cap is certainly as before. */
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

const OWED = 'launch:';
export const owedId = (key: string): string => `${OWED}${key}`;
export const owedKey = (id: string): string | null => (id.startsWith(OWED) ? id.slice(OWED.length) : null);

export const refused = (reason: GuardRefusal, message: string): Failed =>
  fail('EDGE_GUARD_REFUSED', message, { details: { reason } });

function laidOf(row: Row): LaidCap {
  return {
    projectId: row.project_id,
    own: row.own,
    cap: row.cap,
    confirmed: row.confirmed,
    layers: JSON.parse(row.layers) as Layer[],
    doubts: JSON.parse(row.doubts) as Doubt[],
    endedAt: row.ended_at,
    problem: row.problem === null ? null : (JSON.parse(row.problem) as LaidLimit['problem']),
  };
}

/** As browsers see it. */
export function limitOf({ projectId, own, cap, layers, confirmed, endedAt, problem }: LaidCap): LaidLimit {
  const active = activeIn(layers);
  const told = active.length > 0 ? active : layers;
  return {
    projectId,
    own,
    cap,
    state: active.length === 0 || endedAt !== null ? 'putting-back' : confirmed === cap ? 'laid' : 'setting',
    layers: told
      .toSorted((one, other) => one.to - other.to)
      .map(({ kind, credits, since, until, by }) => ({ kind, credits, since, until, by })),
    problem,
  };
}

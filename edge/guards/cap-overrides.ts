import type { Category } from '../../shared/builder-api/limits.ts';
import { DAY_MS, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import { type Caps, notNamed } from '../caps/caps.ts';
import { type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { reached } from '../object/probes.ts';
import { type CapOverrideRow, type CapOverrideRows, isChanged } from './cap-override-rows.ts';
import {
  type GuardReport,
  IS_FORBIDDEN,
  REPORTED_FAILURES,
  type ReportGuard,
  refused,
} from './guard-events.ts';
import {
  activeIn,
  afterReading,
  compareCap,
  type Layer,
  targetOf,
  type UnconfirmedChange,
} from './layers.ts';

/** A change whose response was lost takes effect within this time, or never. */
const UNCONFIRMED_MS = 11 * MINUTE_MS;
/** A project not found for this long counts as deleted: until then, the key may be another account's. */
const GONE_AFTER_MS = 3 * DAY_MS;
const NOT_FOUND = 'PROJECT_NOT_FOUND';
/** Of an override that has just been recorded. */
const UNTROUBLED = { endedAt: null, problem: null };

/** One of the project's caps as just read. */
export interface ReadCap {
  cap: number | null;
  used: number | null;
}

/** Why a cap could not be set. `isLost`: no answer says that it was not. */
interface Failure {
  code: string;
  message: string;
  isLost: boolean;
}

/**
 * Temporary overrides of caps. The wanted cap is recorded durably before it is set. Each change reads first,
 * and is made only if the edge set the current cap, until the owner's cap is back. A change whose response
 * was lost is checked until it can no longer take effect.
 */
export class CapOverrides {
  readonly #context: AccountContext;
  readonly #rows: CapOverrideRows;
  readonly #caps: Caps;
  readonly #report: ReportGuard;

  constructor(context: AccountContext, rows: CapOverrideRows, caps: Caps, report: ReportGuard) {
    this.#context = context;
    this.#rows = rows;
    this.#caps = caps;
    this.#report = report;
  }

  async #read(projectId: string, category: Category): Promise<Result<ReadCap>> {
    const read = await this.#caps.read(projectId);
    if (!read.ok) return refused('not-read', read.failure.message);
    const cap = read.value.caps[category];
    if (cap === undefined) return refused('not-read', notNamed().message);
    return success({ cap, used: read.value.used?.[category] ?? null });
  }

  /**
   * Adds a layer to a project's cap. Call within {@link Caps.inTurn}.
   * @param layerFor the layer for the cap that the owner, or a raise, allows; null = that cap needs none
   * @returns whether a layer was added
   */
  async apply(
    projectId: string,
    layerFor: (limit: ReadCap, own: number | null) => Result<Layer | null>,
    category: Category = 'development',
  ): Promise<Result<boolean>> {
    const before = this.#rows.get(projectId, category);
    if (before !== null) await this.reconcile(projectId, category);
    const read = await this.#read(projectId, category);
    if (!read.ok) return read;
    const row = this.#rows.get(projectId, category);
    const isAgreed = row === null || compareCap(row, read.value.cap) !== 'foreign';
    const own = row === null || !isAgreed ? read.value.cap : row.own;
    const kept = row === null || !isAgreed ? [] : activeIn(row.layers);
    // Another run's budget is no cap that holds for this one: it ends with that run.
    const allowed = targetOf(
      own,
      kept.filter(({ kind }) => kind === 'raise'),
    );
    const made = layerFor({ ...read.value, cap: allowed }, own);
    if (!made.ok) return made;
    if (made.value === null) return success(false);
    const { kind } = made.value;
    const isHeld = kind === 'raise' && kept.length > 0 && row !== null && isChanged(row);
    if (isHeld || kept.some((layer) => layer.kind === kind))
      return refused('overridden-already', 'This cap is overridden already.');
    const layers = [...kept, { ...made.value, isOwed: true }];
    const cap = targetOf(own, layers) ?? made.value.to;
    const mayBeLifted = row?.unconfirmed.some(({ cap: lost }) => lost === null || lost > cap);
    if (made.value.kind === 'run-budget' && mayBeLifted)
      return refused('not-read', 'An earlier change of the cap may take effect for ten more minutes.');
    const unconfirmed = row?.unconfirmed ?? [];
    const confirmed = read.value.cap;
    this.#rows.store({ projectId, category, own, cap, confirmed, layers, unconfirmed, ...UNTROUBLED });
    await this.#context.storage.sync();
    return this.enforce(projectId, made.value, category);
  }

  /**
   * Sets the cap for a stored layer, or ends that layer. A link's layer whose answer was lost stays: it is
   * set once it can be, or ends with its time. Call within {@link Caps.inTurn}.
   */
  async enforce(
    projectId: string,
    { since, kind, link }: Layer,
    category: Category = 'development',
  ): Promise<Result<true>> {
    const failure = await this.reconcile(projectId, category);
    const isOfIt = (layer: Layer) => layer.kind === kind && layer.since === since;
    const isInForce = failure === null && this.#rows.activeLayers(projectId, category).some(isOfIt);
    if (isInForce) return success(true);
    if (failure?.isLost === true && link !== undefined) return refused('not-read', failure.message);
    await this.end(projectId, isOfIt, undefined, category);
    return refused(
      failure !== null && IS_FORBIDDEN.has(failure.code) ? 'not-owner' : 'not-read',
      failure?.message ?? 'The cap was changed by somebody else just now.',
    );
  }

  /**
   * Moves a launch's budget to the project that it created. Anything stored of an earlier project of that
   * name ends; layers added to the new one since the launch stay. Call within {@link Caps.inTurn}.
   * @param read the cap as just read
   * @param isTheirs whether the service set that cap in place of the budget, and nobody else did
   */
  async adopt(
    projectId: string,
    { own, layer: budget }: { own: number | null; layer: Layer },
    read: ReadCap,
    isTheirs: boolean,
  ): Promise<void> {
    const category = 'development';
    const before = this.#rows.get(projectId, category);
    const later = before?.layers.filter(({ since }) => since > budget.since) ?? [];
    const isSameProject = before !== null && later.length > 0;
    reached('launch-budget-adopted');
    const isLate = read.cap !== budget.to && read.used !== null && read.used >= budget.to;
    const layer = { ...budget, isOwed: true, ...(isLate && { usedBefore: read.used }) };
    const layers = [layer, ...later];
    const cap = targetOf(own, layers) ?? layer.to;
    const confirmed = isSameProject ? before.confirmed : isTheirs ? read.cap : layer.to;
    const unconfirmed = isSameProject ? before.unconfirmed : [];
    this.#rows.forget(projectId, category);
    this.#rows.store({ projectId, category, own, cap, confirmed, layers, unconfirmed, ...UNTROUBLED });
    await this.#context.storage.sync();
    await this.reconcile(projectId, category);
  }

  /** Reads what was used, and lowers the cap if a correction made room. Call within {@link Caps.inTurn}. */
  async followUsed(projectId: string): Promise<void> {
    const layers = this.#rows.activeLayers(projectId);
    if (!layers.some(({ kind, used }) => kind === 'run-budget' && used !== undefined)) return;
    const read = await this.#read(projectId, 'development');
    const row = this.#rows.get(projectId);
    const used = read.ok ? read.value.used : null;
    if (!read.ok || used === null || row === null || compareCap(row, read.value.cap) === 'foreign') return;
    const followed = row.layers.map((layer) => (layer.endedAt === null ? afterReading(layer, used) : layer));
    if (JSON.stringify(followed) === JSON.stringify(row.layers)) return;
    const cap = targetOf(row.own, followed) ?? row.cap;
    this.#rows.store({ ...row, layers: followed, cap });
    if (cap === row.cap) return;
    reached('budget-lowered-after-correction');
    await this.#context.storage.sync();
    await this.reconcile(projectId);
  }

  /**
   * Forgets a project deleted through the edge: no cap is left to restore. Call within {@link Caps.inTurn}.
   */
  forget(projectId: string): void {
    const rows = this.#rows.of(projectId);
    for (const { category } of rows) this.#rows.forget(projectId, category);
    if (rows.length > 0) this.#context.emitter.emit('changed');
  }

  /** Ends layers (`undoneBy` a browser) and sets the cap that remains. Call within {@link Caps.inTurn}. */
  async end(
    projectId: string,
    which: (layer: Layer) => boolean,
    undoneBy?: { name: string | null },
    category: Category = 'development',
  ): Promise<void> {
    const row = this.#rows.get(projectId, category);
    if (row === null) return;
    const now = this.#context.now();
    const ending = activeIn(row.layers).filter(which);
    if (ending.length > 0) {
      const layers = row.layers.map((layer) => (ending.includes(layer) ? { ...layer, endedAt: now } : layer));
      const cap = activeIn(layers).length > 0 ? targetOf(row.own, layers) : null;
      this.#rows.store({ ...row, layers, cap: cap ?? row.cap });
      if (undoneBy) {
        const act = { did: 'undone', from: row.cap, to: row.own, by: undoneBy.name } as const;
        for (const layer of ending) this.#reportLayer(row, layer, act);
      }
    }
    await this.reconcile(projectId, category);
  }

  /** An owner set the cap through the edge: it replaces the override. Call within {@link Caps.inTurn}. */
  setByOwner(projectId: string, category: Category, own: number | null): void {
    const row = this.#rows.get(projectId, category);
    if (row === null) return;
    this.#giveUp(row, own);
    this.#context.emitter.emit('changed');
  }

  /**
   * Reads the cap and, if the edge set it, sets the wanted one. Call within {@link Caps.inTurn}.
   * @returns why it failed, for a retry; null = the cap is as wanted, or somebody else's
   */
  async reconcile(projectId: string, category: Category = 'development'): Promise<Failure | null> {
    const row = this.#rows.get(projectId, category);
    if (row === null) return null;
    const isOver = activeIn(row.layers).length === 0 && row.endedAt === null;
    // What was only watched, or never sent, has nothing to put back.
    if (isOver && row.confirmed === row.own && row.unconfirmed.length === 0)
      return this.#confirm(row, row.own);
    const result = await this.#caps.read(projectId);
    if (!result.ok) {
      const { code, kind, message } = result.failure;
      // Nothing was sent.
      if (!isGone(row, code, this.#context.now())) return this.#failed(row, code ?? kind, message, false);
      this.forget(projectId);
      return { code: NOT_FOUND, message, isLost: false };
    }
    const read = result.value.caps[category];
    if (read === undefined) return this.#failed(row, 'not-read', notNamed().message, false);
    if (read !== row.confirmed && row.unconfirmed.some(({ cap }) => cap === read))
      reached('lost-cap-change-took-effect');
    switch (compareCap(row, read)) {
      case 'agrees':
        return this.#confirm(row, read);
      case 'foreign':
        return this.#giveUp(row, read);
      case 'set':
        return this.#set(row, targetOf(row.own, row.layers));
    }
  }

  #confirm(row: CapOverrideRow, cap: number | null): null {
    this.#rows.clearFailures(row);
    const isOver = activeIn(row.layers).length === 0;
    const now = this.#context.now();
    const unconfirmed = row.unconfirmed.filter(({ until }) => until > now);
    // A budget that leaves more than the owner's cap is only watched: it is set once a correction makes room.
    const isSet = (layer: Layer) => layer.kind === 'raise' || isChanged(row);
    const justSet = activeIn(row.layers).filter((layer) => layer.isOwed && isSet(layer));
    const after = {
      ...row,
      layers: row.layers.map((layer) => {
        const { isOwed: _, ...known } = layer;
        return isSet(layer) ? known : layer;
      }),
      confirmed: cap,
      unconfirmed,
      endedAt: isOver ? (row.endedAt ?? now) : null,
      problem: null,
    };
    if (JSON.stringify(after) !== JSON.stringify(this.#rows.get(row.projectId, row.category)))
      this.#rows.store(after);
    for (const layer of justSet) {
      const by = layer.kind === 'raise' ? { by: layer.by, ...(layer.link && { link: layer.link }) } : {};
      this.#reportLayer(row, layer, { did: 'set', from: row.own, to: row.cap, ...by });
    }
    if (justSet.length > 0) this.#context.emitter.emit('changed');
    if (isOver && row.endedAt === null && row.confirmed !== cap) {
      reached('override-put-back');
      const layer = row.layers.at(-1);
      if (layer) this.#reportLayer(row, layer, { did: 'put-back', from: row.cap, to: cap });
    }
    return null;
  }

  #giveUp(row: CapOverrideRow, found: number | null): null {
    this.#rows.clearFailures(row);
    const now = this.#context.now();
    const layers = row.layers.map((layer) => ({ ...layer, endedAt: layer.endedAt ?? now }));
    const unconfirmed = row.unconfirmed.filter(({ until }) => until > now);
    const endedAt = row.endedAt ?? now;
    this.#rows.store({ ...row, own: found, confirmed: found, layers, unconfirmed, endedAt, problem: null });
    reached('override-left-alone');
    const active = activeIn(row.layers);
    const left = active.length > 0 || row.endedAt !== null ? active : row.layers.slice(-1);
    for (const layer of left)
      this.#reportLayer(row, layer, { did: 'left-alone', from: row.own, to: row.cap, found });
    return null;
  }

  async #set(row: CapOverrideRow, cap: number | null): Promise<Failure | null> {
    const { projectId, category } = row;
    const change: UnconfirmedChange = { cap, until: this.#context.now() + UNCONFIRMED_MS };
    this.#rows.store({ ...row, unconfirmed: [...row.unconfirmed, change] });
    await this.#context.storage.sync();
    const failure = await this.#caps.set(projectId, category, cap);
    const now = this.#rows.get(projectId, category) ?? row;
    const unconfirmed = now.unconfirmed.filter(
      ({ cap: of, until }) => of !== change.cap || until !== change.until,
    );
    if (failure === null) return this.#confirm({ ...now, unconfirmed }, cap);
    const { code, kind, message, isCertain } = failure;
    if (isCertain) this.#rows.store({ ...now, unconfirmed });
    return this.#failed(row, code ?? kind, message, !isCertain);
  }

  #failed({ projectId, category }: CapOverrideRow, code: string, message: string, isLost: boolean): Failure {
    const now = this.#context.now();
    const failures = this.#rows.countFailure(projectId, category);
    const row = this.#rows.get(projectId, category);
    if (
      row !== null &&
      row.problem?.code !== code &&
      (failures >= REPORTED_FAILURES || IS_FORBIDDEN.has(code))
    ) {
      reached('override-could-not-be-set');
      this.#rows.store({ ...row, problem: { code, message: message.slice(0, 300), since: now } });
      const layer = row.layers.at(-1);
      if (layer && row.problem === null)
        this.#reportLayer(row, layer, { did: 'could-not', from: row.own, to: row.cap, reason: code });
      this.#context.emitter.emit('changed');
    }
    return { code, message, isLost };
  }

  #reportLayer(
    { projectId, category }: CapOverrideRow,
    { kind, credits, call, work }: Layer,
    act: Omit<GuardReport, 'guard' | 'number'>,
  ): void {
    const about = { ...(call !== null && { call }), ...(work != null && { work }) };
    const which = category === 'development' ? {} : { category };
    this.#report(projectId, { guard: kind, number: credits, ...act, ...which }, about);
  }
}

/** Whether a project was not found for so long that it counts as deleted. */
const isGone = ({ problem }: CapOverrideRow, code: string | null, now: InstantMs): boolean =>
  code === NOT_FOUND && problem?.code === NOT_FOUND && now - problem.since >= GONE_AFTER_MS;

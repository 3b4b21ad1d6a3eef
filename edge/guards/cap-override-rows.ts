import { failedAgain, type Retry } from '../../shared/backoff.ts';
import type { Category } from '../../shared/builder-api/limits.ts';
import type { CapOverride, GuardRecord, GuardsNow } from '../../shared/edge-api/guards.ts';
import type { EventFacts } from '../../shared/snapshot/kept-event.ts';
import { happenedAt, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import type { Arrival } from '../events/store.ts';
import type { AccountContext } from '../object/context.ts';
import type { Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';
import { activeIn, compareCap, type Layer, type UnconfirmedChange } from './layers.ts';

export const capOverridesSchema: Schema = {
  startAnew: ['DELETE FROM cap_overrides', 'DELETE FROM launch_budgets'],
  tables: [
    `CREATE TABLE cap_overrides (
      project_id TEXT NOT NULL,
      category TEXT NOT NULL,
      own REAL,
      cap REAL NOT NULL,
      confirmed REAL,
      layers TEXT NOT NULL,
      unconfirmed TEXT NOT NULL DEFAULT '[]',
      ended_at INTEGER,
      problem TEXT,
      PRIMARY KEY (project_id, category)
    ) WITHOUT ROWID`,
    `CREATE TABLE launch_budgets (
      launch_key TEXT PRIMARY KEY,
      own REAL,
      layer TEXT NOT NULL,
      named TEXT NOT NULL DEFAULT '{}',
      since INTEGER NOT NULL DEFAULT 0,
      owed TEXT
    ) WITHOUT ROWID`,
  ],
};

/** How long a cap that was put back stays listed: the service's lists are up to a minute old. */
const LISTED_AFTER_MS = 3 * MINUTE_MS;
const CHECK_AFTER_MS = 5 * SECOND_MS;
const RETRY_FIRST_MS = 5 * SECOND_MS;
const RETRY_MAX_MS = 5 * MINUTE_MS;

export interface CapOverrideRow {
  projectId: string;
  category: Category;
  own: number | null;
  /** The cap that results from the layers. */
  cap: number;
  /** The cap last confirmed by the service. */
  confirmed: number | null;
  layers: Layer[];
  unconfirmed: UnconfirmedChange[];
  /** When the owner's cap was put back, or another one was found. */
  endedAt: InstantMs | null;
  problem: CapOverride['problem'];
}

/**
 * Tells whether an override changes the owner's cap. A budget that leaves more is only watched, and set once
 * it leaves less.
 */
export const isChanged = ({ own, cap }: Pick<CapOverrideRow, 'own' | 'cap'>): boolean => cap !== own;

/** Stored overrides of caps, and when each is checked next. */
export class CapOverrideRows {
  readonly #context: AccountContext;
  readonly #rows: Rows<CapOverrideRow>;
  /** Next check of each cap, and how often it failed since; in memory, so that a check writes nothing. */
  readonly #next = new Map<string, Retry>();

  constructor(context: AccountContext) {
    this.#context = context;
    this.#rows = new Rows(context.storage.sql, 'cap_overrides', ['projectId', 'category'], {
      layers: 'json',
      unconfirmed: 'json',
      problem: 'json',
    });
  }

  all(): CapOverrideRow[] {
    return this.#rows.all('true ORDER BY project_id, category');
  }

  get(projectId: string, category: Category = 'development'): CapOverrideRow | null {
    return this.#rows.one('project_id = ? AND category = ?', projectId, category);
  }

  /** Those of a project, of one cap or of both. */
  of(projectId: string): CapOverrideRow[] {
    return this.#rows.all('project_id = ? ORDER BY category', projectId);
  }

  /** The same, of which what a clock that was ahead has set counts from now on. */
  happened(projectId: string, category: Category): CapOverrideRow | null {
    const row = this.get(projectId, category);
    if (row === null) return null;
    const now = this.#context.now();
    const past = (at: InstantMs) => happenedAt(at, now) || now;
    const endedAt = row.endedAt && past(row.endedAt);
    const layers = row.layers.map((layer) => ({ ...layer, since: past(layer.since) }));
    const counted = { ...row, endedAt, layers };
    if (JSON.stringify(counted) !== JSON.stringify(row)) this.store(counted);
    return counted;
  }

  /** Every stored override has a scheduled check, whatever happens next. */
  store(row: CapOverrideRow): void {
    this.#context.jobs.schedule('guards', this.#context.now() + CHECK_AFTER_MS);
    this.#rows.put(row, 'WRITE OVER');
  }

  forget(projectId: string, category: Category): void {
    this.#rows.drop('project_id = ? AND category = ?', projectId, category);
    this.#next.delete(keyOf(projectId, category));
  }

  /** When the cap is to be checked next. @param paceMs interval during its run */
  dueAt(row: CapOverrideRow, paceMs: number): InstantMs {
    const { projectId, category, layers, endedAt, unconfirmed } = row;
    const now = this.#context.now();
    const next = this.#next.get(keyOf(projectId, category));
    if (next !== undefined && next.at <= now + RETRY_MAX_MS) return next.at;
    if (endedAt !== null)
      return Math.max(happenedAt(endedAt, now) + LISTED_AFTER_MS, ...unconfirmed.map(({ until }) => until));
    // Recorded, and the edge ended before it was set.
    if (row.confirmed !== row.cap) return 0;
    const times = activeIn(layers).map(({ until, since }) => until ?? happenedAt(since, now) + paceMs);
    return times.length === 0 ? 0 : Math.min(...times);
  }

  /** Nothing to do: checks again after this time. */
  postpone({ projectId, category }: CapOverrideRow, paceMs: number): void {
    this.#next.set(keyOf(projectId, category), { at: this.#context.now() + paceMs, failures: 0 });
  }

  /** Layers of a cap's override that are not over. */
  activeLayers(projectId: string, category: Category = 'development'): Layer[] {
    return activeIn(this.get(projectId, category)?.layers ?? []);
  }

  /** The owner's cap if it is overridden; undefined = it is not. */
  ownCap(projectId: string, category: Category): number | null | undefined {
    return this.get(projectId, category)?.own;
  }

  /** Whether anything overrides a cap, or is still to be put back. */
  isOverridden(projectId: string, category: Category): boolean {
    const row = this.get(projectId, category);
    return row !== null && row.endedAt === null && isChanged(row);
  }

  isRaised(projectId: string, category: Category): boolean {
    return this.activeLayers(projectId, category).some(({ kind }) => kind === 'raise');
  }

  /** Whether what a raise by a link recorded stands at the service; null: it is not known yet. */
  isRaisedSince(projectId: string, category: Category, since: InstantMs): boolean | null {
    const row = this.get(projectId, category);
    const layer = row?.layers.find((one) => one.kind === 'raise' && one.since === since);
    if (layer === undefined || layer.endedAt !== null) return layer !== undefined && layer.isOwed !== true;
    return layer.isOwed === true ? null : true;
  }

  /** The owner's cap of a project. @param stands the cap at the service, which may be an override */
  ownersCap(projectId: string, category: Category, stands: number | null): number | null {
    const row = this.get(projectId, category);
    return row === null || compareCap(row, stands) === 'foreign' ? stands : row.own;
  }

  checkSoon(projectId: string): void {
    for (const { category } of this.of(projectId))
      this.#next.set(keyOf(projectId, category), { at: this.#context.now(), failures: 0 });
  }

  /** Counts a failed check, and schedules the next with backoff. @returns consecutive failures */
  countFailure(projectId: string, category: Category): number {
    const key = keyOf(projectId, category);
    const next = failedAgain(this.#next.get(key), this.#context.now(), RETRY_FIRST_MS, RETRY_MAX_MS);
    this.#next.set(key, next);
    return next.failures;
  }

  /** A check succeeded: the next one is by the layers' own times. */
  clearFailures({ projectId, category }: CapOverrideRow): void {
    this.#next.delete(keyOf(projectId, category));
  }
}

const keyOf = (projectId: string, category: Category): string => `${category} ${projectId}`;

/** The override as sent to browsers. */
export function limitOf(row: CapOverrideRow): CapOverride {
  const { projectId, category, own, cap, layers, confirmed, endedAt, problem } = row;
  const active = activeIn(layers);
  const shown = active.length > 0 ? active : layers;
  return {
    projectId,
    category,
    own,
    cap,
    state: active.length === 0 || endedAt !== null ? 'putting-back' : confirmed === cap ? 'set' : 'setting',
    layers: shown
      .toSorted((one, other) => one.to - other.to)
      .map(({ kind, credits, since, until, by }) => ({ kind, credits, since, until, by })),
    problem,
  };
}

/** A raise has no row of its own: it is what overrides the cap now. */
export const raisesOf = ({ category, layers, problem }: CapOverrideRow): GuardRecord[] =>
  activeIn(layers)
    .filter(({ kind }) => kind === 'raise')
    .map(({ credits, since, until, by }) => ({
      guard: {
        kind: 'raise',
        ...(category !== 'development' && { category }),
        credits,
        until: until === null ? { kind: 'run' } : { kind: 'time', at: until },
      },
      ...{ setAt: since, setBy: by, state: 'acting', since, until, number: null, problem },
    }));

/** What of an override does not stand as it should; null: nothing is known. */
export function failureOf(row: CapOverrideRow): GuardsNow['failing'][number] | null {
  const { projectId, layers, problem } = row;
  const active = activeIn(layers);
  const kind = (active.at(-1) ?? layers.at(-1))?.kind ?? null;
  if (problem !== null) {
    const stands = kind === 'raise' ? 'retried' : active.length === 0 ? 'lowered' : undefined;
    return { projectId, kind, ...problem, ...(stands && { stands }) };
  }
  const late = active.find(({ usedBefore }) => usedBefore != null);
  if (!late) return null;
  const message = `${late.usedBefore} credits were used before it was set.`;
  return { projectId, kind, code: 'budget-passed', message, since: late.since, stands: 'passed' };
}

export const LIMIT_REACHED = 'project.credit_limit.reached';

/** Facts added to a limit event that names the overriding cap: the budget of a run, or a raised cap. */
export function limitEventFacts(
  { event, signer, data }: Pick<Arrival, 'event' | 'signer' | 'data'>,
  override: CapOverrideRow | null,
): EventFacts {
  if (event !== LIMIT_REACHED || signer !== 'account') return {};
  const isOther = override === null || override.cap === override.own || data.limit !== override.cap;
  if (isOther || !/^dev/i.test(String(data.category ?? 'development'))) return { guard: null };
  const [layer] = limitOf(override).layers;
  return { guard: layer?.kind ?? null, budget: layer?.credits ?? null, own: override.own };
}

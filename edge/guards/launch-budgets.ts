import type { Retry } from '../../shared/backoff.ts';
import { CAP_FIELD, type Category } from '../../shared/builder-api/limits.ts';
import type { CapOverride, GuardsNow } from '../../shared/edge-api/guards.ts';
import type { LaunchRecord } from '../../shared/snapshot/launches.ts';
import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import { DAY_MS, HOUR_MS, happenedAt, type InstantMs, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { CLOCKS_APART_MS } from '../../shared/work/row.ts';
import { type Caps, notNamed, type ReadCaps } from '../caps/caps.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow } from '../object/database.ts';
import type { NamedCaps } from '../paid-calls/paid-call.ts';
import { isNameOrSuffixed } from '../paid-calls/resolution.ts';
import type { CapOverrideRow } from './cap-override-rows.ts';
import type { CapOverrides } from './cap-overrides.ts';
import { IS_FORBIDDEN, REPORTED_FAILURES } from './guard-events.ts';
import type { Layer } from './layers.ts';

/** Caps that a launch in progress names, and the budget of its first run. Its project may not exist yet. */
export interface LaunchBudget {
  key: string;
  /** The caps that the project keeps, as far as they are still to be checked; null = no cap. */
  named: NamedCaps;
  /** Of the first run; null = none, or the project's by now. */
  layer: Layer | null;
  since: InstantMs;
  /** What could not be set in the project, in place of which the service has `found`. */
  owed: Owed | null;
}

interface Owed {
  projectId: string;
  /** Null: not read yet. */
  found: ReadCaps['caps'] | null;
  problem: NonNullable<CapOverride['problem']> | null;
}

export interface LaunchBudgetParts {
  caps: Caps;
  overrides: CapOverrides;
  /** The ledger's record of a paid call; null = unknown key. */
  paidCall: (key: string) => LaunchRecord | null;
}

/** The first look-up, unless its response arrives. */
const FIRST_AFTER_MS = MINUTE_MS / 2;
const RETRY_MS = 5 * SECOND_MS;
/** How long a launch that is not known, or not found, is waited for: a run takes 40 minutes at most. */
const WAITS_MS = HOUR_MS;
const GONE_AFTER_MS = 3 * DAY_MS;

/** Caps that nobody has named (service reference, Credit limits and Launch Project). */
const DEFAULTS: Readonly<Record<Category, readonly (number | null)[]>> = {
  development: [null, 5_000],
  infrastructure: [250, 300],
};
const CATEGORIES = Object.keys(CAP_FIELD) as Category[];

type CreatedProject = Pick<ProjectState, 'projectId' | 'createdAt'>;

interface Row extends Record<string, SqlStorageValue> {
  launch_key: string;
  own: number | null;
  layer: string;
  named: string;
  since: InstantMs;
  owed: string | null;
}

/** What launches say of caps in their bodies, until the project is seen to have it. */
export class LaunchBudgets {
  readonly #context: AccountContext;
  readonly #parts: LaunchBudgetParts;
  /** Next look-up of each launch, and how often it failed; in memory, so that looking writes nothing. */
  readonly #next = new Map<string, Retry>();

  constructor(context: AccountContext, parts: LaunchBudgetParts) {
    this.#context = context;
    this.#parts = parts;
  }

  all(): LaunchBudget[] {
    return this.#context.storage.sql
      .exec<Row>('SELECT * FROM launch_budgets ORDER BY launch_key')
      .toArray()
      .map(({ launch_key, own, layer: text, named, since, owed }) => {
        const layer = JSON.parse(text) as Layer | null;
        return {
          key: launch_key,
          layer,
          named: { ...(layer && { development: own }), ...(JSON.parse(named) as NamedCaps) },
          since: since || (layer?.since ?? 0),
          owed: owed === null ? null : (JSON.parse(owed) as Owed),
        };
      });
  }

  store({ key, named, layer, since, owed }: LaunchBudget): void {
    this.#context.jobs.schedule('guards', this.#context.now() + FIRST_AFTER_MS);
    const row = {
      ...{ launch_key: key, own: named.development ?? null, layer: JSON.stringify(layer), since },
      ...{ named: JSON.stringify(named), owed: owed === null ? null : JSON.stringify(owed) },
    };
    insertRow(this.#context.storage.sql, 'launch_budgets', row, 'WRITE OVER');
  }

  #forget(key: string): void {
    this.#context.storage.sql.exec('DELETE FROM launch_budgets WHERE launch_key = ?', key);
    this.#next.delete(key);
  }

  dueAt({ key, since }: LaunchBudget): InstantMs {
    const now = this.#context.now();
    const next = this.#next.get(key)?.at;
    return next !== undefined && next <= now + WAITS_MS ? next : happenedAt(since, now) + FIRST_AFTER_MS;
  }

  /** Launches whose project does not have what they named. */
  failing(): GuardsNow['failing'] {
    return this.all().flatMap(({ owed, layer }) => {
      if (!owed?.problem) return [];
      const { projectId, problem } = owed;
      return { projectId, kind: layer?.kind ?? null, ...problem, stands: 'named' as const };
    });
  }

  /** Names that launches with a budget have asked for. */
  requested(): string[] {
    return this.all().flatMap(
      ({ key, layer }) => (layer && this.#parts.paidCall(key)?.requestedProjectId) ?? [],
    );
  }

  /** Lists budgets of launches in progress, for each project, listed or not, that they may have created. */
  inProgress(projects: () => readonly CreatedProject[]): CapOverrideRow[] {
    const requested = this.requested();
    if (requested.length === 0) return [];
    const listed = projects();
    const unlisted = requested.filter((id) => listed.every(({ projectId }) => projectId !== id));
    const may = [...listed, ...unlisted.map((projectId) => ({ projectId, createdAt: null }))];
    return may.flatMap((project) => this.overrideOf(project) ?? []);
  }

  /** The budget of a launch that may have created the project, and is not known to have. */
  overrideOf({ projectId, createdAt }: CreatedProject): CapOverrideRow | null {
    for (const { key, layer, named } of this.all()) {
      const call = layer && this.#parts.paidCall(key);
      if (!call || call.state === 'refused' || call.state === 'absent') continue;
      const isOfIt = isNameOrSuffixed(projectId, call.requestedProjectId);
      if (call.projectId === null ? !isOfIt : call.projectId !== projectId) continue;
      if (createdAt !== null && createdAt + CLOCKS_APART_MS < layer.since) return null;
      const { development: own = null } = named;
      const empty = { confirmed: null, unconfirmed: [], endedAt: null, problem: null };
      return { projectId, category: 'development', own, cap: layer.to, layers: [layer], ...empty };
    }
    return null;
  }

  /** A launched project was deleted through the edge: nothing is owed to it any more. */
  onDeleted(projectId: string): void {
    for (const { key } of this.all())
      if (this.#parts.paidCall(key)?.projectId === projectId) this.#forget(key);
  }

  /** An owner set a cap of a launched project: what the launch named is not owed any more. */
  onOwnCap(projectId: string, category: Category): void {
    for (const launch of this.all())
      if (launch.owed?.projectId === projectId)
        this.#keep({ ...launch, named: without(launch.named, category) });
  }

  /** Applies the outcome of a launch. */
  async check(key: string): Promise<void> {
    const launch = this.all().find((one) => one.key === key);
    if (launch === undefined) return;
    const call = this.#parts.paidCall(key);
    const { projectId = null } = call ?? {};
    if (call?.state === 'launched' && projectId !== null)
      return this.#parts.caps.inTurn(projectId, () => this.#settle(key, projectId, call.warnings));
    const isLate = this.#context.now() - launch.since > WAITS_MS;
    if (call?.state === 'refused' || (call === null && isLate)) this.#forget(key);
    else this.postpone(key, call?.state === 'absent' ? WAITS_MS : FIRST_AFTER_MS);
  }

  /** Reads what the service has set, and sets what it has not. */
  async #settle(key: string, projectId: string, warnings: LaunchRecord['warnings']): Promise<void> {
    const launch = this.all().find((one) => one.key === key);
    if (launch === undefined) return;
    const read = await this.#parts.caps.read(projectId);
    if (!read.ok) return this.#failed(launch, projectId, null, read.failure);
    const { caps, used } = read.value;
    const isWarned = warnings.some(({ step }) => step === 'creditLimits');
    const found = launch.owed?.found ?? null;
    const isTheirs = (category: Category, stands: number | null) =>
      found === null ? isWarned || DEFAULTS[category].includes(stands) : found[category] === stands;
    let { layer, named } = launch;
    if (layer !== null && caps.development !== undefined) {
      const { development: own = null } = named;
      const seen = { cap: caps.development, used: used?.development ?? null };
      named = without(named, 'development');
      await this.#parts.overrides.adopt(projectId, { own, layer }, seen, isTheirs('development', seen.cap));
      layer = null;
    }
    let failure: Failure | null = null;
    for (const category of CATEGORIES) {
      const { [category]: to } = named;
      const { [category]: stands } = caps;
      if (to === undefined || (category === 'development' && layer !== null)) continue;
      const isOwed = stands !== undefined && stands !== to && isTheirs(category, stands);
      const isFailed = isOwed ? await this.#parts.caps.set(projectId, category, to) : null;
      const refused = stands === undefined ? notNamed() : isFailed;
      if (refused === null) named = without(named, category);
      else failure = refused;
    }
    if (failure === null && layer === null) this.#forget(key);
    else this.#failed({ ...launch, named, layer }, projectId, caps, failure ?? notNamed());
  }

  #failed(launch: LaunchBudget, projectId: string, found: ReadCaps['caps'] | null, failure: Failure): void {
    const { key, since, owed } = launch;
    const now = this.#context.now();
    const code = failure.code ?? failure.kind;
    if (code === 'PROJECT_NOT_FOUND' && now - since > GONE_AFTER_MS) {
      this.#forget(key);
      return;
    }
    const isForbidden = IS_FORBIDDEN.has(code);
    const failures = (this.#next.get(key)?.failures ?? 0) + 1;
    const isReported = isForbidden || failures >= REPORTED_FAILURES;
    const problem = { code, message: failure.message.slice(0, 300), since: owed?.problem?.since ?? now };
    this.#keep({
      ...launch,
      owed: {
        projectId,
        found: owed?.found ?? found,
        problem: isReported ? problem : (owed?.problem ?? null),
      },
    });
    const wait = isForbidden ? HOUR_MS : failures < REPORTED_FAILURES ? RETRY_MS : 5 * MINUTE_MS;
    this.#next.set(key, { at: now + wait, failures });
  }

  /** Stores what is still owed, if anything is. */
  #keep(launch: LaunchBudget): void {
    if (launch.layer === null && Object.keys(launch.named).length === 0) this.#forget(launch.key);
    else this.store(launch);
    this.#context.emitter.emit('changed');
  }

  postpone(key: string, ms: number): void {
    this.#next.set(key, { at: this.#context.now() + ms, failures: 0 });
  }
}

type Failure = { code: string | null; kind: string; message: string };

const without = (named: NamedCaps, category: Category): NamedCaps => {
  const { [category]: _, ...rest } = named;
  return rest;
};

import type * as z from 'zod/mini';
import type { featureLimitsRecord, rateLimitRecord } from '../builder-api/limits-schema.ts';
import { mayActAs, type Role } from '../edge-api/role.ts';
import type { Engine } from '../snapshot/prices.ts';
import type { InstantMs } from '../time.ts';
import { parseInstant } from '../time.ts';
import { type Blocker, blockerOf, type Circumstances, worstFirst } from './blocker.ts';
import type { Act, Cause } from './cause.ts';
import type { Price } from './price.ts';

/** A monthly cap as far as it was read. `isReached` null: unknown. `cap` null: none, or not reported. */
export interface CapFacts {
  isReached: boolean | null;
  used: number | null;
  cap: number | null;
}

export interface LimitFacts {
  development: CapFacts;
  infrastructure: CapFacts;
  resetsAt: InstantMs | null;
  /** A development cap below the owner's that a guard set for one run. */
  runBudget: { until: InstantMs | null } | null;
}

/** What of a project only a reading of its own shows, and what of a plan no reading does. */
export type Unlooked = 'caps' | 'rebuild' | 'pull' | 'plan-count' | 'plan-rate';

/** Known facts of one project; null always means "not read". */
export interface ProjectFacts {
  projectId: string;
  engine: Engine | null;
  /** Whether the state of its work was read. */
  isRead: boolean;
  run: { startedAt: InstantMs | null } | null;
  batch: { done: number | null; total: number | null; startedAt: InstantMs | null } | null;
  deploy: { startedAt: InstantMs | null } | null;
  recovery: { startedAt: InstantMs | null } | null;
  rebuild: { startedAt: InstantMs | null } | null;
  importing: { startedAt: InstantMs | null } | null;
  pulling: { startedAt: InstantMs | null } | null;
  /** What was not looked at: what is left to its caps, `rebuild` and `pulling` are unknown then. */
  notLooked: readonly Unlooked[];
  server: 'ready' | 'starting' | 'asleep' | null;
  paused: { since: InstantMs | null; resumable: boolean | null } | null;
  stopped: { since: InstantMs | null } | null;
  limits: LimitFacts | null;
  features: z.infer<typeof featureLimitsRecord>['features'] | null;
  visitors: Pick<z.infer<typeof rateLimitRecord>, 'perIpPerMinute' | 'planDefault' | 'source'> | null;
  guards: {
    day: { spent: number; limit: number } | null;
    /** Failures in a row after which prompts are off, once there are that many. */
    failures: number | null;
  } | null;
}

/** Everything that "can I build?" depends on. */
export interface BuildFacts extends Circumstances {
  /** What separates this browser from the service. */
  link: Extract<
    Cause,
    {
      kind:
        | 'not-paired'
        | 'offline'
        | 'edge-not-answering'
        | 'key-rejected'
        | 'account-unconfirmed'
        | 'service-not-answering';
    }
  > | null;
  /** When what it stands on was last read, if that is too long ago to say anything now. */
  notReadSince: InstantMs | null;
  /** null: not read. `isCurrent`: the last read succeeded, and the next one is not overdue. */
  balance: { credits: number | null; isCurrent: boolean } | null;
  /** Fixed price of the act; null: none or unknown. */
  price: Price | null;
  serverPrice: Price | null;
  /** This browser's daily limit, what it has spent, and what a run reserves, if the act starts one. */
  dailyLimit: { spent: number; limit: number; reserve: number } | null;
  /** null: the project does not exist yet. */
  project: ProjectFacts | null;
}

/** Everything that stops an act or affects it, worst first; unrelated causes last. */
export function blockers(facts: BuildFacts, act: Act): Blocker[] {
  const causes = [
    ...causesOfAccount(facts, act),
    ...(facts.project ? causesOfProject(facts, facts.project) : []),
  ];
  return causes.map((cause) => blockerOf(cause, act, facts)).sort(worstFirst);
}

function causesOfAccount({ link, role, balance, price, dailyLimit }: BuildFacts, act: Act): Cause[] {
  const causes: Cause[] = [];
  if (link) causes.push(link);
  if (role !== null && act !== 'app' && !mayActAs(role, NEEDED))
    causes.push({ kind: 'role-too-low', role, needed: NEEDED });
  const credits = balance?.credits ?? null;
  // A balance that could not be read again may have grown; the service decides.
  if (balance?.isCurrent && (credits === null || credits <= 0 || (price !== null && credits < price.least)))
    causes.push({ kind: 'balance-used-up', credits, needed: price?.least ?? null });
  if (
    dailyLimit &&
    (dailyLimit.spent >= dailyLimit.limit ||
      dailyLimit.spent + (price?.most ?? 0) + dailyLimit.reserve > dailyLimit.limit)
  )
    causes.push({ kind: 'daily-limit', spent: dailyLimit.spent, limit: dailyLimit.limit });
  return causes;
}

const NEEDED: Role = 'builder';

function causesOfProject({ serverPrice }: BuildFacts, project: ProjectFacts): Cause[] {
  const { run, batch, deploy, recovery, rebuild, importing, pulling, paused, stopped, server, guards } =
    project;
  const causes: Cause[] = [];
  if (stopped) causes.push({ kind: 'emergency-stop', ...stopped });
  if (paused) causes.push({ kind: 'project-paused', ...paused });
  if (guards?.day && guards.day.spent >= guards.day.limit) causes.push({ kind: 'day-budget', ...guards.day });
  if (guards?.failures != null) causes.push({ kind: 'failure-guard', failures: guards.failures });
  if (recovery) causes.push({ kind: 'recovery-running', ...recovery });
  if (batch) causes.push({ kind: 'batch-running', ...batch });
  else if (run) causes.push({ kind: 'agent-running', ...run });
  if (deploy) causes.push({ kind: 'deployment-running', ...deploy });
  if (rebuild) causes.push({ kind: 'rebuild-running', ...rebuild });
  if (importing) causes.push({ kind: 'import-running', ...importing });
  if (pulling) causes.push({ kind: 'pull-running', ...pulling });
  if (server === 'starting' || server === 'asleep')
    causes.push({ kind: 'server-not-ready', server, price: serverPrice });
  return [...causes, ...causesOfLimits(project)];
}

function causesOfLimits({ limits, features, visitors }: ProjectFacts): Cause[] {
  const causes: Cause[] = [];
  if (limits?.development.isReached) {
    const { used, cap } = limits.development;
    causes.push(
      limits.runBudget
        ? { kind: 'run-budget', used, cap, until: limits.runBudget.until }
        : { kind: 'development-cap', used, cap, resetsAt: limits.resetsAt },
    );
  }
  if (limits?.infrastructure.isReached) {
    const { used, cap } = limits.infrastructure;
    causes.push({ kind: 'infrastructure-cap', used, cap, resetsAt: limits.resetsAt });
  }
  if (features) causes.push(...causesOfFeatures(features));
  if (visitors && isTightened(visitors))
    causes.push({
      kind: 'visitor-limit',
      perMinute: visitors.perIpPerMinute,
      planDefault: visitors.planDefault,
    });
  return causes;
}

type Visitors = NonNullable<ProjectFacts['visitors']>;

function isTightened(
  visitors: Visitors,
): visitors is Visitors & { perIpPerMinute: number; planDefault: number } {
  const { perIpPerMinute, planDefault, source } = visitors;
  return source === 'user' && perIpPerMinute !== null && planDefault != null && perIpPerMinute < planDefault;
}

type Features = NonNullable<ProjectFacts['features']>;

/** A parent's switch or budget hides those of its children (service reference, Feature limit entry). */
function causesOfFeatures(features: Features): Cause[] {
  const off = Object.keys(features).filter((name) => features[name]?.enabled === false);
  const spent = Object.keys(features).filter((name) => {
    const entry = features[name];
    return entry?.enabled === true && spentBudget(entry) !== null;
  });
  const isHidden = (name: string, among: readonly string[]) =>
    parentsOf(name, features).some((parent) => among.includes(parent));
  return [
    ...off.filter((name) => !isHidden(name, off)).map((feature): Cause => ({ kind: 'feature-off', feature })),
    ...spent
      .filter((name) => !isHidden(name, off) && !isHidden(name, spent))
      .map((feature): Cause => budgetCause(feature, features[feature])),
  ];
}

/** The parents of a feature; `all` is a parent of every feature. */
function parentsOf(name: string, features: Features): string[] {
  const parent = features[name]?.parent;
  return [...(parent && parent !== name ? [parent] : []), ...(name === 'all' ? [] : ['all'])];
}

/** The feature whose switch refuses calls of `name`: itself or the widest of its parents; null: it is on. */
export function switchedOffBy(name: string, features: Features): string | null {
  const isOff = (one: string) => features[one]?.enabled === false;
  return [name, ...parentsOf(name, features)].findLast(isOff) ?? null;
}

function budgetCause(feature: string, entry: Features[string] | undefined): Cause {
  const spent = entry && spentBudget(entry);
  return {
    kind: 'feature-budget',
    feature,
    used: spent?.used ?? null,
    limit: spent?.limit ?? null,
    unit: spent?.unit ?? null,
    resetsAt: parseInstant(entry?.period?.to),
  };
}

function spentBudget({ monthlyCreditCap, monthlyUnitCap, consumed, unit }: Features[string]) {
  if (monthlyCreditCap != null && consumed && consumed.credits >= monthlyCreditCap)
    return { used: consumed.credits, limit: monthlyCreditCap, unit: 'credits' };
  if (monthlyUnitCap != null && consumed && consumed.units >= monthlyUnitCap)
    return { used: consumed.units, limit: monthlyUnitCap, unit: unit ?? null };
  return null;
}

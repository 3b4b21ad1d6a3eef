import { CAP_FIELD, type Category } from '../../shared/builder-api/limits.ts';
import { type BalanceOutlook, OUTLOOK_PROJECTS_MAX, type Outlook } from '../../shared/snapshot/snapshot.ts';
import {
  balanceForecast,
  capForecast,
  type DailySpending,
  neededByReset,
  spendingQuery,
} from '../../shared/spending/spending-days.ts';
import {
  DAY_MS,
  HOUR_MS,
  happenedAt,
  type InstantMs,
  MINUTE_MS,
  nextMonth,
  SECOND_MS,
} from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import { doRow, mapLimited } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import type { Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';

export const outlooksSchema: Schema = {
  startAnew: ['DELETE FROM outlooks', 'DELETE FROM balance_outlook'],
  tables: [
    'CREATE TABLE outlooks (project_id TEXT PRIMARY KEY, read_at INTEGER NOT NULL, caps TEXT NOT NULL) WITHOUT ROWID',
    'CREATE TABLE balance_outlook (id INTEGER PRIMARY KEY CHECK (id = 1), read_at INTEGER NOT NULL, outlook TEXT)',
  ],
};

/** Spending changes by the day: each project is read this often, a few at a time. */
const READ_EVERY_MS = 6 * HOUR_MS;
/** Caps that are about to be reached are read more often, because somebody may act on it. */
const CROSSING_EVERY_MS = HOUR_MS;
const AFTER_CHANGE_MS = 5 * SECOND_MS;
const AFTER_FAILURE_MS = 2 * MINUTE_MS;
const RUN_EVERY_MS = 30 * MINUTE_MS;
const PROJECTS_A_RUN = 8;
/** A forecast that was to be read again and was not: all of its turns were missed, and one more. */
const OVERDUE_AFTER_MS = CROSSING_EVERY_MS + 4 * RUN_EVERY_MS;
const WIDTH = 4;
const CATEGORIES = ['development', 'infrastructure'] as const;

type CapOutlook = Outlook['caps'][number];

/** A balance that ends within this is reported; once reported, it is healthy again only beyond the second. */
const BALANCE_REPORTED_MS = 14 * DAY_MS;
const BALANCE_HEALTHY_MS = 21 * DAY_MS;

export interface OutlookParts {
  call: CallService;
  /** Projects with recent work, the most recent first. */
  projectIds: () => readonly string[];
  /** The owner's cap if it is overridden; undefined = it is not. */
  ownCap: (projectId: string, category: Category) => number | null | undefined;
  /** The balance as just read; null = unknown. */
  credits: () => number | null;
}

/**
 * Forecasts of when projects reach their caps and when the balance ends, from daily spending: one notice per
 * crossing.
 */
export class Outlooks {
  readonly #context: AccountContext;
  readonly #parts: OutlookParts;
  readonly #rows: Rows<CapOutlooks>;
  readonly #balances: Rows<BalanceRow>;
  /** Projects whose cap has changed since their reading began. */
  readonly #changed = new Set<string>();
  /** Projects that could not be read, and when they were tried. In memory only: their turn comes anyway. */
  readonly #failedAt = new Map<string, InstantMs>();
  /** The newest run that was seen to be over, by project; `#used`: projects with one since their reading. */
  readonly #over = new Map<string, number>();
  readonly #used = new Set<string>();

  constructor(context: AccountContext, parts: OutlookParts) {
    this.#context = context;
    this.#parts = parts;
    this.#rows = new Rows(context.storage.sql, 'outlooks', ['projectId'], { caps: 'json' });
    this.#balances = new Rows(context.storage.sql, 'balance_outlook', ['id'], { outlook: 'json' });
  }

  /** Schedules the reads once there is a browser to notify; forecasts a balance that has grown at once. */
  onPolled(): void {
    const { jobs, now } = this.#context;
    if (jobs.dueAt('outlooks') === null) jobs.schedule('outlooks', now() + MINUTE_MS);
    else if (this.#hasGrown(this.#balance().outlook)) jobs.schedule('outlooks', now());
  }

  /**
   * A run of a project is over: what is used of its cap has changed.
   * @param run number of its latest that is over
   */
  onRunOver(projectId: string, run: number): void {
    if (this.#over.get(projectId) === run) return;
    this.#over.set(projectId, run);
    this.#used.add(projectId);
    const { jobs, now } = this.#context;
    jobs.schedule('outlooks', now() + AFTER_CHANGE_MS);
  }

  /** The owner's cap of a project changed: its forecast is void. */
  onCapChanged(projectId: string): void {
    const { jobs, now } = this.#context;
    this.#changed.add(projectId);
    this.#rows.set({ readAt: 0 }, 'project_id = ?', projectId);
    jobs.schedule('outlooks', now() + AFTER_CHANGE_MS);
  }

  /** Forecasts for the snapshot; of this month only. */
  now(): Outlook {
    const now = this.#context.now();
    const rows = this.#all();
    const { readAt: balanceReadAt, outlook: balance } = this.#balance();
    const isOverdue = (readAt: InstantMs) => now - happenedAt(readAt, now) > OVERDUE_AFTER_MS;
    const all = rows
      .flatMap((row) => row.caps.map((cap) => ({ ...cap, isOverdue: isOverdue(row.readAt) })))
      .filter(({ resetsAt }) => resetsAt > now)
      .slice(0, OUTLOOK_PROJECTS_MAX * CATEGORIES.length);
    const isUnread = (one: (typeof all)[number]) => one.state === 'crossing' && one.isOverdue;
    const caps = all.filter((one) => !isUnread(one)).map(({ isOverdue: _, ...cap }) => cap);
    const overdue = all
      .filter(isUnread)
      .map(({ projectId, category, resetsAt }) => ({ projectId, category, resetsAt }));
    const isBalanceOverdue = balance?.state === 'crossing' && isOverdue(balanceReadAt);
    const readAt = Math.max(0, ...rows.map((row) => happenedAt(row.readAt, now)));
    return {
      readAt,
      caps,
      ...(overdue.length > 0 && { overdue }),
      ...(isBalanceOverdue ? { isBalanceOverdue } : balance && { balance }),
    };
  }

  /** Job. @returns when to run next */
  async run(): Promise<InstantMs | null> {
    const now = this.#context.now();
    const ids = this.#parts.projectIds().slice(0, OUTLOOK_PROJECTS_MAX);
    const rows = new Map(this.#all().map((row) => [row.projectId, row]));
    for (const id of rows.keys()) if (!ids.includes(id)) this.#rows.drop('project_id = ?', id);
    const isDue = (readAt: InstantMs, isCrossing: boolean) =>
      now - happenedAt(readAt, now) >= (isCrossing ? CROSSING_EVERY_MS : READ_EVERY_MS);
    const crosses = (row: CapOutlooks | undefined) =>
      row?.caps.some(({ state }) => state === 'crossing') === true;
    const due = ids
      .filter((id) => this.#used.has(id) || isDue(rows.get(id)?.readAt ?? 0, crosses(rows.get(id))))
      // One that could not be read holds up none that was not tried.
      .toSorted((one, other) => (this.#failedAt.get(one) ?? 0) - (this.#failedAt.get(other) ?? 0))
      .slice(0, PROJECTS_A_RUN);
    const reads = await mapLimited(due, WIDTH, async (id) => {
      const read = await doRow<'read' | 'failed'>(
        () => this.#read(id, rows.get(id)),
        () => 'failed',
      );
      if (read === 'failed') this.#failedAt.set(id, now);
      else this.#failedAt.delete(id);
      return read;
    });
    const { readAt, outlook: balance } = this.#balance();
    const isBalanceDue = isDue(readAt, balance?.state === 'crossing') || this.#hasGrown(balance);
    if (isBalanceDue) await this.#readBalance(balance);
    if (due.length > 0 || isBalanceDue) this.#context.emitter.emit('changed');
    const isVoid = ({ projectId, readAt }: CapOutlooks) => readAt === 0 && ids.includes(projectId);
    if (!this.#all().some(isVoid)) return now + RUN_EVERY_MS;
    return now + (reads.includes('failed') ? AFTER_FAILURE_MS : AFTER_CHANGE_MS);
  }

  async #read(projectId: string, row: CapOutlooks | undefined): Promise<'read' | 'failed'> {
    const { call } = this.#parts;
    const now = this.#context.now();
    this.#changed.delete(projectId);
    this.#used.delete(projectId);
    const [limits, spending] = await Promise.all([
      call('getCreditLimits', { parameters: { projectId } }),
      call('getSpending', { query: Object.fromEntries(spendingQuery(now, projectId)) }),
    ]);
    if (!limits.ok || !spending.ok || limits.data.usedThisMonth == null) return 'failed';
    // What was read may be the cap before the change.
    if (this.#changed.has(projectId)) return 'read';
    const { creditLimits, usedThisMonth } = limits.data;
    const caps = CATEGORIES.flatMap((category) => {
      const ownCap = this.#parts.ownCap(projectId, category);
      const cap = ownCap === undefined ? creditLimits[CAP_FIELD[category]] : ownCap;
      if (cap === undefined) return [];
      const used = usedThisMonth[category];
      const known = row?.caps.find((one) => one.category === category);
      return capOutlook({ projectId, category, cap, used, daily: spending.data.daily, now, known }) ?? [];
    });
    this.#rows.put({ projectId, readAt: now, caps }, 'WRITE OVER');
    return 'read';
  }

  async #readBalance(before: BalanceOutlook | null): Promise<void> {
    const credits = this.#parts.credits();
    if (credits === null) return;
    const now = this.#context.now();
    const spending = await this.#parts.call('getSpending', { query: Object.fromEntries(spendingQuery(now)) });
    if (!spending.ok) return;
    const outlook = balanceOutlook({
      daily: spending.data.daily,
      credits,
      now,
      wasReported: before?.state === 'crossing',
    });
    this.#balances.put({ id: 1, readAt: now, outlook }, 'WRITE OVER');
  }

  #balance(): Omit<BalanceRow, 'id'> {
    return this.#balances.one('true') ?? { readAt: 0, outlook: null };
  }

  /** Whether the balance has grown since it was last reported to end soon. */
  #hasGrown(balance: BalanceOutlook | null): boolean {
    return balance?.state === 'crossing' && (this.#parts.credits() ?? 0) > balance.credits;
  }

  #all(): CapOutlooks[] {
    return this.#rows.all('true ORDER BY project_id');
  }
}

type CapOutlooks = { projectId: string; readAt: InstantMs; caps: CapOutlook[] };
type BalanceRow = { id: number; readAt: InstantMs; outlook: BalanceOutlook | null };

/** The forecast of one cap; null = unknown. @param known the one before it */
export function capOutlook({
  projectId,
  category,
  cap,
  used,
  daily,
  now,
  known,
}: Pick<CapOutlook, 'projectId' | 'category' | 'cap' | 'used'> & {
  daily: DailySpending;
  now: InstantMs;
  known?: CapOutlook | undefined;
}): CapOutlook | null {
  const needs = cap === null ? null : neededByReset({ daily, category, cap, used, now });
  const read = { projectId, category, cap, used, needs, readAt: now, resetsAt: nextMonth(now) };
  const healthy = { ...read, state: 'healthy', at: null, from: null, to: null } as const;
  if (cap === null) return healthy;
  const expected = capForecast({ daily, category, cap, used, now });
  switch (expected.kind) {
    case 'about':
      return { ...read, state: 'crossing', at: expected.at, from: expected.from, to: expected.to };
    case 'not-before':
    case 'too-little':
    // It has a notice of its own, which takes the place of the forecast.
    case 'reached':
      return healthy;
    // Nothing is known of this cap; what was forecast of another one is over.
    case 'too-early':
    case 'resumed':
    case 'unreliable':
      return known?.state === 'crossing' && known.cap !== cap ? healthy : { ...healthy, state: 'unknown' };
  }
}

/**
 * The forecast of the balance; null = unknown.
 * @param wasReported whether it was last reported to end soon: a pace near the threshold is not reported
 * twice
 */
export function balanceOutlook({
  daily,
  credits,
  now,
  wasReported,
}: {
  daily: DailySpending;
  credits: number;
  now: InstantMs;
  wasReported: boolean;
}): BalanceOutlook | null {
  const expected = balanceForecast(daily, credits, now);
  const known = { readAt: now, credits };
  const healthy = { ...known, state: 'healthy', at: null, from: null, to: null } as const;
  if (expected.kind === 'not-before') return healthy;
  if (expected.kind !== 'about') return null;
  return expected.at - now > (wasReported ? BALANCE_HEALTHY_MS : BALANCE_REPORTED_MS)
    ? healthy
    : { ...known, state: 'crossing', at: expected.at, from: expected.from, to: expected.to };
}

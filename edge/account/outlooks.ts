import { CAP_FIELD } from '../../shared/builder-api/limits.ts';
import { OUTLOOK_PROJECTS_MAX, type Outlook } from '../../shared/snapshot/outlook.ts';
import { forecast } from '../../shared/spending/forecast.ts';
import { spendingDays, spendingQuery } from '../../shared/spending/spending-days.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS, nextMonth } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import { mapLimited } from '../object/concurrency.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema } from '../object/database.ts';

export const outlooksSchema: Schema = {
  capability: 'outlooks',
  migrations: [
    'CREATE TABLE outlooks (project_id TEXT PRIMARY KEY, read_at INTEGER NOT NULL, caps TEXT NOT NULL)',
  ],
};

/** Spending moves by the day: a project is read anew this often, a few of them at a time. */
const READ_EVERY_MS = 6 * HOUR_MS;
const RUN_EVERY_MS = 30 * MINUTE_MS;
const PROJECTS_A_RUN = 8;
const WIDTH = 4;
const CATEGORIES = ['development', 'infrastructure'] as const;

type CapOutlook = Outlook['caps'][number];

export interface OutlookParts {
  call: CallService;
  /** Projects that are worked on, the most recent first. */
  projectIds: () => readonly string[];
  /** The owner's development cap where something is laid over it; undefined = nothing is. */
  ownCap: (projectId: string) => number | null | undefined;
}

/** Where the caps of projects are heading, from their daily spending: what one notice per crossing goes by. */
export class Outlooks {
  readonly #context: AccountContext;
  readonly #parts: OutlookParts;

  constructor(context: AccountContext, parts: OutlookParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Makes sure that the caps are followed, once there is a browser to tell. */
  start(): void {
    const { jobs, now } = this.#context;
    if (jobs.dueAt('outlooks') === null) jobs.schedule('outlooks', now() + MINUTE_MS);
  }

  /** For the snapshot; of this month only. */
  now(): Outlook {
    const now = this.#context.now();
    const rows = this.#rows();
    const caps = rows
      .flatMap((row) => JSON.parse(row.caps) as CapOutlook[])
      .filter(({ resetsAt }) => resetsAt > now)
      .slice(0, OUTLOOK_PROJECTS_MAX * CATEGORIES.length);
    return { readAt: Math.max(0, ...rows.map(({ read_at }) => read_at)), caps };
  }

  /** Job. @returns when to run next */
  async run(): Promise<InstantMs | null> {
    const now = this.#context.now();
    const ids = this.#parts.projectIds().slice(0, OUTLOOK_PROJECTS_MAX);
    const readAt = new Map(this.#rows().map((row) => [row.project_id, row.read_at]));
    for (const id of readAt.keys()) if (!ids.includes(id)) this.#forget(id);
    const due = ids.filter((id) => now - (readAt.get(id) ?? 0) >= READ_EVERY_MS).slice(0, PROJECTS_A_RUN);
    await mapLimited(due, WIDTH, (id) => this.#read(id));
    if (due.length > 0) this.#context.changed();
    return now + RUN_EVERY_MS;
  }

  async #read(projectId: string): Promise<void> {
    const { call } = this.#parts;
    const now = this.#context.now();
    const [limits, spending] = await Promise.all([
      call('getCreditLimits', { parameters: { projectId } }),
      call('getSpending', { query: Object.fromEntries(spendingQuery(now, projectId)) }),
    ]);
    if (!limits.ok || !spending.ok || limits.data.usedThisMonth == null) return;
    const { creditLimits, usedThisMonth } = limits.data;
    const caps = CATEGORIES.flatMap((category) => {
      const laidOver = category === 'development' ? this.#parts.ownCap(projectId) : undefined;
      const cap = laidOver === undefined ? creditLimits[CAP_FIELD[category]] : laidOver;
      if (cap === undefined) return [];
      const used = usedThisMonth[category];
      return capOutlook({ projectId, category, cap, used, daily: spending.data.daily, now }) ?? [];
    });
    const row = { project_id: projectId, read_at: now, caps: JSON.stringify(caps) };
    insertRow(this.#context.storage.sql, 'outlooks', row, 'OR REPLACE');
  }

  #forget(projectId: string): void {
    this.#context.storage.sql.exec('DELETE FROM outlooks WHERE project_id = ?', projectId);
  }

  #rows() {
    return this.#context.storage.sql
      .exec<{ project_id: string; read_at: number; caps: string }>(
        'SELECT * FROM outlooks ORDER BY project_id',
      )
      .toArray();
  }
}

/** One cap as far as anything can be said of it; null = nothing, neither that it is reached nor that it is not. */
export function capOutlook({
  projectId,
  category,
  cap,
  used,
  daily,
  now,
}: Pick<CapOutlook, 'projectId' | 'category' | 'cap' | 'used'> & {
  daily: Parameters<typeof spendingDays>[0];
  now: InstantMs;
}): CapOutlook | null {
  const resetsAt = nextMonth(now);
  const known = { projectId, category, cap, used, readAt: now, resetsAt };
  const healthy = { ...known, state: 'healthy', at: null, from: null, to: null } as const;
  if (cap === null) return healthy;
  const { days, spentToday } = spendingDays(daily, (day) => day[category], cap, now);
  const told = forecast({ days, now, spentToday, left: cap - used, cap, until: resetsAt });
  switch (told.kind) {
    case 'about':
      return { ...known, state: 'crossing', at: told.at, from: told.from, to: told.to };
    case 'not-before':
      return healthy;
    // At the cap another notice tells; the others say nothing either way.
    case 'reached':
    case 'too-early':
    case 'too-little':
    case 'unreliable':
      return null;
  }
}

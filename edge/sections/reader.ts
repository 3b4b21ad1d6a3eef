import { backoffMs } from '../../shared/backoff.ts';
import { unreadIn } from '../../shared/builder-api/open.ts';
import { shownLabel } from '../../shared/one-line.ts';
import type { ServiceFailure } from '../../shared/service-failures.ts';
import { AT_LIMIT_MAX, type SectionName, type SnapshotSections } from '../../shared/snapshot/snapshot.ts';
import { SPENDING_SPAN_DAYS, spendingQuery } from '../../shared/spending/spending-days.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../shared/time.ts';
import type { CallService } from '../builder-api/client.ts';
import { type BalanceMoves, movedTo } from './balance-watch.ts';

/** The sections that are read from the service; the object fills the others itself. */
export type ReadSectionName = Exclude<SectionName, 'events' | 'subscriptions' | 'history'>;

export type SectionData<N extends SectionName> = NonNullable<SnapshotSections[N]['data']>;

/** Result of a read. `partly`: the data is valid, but a part of it could not be read. */
export type ReadResult<D, M> =
  | { ok: true; data: D; memory: M; partly: ServiceFailure | null }
  | { ok: false; failure: ServiceFailure };

/** Limits of one read and facts known beforehand. */
export interface ReadRoom {
  /** Calls for details of projects, so that a run stays within what the free plan allows at once. */
  detailCalls: number;
  /** Quiet projects to read in rotation. */
  rotate: number;
  /** Of how many projects details are read after credits were spent without known work. */
  likely: number;
  /** Recently changed projects are not read again within this time. */
  rotateAfterMs: number;
  /** How the balance has moved until now; null when it was not read. */
  moves: BalanceMoves | null;
}

/** How one section is read. `memory` is its private state between reads. */
export interface SectionReader<D, M> {
  paceMs(memory: M | null): number;
  read(call: CallService, memory: M | null, now: InstantMs, room: ReadRoom): Promise<ReadResult<D, M>>;
}

/** Minimum interval, even for a section that is stale or requested fresh. */
export const STALE_GAP_MS = SECOND_MS;
export const FRESH_GAP_MS = 3 * SECOND_MS;
const FAILING_MAX_MS = 5 * MINUTE_MS;

export interface DueQuestion {
  triedAt: InstantMs | null;
  waitUntil: InstantMs;
  failures: number;
  paceMs: number;
  markedAt: InstantMs | null;
  fresh: boolean;
  now: InstantMs;
}

/**
 * Tells whether a section is to be read now. A failing one is retried with backoff, at most five minutes
 * apart, even if its own pace is longer. A wait that the service requested takes precedence.
 */
export function isDue({ triedAt, waitUntil, failures, paceMs, markedAt, fresh, now }: DueQuestion): boolean {
  if (now < waitUntil) return false;
  if (triedAt === null) return true;
  const age = now - triedAt;
  if (age < 0) return true;
  if (markedAt !== null && age >= STALE_GAP_MS) return true;
  if (fresh && age >= FRESH_GAP_MS) return true;
  if (failures === 0) return age >= paceMs;
  return age >= backoffMs(failures, Math.min(paceMs, MINUTE_MS), FAILING_MAX_MS);
}

/** Service reference, Account. Its memory has every reading in it, whoever asked for it. */
export const accountReader: SectionReader<SectionData<'account'>, BalanceMoves> = {
  paceMs: () => 30 * SECOND_MS,
  read: async (call, before) => {
    const result = await call('getAccount');
    if (!result.ok) return result;
    const { credits, recurrentCredits = null, oneTimeCredits = null } = result.data;
    const memory = movedTo(before, credits);
    return { ok: true, data: { credits, recurrentCredits, oneTimeCredits }, memory, partly: null };
  },
};

/** Service reference, Credit costs and Account. What only some prices depend on may stay unread. */
export const pricesReader: SectionReader<SectionData<'prices'>, null> = {
  paceMs: () => HOUR_MS,
  read: async (call) => {
    const [current, legacy, optIn] = await Promise.all([
      call('getCreditCosts'),
      call('getCreditCosts', { query: { engine: 'legacy' } }),
      call('getEngineOptIn'),
    ]);
    if (!current.ok) return current;
    const data: SectionData<'prices'> = {
      v2: current.data.creditCosts,
      legacy: legacy.ok ? legacy.data.creditCosts : null,
      optIn: optIn.ok ? { v2OptIn: optIn.data.v2OptIn, available: optIn.data.available ?? null } : null,
    };
    const failed = [legacy, optIn].find((one) => !one.ok && one.failure.kind !== 'not-available');
    return { ok: true, data, memory: null, partly: failed?.ok === false ? failed.failure : null };
  },
};

/** Service reference, Credit limits, at-limit. */
export const atLimitReader: SectionReader<SectionData<'atLimit'>, null> = {
  paceMs: () => MINUTE_MS,
  read: async (call) => {
    const result = await call('getAtLimit');
    if (!result.ok) return result;
    const { projects, resetsAt, canEdit } = result.data;
    const data: SectionData<'atLimit'> = {
      // An entry that can't be read is still at its cap.
      total: projects.length + unreadIn(projects),
      resetsAt: parseInstant(resetsAt),
      canEdit: canEdit ?? false,
      projects: projects.slice(0, AT_LIMIT_MAX).map((project) => ({
        projectId: project.projectId,
        label: shownLabel(project.label),
        caps: {
          development: project.creditLimits.maxDevelopmentCreditsPerMonth ?? null,
          infrastructure: project.creditLimits.maxInfrastructureCreditsPerMonth ?? null,
        },
        used: project.usedThisMonth
          ? {
              development: project.usedThisMonth.development,
              infrastructure: project.usedThisMonth.infrastructure,
            }
          : null,
        atLimit: { development: project.atLimit.development, infrastructure: project.atLimit.infrastructure },
      })),
    };
    return { ok: true, data, memory: null, partly: null };
  },
};

export const spendingReader: SectionReader<SectionData<'spending'>, null> = {
  paceMs: () => 10 * MINUTE_MS,
  read: async (ask, _, now) => {
    const result = await ask('getSpending', { query: Object.fromEntries(spendingQuery(now)) });
    if (!result.ok) return result;
    const daily = result.data.daily
      .map(({ date, development, infrastructure }) => ({ date, development, infrastructure }))
      .sort((one, other) => one.date.localeCompare(other.date))
      .slice(-SPENDING_SPAN_DAYS);
    return { ok: true, data: { daily }, memory: null, partly: null };
  },
};

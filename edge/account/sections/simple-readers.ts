import { unreadIn } from '../../../shared/builder-api/open.ts';
import { shownLabel } from '../../../shared/one-line.ts';
import { AT_LIMIT_MAX } from '../../../shared/snapshot/snapshot.ts';
import { DAY_MS, HOUR_MS, type InstantMs, MINUTE_MS, parseInstant, SECOND_MS } from '../../../shared/time.ts';
import type { SectionData, SectionReader } from './reader.ts';

const SPENDING_DAYS = 14;

/** Service reference, Account. */
export const accountReader: SectionReader<SectionData<'account'>, null> = {
  paceMs: () => 30 * SECOND_MS,
  read: async (call) => {
    const result = await call('getAccount');
    if (!result.ok) return result;
    const { credits, recurrentCredits = null, oneTimeCredits = null } = result.data;
    return { ok: true, data: { credits, recurrentCredits, oneTimeCredits }, memory: null, partly: null };
  },
};

/** Service reference, Credit costs. */
export const pricesReader: SectionReader<SectionData<'prices'>, null> = {
  paceMs: () => HOUR_MS,
  read: async (call) => {
    const result = await call('getCreditCosts');
    if (!result.ok) return result;
    return { ok: true, data: { creditCosts: result.data.creditCosts }, memory: null, partly: null };
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
    const query = { from: utcDay(now - (SPENDING_DAYS - 1) * DAY_MS), to: utcDay(now) };
    const result = await ask('getSpending', { query });
    if (!result.ok) return result;
    const daily = result.data.daily
      .map(({ date, development, infrastructure }) => ({ date, development, infrastructure }))
      .sort((one, other) => one.date.localeCompare(other.date))
      .slice(-SPENDING_DAYS);
    return { ok: true, data: { daily }, memory: null, partly: null };
  },
};

/** The UTC day of an instant, as `2026-11-21`. */
export function utcDay(at: InstantMs): string {
  return new Date(at).toISOString().slice(0, 10);
}

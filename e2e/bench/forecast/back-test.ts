import {
  type Forecast,
  forecast,
  type PaceRule,
  paceBy,
  type SpendingDay,
} from '../../../shared/spending/forecast.ts';
import { DAY_MS, type InstantMs } from '../../../shared/time.ts';
import type { Random } from '../../random/random.ts';
import {
  type AccountKind,
  FIRST_DAY,
  HISTORY_DAYS,
  MONTH_DAYS,
  simulatedAccount,
} from './simulated-accounts.ts';

/** How one rule did on one kind of account; shares from 0 to 1, null where nothing was there to judge. */
export type Judged = {
  /** Of all days judged: a date, or "not before the reset", was reported. */
  reported: number;
  /** Of what was reported: it came within the range. */
  held: number | null;
  /** Of the months that reached the cap: a date before the reset was reported. */
  warned: number | null;
  /** Of the months that did not: a date before the reset was reported all the same. */
  falselyWarned: number | null;
  /** Days between the date told and the day of the crossing, the middle one. */
  offDays: number | null;
};

type Reported = { at: InstantMs | null; from: InstantMs | null; to: InstantMs | null };
type Case = { reported: Reported | null; crossed: InstantMs | null };

export const JUDGED_RULES = ['ours', 'yesterday', 'mean'] as const;
export type JudgedRule = (typeof JUDGED_RULES)[number];

/** Judges each rule on the same accounts, on one day of a month each; nothing from that day on is seen. */
export function backTest(kind: AccountKind, accounts: number, random: Random): Record<JudgedRule, Judged> {
  const cases: Record<JudgedRule, Case[]> = { ours: [], yesterday: [], mean: [] };
  for (let account = 0; account < accounts; account += 1) {
    const credits = simulatedAccount(kind, random);
    const month = credits.slice(HISTORY_DAYS);
    const cap = Math.max(1, sum(month) * (0.5 + random.next()));
    const judgedOn = HISTORY_DAYS + 3 + random.below(MONTH_DAYS - 8);
    const used = sum(credits.slice(HISTORY_DAYS, judgedOn));
    if (used >= cap) continue;
    const now = FIRST_DAY + judgedOn * DAY_MS;
    const until = FIRST_DAY + (HISTORY_DAYS + MONTH_DAYS) * DAY_MS;
    const days = credits
      .slice(0, judgedOn)
      .map((amount, day) => ({ at: FIRST_DAY + day * DAY_MS, credits: amount, isCut: false }));
    const crossed = crossingOf(credits, judgedOn, cap - used);
    const question = { days, now, spentToday: 0, left: cap - used, cap, until };
    cases.ours.push({ reported: reportOf(forecast(question)), crossed });
    for (const rule of ['yesterday', 'mean'] as const)
      cases[rule].push({ reported: plainly(rule, days, now, cap - used, until), crossed });
  }
  return { ours: judge(cases.ours), yesterday: judge(cases.yesterday), mean: judge(cases.mean) };
}

function crossingOf(credits: readonly number[], from: number, left: number): InstantMs | null {
  let spent = 0;
  for (let day = from; day < credits.length; day += 1) {
    spent += credits[day] ?? 0;
    if (spent >= left) return FIRST_DAY + day * DAY_MS;
  }
  return null;
}

function reportOf(reported: Forecast): Reported | null {
  if (reported.kind === 'about') return reported;
  if (reported.kind === 'not-before') return { at: null, from: reported.earliest, to: null };
  return null;
}

/** What one division says: a day, without a range. */
function plainly(
  rule: PaceRule,
  days: readonly SpendingDay[],
  now: InstantMs,
  left: number,
  until: InstantMs,
): Reported {
  const rate = paceBy(rule, days).of(now);
  const at = rate > 0 ? now + Math.ceil(left / rate - 1) * DAY_MS : null;
  return at !== null && at < until ? { at, from: at, to: at } : { at: null, from: null, to: null };
}

function judge(cases: readonly Case[]): Judged {
  const reported = cases.flatMap((one) => (one.reported ? [{ ...one, reported: one.reported }] : []));
  const crossing = reported.filter(({ crossed }) => crossed !== null);
  const calm = reported.filter(({ crossed }) => crossed === null);
  const off = crossing
    .flatMap(({ reported: { at }, crossed }) =>
      at === null || crossed === null ? [] : [Math.abs(at - crossed) / DAY_MS],
    )
    .sort((one, other) => one - other);
  return {
    reported: cases.length === 0 ? 0 : reported.length / cases.length,
    held: share(reported, ({ reported: { from, to }, crossed }) =>
      crossed === null ? to === null : from !== null && crossed >= from && (to === null || crossed <= to),
    ),
    warned: share(crossing, ({ reported: { at } }) => at !== null),
    falselyWarned: share(calm, ({ reported: { at } }) => at !== null),
    offDays: off[Math.floor(off.length / 2)] ?? null,
  };
}

const share = <T>(of: readonly T[], holds: (one: T) => boolean): number | null =>
  of.length === 0 ? null : of.filter(holds).length / of.length;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

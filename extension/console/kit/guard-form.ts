import { CREDITS_MAX } from '../../../shared/credits.ts';
import {
  type GuardKind,
  type GuardRequest,
  guardNumber,
  guardRequest,
  RUN_BUDGET_MIN_CREDITS,
} from '../../../shared/edge-api/guards.ts';
import { type InstantMs, nextMonth, SECOND_MS } from '../../../shared/time.ts';

/** Input of a guard's form, as its draft is stored. */
export type GuardFields = {
  amount: string;
  /** For a raise: until the run is over (`run`), or until the user's midnight (`tonight`). */
  until: string;
  /** `yes`, or empty. */
  stopsRun: string;
  /** `yes` where a guard is set, or empty. */
  isSet: string;
};

type Amounts = { min: number; max: number; isWhole: boolean; suggested: string };

/** Valid amounts, and what is suggested where none is set; days have 24 hours, credits may be fractional. */
export const AMOUNTS: Readonly<Record<GuardKind, Amounts>> = {
  'run-budget': { min: RUN_BUDGET_MIN_CREDITS, max: CREDITS_MAX, isWhole: false, suggested: '30' },
  raise: { min: 1, max: CREDITS_MAX, isWhole: false, suggested: '50' },
  'run-time': { min: 1, max: 24 * 60, isWhole: true, suggested: '40' },
  failures: { min: 1, max: 50, isWhole: true, suggested: '3' },
  'day-budget': { min: 1, max: CREDITS_MAX, isWhole: false, suggested: '100' },
};

/** Initial fields of a form. */
export function fieldsOf(kind: GuardKind, guard: GuardRequest | null): GuardFields {
  return {
    amount: guard === null ? AMOUNTS[kind].suggested : String(guardNumber(guard)),
    until: guard?.kind === 'raise' && guard.until.kind === 'time' ? 'tonight' : 'run',
    stopsRun: guard?.kind === 'day-budget' && guard.stopsRun ? 'yes' : '',
    isSet: guard === null ? '' : 'yes',
  };
}

/** The guard for the fields; null if the edge would refuse it. */
export function guardOf(kind: GuardKind, fields: GuardFields, now: InstantMs): GuardRequest | null {
  const amount = fields.amount.trim() === '' ? Number.NaN : Number(fields.amount);
  const parsed = guardRequest.safeParse(requestOf(kind, amount, fields, now));
  return parsed.success ? parsed.data : null;
}

function requestOf(kind: GuardKind, amount: number, fields: GuardFields, now: InstantMs): GuardRequest {
  switch (kind) {
    case 'run-budget':
      return { kind, credits: amount };
    case 'raise':
      return {
        kind,
        credits: amount,
        until: fields.until === 'run' ? { kind: 'run' } : { kind: 'time', at: tonight(now) },
      };
    case 'run-time':
      return { kind, minutes: amount };
    case 'failures':
      return { kind, inARow: amount };
    case 'day-budget':
      return { kind, credits: amount, stopsRun: fields.stopsRun === 'yes' };
  }
}

/** The user's midnight, but no later than the reset: a cap is raised for one month. */
export function tonight(now: InstantMs): InstantMs {
  return Math.min(new Date(now).setHours(24, 0, 0, 0), nextMonth(now) - SECOND_MS);
}

import type { ExpectedDays } from '../../days.ts';
import type { InstantMs } from '../../time.ts';
import type { Kind } from '../kind.ts';
import { type ConditionOf, condition, type Rule, seen, wellRead } from '../rule.ts';
import { FORECAST_HOLDS_MS } from './caps.ts';

/** The account ran out of credits. */
export type CreditsExhausted = { kind: 'credits-exhausted'; credits: number | null };

export type BalanceLow = { kind: 'balance-low'; credits: number; below: number };

/** At this pace the balance is used up on one of these days. */
export type BalanceForecast = { kind: 'balance-forecast'; credits: number } & ExpectedDays;

export const creditsExhausted: Kind<CreditsExhausted> = {
  nature: 'stops',
  action: 'money',
};

/** A balance below this pays for nothing and proves neither that credits are gone nor that they are back. */
const USABLE_CREDITS = 1;

/**
 * The account has no credits: one item for all projects. From a balance of 0, the event, or a refusal of
 * reads (service reference, Errors: 403 when credits are missing). Over when a usable balance is read.
 */
export const creditsExhaustedRule: Rule<CreditsExhausted> = {
  told: { place: 'money', alerts: ['limits', 'money'], by: 'project.credits.exhausted', isNameless: true },
  read: (snapshot) => {
    const { account } = snapshot.sections;
    if (account.error?.code === 'no-credits')
      return { readAt: snapshot.at, conditions: [isOut(account.error.since, null)], complete: true };
    const read = wellRead(account);
    if (!read) return null;
    const { credits } = read.data;
    if (credits > 0 && credits < USABLE_CREDITS) return null;
    return {
      readAt: read.readAt,
      conditions: credits <= 0 ? [isOut(read.readAt, credits)] : [],
      complete: true,
    };
  },
  fromEvent: (event) =>
    event.event === 'project.credits.exhausted'
      ? [{ condition: condition(EXHAUSTED, 'critical', null, event.at, { kind: EXHAUSTED, credits: null }) }]
      : [],
  ends: { at: null },
};

const EXHAUSTED = 'credits-exhausted';

const isOut = (seenAt: InstantMs, credits: number | null): ConditionOf<CreditsExhausted> =>
  seen(EXHAUSTED, 'critical', null, seenAt, { kind: EXHAUSTED, credits });

export const balanceForecast: Kind<BalanceForecast> = {
  nature: 'expected',
  action: 'money',
  values: (expected, say) => ({ when: say.days(expected) }),
};

const FORECAST = 'balance-forecast';

/** At this pace the balance is used up in the weeks ahead. It ends as that of a cap does. */
export const balanceForecastRule: Rule<BalanceForecast> = {
  told: { place: 'money', alerts: ['money'], by: null, isNameless: true },
  isOccurrence: true,
  read: ({ outlook, at: now, sections: { account } }) => {
    const balance = outlook?.balance;
    if (outlook?.isBalanceOverdue)
      return { readAt: now, conditions: [], complete: true, endedBy: () => 'not-read' };
    if (balance === undefined) return null;
    const read = wellRead(account);
    const usedUpAt =
      account.error?.code === 'no-credits'
        ? account.error.since
        : read !== null && read.data.credits <= 0
          ? read.readAt
          : null;
    const { state, readAt, at, from, to, credits } = balance;
    if (usedUpAt !== null || state === 'healthy' || at === null) {
      const why = usedUpAt !== null ? 'replaced' : state === 'healthy' ? undefined : 'not-read';
      const newest = Math.max(readAt, usedUpAt ?? 0);
      return { readAt: newest, conditions: [], complete: true, endedBy: () => why };
    }
    const reason = { kind: FORECAST, at, from: from ?? at, to, credits } as const;
    return { readAt, conditions: [seen(FORECAST, 'warning', null, readAt, reason)], complete: true };
  },
  ends: { at: ({ reason }) => reason.at + FORECAST_HOLDS_MS, isUnresolved: true },
};

export const balanceLow: Kind<BalanceLow> = {
  nature: 'need',
  action: 'money',
  values: ({ below }, say) => ({ below: say.number(below) }),
  alert: ({ credits }, say) => say.sentence('item.took', { credits: say.number(credits) }),
  facts: () => ({ form: null }),
};

/** The balance is below what somebody chose: once per crossing. At 0 another item says more. */
export const balanceLowRule: Rule<BalanceLow> = {
  told: { place: 'money', alerts: ['money'], by: null, isNameless: true },
  read: ({ tellBelow, sections: { account } }) => {
    if (tellBelow !== undefined && account.error?.code === 'no-credits')
      return { readAt: account.error.since, complete: true, conditions: [], endedBy: () => 'replaced' };
    const read = wellRead(account);
    if (tellBelow === undefined || read === null) return null;
    const { readAt, data } = read;
    const isLow = tellBelow !== null && data.credits > 0 && data.credits < tellBelow;
    const reason = { kind: 'balance-low', credits: data.credits, below: tellBelow ?? 0 } as const;
    return {
      readAt,
      complete: true,
      conditions: isLow ? [condition('balance-low', 'warning', null, readAt, reason)] : [],
      endedBy: () => (tellBelow === null ? 'not-read' : data.credits <= 0 ? 'replaced' : undefined),
    };
  },
  ends: { at: null },
};

import * as z from 'zod/mini';
import { amount } from '../builder-api/open.ts';
import { guardsNow } from '../edge-api/guards.ts';
import { ledgerIdentity } from '../edge-api/ledger-identity.ts';
import { parse } from '../parse.ts';
import type { InstantMs } from '../time.ts';
import { instantMs } from '../time-schema.ts';
import { attentionNow } from './attention-schema.ts';
import { channelsNow } from './channels.ts';
import { recentEvents } from './kept-event.ts';
import { type LaunchRecord, launchRecord } from './launches.ts';
import { prices } from './prices.ts';
import { atLimit, recentProjects, runHistory } from './project-state.ts';
import { type Section, section } from './section.ts';
import { deliveryFailures, subscriptionHealth } from './webhook-health.ts';

/** Where the balance is heading. `crossing`: at this pace it is used up within weeks; `healthy`: not so. */
const balanceOutlook = z.object({
  state: z.enum(['crossing', 'healthy']),
  readAt: instantMs,
  /** Beginnings of UTC days; null when healthy. `to` null: possibly not in the weeks ahead. */
  at: z.nullable(instantMs),
  from: z.nullable(instantMs),
  to: z.nullable(instantMs),
  /** The balance that the forecast is for. */
  credits: amount,
});
export type BalanceOutlook = z.infer<typeof balanceOutlook>;

/**
 * Forecasts of the monthly caps of projects with recent work. `crossing`: at this pace the cap is reached
 * before its reset, about `at`, between `from` and `to` (null = perhaps not before the reset). `healthy`: it
 * is not, or there is no cap, or it is reached already. `unknown`: only what was used of it is known.
 */
export const outlook = z.object({
  readAt: instantMs,
  caps: z.array(
    z.object({
      projectId: z.string(),
      category: z.enum(['development', 'infrastructure']),
      state: z.enum(['crossing', 'healthy', 'unknown']),
      readAt: instantMs,
      /** Beginnings of UTC days; null when healthy. */
      at: z.nullable(instantMs),
      from: z.nullable(instantMs),
      to: z.nullable(instantMs),
      cap: z.nullable(amount),
      used: amount,
      /** What is used by the reset at this pace; null: there is none yet. */
      needs: z.nullable(amount),
      resetsAt: instantMs,
    }),
  ),
  /** Absent when unknown. */
  balance: z.optional(balanceOutlook),
  /** Caps with a foreseen crossing whose basis was due and not read since: nothing is known of them. */
  overdue: z.optional(
    z.array(
      z.object({
        projectId: z.string(),
        category: z.enum(['development', 'infrastructure']),
        resetsAt: instantMs,
      }),
    ),
  ),
  /** The same of the balance. */
  isBalanceOverdue: z.optional(z.boolean()),
});
export type Outlook = z.infer<typeof outlook>;

/** How many projects have forecasts in a snapshot. */
export const OUTLOOK_PROJECTS_MAX = 20;

/**
 * The account's balance in credits (service reference, Account). `credits` is the sum and the number to check
 * before an operation; its parts are null when not reported.
 */
export const accountBalance = z.object({
  credits: amount,
  recurrentCredits: z.nullable(amount),
  oneTimeCredits: z.nullable(amount),
});

/** Credits spent per UTC day, oldest first, for as many days as a forecast needs (`SPENDING_SPAN_DAYS`). */
export const spending = z.object({
  daily: z.array(z.object({ date: z.string(), development: amount, infrastructure: amount })),
});

export const RECENT_EVENTS_MAX = 30;
export const RECENT_LAUNCHES_MAX = 10;
export const RECENT_PROJECTS_MAX = 20;
/** Most projects at a cap in a snapshot. */
export const AT_LIMIT_MAX = 50;

/** Credits that a browser spent since a UTC day began, or its runs may still take, and its daily limit. */
const dailySpend = z.object({ spent: amount, limit: amount, since: instantMs });
export type DailySpend = z.infer<typeof dailySpend>;

const billingUrl = z.string().check(z.regex(/^https:\/\//));

/** Sections that are read from the service or kept by the edge, each with its own age and error. */
export const snapshotSections = z.object({
  account: section(accountBalance),
  spending: section(spending),
  prices: section(prices),
  atLimit: section(atLimit),
  projects: section(recentProjects),
  deliveries: section(deliveryFailures),
  events: section(recentEvents),
  subscriptions: section(subscriptionHealth),
  history: section(runHistory),
});
export type SnapshotSections = z.infer<typeof snapshotSections>;
export type SectionName = keyof SnapshotSections;

/**
 * Everything the popup draws, as one value. `version` changes when anything but `at` does, and is the `ETag`
 * of GET `/snapshot`; `at` is the edge's clock at the response, which tells a browser if its own is wrong.
 */
export const snapshot = z.object({
  version: z.string(),
  at: instantMs,
  /** Whose paid calls `launches` are. */
  ledger: ledgerIdentity,
  sections: snapshotSections,
  /**
   * Launches of this account, at most `RECENT_LAUNCHES_MAX`: unsettled ones (`sent`, `unknown`) first,
   * however old, then those of the last 7 days; newest first within each.
   */
  launches: z.array(launchRecord),
  /** Channels of alerts that fail. This and the following are absent where they can't be read. */
  channels: z.optional(channelsNow),
  /** What guards hold and refuse now. */
  guards: z.optional(guardsNow),
  /** Where caps are heading. */
  outlook: z.optional(outlook),
  /** What needs the user. Absent before the edge has decided it, and where it can't be read. */
  attention: z.optional(attentionNow),
  /** The daily limit of the browser that asks; absent where it has none. */
  dailySpend: z.optional(dailySpend),
  /** Where credits are bought, as the operator has set it; absent where it is not set. */
  billingUrl: z.optional(billingUrl),
});
export type Snapshot = z.infer<typeof snapshot>;

const frame = z.looseObject({
  version: z.string(),
  at: instantMs,
  ledger: ledgerIdentity,
  sections: z.record(z.string(), z.unknown()),
  launches: z.array(z.unknown()),
});

const anyObject = z.record(z.string(), z.unknown());

/** A launch in a state that this version does not know is treated as unknown. */
function parseLaunch(value: unknown): LaunchRecord | null {
  return parse(launchRecord, value) ?? parse(launchRecord, { ...parse(anyObject, value), state: 'unknown' });
}

/** Parses a snapshot. A part that can't be read affects no other. Null when it is no snapshot at all. */
export function parseSnapshot(value: unknown): Snapshot | null {
  const framed = parse(frame, value);
  if (framed === null) return null;
  const sections = Object.entries(snapshotSections.shape).map(([name, schema]) => [
    name,
    parse(schema, framed.sections[name]) ?? unreadable(framed.at),
  ]);
  return {
    version: framed.version,
    at: framed.at,
    ledger: framed.ledger,
    sections: Object.fromEntries(sections) as SnapshotSections,
    launches: framed.launches.flatMap((one) => parseLaunch(one) ?? []),
    ...known({
      channels: parse(channelsNow, framed.channels),
      guards: parse(guardsNow, framed.guards),
      outlook: parse(outlook, framed.outlook),
      attention: parse(attentionNow, framed.attention),
      dailySpend: parse(dailySpend, framed.dailySpend),
      billingUrl: parse(billingUrl, framed.billingUrl),
    }),
  };
}

/** Parts without those that are absent or can't be read. */
const known = <Parts extends object>(parts: Parts) =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null)) as {
    [Name in keyof Parts]?: NonNullable<Parts[Name]>;
  };

const unreadable = (since: InstantMs): Section<never> => ({
  data: null,
  readAt: null,
  error: { code: 'unreadable', since },
});

/** Fills sections that can't be read in `now` from `before`. */
export function withReadBefore(now: Snapshot, before: Snapshot | null): Snapshot {
  const isSameAccount =
    before?.ledger.ledgerId === now.ledger.ledgerId && before.ledger.epoch === now.ledger.epoch;
  if (before === null || !isSameAccount) return now;
  const sections = Object.entries(now.sections).map(([name, one]) => {
    if (one.error?.code !== 'unreadable') return [name, one];
    const { data, readAt, error } = before.sections[name as SectionName];
    return [name, { data, readAt, error: error?.code === 'unreadable' ? error : one.error }];
  });
  return { ...now, sections: Object.fromEntries(sections) as SnapshotSections };
}

import type { Outlook } from '../snapshot/snapshot.ts';

/** Input of a proposal, credits; null: unknown. `spent`: this month; `needs`: to the reset at this pace. */
export type Raisable = {
  limit: number;
  spent: number | null;
  balance: number | null;
  needs?: number | null;
};

/** What a cap needs until its reset, as last forecast; null: no pace is known. */
export const needsOf = (
  outlook: Outlook | undefined,
  projectId: string | null,
  category: string,
): number | null =>
  outlook?.caps.find((one) => one.projectId === projectId && one.category === category)?.needs ?? null;

/** How far a cap can be used this month: what is spent plus the balance. Null: unknown. */
export function reachOf({ limit, spent, balance }: Raisable): number | null {
  return balance === null ? null : (spent ?? limit) + Math.max(0, balance);
}

/** So that a little more than is expected is no new need. */
const SPARE = 1.1;

/**
 * The proposed cap: enough until the reset at the present pace, at least a fifth above the cap and what was
 * used, rounded to two digits, at most what the balance can pay for. Null: raising allows no more spending.
 */
export function raiseProposal(subject: Raisable): number | null {
  const used = Math.max(subject.limit, subject.spent ?? 0);
  const raw = Math.max(1, used * 1.2, (subject.needs ?? 0) * SPARE);
  const step = stepOf(raw);
  const proposal = Math.ceil(raw / step - 1e-9) * step;
  const reach = reachOf(subject);
  if (reach === null || proposal <= reach) return proposal;
  const more = reach - used;
  const reachable = used + Math.floor(more / stepOf(more)) * stepOf(more);
  return more < 1 ? null : reachable;
}

/** A step size of which the amount holds ten to a hundred. */
const stepOf = (amount: number): number => 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);

/** What a proposal is made from, in credits. `spent`: of this month; null where it is not known. */
export type Raisable = { limit: number; spent: number | null; balance: number | null };

/** How far a cap can be used this month: what is spent, and what the account still has. Null: not known. */
export function reachOf({ limit, spent, balance }: Raisable): number | null {
  return balance === null ? null : (spent ?? limit) + Math.max(0, balance);
}

/**
 * What to raise a cap to: a fifth more, in two digits, but no more than the balance pays for. Null where raising lets nothing
 * more be spent.
 */
export function raiseProposal(subject: Raisable): number | null {
  const { limit } = subject;
  const raw = Math.max(1, limit * 1.2);
  const step = stepOf(raw);
  const proposal = Math.ceil(raw / step - 1e-9) * step;
  const reach = reachOf(subject);
  if (reach === null || proposal <= reach) return proposal;
  const more = reach - limit;
  const reachable = limit + Math.floor(more / stepOf(more)) * stepOf(more);
  return more < 1 ? null : reachable;
}

/** Steps of which a number has ten to a hundred. */
const stepOf = (amount: number): number => 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);

import type { KeptItem, Reason } from '../../shared/attention/item.ts';
import { isInformation } from '../../shared/attention/kinds/kinds.ts';
import { type Announcement, isFailedWork, isNews } from '../../shared/attention/news.ts';
import { raiseProposal } from '../../shared/attention/raise-proposal.ts';
import { CAP_FIELD, type Category } from '../../shared/builder-api/limits.ts';
import type { LinkLevel } from '../../shared/edge-api/links.ts';

/** What a link offers, with the numbers that must still stand when it is pressed. */
export type Offer =
  | { verb: 'look' | 'seen' }
  /** `run`: the number of its row. */
  | { verb: 'stop'; run: number }
  | { verb: 'raise'; category: Category; from: number; to: number };

export const isCategory = (category: string): category is Category => category in CAP_FIELD;

/** What decides it besides the need. Credits; null where unknown. */
export interface OfferFacts {
  may: LinkLevel;
  /** Number of the run in progress of the need's project; null: none is known. */
  run: number | null;
  balance: number | null;
  /** What the cap needs until its reset at the present pace. */
  needs: number | null;
  /** What the links of the channel may still let be spent this month. */
  left: number;
  /** Whether the key may change caps, and nothing overrides this one. */
  mayRaise: boolean;
}

/** Tells whether an announcement is about a need that can be answered: no news, except of failed work. */
export const isAboutNeed = ({ about }: Pick<Announcement, 'about'>): boolean =>
  !isNews(about) || isFailedWork(about);

/** The one verb for a need. */
export function offerFor({ reason }: Pick<KeptItem, 'reason'>, facts: OfferFacts): Offer {
  if (facts.may === 'look' || isInformation(reason.kind)) return { verb: 'look' };
  if (facts.run !== null && isOfRun(reason)) return { verb: 'stop', run: facts.run };
  return (facts.may === 'spends' ? raiseFor(reason, facts) : null) ?? { verb: 'seen' };
}

/** A guard could not stop the run in progress, or its budget is used up. */
const isOfRun = (reason: Reason): boolean =>
  reason.kind === 'run-budget' ||
  (reason.kind === 'guard-failed' && (reason.guard === 'run-time' || reason.guard === 'day-budget'));

function raiseFor(reason: Reason, { balance, needs, left, mayRaise }: OfferFacts): Offer | null {
  if (reason.kind !== 'credit-cap' || !mayRaise || reason.limit === null) return null;
  const { category, limit, spent } = reason;
  if (!isCategory(category)) return null;
  const proposal = raiseProposal({ limit, spent, balance, needs });
  if (proposal === null) return null;
  const to = Math.min(proposal, Math.floor(limit + left));
  return to > Math.max(limit, spent ?? 0) ? { verb: 'raise', category, from: limit, to } : null;
}

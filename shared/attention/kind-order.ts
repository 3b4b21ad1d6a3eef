import type { AttentionKind } from './item.ts';

/** Kinds in the order in which equals in severity are listed. Every kind is in it: the record does not compile without. */
const PLACE: Record<AttentionKind, true> = {
  'credits-exhausted': true,
  'kill-switch': true,
  'payments-disconnected': true,
  'credit-cap': true,
  'feature-budget': true,
  'launch-unknown': true,
  'project-paused': true,
  'cron-job': true,
  'delivery-failures': true,
  'webhooks-silent': true,
  'subscriptions-failing': true,
  'feature-warning': true,
};
export const KIND_ORDER = Object.keys(PLACE) as AttentionKind[];

import type { AttentionKind } from './item.ts';

const ORDER = [
  'credits-exhausted',
  'kill-switch',
  'payments-disconnected',
  'credit-cap',
  'feature-budget',
  'launch-unknown',
  'keys-needed',
  'run-failed',
  'deploy-failed',
  'project-paused',
  'cron-job',
  'delivery-failures',
  'webhooks-silent',
  'subscriptions-failing',
  'feature-warning',
] as const;

/** Kinds in the order in which equals in severity are listed. Every kind is in it: it does not compile without. */
export const KIND_ORDER: AttentionKind extends (typeof ORDER)[number] ? readonly AttentionKind[] : never =
  ORDER;

import type { AttentionItem, AttentionKind } from './item.ts';

/**
 * The one thing to do about an item. `raise`: change the cap in place; `give-keys`: enter what the agent asks for; `look`:
 * show what exactly happens, and what helps; `check`: ask the edge again.
 */
export type BestAction = 'raise' | 'give-keys' | 'look' | 'check';

const ACTION: Record<AttentionKind, BestAction> = {
  'credits-exhausted': 'look',
  'kill-switch': 'look',
  'payments-disconnected': 'look',
  'credit-cap': 'raise',
  'feature-budget': 'raise',
  'launch-unknown': 'check',
  'project-paused': 'look',
  'keys-needed': 'give-keys',
  'run-failed': 'look',
  'deploy-failed': 'look',
  'cron-job': 'look',
  'delivery-failures': 'look',
  'webhooks-silent': 'look',
  'subscriptions-failing': 'look',
  'feature-warning': 'look',
};

/** @param mayRaise whether this device's role and the account allow raising caps */
export function bestAction(item: AttentionItem, mayRaise: boolean): BestAction {
  const action = ACTION[item.reason.kind];
  return action === 'raise' && !mayRaise ? 'look' : action;
}

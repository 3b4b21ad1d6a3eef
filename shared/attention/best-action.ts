import type { AttentionItem, AttentionKind } from './item.ts';

/**
 * The one thing to do about an item. `raise`: change the cap in place; `look`: show what exactly happens;
 * `open-project`: go to the app; `check`: ask the edge again; `acknowledge`: nothing more than having seen it.
 */
export type BestAction = 'raise' | 'look' | 'open-project' | 'check' | 'acknowledge';

const ACTION: Record<AttentionKind, BestAction> = {
  'credits-exhausted': 'look',
  'kill-switch': 'open-project',
  'payments-disconnected': 'open-project',
  'credit-cap': 'raise',
  'feature-budget': 'raise',
  'launch-unknown': 'check',
  'project-paused': 'open-project',
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

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

/** @param may what this device's role and the account allow */
export function bestAction(
  item: AttentionItem,
  may: { mayRaise: boolean; mayGiveKeys: boolean },
): BestAction {
  const action = ACTION[item.reason.kind];
  const isAllowed = action === 'raise' ? may.mayRaise : action === 'give-keys' ? may.mayGiveKeys : true;
  return isAllowed ? action : 'look';
}

import { SEVERITIES, type Severity } from '../snapshot/attention.ts';
import {
  type AttentionItem,
  type AttentionKind,
  type AttentionState,
  type KeptItem,
  KIND_ORDER,
} from './item.ts';

/** Open items, worst first; acknowledged ones last, then newest first. */
export function openItems(state: AttentionState): KeptItem[] {
  return Object.values(state.items)
    .filter((item) => item.resolvedAt === null)
    .toSorted(
      (a, b) =>
        Number(a.seen !== null) - Number(b.seen !== null) ||
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        KIND_ORDER.indexOf(a.reason.kind) - KIND_ORDER.indexOf(b.reason.kind) ||
        b.openedAt - a.openedAt ||
        a.id.localeCompare(b.id, 'en', { numeric: true }),
    );
}

/**
 * The number of open items that need the user, the number of acknowledged ones, and the worst severity among the
 * former.
 */
export function attentionCount(state: AttentionState): {
  unacknowledged: number;
  acknowledged: number;
  worst: Severity | null;
} {
  const open = openItems(state);
  const unacknowledged = open.filter((item) => item.seen === null);
  return {
    unacknowledged: unacknowledged.length,
    acknowledged: open.length - unacknowledged.length,
    worst: unacknowledged[0]?.severity ?? null,
  };
}

/**
 * The one action for an item. `raise`: change the cap in place; `give-keys`: enter the variables the agent needs;
 * `look`: show details and remedies; `check`: read from the edge again.
 */
export type BestAction = 'raise' | 'give-keys' | 'look' | 'check';

const ACTION: Record<AttentionKind, BestAction> = {
  'credits-exhausted': 'look',
  'kill-switch': 'look',
  'payments-disconnected': 'look',
  'credit-cap': 'raise',
  'feature-budget': 'raise',
  'launch-unknown': 'check',
  'run-budget': 'look',
  'guard-failed': 'look',
  'cap-forecast': 'look',
  'balance-forecast': 'look',
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

/** @param may what this device's role and the account permit */
export function bestAction(
  item: AttentionItem,
  may: { mayRaise: boolean; mayGiveKeys: boolean },
): BestAction {
  const action = ACTION[item.reason.kind];
  const isAllowed = action === 'raise' ? may.mayRaise : action === 'give-keys' ? may.mayGiveKeys : true;
  return isAllowed ? action : 'look';
}

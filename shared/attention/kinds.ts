import type { AlertGroup } from '../edge-api/channel-kinds.ts';
import type { AttentionKind } from './item.ts';

/**
 * The one action for an item. `raise`: change the cap in place; `give-keys`: enter the variables the agent needs;
 * `look`: show details and remedies; `check`: read from the edge again.
 */
export type BestAction = 'raise' | 'give-keys' | 'look' | 'check';

/** What there is to say of a kind of item beyond its rule (`rules/rules.ts`) and its words. */
interface KindFacts {
  action: BestAction;
  /** Groups of alerts that it is in, beside `needs-you`. */
  alerts: readonly AlertGroup[];
}

/** Every kind, in the order of items of equal severity. */
const KINDS: Record<AttentionKind, KindFacts> = {
  'credits-exhausted': { action: 'look', alerts: ['limits', 'money'] },
  'kill-switch': { action: 'look', alerts: ['limits', 'money'] },
  'guard-failed': { action: 'look', alerts: ['failures', 'limits'] },
  'payments-disconnected': { action: 'look', alerts: ['money'] },
  'credit-cap': { action: 'raise', alerts: ['limits'] },
  'feature-budget': { action: 'raise', alerts: ['limits'] },
  'run-budget': { action: 'look', alerts: ['limits'] },
  'launch-unknown': { action: 'check', alerts: ['failures'] },
  'launch-step': { action: 'look', alerts: ['failures'] },
  'channel-failing': { action: 'look', alerts: ['failures'] },
  'keys-needed': { action: 'give-keys', alerts: ['failures'] },
  'not-fixed': { action: 'look', alerts: ['failures', 'money'] },
  'live-failing': { action: 'look', alerts: ['failures'] },
  'run-failed': { action: 'look', alerts: ['failures'] },
  'deploy-failed': { action: 'look', alerts: ['failures'] },
  'project-paused': { action: 'look', alerts: ['failures'] },
  'cron-job': { action: 'look', alerts: ['failures'] },
  'delivery-failures': { action: 'look', alerts: ['failures', 'webhooks'] },
  'webhooks-silent': { action: 'look', alerts: ['failures', 'webhooks'] },
  'subscriptions-failing': { action: 'look', alerts: ['failures', 'webhooks'] },
  'cap-warning': { action: 'look', alerts: ['limits'] },
  'feature-warning': { action: 'look', alerts: ['limits'] },
  'balance-low': { action: 'look', alerts: ['money'] },
  'balance-forecast': { action: 'look', alerts: ['money'] },
  'cap-forecast': { action: 'look', alerts: ['limits'] },
  'access-changed': { action: 'look', alerts: ['security'] },
};

export const KIND_ORDER = Object.keys(KINDS) as readonly AttentionKind[];

export const isAttentionKind = (kind: string): kind is AttentionKind => kind in KINDS;

const TROUBLES: ReadonlySet<string> = new Set<AttentionKind>([
  'channel-failing',
  'delivery-failures',
  'webhooks-silent',
  'subscriptions-failing',
]);

/** Whether it is of deliveries or alerts that do not arrive, of which no event tells. */
export const isTrouble = (kind: string): boolean => TROUBLES.has(kind);

/** Whether it is only expected: it warns, and nothing went wrong. */
export const isExpected = (kind: string): boolean => kind === 'cap-forecast' || kind === 'balance-forecast';

/** Whether time alone ends it, which does not say that it is resolved. */
export const endsUnknown = (kind: string): boolean => isExpected(kind) || kind === 'not-fixed';

/** Whether nothing can be built until it is over. */
export const stopsBuilding = (about: { kind: string; category?: string }): boolean =>
  about.kind === 'credits-exhausted' ||
  about.kind === 'kill-switch' ||
  (about.kind === 'credit-cap' && about.category !== 'infrastructure');

/** Whether it is information, which needs nobody: it is not counted. */
export const isInformation = (kind: string): boolean => kind === 'access-changed';

export const actionOf = (kind: AttentionKind): BestAction => KINDS[kind].action;

export const alertsOf = (kind: AttentionKind): readonly AlertGroup[] => KINDS[kind].alerts;

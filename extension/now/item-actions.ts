import type { AttentionItem, Reason } from '../../shared/attention/item.ts';
import { budgetFieldOf } from '../../shared/builder-api/limits.ts';
import { t } from '../i18n/t.ts';
import { consoleAddress } from '../ui/open-page.ts';

/** What can be raised in place: a project's monthly cap, or a feature's budget. */
export type RaiseSubject =
  | {
      kind: 'cap';
      projectId: string;
      category: 'development' | 'infrastructure';
      spent: number | null;
      limit: number;
    }
  | {
      kind: 'budget';
      projectId: string;
      feature: string;
      field: 'monthlyCreditCap' | 'monthlyUnitCap';
      unit: string | null;
      spent: number | null;
      limit: number;
    };

/** Null when the item has no limit to raise, or the limit is unknown. */
export function raiseSubject({ reason, projectId }: AttentionItem): RaiseSubject | null {
  if (projectId === null) return null;
  if (reason.kind === 'credit-cap') {
    const { category, spent, limit, canEdit } = reason;
    if (!canEdit || limit === null) return null;
    if (category !== 'development' && category !== 'infrastructure') return null;
    return { kind: 'cap', projectId, category, spent, limit };
  }
  if (reason.kind === 'feature-budget' && reason.cap !== null) {
    const field = budgetFieldOf(reason.capKind);
    return {
      kind: 'budget',
      projectId,
      feature: reason.feature,
      field,
      unit: field === 'monthlyCreditCap' ? null : reason.capKind,
      spent: reason.used,
      limit: reason.cap,
    };
  }
  return null;
}

/** Where in the console a need is dealt with whose row has no more to show than since when. */
type NeedPlace = 'money' | 'limits' | 'talk' | 'ship';

/** Where what a step of a launch left undone is done; others only at the service. */
const MADE_UP_IN: Readonly<Record<string, 'talk' | 'ship'>> = {
  agent: 'talk',
  files: 'talk',
  secrets: 'ship',
};

/** Null: the row itself has the facts and the verbs. */
export function placeOf({ reason, projectId }: AttentionItem): { place: NeedPlace; address: string } | null {
  switch (reason.kind) {
    case 'balance-low':
    case 'balance-forecast':
    case 'credits-exhausted':
      return { place: 'money', address: consoleAddress('money') };
    case 'cap-forecast':
    case 'cap-warning':
    case 'run-budget':
      return projectId === null
        ? null
        : { place: 'limits', address: consoleAddress('projects', projectId, 'limits') };
    case 'not-fixed':
      return projectId === null
        ? null
        : { place: 'talk', address: consoleAddress('projects', projectId, 'talk') };
    case 'launch-step': {
      const place = MADE_UP_IN[reason.step];
      return projectId === null || place === undefined
        ? null
        : { place, address: consoleAddress('projects', projectId, place) };
    }
    case 'access-changed':
    case 'channel-failing':
    case 'credit-cap':
    case 'feature-budget':
    case 'feature-warning':
    case 'kill-switch':
    case 'payments-disconnected':
    case 'project-paused':
    case 'cron-job':
    case 'launch-unknown':
    case 'live-failing':
    case 'run-failed':
    case 'deploy-failed':
    case 'keys-needed':
    case 'guard-failed':
    case 'delivery-failures':
    case 'webhooks-silent':
    case 'subscriptions-failing':
      return null;
  }
}

/** What the user can do elsewhere; null where the row's own action is enough. */
export function adviceOf(reason: Reason): string | null {
  switch (reason.kind) {
    case 'kill-switch':
      return t('advice.killSwitch');
    case 'payments-disconnected':
      return t('advice.paymentsDisconnected');
    case 'project-paused':
      return t('lift.openProject');
    case 'webhooks-silent':
      return t('advice.webhooksSilent');
    case 'subscriptions-failing':
      return t('advice.subscriptionsFailing');
    case 'delivery-failures':
      return deliveryAdvice(reason);
    case 'credit-cap':
    case 'feature-budget':
    case 'feature-warning':
    case 'credits-exhausted':
    case 'cron-job':
    case 'not-fixed':
    case 'live-failing':
    case 'run-failed':
    case 'deploy-failed':
    case 'keys-needed':
    case 'launch-unknown':
    case 'launch-step':
    case 'run-budget':
    case 'cap-forecast':
    case 'cap-warning':
    case 'balance-low':
    case 'balance-forecast':
    case 'access-changed':
    case 'channel-failing':
      return null;
    case 'guard-failed':
      return t('advice.guardFailed');
  }
}

/** The id of an item about failing deliveries names their subscription second. */
export const webhookIdOf = (itemId: string): string => itemId.split(':')[1] ?? '';

type DeliveryFailures = Pick<Extract<Reason, { kind: 'delivery-failures' }>, 'ours' | 'httpStatus'>;

/** What repairs a receiver, by what it answers. */
export const deliveryAdvice = (failures: DeliveryFailures): string =>
  t(`advice.delivery.${deliveryFault(failures)}`);

type DeliveryFault = 'ours' | 'silent' | 'moved' | 'denied' | 'missing' | 'busy' | 'refused' | 'broken';

/** Likely cause by the receiver's response (service reference, Webhook delivery: 2xx within 10 s). */
function deliveryFault({ ours, httpStatus }: DeliveryFailures): DeliveryFault {
  if (ours) return 'ours';
  if (httpStatus === null) return 'silent';
  if (httpStatus >= 500) return 'broken';
  if (httpStatus < 400) return 'moved';
  const known: Record<number, DeliveryFault> = {
    401: 'denied',
    403: 'denied',
    404: 'missing',
    410: 'missing',
    429: 'busy',
  };
  return known[httpStatus] ?? 'refused';
}

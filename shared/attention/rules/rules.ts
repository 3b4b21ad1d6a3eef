import type { AttentionKind } from '../item.ts';
import type { Rule } from '../rule.ts';
import {
  creditCapRule,
  creditsExhaustedRule,
  featureBudgetRule,
  featureWarningRule,
} from './credit-limits.ts';
import {
  cronJobRule,
  killSwitchRule,
  paymentsDisconnectedRule,
  projectPausedRule,
} from './event-conditions.ts';
import { balanceForecastRule, capForecastRule, guardFailedRule, runBudgetRule } from './guards.ts';
import { deliveryFailuresRule, subscriptionsFailingRule, webhooksSilentRule } from './webhooks.ts';
import { deployFailedRule, keysNeededRule, launchUnknownRule, runFailedRule } from './work-failed.ts';

/** The rule of every kind of item; a new kind does not compile without one. */
export const RULES: Record<AttentionKind, Rule> = {
  'credits-exhausted': creditsExhaustedRule,
  'kill-switch': killSwitchRule,
  'payments-disconnected': paymentsDisconnectedRule,
  'credit-cap': creditCapRule,
  'feature-budget': featureBudgetRule,
  'run-budget': runBudgetRule,
  'guard-failed': guardFailedRule,
  'cap-forecast': capForecastRule,
  'balance-forecast': balanceForecastRule,
  'launch-unknown': launchUnknownRule,
  'keys-needed': keysNeededRule,
  'run-failed': runFailedRule,
  'deploy-failed': deployFailedRule,
  'project-paused': projectPausedRule,
  'cron-job': cronJobRule,
  'delivery-failures': deliveryFailuresRule,
  'webhooks-silent': webhooksSilentRule,
  'subscriptions-failing': subscriptionsFailingRule,
  'feature-warning': featureWarningRule,
};

import type { KeptEvent } from '../../snapshot/kept-event.ts';
import type { SentenceName, WordOf } from '../../words/say.ts';
import type { Kind } from '../kind.ts';
import type { ConditionOf, Rule } from '../rule.ts';
import * as access from './access-changed.ts';
import * as appEvents from './app-events.ts';
import * as balance from './balance.ts';
import * as caps from './caps.ts';
import * as channels from './channel-failing.ts';
import * as budgets from './feature-budget.ts';
import * as guards from './guards.ts';
import * as launches from './launches.ts';
import * as sites from './live-failing.ts';
import * as chains from './not-fixed.ts';
import * as webhooks from './webhooks.ts';
import * as work from './work-failed.ts';

/** Every kind, in the order of items of equal severity. */
const TABLE = {
  'credits-exhausted': balance.creditsExhausted,
  'kill-switch': appEvents.killSwitch,
  'guard-failed': guards.guardFailed,
  'payments-disconnected': appEvents.paymentsDisconnected,
  'credit-cap': caps.creditCap,
  'feature-budget': budgets.featureBudget,
  'run-budget': guards.runBudget,
  'launch-unknown': launches.launchUnknown,
  'launch-step': launches.launchStep,
  'channel-failing': channels.channelFailing,
  'keys-needed': work.keysNeeded,
  'not-fixed': chains.notFixed,
  'live-failing': sites.liveFailing,
  'run-failed': work.runFailed,
  'deploy-failed': work.deployFailed,
  'project-paused': appEvents.projectPaused,
  'cron-job': appEvents.cronJob,
  'delivery-failures': webhooks.deliveryFailures,
  'webhooks-silent': webhooks.webhooksSilent,
  'subscriptions-failing': webhooks.subscriptionsFailing,
  'cap-warning': caps.capWarning,
  'feature-warning': budgets.featureWarning,
  'balance-low': balance.balanceLow,
  'balance-forecast': balance.balanceForecast,
  'cap-forecast': caps.capForecast,
  'access-changed': access.accessChanged,
};

export type AttentionKind = keyof typeof TABLE;

type ReasonIn<Table> = Table extends Kind<infer Reason> ? Reason : never;
/**
 * Why an item is open: the facts that a view needs, by kind. Texts are the service's own, numbers are credits
 * unless the field says otherwise; null where unknown.
 */
export type Reason = ReasonIn<(typeof TABLE)[AttentionKind]>;
export type ReasonOf<Name extends AttentionKind> = Extract<Reason, { kind: Name }>;

export const KINDS: Readonly<Record<AttentionKind, Kind<Reason>>> = TABLE satisfies {
  [Name in AttentionKind]: Kind<ReasonOf<Name>>;
};

/** The rule of every kind, beside its words in its file; left out of what only shows items. */
export const RULES: Readonly<Record<AttentionKind, Rule<Reason>>> = {
  'credits-exhausted': balance.creditsExhaustedRule,
  'kill-switch': appEvents.killSwitchRule,
  'guard-failed': guards.guardFailedRule,
  'payments-disconnected': appEvents.paymentsDisconnectedRule,
  'credit-cap': caps.creditCapRule,
  'feature-budget': budgets.featureBudgetRule,
  'run-budget': guards.runBudgetRule,
  'launch-unknown': launches.launchUnknownRule,
  'launch-step': launches.launchStepRule,
  'channel-failing': channels.channelFailingRule,
  'keys-needed': work.keysNeededRule,
  'not-fixed': chains.notFixedRule,
  'live-failing': sites.liveFailingRule,
  'run-failed': work.runFailedRule,
  'deploy-failed': work.deployFailedRule,
  'project-paused': appEvents.projectPausedRule,
  'cron-job': appEvents.cronJobRule,
  'delivery-failures': webhooks.deliveryFailuresRule,
  'webhooks-silent': webhooks.webhooksSilentRule,
  'subscriptions-failing': webhooks.subscriptionsFailingRule,
  'cap-warning': caps.capWarningRule,
  'feature-warning': budgets.featureWarningRule,
  'balance-low': balance.balanceLowRule,
  'balance-forecast': balance.balanceForecastRule,
  'cap-forecast': caps.capForecastRule,
  'access-changed': access.accessChangedRule,
} satisfies { [Name in AttentionKind]: Rule<ReasonOf<Name>> };

/** Kinds without a title in the words of `shared/words`. */
type Untitled = {
  [Name in AttentionKind]: [Extract<SentenceName, `item.${WordOf<Name>}${string}`>] extends [never]
    ? Name
    : never;
}[AttentionKind];
true satisfies [Untitled] extends [never] ? true : Untitled;

export const KIND_ORDER = Object.keys(TABLE) as readonly AttentionKind[];

export const isAttentionKind = (kind: string): kind is AttentionKind => kind in TABLE;

/** Kinds are an open set: of one that this version does not know nothing is known. */
export const ruleOf = (kind: string): Rule<Reason> | null => (isAttentionKind(kind) ? RULES[kind] : null);
const natureOf = (kind: string) => (isAttentionKind(kind) ? KINDS[kind].nature : null);

/** Whether it is of deliveries or alerts that do not arrive, of which no event tells. */
export const isTrouble = (kind: string): boolean => natureOf(kind) === 'trouble';

/** Whether it is only expected: it warns, and nothing went wrong. */
export const isExpected = (kind: string): boolean => natureOf(kind) === 'expected';

/** Whether nothing can be built until it is over; the cap of infrastructure stops none of that. */
export const stopsBuilding = ({ kind, category }: { kind: string; category?: string }): boolean =>
  natureOf(kind) === 'stops' && category !== 'infrastructure';

/** Whether it is information, which needs nobody: it is not counted. */
export const isInformation = (kind: string): boolean => natureOf(kind) === 'information';

/**
 * The needs that an event reports; the edge decides whether one opens. Events signed with a project's own
 * secret have no effect on the account.
 */
export const reportedBy = (event: KeptEvent): ConditionOf<Reason>[] =>
  event.signer === 'project'
    ? []
    : KIND_ORDER.flatMap((kind) => RULES[kind].fromEvent?.(event) ?? []).flatMap((reading) =>
        'condition' in reading ? [reading.condition] : [],
      );

import type { KeptEvent } from '../../snapshot/kept-event.ts';
import type { AttentionKind, Condition } from '../item.ts';
import { KIND_ORDER } from '../kinds.ts';
import { condition, numberFact, opens, type Rule, textFact, truthFact } from '../rule.ts';
import { accessChangedRule } from './access.ts';
import {
  creditCapRule,
  creditsExhaustedRule,
  featureBudgetRule,
  featureWarningRule,
} from './credit-limits.ts';
import {
  balanceForecastRule,
  balanceLowRule,
  capForecastRule,
  capWarningRule,
  guardFailedRule,
  runBudgetRule,
} from './guards.ts';
import { notFixedRule } from './not-fixed.ts';
import { liveFailingRule } from './sites.ts';
import { deliveryFailuresRule, subscriptionsFailingRule, webhooksSilentRule } from './webhooks.ts';
import {
  deployFailedRule,
  keysNeededRule,
  launchStepRule,
  launchUnknownRule,
  runFailedRule,
} from './work-failed.ts';

/** A scheduled job fails, or was paused for failing (service reference, Events). No event reports its recovery. */
const cronJobRule: Rule = {
  fromEvent: (event) => {
    const paused = event.event === 'cron.job.paused';
    if (!paused && event.event !== 'cron.job.failing') return [];
    const jobId = textFact(event.facts, 'jobId') ?? textFact(event.facts, 'name') ?? 'job';
    const env = textFact(event.facts, 'env');
    const id = `cron-job:${event.projectId ?? ''}:${jobId}:${env ?? ''}`;
    return [
      opens(event, id, 'warning', {
        kind: 'cron-job',
        jobId,
        name: textFact(event.facts, 'name'),
        env,
        failures: numberFact(event.facts, 'failures'),
        lastStatus: textFact(event.facts, 'lastStatus'),
        paused,
      }),
    ];
  },
  endsWhenAcknowledged: true,
};

/** The app's payment account was disconnected (service reference, Events). No event reports a reconnection. */
const paymentsDisconnectedRule: Rule = {
  fromEvent: (event) =>
    event.event === 'project.payments.disconnected' && event.projectId
      ? [
          opens(event, `payments-disconnected:${event.projectId}`, 'critical', {
            kind: 'payments-disconnected',
          }),
        ]
      : [],
  endsWhenAcknowledged: true,
};

/** The emergency stop paused an app (service reference, Events). Over when the project is resumed. */
const killSwitchRule: Rule = {
  fromEvent: (event) => {
    const id = `kill-switch:${event.projectId}`;
    if (event.event === 'project.resumed') return [{ over: id }];
    if (event.event !== 'project.kill_switch.fired' || !event.projectId) return [];
    return [opens(event, id, 'critical', { kind: 'kill-switch' })];
  },
};

/** A project was paused; over when it is resumed. */
const projectPausedRule: Rule = {
  fromEvent: (event) => {
    const id = `project-paused:${event.projectId}`;
    if (event.event === 'project.resumed') return [{ over: id }];
    if (event.event !== 'project.paused' || !event.projectId) return [];
    const state = textFact(event.facts, 'state');
    const resumable = truthFact(event.facts, 'resumable');
    return [opens(event, id, 'warning', { kind: 'project-paused', state, resumable })];
  },
};

/** Alerts of a channel do not arrive; over when one does, or the channel is deleted. */
const channelFailingRule: Rule = {
  read: ({ channels, at }) => {
    if (channels === undefined) return null;
    const conditions = channels.failing.map(({ channelId, name, kind, stopped, since }) =>
      condition(`channel-failing:${channelId}`, 'warning', null, since, {
        kind: 'channel-failing',
        channelId,
        channel: name,
        channelKind: kind,
        stopped,
      }),
    );
    return { readAt: at, conditions, complete: true };
  },
};

/** The rule of every kind of item; a new kind does not compile without one. */
export const RULES: Record<AttentionKind, Rule> = {
  'credits-exhausted': creditsExhaustedRule,
  'kill-switch': killSwitchRule,
  'payments-disconnected': paymentsDisconnectedRule,
  'credit-cap': creditCapRule,
  'feature-budget': featureBudgetRule,
  'run-budget': runBudgetRule,
  'guard-failed': guardFailedRule,
  'channel-failing': channelFailingRule,
  'cap-forecast': capForecastRule,
  'balance-low': balanceLowRule,
  'balance-forecast': balanceForecastRule,
  'launch-unknown': launchUnknownRule,
  'launch-step': launchStepRule,
  'keys-needed': keysNeededRule,
  'not-fixed': notFixedRule,
  'live-failing': liveFailingRule,
  'run-failed': runFailedRule,
  'deploy-failed': deployFailedRule,
  'project-paused': projectPausedRule,
  'cron-job': cronJobRule,
  'delivery-failures': deliveryFailuresRule,
  'webhooks-silent': webhooksSilentRule,
  'subscriptions-failing': subscriptionsFailingRule,
  'cap-warning': capWarningRule,
  'feature-warning': featureWarningRule,
  'access-changed': accessChangedRule,
};

/**
 * The needs that an event reports. Whether one opened by it is the edge's to say. Events signed with a project's own secret
 * have no effect on the account.
 */
export const reportedBy = (event: KeptEvent): Condition[] =>
  event.signer === 'project'
    ? []
    : KIND_ORDER.flatMap((kind) => RULES[kind].fromEvent?.(event) ?? []).flatMap((reading) =>
        'condition' in reading ? [reading.condition] : [],
      );

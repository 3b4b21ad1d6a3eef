import { groupsOfTopic } from '../../shared/attention/alert-groups.ts';
import type { Topic } from '../../shared/attention/news.ts';
import { ALERT_GROUPS, type AlertGroup } from '../../shared/edge-api/channel-kinds.ts';
import { wordOf } from '../../shared/words/title.ts';
import { t } from './t.ts';

const WORDS: Record<Topic, () => string> = {
  'credit-cap': () => t('topic.creditCap'),
  'credits-exhausted': () => t('topic.creditsExhausted'),
  'kill-switch': () => t('topic.killSwitch'),
  'feature-budget': () => t('topic.featureBudget'),
  'cap-warning': () => t('topic.capWarning'),
  'feature-warning': () => t('topic.featureWarning'),
  'payments-disconnected': () => t('topic.paymentsDisconnected'),
  'project-paused': () => t('topic.projectPaused'),
  'project-resumed': () => t('topic.projectResumed'),
  'cron-job': () => t('topic.cronJob'),
  'not-fixed': () => t('topic.notFixed'),
  'live-failing': () => t('topic.liveFailing'),
  'run-failed': () => t('topic.runFailed'),
  'deploy-failed': () => t('topic.deployFailed'),
  'run-finished': () => t('topic.runFinished'),
  'deploy-finished': () => t('topic.deployFinished'),
  'mobile-build-finished': () => t('topic.mobileBuildFinished'),
  'feature-disabled': () => t('topic.featureDisabled'),
  'feature-enabled': () => t('topic.featureEnabled'),
  'delivery-failures': () => t('topic.deliveryFailures'),
  'webhooks-silent': () => t('topic.webhooksSilent'),
  'subscriptions-failing': () => t('topic.subscriptionsFailing'),
  'launch-step': () => t('topic.launchStep'),
  'launch-unknown': () => t('topic.launchUnknown'),
  'run-budget': () => t('topic.runBudget'),
  'guard-failed': () => t('topic.guardFailed'),
  'channel-failing': () => t('topic.channelFailing'),
  'cap-forecast': () => t('topic.capForecast'),
  'balance-low': () => t('topic.balanceLow'),
  'balance-forecast': () => t('topic.balanceForecast'),
  'keys-needed': () => t('topic.keysNeeded'),
  'link-used': () => t('topic.linkUsed'),
  'access-changed': () => t('topic.accessChanged'),
};

export const TOPICS = Object.keys(WORDS) as Topic[];
export const topicName = (topic: Topic): string => WORDS[topic]();

/** What is in no group of alerts: only those who want everything are told. */
type Group = AlertGroup | 'changes';

/** The headings of the choices of this browser: each kind is under one of them. */
export const GROUPS = [...ALERT_GROUPS.filter((group) => group !== 'needs-you'), 'changes'] as const;

/** Of several groups the one that says most. */
export const topicGroup = (topic: Topic): Group => groupsOfTopic(topic).at(-1) ?? 'changes';

export const groupName = (group: 'everything' | Group): string => t(`tells.${wordOf(group)}`);

/** The kinds of a group, as they are named wherever one is chosen. */
export const topicsWords = (group: Group): string =>
  TOPICS.filter((topic) => [...groupsOfTopic(topic), topicGroup(topic)].includes(group))
    .map(topicName)
    .join(' · ');

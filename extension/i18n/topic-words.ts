import type { Topic } from '../../shared/attention/announcement.ts';
import { t } from './t.ts';

const WORDS: Record<Topic, () => string> = {
  'credit-cap': () => t('topic.creditCap'),
  'credits-exhausted': () => t('topic.creditsExhausted'),
  'kill-switch': () => t('topic.killSwitch'),
  'feature-budget': () => t('topic.featureBudget'),
  'feature-warning': () => t('topic.featureWarning'),
  'payments-disconnected': () => t('topic.paymentsDisconnected'),
  'project-paused': () => t('topic.projectPaused'),
  'project-resumed': () => t('topic.projectResumed'),
  'cron-job': () => t('topic.cronJob'),
  'run-finished': () => t('topic.runFinished'),
  'deploy-finished': () => t('topic.deployFinished'),
  'mobile-build-finished': () => t('topic.mobileBuildFinished'),
  'feature-disabled': () => t('topic.featureDisabled'),
  'feature-enabled': () => t('topic.featureEnabled'),
  'delivery-failures': () => t('topic.deliveryFailures'),
  'webhooks-silent': () => t('topic.webhooksSilent'),
  'subscriptions-failing': () => t('topic.subscriptionsFailing'),
  'launch-unknown': () => t('topic.launchUnknown'),
};

export const TOPICS = Object.keys(WORDS) as Topic[];
export const topicName = (topic: Topic): string => WORDS[topic]();

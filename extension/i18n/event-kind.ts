import { SERVICE_EVENTS, type ServiceEvent } from '../../shared/builder-api/webhooks.ts';
import { CAP_EVENT } from '../../shared/edge-api/caps.ts';
import { GUARD_EVENT } from '../../shared/edge-api/guards.ts';
import { ACCESS_EVENT, CHANGE_EVENT } from '../../shared/edge-api/setting-changes.ts';
import type { SubscriptionHealth } from '../../shared/snapshot/webhook-health.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { wordOf } from '../../shared/words/say.ts';
import { formatDuration } from './format.ts';
import type { Naming } from './naming.ts';
import { quoted } from './service-words.ts';
import { t } from './t.ts';

/** An event's name in words; an unknown one quoted. */
export function eventKindWords(name: string): string {
  if (name === GUARD_EVENT) return t('console.event.guard');
  if (name === CAP_EVENT) return t('console.event.cap');
  if (name === ACCESS_EVENT) return t('topic.accessChanged');
  if (name === CHANGE_EVENT) return t('console.event.change');
  const known = SERVICE_EVENTS.find((one) => one === name);
  return known ? EVENTS[known][1]() : (quoted(name) ?? '');
}

/** What each event of the service is about, and its name. */
const EVENTS: Readonly<
  Record<ServiceEvent, readonly [group: 'work' | 'money' | 'app', words: () => string]>
> = {
  'agent.prompt.finished': ['work', () => t('topic.runFinished')],
  'deployment.finished': ['work', () => t('topic.deployFinished')],
  'project.mobile_build.finished': ['work', () => t('topic.mobileBuildFinished')],
  'project.preview.url_rotated': ['work', () => t('console.event.preview')],
  'project.credit_limit.reached': ['money', () => t('topic.creditCap')],
  'project.feature_limit.warning': ['money', () => t('topic.featureWarning')],
  'project.feature_limit.reached': ['money', () => t('topic.featureBudget')],
  'project.feature.disabled': ['money', () => t('topic.featureDisabled')],
  'project.feature.enabled': ['money', () => t('topic.featureEnabled')],
  'project.credits.exhausted': ['money', () => t('topic.creditsExhausted')],
  'project.kill_switch.fired': ['money', () => t('topic.killSwitch')],
  'project.payments.disconnected': ['app', () => t('topic.paymentsDisconnected')],
  'project.paused': ['app', () => t('topic.projectPaused')],
  'project.resumed': ['app', () => t('topic.projectResumed')],
  'project.lifecycle.state_changed': ['app', () => t('console.event.lifecycle')],
  'cron.job.paused': ['app', () => t('console.event.jobPaused')],
  'cron.job.failing': ['app', () => t('topic.cronJob')],
};

/** Why the edge refused deliveries, and the event or project of the newest one's address; null: not known. */
export function rejectionWords(
  { reason, about, skewSeconds }: SubscriptionHealth['rejections'][number],
  naming: Naming,
): { title: string; about: string | null } {
  const by = formatDuration(Math.abs(skewSeconds ?? 0) * SECOND_MS);
  const isEvent = SERVICE_EVENTS.some((name) => name === about);
  return {
    title: t(`rejected.${wordOf(reason)}`, { by }),
    about: about && (isEvent ? eventKindWords(about) : naming.project(about)),
  };
}

/** Every event by what it is about, in the order of choices. */
export const EVENT_GROUPS = [
  ...(['work', 'money', 'app'] as const).map((name) => ({
    name,
    events: SERVICE_EVENTS.filter((event) => EVENTS[event][0] === name) as readonly string[],
  })),
  {
    name: 'edge' as const,
    events: [CHANGE_EVENT, ACCESS_EVENT, CAP_EVENT, GUARD_EVENT] as readonly string[],
  },
];

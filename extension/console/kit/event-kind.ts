import { SERVICE_EVENTS, type ServiceEvent } from '../../../shared/builder-api/webhooks.ts';
import { CAP_EVENT } from '../../../shared/edge-api/caps.ts';
import { GUARD_EVENT, PLAN_EVENT } from '../../../shared/edge-api/guards.ts';
import { ACCESS_EVENT, CHANGE_EVENT } from '../../../shared/edge-api/setting-changes.ts';
import type { SubscriptionHealth } from '../../../shared/snapshot/webhook-health.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { wordOf } from '../../../shared/words/title.ts';
import { formatDuration } from '../../i18n/format.ts';
import type { Naming } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';

/** An event's name in words; an unknown one as it is. */
export function eventKindWords(name: string): string {
  if (name === GUARD_EVENT) return t('console.event.edge_guard');
  if (name === PLAN_EVENT) return t('console.event.edge_plan');
  if (name === CAP_EVENT) return t('console.event.edge_cap');
  if (name === ACCESS_EVENT) return t('topic.accessChanged');
  if (name === CHANGE_EVENT) return t('console.event.edge_change');
  const known = SERVICE_EVENTS.find((one) => one === name);
  return known ? t(`console.event.${keyOf(known)}`) : name;
}

/** Why the edge refused deliveries, and the event or project of the address that the newest came to; null if not known. */
export function rejectionWords(
  { reason, about, skewSeconds }: SubscriptionHealth['rejections'][number],
  naming: Naming,
): { title: string; about: string | null } {
  const by = formatDuration(Math.abs(skewSeconds ?? 0) * SECOND_MS);
  const isEvent = SERVICE_EVENTS.some((name) => name === about);
  return {
    title: t(`console.webhooks.rejected.${wordOf(reason)}`, { by }),
    about: about && (isEvent ? eventKindWords(about) : naming.project(about)),
  };
}

const GROUP_OF: Readonly<Record<ServiceEvent, 'work' | 'money' | 'app'>> = {
  'agent.prompt.finished': 'work',
  'deployment.finished': 'work',
  'project.mobile_build.finished': 'work',
  'project.preview.url_rotated': 'work',
  'project.credit_limit.reached': 'money',
  'project.feature_limit.warning': 'money',
  'project.feature_limit.reached': 'money',
  'project.feature.disabled': 'money',
  'project.feature.enabled': 'money',
  'project.credits.exhausted': 'money',
  'project.kill_switch.fired': 'money',
  'project.payments.disconnected': 'app',
  'project.paused': 'app',
  'project.resumed': 'app',
  'project.lifecycle.state_changed': 'app',
  'cron.job.paused': 'app',
  'cron.job.failing': 'app',
};

/** Every event by what it is about, in the order of choices. */
export const EVENT_GROUPS = [
  ...(['work', 'money', 'app'] as const).map((name) => ({
    name,
    events: SERVICE_EVENTS.filter((event) => GROUP_OF[event] === name) as readonly string[],
  })),
  {
    name: 'edge' as const,
    events: [CHANGE_EVENT, ACCESS_EVENT, CAP_EVENT, GUARD_EVENT, PLAN_EVENT] as readonly string[],
  },
];

type KeyOf<Name extends string> = Name extends `${infer First}.${infer Rest}`
  ? `${First}_${KeyOf<Rest>}`
  : Name;
const keyOf = (name: ServiceEvent) => name.replaceAll('.', '_') as KeyOf<ServiceEvent>;

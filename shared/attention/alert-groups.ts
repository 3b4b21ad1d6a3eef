import type { AlertGroup } from '../edge-api/channels.ts';
import type { AttentionKind } from './item.ts';
import { type Announcement, isNews, type News } from './news.ts';

/** Beside `needs-you`, which is every item and all bad news. */
const GROUPS: Record<AttentionKind | News['kind'], readonly AlertGroup[]> = {
  'credits-exhausted': ['limits', 'money'],
  'kill-switch': ['limits', 'money'],
  'guard-failed': ['failures', 'limits'],
  'payments-disconnected': ['money'],
  'credit-cap': ['limits'],
  'feature-budget': ['limits'],
  'run-budget': ['limits'],
  'launch-unknown': ['failures'],
  'channel-failing': ['failures'],
  'keys-needed': [],
  'run-failed': ['failures'],
  'deploy-failed': ['failures'],
  'project-paused': ['failures'],
  'cron-job': ['failures'],
  'delivery-failures': ['failures', 'webhooks'],
  'webhooks-silent': ['failures', 'webhooks'],
  'subscriptions-failing': ['failures', 'webhooks'],
  'feature-warning': ['limits'],
  'balance-forecast': ['money'],
  'cap-forecast': ['limits'],
  'run-finished': ['work-ended'],
  'deploy-finished': ['work-ended'],
  'mobile-build-finished': ['work-ended'],
  'feature-disabled': [],
  'feature-enabled': [],
  'project-resumed': [],
  'new-records': [],
};

/** The groups that an announcement is in. */
export function alertGroups({ about, severity }: Pick<Announcement, 'about' | 'severity'>): AlertGroup[] {
  const isBadNews = isNews(about) && severity !== 'note';
  const groups = [...GROUPS[about.kind], ...(isBadNews ? (['failures'] as const) : [])];
  return !isNews(about) || isBadNews ? ['needs-you', ...groups] : groups;
}

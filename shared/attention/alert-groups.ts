import type { AlertGroup } from '../edge-api/channel-kinds.ts';
import { alertsOf, isAttentionKind, isInformation } from './kinds.ts';
import { type Announcement, isNews, type News, type Topic } from './news.ts';

const NEWS_GROUPS: Record<News['kind'], readonly AlertGroup[]> = {
  'run-finished': ['work-ended'],
  'deploy-finished': ['work-ended'],
  'mobile-build-finished': ['work-ended'],
  'feature-disabled': ['failures'],
  'feature-enabled': [],
  'project-resumed': [],
  'link-used': [],
};

export const NEWS_KINDS = Object.keys(NEWS_GROUPS) as readonly News['kind'][];

/** The groups that a kind is in, beside `needs-you`. */
export const groupsOfTopic = (topic: Topic): readonly AlertGroup[] =>
  isAttentionKind(topic) ? alertsOf(topic) : NEWS_GROUPS[topic];

/** The groups that an announcement is in: `needs-you` is every item but information, and all bad news. */
export function alertGroups({ about, severity }: Pick<Announcement, 'about' | 'severity'>): AlertGroup[] {
  if (!isNews(about))
    return isInformation(about.kind) ? [...alertsOf(about.kind)] : ['needs-you', ...alertsOf(about.kind)];
  // What spends is told to whoever watches over who may do what.
  if (about.kind === 'link-used') return about.did === 'raise' ? ['security'] : [];
  const groups = NEWS_GROUPS[about.kind];
  return severity === 'note' ? [...groups] : ['needs-you', ...groups, 'failures'];
}

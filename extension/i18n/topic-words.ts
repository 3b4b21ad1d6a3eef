import { KIND_ORDER } from '../../shared/attention/kinds/kinds.ts';
import { groupsOfTopic, NEWS_KINDS, type Topic } from '../../shared/attention/news.ts';
import { ALERT_GROUPS, type AlertGroup } from '../../shared/edge-api/channel-kinds.ts';
import { wordOf } from '../../shared/words/say.ts';
import { t } from './t.ts';

/** The worst first, then news. */
export const TOPICS: readonly Topic[] = [...KIND_ORDER, ...NEWS_KINDS];
export const topicName = (topic: Topic): string => t(`topic.${wordOf(topic)}`);

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

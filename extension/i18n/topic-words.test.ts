import { expect, test } from 'vitest';
import { ALERT_GROUPS } from '../../shared/edge-api/channel-kinds.ts';
import { GROUPS, TOPICS, topicGroup, topicName, topicsWords } from './topic-words.ts';

test('each kind that this browser can show is under one heading, and named with the group of alerts that has it', () => {
  expect(new Set(TOPICS.map(topicGroup))).toEqual(new Set(GROUPS));
  for (const topic of TOPICS) expect(topicsWords(topicGroup(topic))).toContain(topicName(topic));
});

test('a kind of several groups is named with each', () => {
  const having = ALERT_GROUPS.filter((group) => topicsWords(group).includes('Webhooks not arriving'));
  expect(having).toEqual(['failures', 'webhooks']);
});

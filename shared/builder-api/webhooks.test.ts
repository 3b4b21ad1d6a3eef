import { expect, test } from 'vitest';
import { webhookList } from './webhooks.ts';

test("the list of subscriptions is read whatever headers somebody's subscription has (service reference, Webhook subscription)", () => {
  const subscription = { id: 'w1', url: 'https://a.example', event: 'project.paused' };
  for (const headers of [undefined, null, { 'x-a': 'b' }, { 'x-a': 1, 'x-b': ['c'] }, []])
    expect(webhookList.safeParse({ webhooks: [{ ...subscription, headers }] }).success).toBe(true);
});

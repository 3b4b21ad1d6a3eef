import { expect, test } from 'vitest';
import { unreadSection } from './section.ts';
import { type Snapshot, snapshot } from './snapshot.ts';

const empty: Snapshot = {
  version: '0',
  at: 0,
  sections: {
    account: unreadSection,
    spending: unreadSection,
    prices: unreadSection,
    atLimit: unreadSection,
    projects: unreadSection,
    deliveries: unreadSection,
    events: unreadSection,
    subscriptions: unreadSection,
    history: unreadSection,
  },
  launches: [],
};

test('a snapshot of which nothing was read yet survives JSON', () => {
  expect(snapshot.parse(JSON.parse(JSON.stringify(empty)))).toEqual(empty);
});

test('a broken section is told by its error and keeps what was read before', () => {
  const account = {
    data: { credits: 3, recurrentCredits: 1, oneTimeCredits: 2 },
    readAt: 5,
    error: { code: 'timeout', since: 9 },
  };
  const parsed = snapshot.parse({ ...empty, sections: { ...empty.sections, account } });
  expect(parsed.sections.account).toEqual(account);
});

import { expect, test } from 'vitest';
import { type Snapshot, snapshot } from './snapshot.ts';
import { unreadSections } from './unread-sections-fixture.ts';

const empty: Snapshot = {
  version: '0',
  at: 0,
  sections: unreadSections,
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

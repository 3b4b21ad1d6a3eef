import { expect, test } from 'vitest';
import type { LaunchRecord } from './launches.ts';
import { unreadSections } from './project-fixture.ts';
import { parseSnapshot, type Snapshot, withReadBefore } from './snapshot.ts';

const AT = Date.UTC(2026, 10, 21);
const balance = { credits: 412.5, recurrentCredits: 100, oneTimeCredits: 312.5 };
const full: Snapshot = {
  ledger: { ledgerId: 'ledger-1', epoch: 1 },
  version: 'v1',
  at: AT,
  sections: { ...unreadSections, account: { data: balance, readAt: AT, error: null } },
  launches: [],
};
const launch: LaunchRecord = {
  ...{ key: 'key-1', operation: 'launch', state: 'sent', requestedProjectId: 'shop', projectId: null },
  ...{ label: null, createdAt: AT, settledAt: null, refusal: null, agentStarted: null, warnings: [] },
  ...{ nextCheckAt: null, candidates: [] },
};

test('what this version does not know costs nothing of what it knows', () => {
  const read = parseSnapshot({
    ...full,
    sections: {
      ...full.sections,
      weather: { data: 'fine', readAt: AT, error: null },
      prices: { data: ['another', 'form'], readAt: AT, error: null },
      projects: { data: null, readAt: null, error: { code: 'of-tomorrow', since: AT } },
    },
    guards: [],
  });
  expect(read?.sections.account.data).toEqual(balance);
  expect(Object.keys(read ?? {}), 'what nobody here reads is not kept').not.toContain('guards');
  expect(Object.keys(read?.sections ?? {})).not.toContain('weather');
  for (const name of ['prices', 'projects'] as const)
    expect(read?.sections[name]).toEqual({
      data: null,
      readAt: null,
      error: { code: 'unreadable', since: AT },
    });
});

test('a section that is missing can’t be read, and costs no other', () => {
  const { history: _, ...sections } = full.sections;
  const read = parseSnapshot({ ...full, sections });
  expect(read?.sections.history.error?.code).toBe('unreadable');
  expect(read?.sections.account.data).toEqual(balance);
});

test('an address that is no https page leads nowhere', () => {
  expect(parseSnapshot({ ...full, billingUrl: 'https://pay.example/#plan' })?.billingUrl).toMatch(/plan$/);
  expect(parseSnapshot({ ...full, billingUrl: 'javascript:alert(1)' })).not.toHaveProperty('billingUrl');
});

test('one launch in another form costs no other, and one in an unknown state stays open', () => {
  const launches = [{ key: 7 }, { ...launch, state: 'postponed' }, launch];
  const read = parseSnapshot({ ...full, launches });
  expect(read?.launches.map(({ key, state }) => [key, state])).toEqual([
    ['key-1', 'unknown'],
    ['key-1', 'sent'],
  ]);
});

test('what is no snapshot at all is none', () => {
  for (const value of [null, {}, [], 'snapshot', { ...full, sections: [] }, { ...full, at: 'noon' }])
    expect(parseSnapshot(value), JSON.stringify(value)).toBeNull();
});

test('a section that cannot be read any more keeps what was read of it before', () => {
  const sections = { ...full.sections, account: { data: [1, 2], readAt: AT + 1, error: null } };
  const newer = parseSnapshot({ ...full, sections });
  if (newer === null) throw new Error('the rest of the snapshot is lost');
  const kept = withReadBefore(newer, full);
  expect(kept.sections.account).toEqual({
    ...{ data: balance, readAt: AT },
    error: { code: 'unreadable', since: AT },
  });
  const later = withReadBefore({ ...newer, at: AT + 9 }, kept);
  expect(later.sections.account.error?.since, 'since it began').toBe(AT);
});

test('an amount or an instant that nothing can be is not read', () => {
  for (const [credits, readAt] of [
    [1e300, AT],
    [-1e17, AT],
    [400, 1e300],
  ] as const) {
    const account = { data: { ...balance, credits }, readAt, error: null };
    const read = parseSnapshot({ ...full, sections: { ...full.sections, account } });
    expect(read?.sections.account.data).toBeNull();
  }
});

import { expect, test } from 'vitest';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { statusLine, statusOf } from './status.ts';

const AT = Date.UTC(2026, 10, 28, 12);
const read = <T>(data: T) => ({ data, readAt: AT, error: null });
const item = { id: 'a', severity: 'critical', reason: { kind: 'credit-cap' }, seen: null };
const snapshotWith = (change: object = {}) =>
  ({
    ...{ version: '', at: AT, launches: [] },
    sections: {
      account: read({ credits: 412.53, recurrentCredits: null, oneTimeCredits: null }),
      projects: read({ items: [], total: 0 }),
      history: read({ runCredits: null }),
      ...change,
    },
    outlook: { readAt: AT, caps: [], balance: { state: 'crossing', at: AT, readAt: AT, credits: 1 } },
    attention: {
      items: [
        item,
        { ...item, id: 'b', severity: 'warning' },
        { ...item, id: 'c', seen: { at: AT, by: 'x' } },
      ],
      ...{ open: 3, ended: [], lastAnnouncement: 1 },
    },
  }) as unknown as Snapshot;

test('a shell reads the balance, what needs somebody, and when that was read', () => {
  const status = statusOf(snapshotWith());
  expect(status).toEqual({
    ...{ credits: 412.53, committed: 0, lastsTo: '2026-11-28', running: 0, asOf: AT, overdue: [] },
    needs: { count: 2, worst: 'critical' },
  });
  expect(statusLine(status)).toBe('412.5 credits · 2 need you');
  expect(statusLine({ ...status, running: 1 })).toBe('412.5 credits · 2 need you · 1 running');
});

test('what was not read is null and named, never 0', () => {
  const error = { code: 'timeout', since: AT };
  const status = statusOf(
    snapshotWith({
      account: { data: null, readAt: null, error },
      projects: { data: null, readAt: null, error },
    }),
  );
  expect(status).toMatchObject({ credits: null, committed: null, running: null, asOf: null });
  expect(status.overdue).toEqual(['account', 'projects']);
  expect(statusLine(status)).toBe('credits not read · 2 need you · ?');
});

import { describe, expect, test } from 'vitest';
import { emptyAttention } from '../../shared/attention/state.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/durations.ts';
import { DEFAULT_SETTINGS } from '../settings/settings.ts';
import { flushNotices } from './flush.ts';
import type { Notice } from './notice.ts';

const situation = { now: 0, minuteOfDay: 720, looking: false, awayMs: 0 };

function pending(i: number, severity: Notice['severity'] = 'warning'): Notice {
  return {
    key: `notice-${i}#1`,
    noticeId: `notice-${i}`,
    severity,
    projectId: 'shop',
    about: { kind: 'kill-switch' },
    at: i,
    storedAt: i,
    fate: { is: 'pending' },
  };
}
const flush = (notices: Notice[], changes: Partial<typeof situation> = {}, attention = emptyAttention) =>
  flushNotices(notices, attention, DEFAULT_SETTINGS, { ...situation, ...changes });

describe('what is pending', () => {
  test('is shown, the oldest first, and is never shown again', () => {
    const first = flush([pending(2), pending(1)]);
    expect(first.show.map(({ key }) => key)).toEqual(['notice-1#1', 'notice-2#1']);
    expect(flush(first.notices).show).toEqual([]);
  });

  test('after a long absence becomes one digest, the worst first', () => {
    const { show, digest, notices } = flush([pending(1), pending(2, 'critical'), pending(3)], {
      awayMs: HOUR_MS,
    });
    expect(show).toEqual([]);
    expect(digest[0]?.key).toBe('notice-2#1');
    expect(notices.map(({ fate }) => fate)).toEqual(Array(3).fill({ is: 'held', why: 'digest' }));
  });

  test.each([
    ['few things after an absence', [pending(1), pending(2)], HOUR_MS],
    ['many things while here', [pending(1), pending(2), pending(3), pending(4)], MINUTE_MS],
  ])('stays single: %s', (_why, notices, awayMs) => {
    const flushed = flush(notices, { awayMs });
    expect(flushed.show).toHaveLength(notices.length);
    expect(flushed.digest).toEqual([]);
  });

  test('is held back when the item is already over', () => {
    const notice = pending(1);
    const item = {
      id: notice.noticeId,
      severity: 'critical' as const,
      projectId: 'shop',
      reason: { kind: 'kill-switch' as const },
      since: 0,
      opening: 1,
      openedAt: 0,
      acknowledgedAt: null,
      resolvedAt: 5,
      seenAt: 0,
      seenBy: 'event' as const,
    };
    const { notices } = flush([notice], {}, { ...emptyAttention, items: { [item.id]: item } });
    expect(notices[0]?.fate).toEqual({ is: 'held', why: 'over' });
  });
});

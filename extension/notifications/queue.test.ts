import { describe, expect, test } from 'vitest';
import { NOTHING_OPEN } from '../attention/view.ts';
import type { Notice } from '../storage/notices.ts';
import { DEFAULT_SETTINGS } from '../storage/settings.ts';
import { settleQueue } from './queue.ts';

const situation = {
  now: 0,
  minuteOfDay: 720,
  looking: false,
  mayRaise: false,
  balance: null,
};

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
const flush = (notices: Notice[], changes: Partial<typeof situation> = {}, attention = NOTHING_OPEN) =>
  settleQueue(notices, attention, DEFAULT_SETTINGS, { ...situation, ...changes });

describe('what is pending', () => {
  test('is shown, the oldest first, and is pending until it was', () => {
    const { show, notices } = flush([pending(2), pending(1)]);
    expect(show.map(({ key, fate }) => [key, fate.is])).toEqual([
      ['notice-1#1', 'shown'],
      ['notice-2#1', 'shown'],
    ]);
    expect(notices.map(({ fate }) => fate.is)).toEqual(['pending', 'pending']);
    expect(flush(show).show).toEqual([]);
  });

  test('that was missed becomes one digest, the worst first, and what is new is reported by itself', () => {
    const missed = [pending(1), pending(2, 'critical'), pending(3)].map((one) => ({
      ...one,
      missed: true as const,
    }));
    const { show, digest } = flush([pending(4), ...missed]);
    expect(show.map(({ key }) => key)).toEqual(['notice-4#1']);
    expect(digest[0]?.key).toBe('notice-2#1');
    expect(digest.map(({ fate }) => fate)).toEqual(Array(3).fill({ is: 'held', why: 'digest' }));
  });

  test.each([
    ['few things after an absence', 2, true],
    ['many things while here', 4, false],
  ])('stays single: %s', (_why, count, missed) => {
    const notices = Array.from({ length: count }, (_, i) => ({ ...pending(i), ...(missed && { missed }) }));
    const flushed = flush(notices);
    expect(flushed.show).toHaveLength(count);
    expect(flushed.digest).toEqual([]);
  });

  test('is held back when the item is already over', () => {
    const notice = pending(1);
    const { notices } = flush([notice], {}, { ...NOTHING_OPEN, ended: [notice.noticeId] });
    expect(notices[0]?.fate, 'how it ended is not known').toEqual({ is: 'held', why: 'gone' });
  });

  test('is shown when it opened again after what is known of its end', () => {
    const again = { ...pending(1), number: 8 };
    const ended = { ...NOTHING_OPEN, ended: [again.noticeId], lastAnnouncement: 7 };
    expect(flush([again], {}, ended).show).toHaveLength(1);
    expect(flush([again], {}, { ...ended, lastAnnouncement: 8 }).show).toEqual([]);
  });
});

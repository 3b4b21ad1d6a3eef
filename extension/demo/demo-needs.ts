import type { AttentionNow } from '../../shared/snapshot/attention.ts';
import { type InstantMs, MINUTE_MS, monthOf, nextMonth } from '../../shared/time.ts';

/** What needs the user in the demo account, as the edge decides it at `at`. A test compares it with the rules. */
export const demoNeeds = (at: InstantMs): AttentionNow => ({
  items: [
    {
      id: `credit-cap:barber-bookings:development:${monthOf(at)}`,
      severity: 'critical',
      projectId: 'barber-bookings',
      reason: {
        kind: 'credit-cap',
        category: 'development',
        spent: 5000,
        limit: 5000,
        resetsAt: nextMonth(at),
        canEdit: true,
      },
      since: at,
      isEarlier: true,
      opening: 1,
      openedAt: at,
      seen: null,
      rank: 0,
    },
    {
      id: 'delivery-failures:wh-1:500',
      severity: 'warning',
      projectId: 'shop',
      reason: {
        kind: 'delivery-failures',
        event: 'deployment.finished',
        host: 'shop.example',
        ours: false,
        httpStatus: 500,
        error: 'Internal Server Error',
        count: 6,
        firstAt: at - 71 * MINUTE_MS,
        lastAt: at - 3 * MINUTE_MS,
        givenUp: true,
      },
      since: at - 71 * MINUTE_MS,
      opening: 1,
      openedAt: at - 71 * MINUTE_MS,
      seen: null,
      rank: -999,
    },
  ],
  open: 2,
  ended: [],
  lastAnnouncement: 0,
});

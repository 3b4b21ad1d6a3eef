import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { DAY_MS, HOUR_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';

export type StoredRow = Record<string, string | number | null>;
/** How a row is written. */
export type Insert = (table: string, row: StoredRow) => void;

/** A row of each table that keeps some for a time, as it was stored at an instant. */
export const KEPT = {
  launches: (id, at, project = 'shop') => ({
    ...{ key: id, operation: 'launchProject', device_id: 'd', state: 'launched', fingerprint: 'f' },
    ...{ requested_project_id: project, project_id: project },
    ...{ price_credits: 0, created_at: at, settled_at: at },
  }),
  data_calls: (id, at, project = 'shop') => ({
    ...{ key: id, operation: 'scanDocument', device_id: 'd', state: 'launched', fingerprint: 'f' },
    ...{ requested_project_id: project, created_at: at, settled_at: at },
  }),
  work: (_, at, project = 'shop') => ({
    ...{ project_id: project, kind: 'run', begun_at: at, ended_at: at + HOUR_MS / 4, evidence: '[]' },
    row: JSON.stringify({
      ...{ kind: 'run', callKey: null, by: null, prompt: 'Polish the home page', sentAt: null },
      ...{ startedAt: at, begunAt: at, readAt: at, over: 'reading', endedAt: at + HOUR_MS / 4 },
      ...{ ending: 'succeeded', reason: null, credits: 12, refunded: null, versionId: null },
      ...{ deploymentId: null, batch: null, stoppedAt: null, capped: null, hasEvent: false },
    }),
  }),
  events: (id, at, project = 'shop') => {
    const event: KeptEvent = {
      ...{ seq: Math.floor(at / SECOND_MS), id, event: 'deployment.finished', projectId: project },
      ...{ at, receivedAt: at, source: 'webhook', facts: { status: 'success', deploymentId: `dep-${id}` } },
    };
    return {
      ...{ seq: event.seq, dedupe_id: id, event: event.event, project_id: project },
      ...{ received_at: at, reconciled: 0, row: JSON.stringify(event) },
    };
  },
  event_aliases: (id, at) => ({ id, at }),
  alerts: (id, at) => ({
    ...{ channel_id: id, number: 1, is_end: 0, result: 'sent', at, announcement: '{}' },
  }),
  balance_changes: (_, at) => ({ at, since: at - HOUR_MS, credits: -1, balance: 400 }),
  webhook_rejections: (id, at) => ({
    ...{ reason: id, hour: Math.floor(at / HOUR_MS), count: 1, last_at: at, about: '' },
  }),
} satisfies Record<string, (id: string, at: InstantMs, project?: string) => StoredRow>;

/** How much of each a day of a busy account leaves, and for how many days it is there. */
const A_DAY: Record<keyof typeof KEPT, { rows: number; days: number }> = {
  launches: { rows: 4, days: 395 },
  data_calls: { rows: 20, days: 395 },
  work: { rows: 20, days: 62 },
  events: { rows: 40, days: 30 },
  event_aliases: { rows: 4, days: 30 },
  alerts: { rows: 10, days: 30 },
  balance_changes: { rows: 10, days: 62 },
  webhook_rejections: { rows: 2, days: 2 },
};

/** Fills each table with what a busy day, ending at an instant, leaves of 100 projects: `app-0` and so on. */
export function fillDay(insert: Insert, endsAt: InstantMs, daysAgo = 0): void {
  for (const [table, { rows, days }] of Object.entries(A_DAY)) {
    if (daysAgo >= days) continue;
    for (let n = 0; n < rows; n++) {
      const at = endsAt - DAY_MS + Math.floor(((n + 1) * DAY_MS) / (rows + 1));
      insert(
        table,
        KEPT[table as keyof typeof KEPT](`past-${at}-${n}`, at, `app-${(daysAgo * rows + n) % 100}`),
      );
    }
  }
}

/** A year and a month of such days, each table as long as it keeps them. */
export function fillPast(insert: Insert, now: InstantMs): void {
  for (let daysAgo = A_DAY.launches.days - 1; daysAgo >= 0; daysAgo--)
    fillDay(insert, now - daysAgo * DAY_MS, daysAgo);
}

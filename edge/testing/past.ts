import { DAY_MS, HOUR_MS, type InstantMs } from '../../shared/time.ts';
import { insertRow } from '../object/database.ts';

type Keep = (sql: SqlStorage, id: string, at: InstantMs, project?: string) => void;

/** A row of each table that keeps some for a time, as it was stored at an instant. */
export const KEPT = {
  launches: (sql, id, at, project = 'shop') =>
    insertRow(sql, 'launches', {
      ...{ key: id, operation: 'launchProject', device_id: 'd', state: 'launched', fingerprint: 'f' },
      ...{ requested_project_id: project, project_id: project },
      ...{ price_credits: 0, created_at: at, settled_at: at },
    }),
  data_calls: (sql, id, at, project = 'shop') =>
    insertRow(sql, 'data_calls', {
      ...{ key: id, operation: 'scanDocument', device_id: 'd', state: 'launched', fingerprint: 'f' },
      ...{ requested_project_id: project, created_at: at, settled_at: at },
    }),
  work: (sql, _, at, project = 'shop') =>
    insertRow(sql, 'work', {
      ...{ project_id: project, kind: 'run', begun_at: at, ended_at: at + HOUR_MS / 4, evidence: '[]' },
      row: JSON.stringify({
        ...{ kind: 'run', callKey: null, by: null, prompt: 'Polish the home page', sentAt: null },
        ...{ startedAt: at, begunAt: at, readAt: at, over: 'reading', endedAt: at + HOUR_MS / 4 },
        ...{ ending: 'succeeded', reason: null, credits: 12, refunded: null, versionId: null },
        ...{ deploymentId: null, batch: null, stoppedAt: null, capped: null, hasEvent: false },
      }),
    }),
  events: (sql, id, at, project = 'shop') =>
    insertRow(sql, 'events', {
      ...{ seq: Math.floor(at / 1000), dedupe_id: id, event: 'deployment.finished', project_id: project },
      ...{ received_at: at, reconciled: 0, row: JSON.stringify({ id }) },
    }),
  event_aliases: (sql, id, at) => sql.exec('INSERT INTO event_aliases VALUES (?, ?)', id, at),
  alerts: (sql, id, at) =>
    insertRow(sql, 'alerts', {
      ...{ channel_id: id, number: 1, is_end: 0, result: 'sent', at, announcement: '{}' },
    }),
  balance_changes: (sql, _, at) =>
    insertRow(sql, 'balance_changes', { at, since: at - HOUR_MS, credits: -1, balance: 400 }),
  webhook_rejections: (sql, id, at) =>
    insertRow(sql, 'webhook_rejections', {
      ...{ reason: id, hour: Math.floor(at / HOUR_MS), count: 1, last_at: at, about: '' },
    }),
} satisfies Record<string, Keep>;

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

/** What a busy day, which ends at an instant, leaves in each table: of 100 projects, called `app-0` and so on. */
export function fillDay(sql: SqlStorage, endsAt: InstantMs, daysAgo = 0): void {
  for (const [table, { rows, days }] of Object.entries(A_DAY)) {
    if (daysAgo >= days) continue;
    for (let n = 0; n < rows; n++) {
      const at = endsAt - DAY_MS + Math.floor(((n + 1) * DAY_MS) / (rows + 1));
      KEPT[table as keyof typeof KEPT](sql, `past-${at}-${n}`, at, `app-${(daysAgo * rows + n) % 100}`);
    }
  }
}

/** A year and a month of such days, each table as long as it keeps them. */
export function fillPast(sql: SqlStorage, now: InstantMs): void {
  for (let daysAgo = A_DAY.launches.days - 1; daysAgo >= 0; daysAgo--)
    fillDay(sql, now - daysAgo * DAY_MS, daysAgo);
}

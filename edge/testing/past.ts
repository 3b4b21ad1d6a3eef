import { DAY_MS, HOUR_MS, type InstantMs } from '../../shared/time.ts';

/** How much of each a day of a busy account leaves, and for how many days it is there. */
const A_DAY = {
  launches: { rows: 4, days: 395 },
  data_calls: { rows: 20, days: 395 },
  work: { rows: 20, days: 62 },
  events: { rows: 40, days: 30 },
  event_aliases: { rows: 4, days: 30 },
  alerts: { rows: 10, days: 30 },
  balance_changes: { rows: 10, days: 62 },
  webhook_rejections: { rows: 2, days: 2 },
} as const;

const SQL: Readonly<
  Record<keyof typeof A_DAY, (at: InstantMs, n: number, project: string) => [string, ...unknown[]]>
> = {
  launches: (at, n, project) => [
    `INSERT INTO launches (key, operation, device_id, state, fingerprint, requested_project_id, project_id, price_credits, created_at, settled_at)
     VALUES (?, 'startAgent', 'd', 'launched', 'f', ?, ?, 0, ?, ?)`,
    `past-${at}-${n}`,
    project,
    project,
    at,
    at,
  ],
  data_calls: (at, n, project) => [
    `INSERT INTO data_calls (key, operation, requested_project_id, device_id, state, fingerprint, created_at, settled_at)
     VALUES (?, 'scanDocument', ?, 'd', 'launched', 'f', ?, ?)`,
    `past-${at}-${n}`,
    project,
    at,
    at,
  ],
  work: (at, _, project) => [
    `INSERT INTO work (project_id, kind, begun_at, ended_at, row, evidence) VALUES (?, 'run', ?, ?, ?, '[]')`,
    project,
    at,
    at + HOUR_MS / 4,
    JSON.stringify({
      ...{
        kind: 'run',
        callKey: null,
        by: null,
        prompt: 'Polish the home page',
        sentAt: null,
        startedAt: at,
      },
      ...{
        begunAt: at,
        deploymentId: null,
        batch: null,
        readAt: at,
        over: 'reading',
        endedAt: at + HOUR_MS / 4,
      },
      ...{ ending: 'succeeded', reason: null, credits: 12, refunded: null, versionId: null, stoppedAt: null },
      ...{ capped: null, hasEvent: false },
    }),
  ],
  events: (at, n, project) => [
    `INSERT INTO events (seq, dedupe_id, event, project_id, received_at, reconciled, row)
     VALUES (?, ?, 'deployment.finished', ?, ?, 0, ?)`,
    Math.floor(at / 1000) + n,
    `past-${at}-${n}`,
    project,
    at,
    JSON.stringify({ id: `past-${at}-${n}` }),
  ],
  event_aliases: (at, n) => ['INSERT INTO event_aliases VALUES (?, ?)', `past-${at}-${n}`, at],
  alerts: (at, n) => [
    `INSERT INTO alerts (channel_id, number, is_end, result, at, announcement) VALUES ('gone', ?, 0, 'sent', ?, '{}')`,
    Math.floor(at / 1000) + n,
    at,
  ],
  balance_changes: (at) => [
    'INSERT OR IGNORE INTO balance_changes (at, since, credits, balance) VALUES (?, ?, -1, 400)',
    at,
    at - HOUR_MS,
  ],
  webhook_rejections: (at, n) => [
    "INSERT INTO webhook_rejections (reason, hour, count, last_at, about) VALUES (?, ?, 1, ?, '')",
    `past-${n}`,
    Math.floor(at / HOUR_MS),
    at,
  ],
};

/** What a busy day, which ends at an instant, leaves in each table: of 100 projects, called `app-0` and so on. */
export function fillDay(sql: SqlStorage, endsAt: InstantMs, daysAgo = 0): void {
  for (const [table, { rows, days }] of Object.entries(A_DAY)) {
    if (daysAgo >= days) continue;
    for (let n = 0; n < rows; n++) {
      const at = endsAt - DAY_MS + Math.floor(((n + 1) * DAY_MS) / (rows + 1));
      const [query, ...bindings] = SQL[table as keyof typeof A_DAY](
        at,
        n,
        `app-${(daysAgo * rows + n) % 100}`,
      );
      sql.exec(query, ...bindings);
    }
  }
}

/** A year and a month of such days, each table as long as it keeps them. */
export function fillPast(sql: SqlStorage, now: InstantMs): void {
  for (let daysAgo = A_DAY.launches.days - 1; daysAgo >= 0; daysAgo--)
    fillDay(sql, now - daysAgo * DAY_MS, daysAgo);
}

import type { Schema } from '../../object/database.ts';

/**
 * `events`: one row per kept event for 30 days; the dedupe, the snapshot's newest events and the filters of `/events` are
 * answered from it. `event_aliases`: further ids under which a kept body came.
 * `outbox`: bodies that are not in KV yet. Described in `edge/storage-schema.md`.
 */
export const intakeSchema: Schema = {
  capability: 'intake',
  migrations: [
    `CREATE TABLE events (
       seq INTEGER PRIMARY KEY,
       dedupe_id TEXT NOT NULL UNIQUE,
       digest TEXT UNIQUE,
       event TEXT NOT NULL,
       project_id TEXT,
       received_at INTEGER NOT NULL,
       reconciled INTEGER NOT NULL,
       said_delivered INTEGER NOT NULL DEFAULT 0,
       row TEXT NOT NULL
     )`,
    'CREATE INDEX events_by_event ON events (event, seq)',
    'CREATE INDEX events_by_project ON events (project_id, seq)',
    'CREATE TABLE outbox (seq INTEGER PRIMARY KEY, body BLOB NOT NULL)',
    'CREATE INDEX events_by_project_event ON events (project_id, event, seq)',
    'CREATE INDEX events_by_time ON events (received_at)',
    'CREATE TABLE event_aliases (id TEXT PRIMARY KEY, at INTEGER NOT NULL)',
    'ALTER TABLE outbox ADD COLUMN tries INTEGER NOT NULL DEFAULT 0',
    "ALTER TABLE events ADD COLUMN signer TEXT NOT NULL DEFAULT 'account'",
    // Until then a project's event was known by its id's prefix alone, and its digest stood for everybody's.
    `UPDATE events SET signer = 'project', digest = 'project:' || project_id || ':' || digest,
       row = json_set(row, '$.signer', 'project')
     WHERE substr(dedupe_id, 1, length(project_id) + 9) = 'project:' || project_id || ':'`,
  ],
};

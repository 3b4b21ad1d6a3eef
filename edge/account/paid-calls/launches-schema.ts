import type { Schema } from '../schema.ts';

export const launchesSchema: Schema = {
  capability: 'launches',
  migrations: [
    `CREATE TABLE launches (
      key TEXT PRIMARY KEY,
      operation TEXT NOT NULL,
      device_id TEXT NOT NULL,
      state TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      requested_project_id TEXT NOT NULL,
      project_id TEXT,
      label TEXT,
      description TEXT,
      prompt_digest TEXT,
      price_credits REAL NOT NULL,
      created_at INTEGER NOT NULL,
      sent_at INTEGER,
      settled_at INTEGER,
      refusal TEXT,
      agent_started INTEGER,
      warnings TEXT NOT NULL DEFAULT '[]',
      answer_status INTEGER,
      answer TEXT,
      next_check_at INTEGER,
      checks INTEGER NOT NULL DEFAULT 0,
      good_checks INTEGER NOT NULL DEFAULT 0
    )`,
    'CREATE INDEX launches_by_time ON launches (created_at)',
    'CREATE INDEX launches_open ON launches (next_check_at) WHERE next_check_at IS NOT NULL',
    'ALTER TABLE launches ADD COLUMN begun_at INTEGER',
    'ALTER TABLE launches ADD COLUMN seen_none_at INTEGER',
    'ALTER TABLE launches ADD COLUMN wait_until INTEGER',
  ],
};

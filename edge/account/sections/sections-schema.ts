import type { Schema } from '../../object/database.ts';

export const sectionsSchema: Schema = {
  capability: 'sections',
  migrations: [
    `CREATE TABLE sections (
      name TEXT PRIMARY KEY,
      data TEXT,
      memory TEXT,
      read_at INTEGER,
      tried_at INTEGER,
      wait_until INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0,
      error_code TEXT,
      error_since INTEGER
    )`,
    'CREATE TABLE stale_marks (what TEXT PRIMARY KEY, at INTEGER NOT NULL)',
    `CREATE TABLE end_facts (
      project_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      at INTEGER NOT NULL,
      fact TEXT NOT NULL,
      PRIMARY KEY (project_id, kind)
    )`,
  ],
};

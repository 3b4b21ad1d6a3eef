import type { Schema } from '../../object/database.ts';

export const devicesSchema: Schema = {
  capability: 'devices',
  migrations: [
    `CREATE TABLE devices (
      device_id TEXT PRIMARY KEY,
      token_hash TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      role TEXT NOT NULL,
      origin TEXT,
      paired_at INTEGER NOT NULL,
      last_seen_at INTEGER,
      daily_spend_credits REAL
    )`,
    `CREATE TABLE pairing_codes (
      code_id TEXT PRIMARY KEY,
      code_hash TEXT NOT NULL,
      role TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0
    )`,
    'CREATE TABLE first_owner_codes (code_hash TEXT PRIMARY KEY, used_at INTEGER NOT NULL)',
    'CREATE TABLE stray_tries (at INTEGER NOT NULL)',
    "ALTER TABLE stray_tries ADD COLUMN sender TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE stray_tries ADD COLUMN network TEXT NOT NULL DEFAULT ''",
  ],
};

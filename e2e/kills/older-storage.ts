import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What the latest migrations of a capability added, taken back: the version before them, and how. */
const BEFORE: Readonly<Record<string, { readonly version: number; readonly undo: readonly string[] }>> = {
  jobs: { version: 1, undo: ['ALTER TABLE jobs DROP COLUMN asked_at'] },
  launches: {
    version: 3,
    undo: [
      'DROP INDEX launches_by_state',
      ...['begun_at', 'seen_none_at', 'wait_until', 'candidates', 'settled_by_user', 'epoch', 'prompt'].map(
        (column) => `ALTER TABLE launches DROP COLUMN ${column}`,
      ),
    ],
  },
  'data-calls': {
    version: 3,
    undo: [
      'ALTER TABLE data_calls DROP COLUMN sent_at',
      'ALTER TABLE data_calls RENAME COLUMN requested_project_id TO project_id',
      'ALTER TABLE data_calls DROP COLUMN epoch',
    ],
  },
  work: { version: 0, undo: ['DROP TABLE work'] },
  'key-account': { version: 0, undo: ['DROP TABLE key_account'] },
  intake: {
    version: 6,
    undo: [
      'DROP TABLE event_aliases',
      'ALTER TABLE outbox DROP COLUMN tries',
      'ALTER TABLE events DROP COLUMN signer',
    ],
  },
  imports: {
    version: 2,
    undo: [
      'ALTER TABLE import_rows DROP COLUMN is_taken',
      ...['counts', 'app', 'remove_file', 'file_removal'].map(
        (column) => `ALTER TABLE imports DROP COLUMN ${column}`,
      ),
    ],
  },
};

/** Schema versions by capability. */
export type Versions = Readonly<Record<string, number>>;

/** The stored schema versions of an edge that does not run. */
export function storedVersions(stateDir: string): Versions {
  return inStorage(stateDir, versionsIn);
}

/**
 * Brings the object's storage to the form in which an earlier version would have left it at the same moment.
 * @returns its schema versions
 */
export function makeOlder(stateDir: string): Versions {
  return inStorage(stateDir, (database) => {
    for (const [capability, { version, undo }] of Object.entries(BEFORE)) {
      for (const statement of undo) database.exec(statement);
      database
        .prepare('UPDATE schema_versions SET version = ? WHERE capability = ?')
        .run(version, capability);
    }
    return versionsIn(database);
  });
}

function versionsIn(database: DatabaseSync): Versions {
  const rows = database.prepare('SELECT capability, version FROM schema_versions').all();
  return Object.fromEntries(rows.map(({ capability, version }) => [String(capability), Number(version)]));
}

/** Opens the object's database as workerd left it. */
function inStorage<T>(stateDir: string, work: (database: DatabaseSync) => T): T {
  const folder = join(stateDir, 'state', 'v3', 'do', 'pilot-light-edge-Account');
  const [file, ...others] = readdirSync(folder).filter(
    (name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite',
  );
  if (file === undefined || others.length > 0) throw new Error(`${folder} holds not just one object.`);
  const database = new DatabaseSync(join(folder, file));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

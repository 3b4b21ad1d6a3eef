import { mayWrite } from '../../shared/builder-api/sql.ts';
import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import type { DataEffect } from '../../shared/data-api/operation.ts';
import type { WriteMode } from '../../shared/edge-api/data-keys.ts';
import type { OperationName } from '../../shared/operations/catalogue.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { GatewayCall } from '../gateway/gateway.ts';
import { fail, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import type { Schema } from '../object/database.ts';
import type { DataCall } from './whitelist.ts';

export const writeModeSchema: Schema = {
  capability: 'write-mode',
  migrations: [
    `CREATE TABLE write_modes (
      device_id TEXT NOT NULL,
      project_id TEXT NOT NULL,
      used_at INTEGER NOT NULL,
      PRIMARY KEY (device_id, project_id)
    )`,
  ],
};

/** It ends after this time without a write. */
const REST_MS = 10 * MINUTE_MS;

const NEEDED: Record<DataEffect, boolean> = { read: false, file: false, change: true, delete: true };

/** Database routes of the builder service that write rows. SQL does unless it surely only reads. */
const DATABASE_WRITES: ReadonlySet<OperationName> = new Set<OperationName>([
  'createRecord',
  'createRecordsInBulk',
  'updateRecord',
  'deleteRecord',
  'changeRelations',
  'linkRecord',
  'unlinkRecord',
]);

/** Databases and data are open for reading; a browser enters write mode per project, which ends when idle. */
export class WriteModes {
  readonly #context: AccountContext;

  constructor(context: AccountContext) {
    this.#context = context;
  }

  get(deviceId: string, projectId: string): WriteMode {
    const [row] = this.#context.storage.sql.exec<{ used_at: InstantMs }>(
      'SELECT used_at FROM write_modes WHERE device_id = ? AND project_id = ?',
      deviceId,
      projectId,
    );
    const endsAt = row === undefined ? null : row.used_at + REST_MS;
    return { projectId, endsAt: endsAt !== null && endsAt > this.#context.now() ? endsAt : null };
  }

  enter(deviceId: string, projectId: string): WriteMode {
    this.#context.storage.sql.exec(
      'INSERT OR REPLACE INTO write_modes (device_id, project_id, used_at) VALUES (?, ?, ?)',
      deviceId,
      projectId,
      this.#context.now(),
    );
    return this.get(deviceId, projectId);
  }

  leave(deviceId: string, projectId: string): WriteMode {
    this.#context.storage.sql.exec(
      'DELETE FROM write_modes WHERE device_id = ? AND project_id = ?',
      deviceId,
      projectId,
    );
    return { projectId, endsAt: null };
  }

  /** Whether a call of the data backend may be made; a write prolongs the mode. */
  checkData(deviceId: string, { operation, projectId }: DataCall): Result<null> {
    return NEEDED[dataCatalogue[operation].effect] ? this.#use(deviceId, projectId) : success(null);
  }

  /** The same for a call of the builder service. */
  checkService(deviceId: string, { operation, parameters: { projectId }, body }: GatewayCall): Result<null> {
    const writes = DATABASE_WRITES.has(operation) || (operation === 'runSql' && mayWriteSql(body));
    return writes && projectId !== undefined ? this.#use(deviceId, projectId) : success(null);
  }

  #use(deviceId: string, projectId: string): Result<null> {
    if (this.get(deviceId, projectId).endsAt === null)
      return fail(
        'EDGE_WRITE_MODE_OFF',
        'Data is open for reading only: ask for write mode first. It ends after ten minutes without a write.',
      );
    this.enter(deviceId, projectId);
    return success(null);
  }

  housekeeping(now: InstantMs): void {
    this.#context.storage.sql.exec('DELETE FROM write_modes WHERE used_at < ?', now - REST_MS);
  }
}

/** @param body of an SQL operation, whose form no reference shows: without a statement it counts as writing */
function mayWriteSql(body: string | null): boolean {
  const { sql } = JSON.parse(body ?? '{}') as { sql?: unknown };
  return typeof sql !== 'string' || mayWrite(sql);
}

import { mayWrite } from '../../shared/builder-api/statement.ts';
import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import type { DataEffect } from '../../shared/data-api/operation.ts';
import type { WriteMode, WritePlace } from '../../shared/edge-api/data-keys.ts';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { GatewayCall } from '../gateway/gateway.ts';
import { fail, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import type { Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';
import type { DataCall } from './whitelist.ts';

export const writeModeSchema: Schema = {
  startAnew: ['DELETE FROM write_modes'],
  tables: [
    `CREATE TABLE write_modes (
      device_id TEXT NOT NULL,
      project_id TEXT NOT NULL,
      place TEXT NOT NULL,
      used_at INTEGER NOT NULL,
      PRIMARY KEY (device_id, project_id, place)
    ) WITHOUT ROWID`,
  ],
};

/** It ends after this time without a write. */
const REST_MS = 10 * MINUTE_MS;

const ONE = 'device_id = ? AND project_id = ? AND place = ?';
const NEEDED: Record<DataEffect, boolean> = { read: false, file: false, change: true, delete: true };

/**
 * Databases and data are open for reading; a browser enters write mode per project and place, which ends when
 * idle. Entered for the preview's database, it does not let the production one be changed.
 */
export class WriteModes {
  readonly #now: () => InstantMs;
  readonly #rows: Rows<{ deviceId: string; projectId: string; place: WritePlace; usedAt: InstantMs }>;

  constructor({ storage, now }: AccountContext) {
    this.#now = now;
    this.#rows = new Rows(storage.sql, 'write_modes', ['deviceId', 'projectId', 'place'], {});
  }

  enter(deviceId: string, projectId: string, place: WritePlace): WriteMode {
    const usedAt = this.#now();
    this.#rows.put({ deviceId, projectId, place, usedAt }, 'WRITE OVER');
    return { projectId, endsAt: usedAt + REST_MS };
  }

  leave(deviceId: string, projectId: string, place: WritePlace): WriteMode {
    this.#rows.drop(ONE, deviceId, projectId, place);
    return { projectId, endsAt: null };
  }

  /** Whether a call of the data backend may be made; a write prolongs the mode. */
  checkData(deviceId: string, { operation, projectId }: DataCall): Result<null> {
    return NEEDED[dataCatalogue[operation].effect] ? this.#use(deviceId, projectId, 'app') : success(null);
  }

  checkService(deviceId: string, { operation, parameters: { projectId }, body }: GatewayCall): Result<null> {
    const writes = catalogue[operation].changesRows || (operation === 'runSql' && mayWriteSql(body));
    return writes && projectId !== undefined
      ? this.#use(deviceId, projectId, databaseOf(body))
      : success(null);
  }

  #use(deviceId: string, projectId: string, place: WritePlace): Result<null> {
    const usedAt = this.#now();
    const still = `${ONE} AND used_at > ?`;
    if (!this.#rows.set({ usedAt }, still, deviceId, projectId, place, usedAt - REST_MS))
      return fail(
        'EDGE_WRITE_MODE_OFF',
        `Data is open for reading only: ask for write mode first (${place}). It ends after ten minutes without a write.`,
      );
    return success(null);
  }

  housekeeping(now: InstantMs): void {
    this.#rows.drop('used_at < ?', now - REST_MS);
  }
}

/**
 * The database that a write is for (service reference, Database routes by engine): production, unless surely
 * the preview's. Projects of the older engine, whose bodies say `tableName`, have only production.
 */
function databaseOf(body: string | null): WritePlace {
  const { env, tableName } = JSON.parse(body ?? '{}') as { env?: unknown; tableName?: unknown };
  return env === 'development' && tableName === undefined ? 'development' : 'production';
}

/** @param body of an SQL operation, whose form no reference shows: without a statement it is a write */
function mayWriteSql(body: string | null): boolean {
  const { sql } = JSON.parse(body ?? '{}') as { sql?: unknown };
  return typeof sql !== 'string' || mayWrite(sql);
}

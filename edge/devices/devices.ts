import { formatLedger, type LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import type { Device } from '../../shared/edge-api/pairing.ts';
import { mayActAs, type Role } from '../../shared/edge-api/role.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import { fail, type Result } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema } from '../object/database.ts';

export const devicesSchema: Schema = {
  capability: 'devices',
  startAnew: [],
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

/**
 * The caller: SHA-256 of the token, and the `Origin` that the browser sent (null = none, a command line). `ledger`: the
 * one that the request names (`LEDGER_HEADER`); absent where it names none.
 */
export interface Caller {
  tokenHash: string;
  origin: string | null;
  ledger?: string;
}

export interface KnownDevice {
  deviceId: string;
  role: Role;
  dailySpendCredits: number | null;
}

/** Precision of "last seen": avoids writing a row for every request. */
const LAST_SEEN_STEP_MS = 5 * MINUTE_MS;

export interface DeviceRow extends Record<string, SqlStorageValue> {
  device_id: string;
  token_hash: string;
  name: string;
  role: Role;
  origin: string | null;
  paired_at: InstantMs;
  last_seen_at: InstantMs | null;
  daily_spend_credits: number | null;
}

/** The paired browsers. A device that is not in the table is refused from the next request on. */
export class Devices {
  readonly #context: AccountContext;
  readonly #ledger: string;
  /** Rows by the hash of their token. Only this object writes the table, so the cache is always current. */
  readonly #known = new Map<string, DeviceRow>();

  constructor(context: AccountContext, ledger: LedgerIdentity) {
    this.#context = context;
    this.#ledger = formatLedger(ledger);
  }

  /**
   * Authenticates the caller and authorizes the role; a refusal does not reveal which part was wrong. A request that names
   * another ledger is refused here, in the step that admits it.
   */
  authorize({ tokenHash, origin, ledger }: Caller, needed: Role): Result<KnownDevice> {
    const row = this.#find(tokenHash);
    if (row === undefined || row.origin !== origin)
      return fail('EDGE_UNAUTHORIZED', 'This browser is not paired with the edge.');
    if (!mayActAs(row.role, needed))
      return fail('EDGE_ROLE_FORBIDDEN', `This needs the role ${needed}.`, {
        details: { role: row.role, needed },
      });
    if (ledger !== undefined && ledger !== this.#ledger)
      return fail('EDGE_OTHER_LEDGER', 'This was confirmed for another edge, or for another account.');
    const now = this.#context.now();
    if (row.last_seen_at === null || now - row.last_seen_at >= LAST_SEEN_STEP_MS) {
      this.#context.storage.sql.exec(
        'UPDATE devices SET last_seen_at = ? WHERE device_id = ?',
        now,
        row.device_id,
      );
      row.last_seen_at = now;
    }
    return {
      ok: true,
      value: { deviceId: row.device_id, role: row.role, dailySpendCredits: row.daily_spend_credits },
    };
  }

  /** Runs on every request: a device is read once and cached until it changes. */
  #find(tokenHash: string): DeviceRow | undefined {
    const known = this.#known.get(tokenHash);
    if (known !== undefined) return known;
    const [row] = this.#context.storage.sql.exec<DeviceRow>(
      'SELECT * FROM devices WHERE token_hash = ?',
      tokenHash,
    );
    if (row !== undefined) this.#known.set(tokenHash, row);
    return row;
  }

  nameOf(deviceId: string): string | null {
    const query = 'SELECT name FROM devices WHERE device_id = ?';
    return this.#context.storage.sql.exec<{ name: string }>(query, deviceId).toArray()[0]?.name ?? null;
  }

  /** The least of roles for a device that is not paired any more. */
  roleOf(deviceId: string): Role {
    const query = 'SELECT role FROM devices WHERE device_id = ?';
    return this.#context.storage.sql.exec<{ role: Role }>(query, deviceId).toArray()[0]?.role ?? 'viewer';
  }

  /** Credits a day that the device may spend at fixed prices and by runs; null = no limit. */
  dailyLimitOf(deviceId: string): number | null {
    const query = 'SELECT daily_spend_credits AS credits FROM devices WHERE device_id = ?';
    const [row] = this.#context.storage.sql.exec<{ credits: number | null }>(query, deviceId);
    return row?.credits ?? null;
  }

  /** Whether any browser is paired. */
  isAny(): boolean {
    const [row] = this.#context.storage.sql.exec('SELECT 1 FROM devices LIMIT 1');
    return row !== undefined;
  }

  /**
   * Token hashes of the paired browsers: they distinguish a paired browser from a made-up token and authorize
   * nothing.
   */
  tokenHashes(): string[] {
    return this.#context.storage.sql
      .exec<{ token_hash: string }>('SELECT token_hash FROM devices')
      .toArray()
      .map(({ token_hash }) => token_hash);
  }

  add(row: Pick<DeviceRow, 'device_id' | 'token_hash' | 'name' | 'role' | 'origin'>): void {
    insertRow(this.#context.storage.sql, 'devices', { ...row, paired_at: this.#context.now() });
  }

  list(current: string): Device[] {
    return this.#context.storage.sql
      .exec<DeviceRow>('SELECT * FROM devices ORDER BY paired_at, device_id')
      .toArray()
      .map((row) => ({
        deviceId: row.device_id,
        name: row.name,
        role: row.role,
        pairedAt: row.paired_at,
        lastSeenAt: row.last_seen_at,
        current: row.device_id === current,
        dailySpendCredits: row.daily_spend_credits,
      }));
  }

  /** Deletes a device and closes its live sockets; its token is refused from the next request on. */
  revoke(deviceId: string): Result<{ revoked: true }> {
    const { sql } = this.#context.storage;
    const [row] = sql.exec<DeviceRow>('SELECT * FROM devices WHERE device_id = ?', deviceId);
    if (row === undefined) return noSuchDevice();
    this.#known.clear();
    sql.exec('DELETE FROM devices WHERE device_id = ?', deviceId);
    // An owner's open pairing codes would allow a way back in. The creator of a code is not stored, so all codes are
    // deleted; none is older than ten minutes.
    if (row.role === 'owner') sql.exec('DELETE FROM pairing_codes');
    this.#context.emitter.emit('device-revoked', deviceId);
    return { ok: true, value: { revoked: true } };
  }

  /** Sets how many credits a day the device may spend at fixed prices and by runs; null = no limit. */
  setDailySpend(deviceId: string, credits: number | null): Result<{ dailySpendCredits: number | null }> {
    this.#known.clear();
    const { rowsWritten } = this.#context.storage.sql.exec(
      'UPDATE devices SET daily_spend_credits = ? WHERE device_id = ?',
      credits,
      deviceId,
    );
    if (rowsWritten > 0) this.#context.emitter.emit('changed');
    return rowsWritten === 0 ? noSuchDevice() : { ok: true, value: { dailySpendCredits: credits } };
  }
}

const noSuchDevice = () => fail('EDGE_NOT_FOUND', 'There is no such device.');

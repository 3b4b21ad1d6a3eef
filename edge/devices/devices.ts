import { formatLedger, type LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import { type Device, letInBy } from '../../shared/edge-api/pairing.ts';
import { mayActAs, type Role } from '../../shared/edge-api/role.ts';
import { changeKind, type SettingChange } from '../../shared/edge-api/setting-changes.ts';
import { DAY_MS, happenedAt, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { Caller } from '../http/caller.ts';
import { sha256 } from '../http/digest.ts';
import { type Failed, fail, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { type Schema, unlessDaySpent } from '../object/database.ts';
import { Rows } from '../object/rows.ts';
import { FormerTokens } from './former-tokens.ts';
import { newToken } from './random-text.ts';

export const devicesSchema: Schema = {
  startAnew: [],
  tables: [
    `CREATE TABLE devices (
      device_id TEXT PRIMARY KEY,
      token_hash TEXT NOT NULL UNIQUE,
      next_token_hash TEXT,
      name TEXT NOT NULL,
      role TEXT NOT NULL,
      origin TEXT,
      paired_at INTEGER NOT NULL,
      last_seen_at INTEGER,
      daily_spend_credits REAL,
      invited_by TEXT,
      renewed_at INTEGER
    ) WITHOUT ROWID`,
    'CREATE TABLE locks (code_hash TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID',
  ],
};

export interface KnownDevice {
  deviceId: string;
  role: Role;
  dailySpendCredits: number | null;
}

/** A browser that is not seen for so long is not paired any more. */
const IDLE_MAX_MS = 90 * DAY_MS;
/** A browser gets one new token in this time, used or not: each that was used is kept. */
const RENEW_EVERY_MS = DAY_MS;

/** Precision of "last seen": avoids writing a row for every request. */
const LAST_SEEN_STEP_MS = 5 * MINUTE_MS;

interface DeviceRow {
  deviceId: string;
  tokenHash: string;
  name: string;
  role: Role;
  origin: string | null;
  pairedAt: InstantMs;
  lastSeenAt: InstantMs | null;
  dailySpendCredits: number | null;
  /** The device whose invitation it took; null: none, as the first owner, or not known. */
  invitedBy: string | null;
  /** Of the token that replaces it once it is used. */
  nextTokenHash: string | null;
  /** When it last got a new token, used or not. */
  renewedAt: InstantMs | null;
}

/** A device as found by a token. `endsAt`: of a token that was replaced. */
interface Found {
  row: DeviceRow;
  endsAt: InstantMs | null;
}

const ONE = 'device_id = ?';

/** The paired browsers. A device that is not in the table is refused from the next request on. */
export class Devices {
  readonly #context: AccountContext;
  readonly #ledger: string;
  readonly #devices: Rows<DeviceRow>;
  readonly #former: FormerTokens;
  /** Rows by the hash of their token. Only this object writes the table, so the cache is always current. */
  readonly #known = new Map<string, Found>();
  /** Names of devices that were revoked since this object started: what they did last is told by name. */
  readonly #formerNames = new Map<string, string>();
  #isLocked = false;

  constructor(context: AccountContext, ledger: LedgerIdentity) {
    this.#context = context;
    this.#ledger = formatLedger(ledger);
    this.#devices = new Rows(context.storage.sql, 'devices', ['deviceId'], {});
    this.#former = new FormerTokens(context.storage.sql);
  }

  /**
   * Authenticates the caller and authorizes the role; a refusal does not reveal which part was wrong. A
   * request that names another ledger is refused here, in the step that would admit it.
   */
  authorize({ tokenHash, origin, ledger }: Caller, needed: Role): Result<KnownDevice> {
    const found = this.#find(tokenHash);
    if (found === undefined || found.row.origin !== origin || !this.#isGood(found, tokenHash))
      return notPaired();
    const row = tokenHash === found.row.nextTokenHash ? this.#replaceToken(found.row, tokenHash) : found.row;
    if (!mayActAs(row.role, needed))
      return fail('EDGE_ROLE_FORBIDDEN', `This needs the role ${needed}.`, {
        details: { role: row.role, needed },
      });
    if (ledger !== undefined && ledger !== this.#ledger)
      return fail('EDGE_OTHER_LEDGER', 'This was confirmed for another edge, or for another account.');
    const now = this.#context.now();
    const { deviceId, role, dailySpendCredits } = row;
    if (row.lastSeenAt === null || now - row.lastSeenAt >= LAST_SEEN_STEP_MS) {
      row.lastSeenAt = now;
      unlessDaySpent(() => this.#devices.set({ lastSeenAt: now }, ONE, deviceId));
    }
    return success({ deviceId, role, dailySpendCredits });
  }

  /** Runs on every request: a device is read once and cached until it changes. */
  #find(tokenHash: string): Found | undefined {
    const known = this.#known.get(tokenHash);
    if (known !== undefined) return known;
    const row = this.#devices.one('token_hash = ?1 OR next_token_hash = ?1', tokenHash);
    const found = row === null ? this.#findFormer(tokenHash) : { row, endsAt: null };
    if (found !== undefined) this.#known.set(tokenHash, found);
    return found;
  }

  #findFormer(tokenHash: string): Found | undefined {
    const former = this.#former.find(tokenHash);
    const row = former && this.#devices.one(ONE, former.deviceId);
    return row ? { row, endsAt: former.endsAt } : undefined;
  }

  /** Whether a token is good. Ends a replaced one, whose use is told once, and browsers away for too long. */
  #isGood({ row, endsAt }: Found, tokenHash: string): boolean {
    const now = this.#context.now();
    if (endsAt !== null && endsAt <= now) {
      if (this.#former.tell(tokenHash)) this.#tell(null, { setting: 'old-token', name: row.name });
      return false;
    }
    if (!isIdle(row, now) || !this.#idle().some(({ deviceId }) => deviceId === row.deviceId)) return true;
    this.#end([row], null, 'idle');
    return false;
  }

  /** Browsers that were away too long. The owner that was seen last is never among them. */
  #idle(): DeviceRow[] {
    const now = this.#context.now();
    const rows = this.#rows();
    const owners = rows.filter(({ role }) => role === 'owner');
    const lastOwner = owners.toSorted((one, other) => seenAt(other) - seenAt(one))[0];
    return rows.filter((row) => row !== lastOwner && isIdle(row, now));
  }

  /** The first use of a new token: from now on the former one is good for a day. */
  #replaceToken(row: DeviceRow, tokenHash: string): DeviceRow {
    const { deviceId } = row;
    this.#context.storage.transactionSync(() => {
      this.#former.add(row.tokenHash, deviceId, this.#context.now());
      this.#devices.set({ tokenHash, nextTokenHash: null }, ONE, deviceId);
    });
    this.#known.clear();
    return this.#find(tokenHash)?.row ?? row;
  }

  /**
   * A new token for the caller, which replaces its own once it is used: a lost answer changes nothing.
   * Refused for a token that was already replaced.
   */
  async renewToken(caller: Caller): Promise<Result<{ token: string }>> {
    const token = newToken();
    const next = await sha256(token);
    const who = this.authorize(caller, 'viewer');
    if (!who.ok) return who;
    const found = this.#find(caller.tokenHash);
    if (found?.endsAt !== null) return fail('EDGE_NOT_ALLOWED', 'This token was replaced by a newer one.');
    const now = this.#context.now();
    const waitMs = happenedAt(found.row.renewedAt ?? 0, now) + RENEW_EVERY_MS - now;
    if (waitMs > 0)
      return fail('EDGE_RATE_LIMITED', 'A token is renewed once a day.', { retryAfterMs: waitMs });
    this.#devices.set({ nextTokenHash: next, renewedAt: now }, ONE, who.value.deviceId);
    this.#known.clear();
    return success({ token });
  }

  #rows(): DeviceRow[] {
    return this.#devices.all('true ORDER BY paired_at, device_id');
  }

  owners(): number {
    return this.#rows().filter(({ role }) => role === 'owner').length;
  }

  /** Also of a device that was revoked a moment ago. */
  nameOf(deviceId: string): string | null {
    return this.#devices.one(ONE, deviceId)?.name ?? this.#formerNames.get(deviceId) ?? null;
  }

  /** The least of roles for a device that is not paired any more. */
  roleOf(deviceId: string): Role {
    return this.#devices.one(ONE, deviceId)?.role ?? 'viewer';
  }

  /** Credits a day that the device may spend at fixed prices and by runs; null = no limit. */
  dailyLimitOf(deviceId: string): number | null {
    return this.#devices.one(ONE, deviceId)?.dailySpendCredits ?? null;
  }

  /** The refusal of an act that waited for its turn, if its device was unpaired; null: it may go on. */
  refusalOf({ deviceId }: Pick<KnownDevice, 'deviceId'>): Failed | null {
    return this.#devices.one(ONE, deviceId) === null ? notPaired() : null;
  }

  isAny(): boolean {
    return this.#devices.one('true') !== null;
  }

  /**
   * Token hashes of the paired browsers: they distinguish a paired browser from a made-up token and authorize
   * nothing.
   */
  tokenHashes(): string[] {
    return this.#context.storage.sql
      .exec<{ hash: string }>(
        `SELECT token_hash AS hash FROM devices UNION ALL
         SELECT next_token_hash FROM devices WHERE next_token_hash IS NOT NULL UNION ALL
         SELECT token_hash FROM former_tokens WHERE ends_at > ?`,
        this.#context.now(),
      )
      .toArray()
      .map(({ hash }) => hash);
  }

  add(device: Pick<DeviceRow, 'deviceId' | 'tokenHash' | 'name' | 'role' | 'origin' | 'invitedBy'>): void {
    const isFirst = this.#isFirst();
    const pairedAt = this.#context.now();
    const fresh = { lastSeenAt: null, dailySpendCredits: null, nextTokenHash: null, renewedAt: null };
    this.#devices.put({ ...device, ...fresh, pairedAt });
    const { deviceId, name, role } = device;
    // The first browser of an edge is news to nobody.
    if (!isFirst) this.#tell(deviceId, { setting: 'browser', did: 'added', name, role });
  }

  /** Whether no browser was ever paired but the one that is being added by the first line to paste. */
  #isFirst(): boolean {
    const query =
      'SELECT (SELECT COUNT(*) FROM devices) AS devices, COUNT(*) AS codes FROM first_owner_codes';
    const { sql } = this.#context.storage;
    const { devices, codes } = sql.exec<{ devices: number; codes: number }>(query).one();
    return devices === 0 && codes <= 1;
  }

  list(asking: string): Device[] {
    return this.#rows().map((row) => {
      const { deviceId, name, role, pairedAt, lastSeenAt, dailySpendCredits, invitedBy } = row;
      const current = deviceId === asking;
      return { deviceId, name, role, pairedAt, lastSeenAt, current, dailySpendCredits, invitedBy };
    });
  }

  /**
   * Deletes a device and, if asked to, those that it let in, except the asking one. Refuses to delete the
   * last owner while others are left.
   * @param by the device that asks
   */
  revoke(by: string, deviceId: string, withInvited: boolean): Result<{ revoked: true }> {
    const rows = this.#rows();
    const row = rows.find((one) => one.deviceId === deviceId);
    if (row === undefined) return noSuchDevice();
    const invited = withInvited ? letInBy(this.list(by), deviceId).filter(({ current }) => !current) : [];
    const ended = rows.filter((one) => one === row || invited.some((it) => it.deviceId === one.deviceId));
    const left = rows.filter((one) => !ended.includes(one));
    if (left.length > 0 && !left.some(({ role }) => role === 'owner'))
      return fail('EDGE_LAST_OWNER', 'This is the last owner: nobody could sign out the others.');
    this.#end(ended, by);
    return success({ revoked: true });
  }

  /** Deletes all devices but the one that asks. */
  signOutOthers(by: string): Result<{ revoked: number }> {
    const others = this.#rows().filter(({ deviceId }) => deviceId !== by);
    this.#end(others, by, 'all');
    return success({ revoked: others.length });
  }

  /** Deletes every device, once for a `PAIRING_CODE` that asks for it (`npm run deploy -- lock`). */
  async lock(): Promise<void> {
    const { pairingCode, pairingCodeLocks } = this.#context.configuration;
    if (pairingCode === null || !pairingCodeLocks) return;
    const hash = await sha256(pairingCode);
    const { sql } = this.#context.storage;
    this.#context.storage.transactionSync(() => {
      if (sql.exec('SELECT 1 FROM locks WHERE code_hash = ?', hash).toArray().length > 0) return;
      sql.exec('INSERT INTO locks VALUES (?, ?)', hash, this.#context.now());
      this.#end(this.#rows(), null, 'all');
    });
    this.#isLocked = true;
  }

  /** Whether the lock that `PAIRING_CODE` asks for was carried out, and nothing else was asked for since. */
  isLocked(): boolean {
    return this.#isLocked;
  }

  /** Closes what idle browsers and replaced tokens still hold open. */
  housekeeping(at: InstantMs): void {
    this.#end(this.#idle(), null, 'idle');
    for (const deviceId of this.#former.endedOf(at))
      this.#context.emitter.emit('device-signed-out', deviceId);
    this.#former.housekeeping(at);
    this.#context.storage.sql.exec('DELETE FROM pairing_codes WHERE expires_at <= ?', at);
  }

  /** Deletes devices and closes their live sockets; their tokens are refused from the next request on. */
  #end(rows: readonly DeviceRow[], by: string | null, why?: 'all' | 'idle'): void {
    if (rows.length === 0) return;
    const { sql } = this.#context.storage;
    this.#known.clear();
    for (const { deviceId, name } of rows) {
      this.#devices.drop(ONE, deviceId);
      this.#former.removeOf(deviceId);
      this.#formerNames.set(deviceId, name);
    }
    // An owner's open pairing codes would allow a way back in.
    if (rows.some(({ role }) => role === 'owner')) sql.exec('DELETE FROM pairing_codes');
    if (why === 'all') this.#tell(by, { setting: 'browser', did: 'removed', name: null });
    else
      for (const { name, role } of rows) this.#tell(by, { setting: 'browser', did: 'removed', name, role });
    for (const { deviceId } of rows)
      for (const on of ['device-signed-out', 'device-removed'] as const)
        this.#context.emitter.emit(on, deviceId);
  }

  #tell(by: string | null, change: SettingChange): void {
    this.#context.emitter.emit('setting-changed', by, null, change);
  }

  /** Sets how many credits a day the device may spend at fixed prices and by runs; null = no limit. */
  setDailySpend(
    by: string,
    deviceId: string,
    credits: number | null,
  ): Result<{ dailySpendCredits: number | null }> {
    const row = this.#devices.one(ONE, deviceId);
    if (row === null) return noSuchDevice();
    this.#known.clear();
    this.#devices.set({ dailySpendCredits: credits }, ONE, deviceId);
    this.#context.emitter.emit('changed');
    const { name, dailySpendCredits: from } = row;
    const did = changeKind(from, credits);
    if (from !== credits) this.#tell(by, { setting: 'daily-limit', did, name, from, to: credits });
    return success({ dailySpendCredits: credits });
  }
}

const notPaired = () => fail('EDGE_UNAUTHORIZED', 'This browser is not paired with the edge.');
const noSuchDevice = () => fail('EDGE_NOT_FOUND', 'There is no such device.');

const seenAt = ({ lastSeenAt, pairedAt }: DeviceRow): InstantMs => lastSeenAt ?? pairedAt;

const isIdle = (row: DeviceRow, now: InstantMs): boolean => now - seenAt(row) >= IDLE_MAX_MS;

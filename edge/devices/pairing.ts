import type { LedgerIdentity } from '../../shared/edge-api/ledger-identity.ts';
import type { PairingCode, PairResponse } from '../../shared/edge-api/pairing.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import { firstOwnerCode } from '../configuration.ts';
import type { Sender } from '../http/caller.ts';
import { sha256 } from '../http/digest.ts';
import { fail, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';
import type { Devices, KnownDevice } from './devices.ts';
import { newToken, randomCode } from './random-text.ts';

export const pairingSchema: Schema = {
  startAnew: [],
  tables: [
    `CREATE TABLE pairing_codes (
      code_id TEXT PRIMARY KEY,
      code_hash TEXT NOT NULL,
      role TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      invited_by TEXT
    ) WITHOUT ROWID`,
    'CREATE TABLE first_owner_codes (code_hash TEXT PRIMARY KEY, used_at INTEGER NOT NULL) WITHOUT ROWID',
    'CREATE TABLE stray_tries (at INTEGER NOT NULL, sender TEXT NOT NULL, network TEXT NOT NULL)',
  ],
};

const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const TRIES_MAX = 5;
/** Wrong codes from one /24 or /48, because one connection may have many addresses. */
const NETWORK_TRIES_MAX = 20;
/** A first owner's code that is this long can't be guessed, and is accepted even while tries are closed. */
const LONG_CODE_MIN = 12;
/**
 * Wrong codes from all senders in ten minutes that close the first owner's code for everybody. At 14,400 a
 * day, a day of guessing finds one in 14 million of the shortest codes accepted, eight lower-case letters.
 */
const STRAY_TRIES_MAX = 100;
const CODE_ID_LETTERS = 4;
const CODE_SECRET_LETTERS = 10;
const OUTSTANDING_MAX = 20;
/** `expiresAt` of a code that was used, which is kept to say so. */
const USED = 0;

interface CodeRow {
  codeId: string;
  codeHash: string;
  role: Role;
  expiresAt: InstantMs;
  tries: number;
  invitedBy: string | null;
}

/** What a code is good for. `invitedBy`: the device that made it; null: the operator did. */
type Taken = { role: Role; invitedBy: string | null };

export interface PairAttempt {
  code: string;
  name: string;
  origin: string | null;
  /** The sender that wrong codes are counted for. */
  sender: Sender;
}

/** A code that names no invitation: what decides whether it is the first owner's. All values are SHA-256. */
interface StrayTry {
  rawHash: string;
  firstOwnerHash: string | null;
  /** Whether the first owner's code is too long to guess. */
  isLong: boolean;
  senderHash: string;
  networkHash: string;
}

/**
 * Pairing by code. A code is `ID-SECRET`, and tries are counted per id, so that guessing uses up only the
 * guessed code. Any other code counts against the first owner's, a text chosen by the operator: five such
 * tries in ten minutes close it for the sender's address, twenty for its network, and a hundred for
 * everybody. A correct long code is accepted anyway, so that no stranger can lock the owner out.
 */
export class Pairing {
  readonly #context: AccountContext;
  readonly #devices: Devices;
  readonly #ledger: LedgerIdentity;
  readonly #codes: Rows<CodeRow>;

  constructor(context: AccountContext, devices: Devices, ledger: LedgerIdentity) {
    this.#context = context;
    this.#devices = devices;
    this.#ledger = ledger;
    this.#codes = new Rows(context.storage.sql, 'pairing_codes', ['codeId'], {});
  }

  /**
   * Creates an invitation: a code that is valid once, for ten minutes.
   * @param mayInvite checked in the step in which the code is stored, so that a revoked owner leaves none
   * behind
   */
  async invite(role: Role, mayInvite: () => Result<KnownDevice>): Promise<Result<PairingCode>> {
    const id = randomCode(CODE_ID_LETTERS);
    const code = `${id}-${randomCode(CODE_SECRET_LETTERS)}`;
    const codeHash = await sha256(code);
    const who = mayInvite();
    if (!who.ok) return who;
    const now = this.#context.now();
    this.#codes.drop('expires_at <= ?', now);
    if (this.#codes.all('true').length >= OUTSTANDING_MAX)
      return fail('EDGE_RATE_LIMITED', 'Too many codes are waiting to be used.', {
        retryAfterMs: CODE_LIFETIME_MS,
      });
    const expiresAt = now + CODE_LIFETIME_MS;
    const { deviceId: invitedBy } = who.value;
    this.#codes.put({ codeId: id, codeHash, role, expiresAt, tries: 0, invitedBy }, 'WRITE OVER');
    this.#context.emitter.emit('setting-changed', invitedBy, null, { setting: 'invitation', role });
    return { ok: true, value: { code, role, expiresAt } };
  }

  /** Exchanges a code for a token. Decides in one synchronous step, so that concurrent guesses all count. */
  async pair({ code, name, origin, sender }: PairAttempt): Promise<Result<PairResponse>> {
    const text = normalize(code);
    const token = newToken();
    const firstOwner = firstOwnerCode(this.#context.configuration, this.#context.now());
    const [senderHash, networkHash, codeHash, rawHash, tokenHash, firstOwnerHash] = await Promise.all([
      sha256(sender.address),
      sha256(sender.network),
      sha256(text),
      sha256(code),
      sha256(token),
      firstOwner === null ? null : sha256(firstOwner),
    ]);
    const taken = this.#context.storage.transactionSync(() =>
      this.#take(text, codeHash, {
        rawHash,
        firstOwnerHash,
        isLong: (firstOwner?.length ?? 0) >= LONG_CODE_MIN,
        senderHash,
        networkHash,
      }),
    );
    if (!taken.ok) return taken;
    const deviceId = crypto.randomUUID();
    const { role, invitedBy } = taken.value;
    this.#devices.add({ deviceId, tokenHash, name, role, origin, invitedBy });
    return { ok: true, value: { deviceId, token, role, ledger: this.#ledger } };
  }

  #take(text: string, codeHash: string, stray: StrayTry): Result<Taken> {
    const now = this.#context.now();
    const id = text.split('-', 1)[0] ?? '';
    const row = this.#codes.one('code_id = ?', id);
    const isRight = row?.codeHash === codeHash;
    if (row === null || (row.expiresAt <= now && !isRight)) return this.#takeFirstOwner(stray);
    // Whoever has the whole code guesses none by what became of it.
    if (row.expiresAt <= now) return wrongCode(row.expiresAt === USED ? 'used' : 'expired');
    // The correct code is 49 random bits: exhausted tries must not lock its owner out.
    if (!isRight) {
      if (row.tries >= TRIES_MAX) return tooManyTries(row.expiresAt - now);
      this.#codes.set({ tries: row.tries + 1 }, 'code_id = ?', id);
      return wrongCode();
    }
    this.#codes.set({ expiresAt: USED }, 'code_id = ?', id);
    return success({ role: row.role, invitedBy: row.invitedBy });
  }

  #takeFirstOwner(stray: StrayTry): Result<Taken> {
    const { rawHash, firstOwnerHash, isLong, senderHash, networkHash } = stray;
    const { sql } = this.#context.storage;
    const now = this.#context.now();
    sql.exec('DELETE FROM stray_tries WHERE at <= ?', now - CODE_LIFETIME_MS);
    const used =
      sql.exec('SELECT 1 FROM first_owner_codes WHERE code_hash = ?', rawHash).toArray().length > 0;
    const isRight = firstOwnerHash !== null && rawHash === firstOwnerHash && !used;
    const closedUntil = this.#closedUntil(senderHash, networkHash);
    if (closedUntil !== null && !(isRight && isLong)) return tooManyTries(closedUntil - now);
    if (!isRight) {
      insertRow(sql, 'stray_tries', { at: now, sender: senderHash, network: networkHash });
      return wrongCode(used ? 'used' : undefined);
    }
    sql.exec('INSERT INTO first_owner_codes VALUES (?, ?)', rawHash, now);
    return { ok: true, value: { role: 'owner', invitedBy: null } };
  }

  /** Until when this sender may not try the first owner's code; null = it may. */
  #closedUntil(senderHash: string, networkHash: string): InstantMs | null {
    const tries = this.#context.storage.sql
      .exec<{ at: number; sender: string; network: string }>('SELECT * FROM stray_tries ORDER BY at')
      .toArray();
    const counted = [
      { max: TRIES_MAX, of: tries.filter(({ sender }) => sender === senderHash) },
      { max: NETWORK_TRIES_MAX, of: tries.filter(({ network }) => network === networkHash) },
      { max: STRAY_TRIES_MAX, of: tries },
    ];
    const closing = counted.find(({ max, of }) => of.length >= max);
    return closing ? (closing.of[0]?.at ?? 0) + CODE_LIFETIME_MS : null;
  }
}

/** For typed codes: case and blanks don't matter in a code that the edge generated. */
function normalize(code: string): string {
  return code.trim().toUpperCase();
}

const wrongCode = (reason?: 'used' | 'expired') =>
  fail(
    'EDGE_CODE_INVALID',
    'This code is wrong, used, or no longer good.',
    reason && { details: { reason } },
  );

const tooManyTries = (retryAfterMs: number) =>
  fail('EDGE_TOO_MANY_TRIES', 'Too many wrong codes; try again later.', { retryAfterMs });

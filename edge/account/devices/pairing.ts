import type { PairAnswer, PairingCode } from '../../../shared/edge-api/pairing.ts';
import type { Role } from '../../../shared/edge-api/roles.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { firstOwnerCode } from '../../configuration.ts';
import { sha256 } from '../../http/digest.ts';
import { fail, type Result } from '../../http/result.ts';
import type { AccountContext } from '../context.ts';
import { insertRow } from '../insert-row.ts';
import type { Devices } from './devices.ts';
import { randomCode, randomToken } from './random-text.ts';

const CODE_LIFETIME_MS = 10 * MINUTE_MS;
const TRIES_MAX = 5;
/**
 * Wrong codes from all senders together in ten minutes, which close the first owner's code for everybody. That is 14,400 a
 * day: of the codes of eight small letters, the shortest that is taken, a day's guessing finds one in 14 million.
 */
const STRAY_TRIES_MAX = 100;
const CODE_ID_LETTERS = 4;
const CODE_SECRET_LETTERS = 10;
const TOKEN_BYTES = 32;
const OUTSTANDING_MAX = 20;

interface CodeRow extends Record<string, SqlStorageValue> {
  code_id: string;
  code_hash: string;
  role: Role;
  expires_at: number;
  tries: number;
}

export interface PairAttempt {
  code: string;
  name: string;
  origin: string | null;
  /** Whom wrong codes are counted against: an address, or a network. */
  sender: string;
}

/** A code that names no invitation: what of it decides whether it is the first owner's. All are SHA-256. */
interface StrayTry {
  rawHash: string;
  firstOwnerHash: string | null;
  senderHash: string;
}

/**
 * Pairing by code. A code is `ID-SECRET`: tries are counted against the id that was named, so that guessing spends the
 * guessed code and nobody else's. Whatever names no code counts against the first owner's code, which is the operator's
 * own text: five such tries in ten minutes close it to the one who made them, so that a stranger can't keep the owner
 * out, and a hundred close it to everybody.
 */
export class Pairing {
  readonly #context: AccountContext;
  readonly #devices: Devices;

  constructor(context: AccountContext, devices: Devices) {
    this.#context = context;
    this.#devices = devices;
  }

  /**
   * Invites a browser: a code of one use and ten minutes.
   * @param mayInvite asked in the step in which the code is kept: a revoked owner leaves none behind
   */
  async invite(role: Role, mayInvite: () => Result<unknown>): Promise<Result<PairingCode>> {
    const id = randomCode(CODE_ID_LETTERS);
    const code = `${id}-${randomCode(CODE_SECRET_LETTERS)}`;
    const codeHash = await sha256(code);
    const who = mayInvite();
    if (!who.ok) return who;
    const now = this.#context.now();
    const { sql } = this.#context.storage;
    sql.exec('DELETE FROM pairing_codes WHERE expires_at <= ?', now);
    const [count] = sql.exec<{ n: number }>('SELECT count(*) AS n FROM pairing_codes');
    if ((count?.n ?? 0) >= OUTSTANDING_MAX)
      return fail('EDGE_RATE_LIMITED', 'Too many codes are waiting to be used.', {
        retryAfterMs: CODE_LIFETIME_MS,
      });
    const expiresAt = now + CODE_LIFETIME_MS;
    insertRow(
      sql,
      'pairing_codes',
      { code_id: id, code_hash: codeHash, role, expires_at: expiresAt },
      'OR REPLACE',
    );
    return { ok: true, value: { code, role, expiresAt } };
  }

  /** Takes a code for a token. Everything that decides happens in one step without a wait, so guesses can't overtake the count. */
  async pair({ code, name, origin, sender }: PairAttempt): Promise<Result<PairAnswer>> {
    const text = normalize(code);
    const token = `pl_${randomToken(TOKEN_BYTES)}`;
    const firstOwner = firstOwnerCode(this.#context.configuration, this.#context.now());
    const [senderHash, codeHash, rawHash, tokenHash, firstOwnerHash] = await Promise.all([
      sha256(sender),
      sha256(text),
      sha256(code),
      sha256(token),
      firstOwner === null ? null : sha256(firstOwner),
    ]);
    const taken = this.#context.storage.transactionSync(() =>
      this.#take(text, codeHash, { rawHash, firstOwnerHash, senderHash }),
    );
    if (!taken.ok) return taken;
    const deviceId = crypto.randomUUID();
    const { role } = taken.value;
    this.#devices.add({ device_id: deviceId, token_hash: tokenHash, name, role, origin });
    return { ok: true, value: { deviceId, token, role } };
  }

  #take(text: string, codeHash: string, stray: StrayTry): Result<{ role: Role }> {
    const { sql } = this.#context.storage;
    const now = this.#context.now();
    const id = text.split('-', 1)[0] ?? '';
    const [row] = sql.exec<CodeRow>(
      'SELECT * FROM pairing_codes WHERE code_id = ? AND expires_at > ?',
      id,
      now,
    );
    if (row === undefined) return this.#takeFirstOwner(stray);
    if (row.tries >= TRIES_MAX) return tooManyTries(row.expires_at - now);
    if (row.code_hash !== codeHash) {
      sql.exec('UPDATE pairing_codes SET tries = tries + 1 WHERE code_id = ?', id);
      return wrongCode();
    }
    sql.exec('DELETE FROM pairing_codes WHERE code_id = ?', id);
    return { ok: true, value: { role: row.role } };
  }

  #takeFirstOwner({ rawHash, firstOwnerHash, senderHash }: StrayTry): Result<{ role: Role }> {
    const { sql } = this.#context.storage;
    const now = this.#context.now();
    sql.exec('DELETE FROM stray_tries WHERE at <= ?', now - CODE_LIFETIME_MS);
    const tries = sql
      .exec<{ at: number; sender: string }>('SELECT at, sender FROM stray_tries ORDER BY at')
      .toArray();
    const own = tries.filter(({ sender }) => sender === senderHash);
    const closing = own.length >= TRIES_MAX ? own : tries.length >= STRAY_TRIES_MAX ? tries : null;
    if (closing !== null) return tooManyTries((closing[0]?.at ?? now) + CODE_LIFETIME_MS - now);
    const used =
      sql.exec('SELECT 1 FROM first_owner_codes WHERE code_hash = ?', rawHash).toArray().length > 0;
    if (firstOwnerHash === null || rawHash !== firstOwnerHash || used) {
      sql.exec('INSERT INTO stray_tries (at, sender) VALUES (?, ?)', now, senderHash);
      return wrongCode();
    }
    sql.exec('INSERT INTO first_owner_codes VALUES (?, ?)', rawHash, now);
    return { ok: true, value: { role: 'owner' } };
  }
}

/** Typed by hand: case and blanks don't matter in a code that the edge made. */
function normalize(code: string): string {
  return code.trim().toUpperCase();
}

const wrongCode = () => fail('EDGE_CODE_INVALID', 'This code is wrong, used, or no longer good.');

const tooManyTries = (retryAfterMs: number) =>
  fail('EDGE_TOO_MANY_TRIES', 'Too many wrong codes; try again later.', { retryAfterMs });

import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import type { Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';

export const formerTokensSchema: Schema = {
  startAnew: [],
  tables: [
    `CREATE TABLE former_tokens (
      token_hash TEXT PRIMARY KEY,
      device_id TEXT NOT NULL,
      ends_at INTEGER NOT NULL,
      is_told INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID`,
  ],
};

/** How long a token is good after the one that replaces it was first used. */
const GOOD_FOR_MS = DAY_MS;
/** Uses of a replaced token are recognized for so long, and of so many of a browser. */
const KEPT_FOR_MS = 365 * DAY_MS;
const KEPT_MAX = 2;

interface FormerToken {
  tokenHash: string;
  deviceId: string;
  endsAt: InstantMs;
  /** Whether its use after that was told. */
  isTold: boolean;
}

/** Hashes of tokens that a newer one of their browser has replaced. */
export class FormerTokens {
  readonly #rows: Rows<FormerToken>;

  constructor(sql: SqlStorage) {
    this.#rows = new Rows(sql, 'former_tokens', ['tokenHash'], { isTold: 'flag' });
  }

  find(tokenHash: string): FormerToken | null {
    return this.#rows.one('token_hash = ?', tokenHash);
  }

  /** The token that replaces it was used for the first time. */
  add(tokenHash: string, deviceId: string, now: InstantMs): void {
    this.#rows.put({ tokenHash, deviceId, endsAt: now + GOOD_FOR_MS, isTold: false }, 'WRITE OVER');
    this.#rows.drop(
      `device_id = ?1 AND token_hash NOT IN
       (SELECT token_hash FROM former_tokens WHERE device_id = ?1 ORDER BY ends_at DESC LIMIT ?2)`,
      deviceId,
      KEPT_MAX,
    );
  }

  /** @returns whether its use after its end is to be told: once */
  tell(tokenHash: string): boolean {
    return this.#rows.set({ isTold: true }, 'token_hash = ? AND is_told = 0', tokenHash);
  }

  /** Browsers of which one ended in the last two days: a socket that it opened may still be open. */
  endedOf(at: InstantMs): Set<string> {
    const ended = this.#rows.all('ends_at <= ? AND ends_at > ?', at, at - 2 * DAY_MS);
    return new Set(ended.map(({ deviceId }) => deviceId));
  }

  removeOf(deviceId: string): void {
    this.#rows.drop('device_id = ?', deviceId);
  }

  housekeeping(at: InstantMs): void {
    this.#rows.drop('ends_at < ?', at - KEPT_FOR_MS);
  }
}

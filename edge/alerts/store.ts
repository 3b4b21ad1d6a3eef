import type { NumberedAnnouncement } from '../../shared/attention/news.ts';
import type { ALERT_RESULTS, ChannelRequest } from '../../shared/edge-api/channels.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import type { Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';

/** Described in `edge/storage-schema.md`. */
export const alertsSchema: Schema = {
  startAnew: ['DELETE FROM alerts', 'DELETE FROM removed_channels'],
  tables: [
    `CREATE TABLE alert_channels (
      channel_id TEXT PRIMARY KEY,
      rules TEXT NOT NULL,
      host TEXT NOT NULL,
      sealed_target BLOB NOT NULL,
      set_at INTEGER NOT NULL,
      set_by TEXT,
      cursor INTEGER NOT NULL,
      memory TEXT NOT NULL
    ) WITHOUT ROWID`,
    `CREATE TABLE alerts (
      channel_id TEXT NOT NULL,
      number INTEGER NOT NULL,
      is_end INTEGER NOT NULL,
      result TEXT NOT NULL,
      at INTEGER NOT NULL,
      tries INTEGER NOT NULL DEFAULT 0,
      announcement TEXT NOT NULL,
      PRIMARY KEY (channel_id, number, is_end)
    ) WITHOUT ROWID`,
    `CREATE TABLE removed_channels (
      channel_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      language TEXT NOT NULL,
      removed_at INTEGER NOT NULL
    ) WITHOUT ROWID`,
  ],
};

export type AlertResult = (typeof ALERT_RESULTS)[number];
export type ChannelRules = Omit<ChannelRequest, 'target'>;

/** How sending to a channel goes; `problem` since the first failure in a row. */
export interface ChannelMemory {
  failures: number;
  nextTryAt: InstantMs | null;
  /** The last try to send, successful or not; `urgentAt`: the last one with more than good news. */
  triedAt: InstantMs;
  urgentAt: InstantMs;
  stopped: boolean;
  problem: { status: number | null; words: string; since: InstantMs } | null;
  /** The last test since anything else was sent; `words`: why it failed, null = it arrived. */
  test?: { at: InstantMs; words: string | null };
}

export const WELL: ChannelMemory = {
  failures: 0,
  nextTryAt: null,
  triedAt: 0,
  urgentAt: 0,
  stopped: false,
  problem: null,
};

export interface StoredChannel {
  channelId: string;
  rules: ChannelRules;
  host: string;
  sealedTarget: ArrayBuffer;
  setAt: InstantMs;
  setBy: string | null;
  /** Number of the newest announcement that was considered. */
  cursor: number;
  memory: ChannelMemory;
}

/** What is known of a channel that was removed, while something that it sent is kept. */
type RemovedChannel = { channelId: string; name: string; language: ChannelRules['language'] };

/** One alert of a channel. `isEnd`: it says that the item is over. */
export interface StoredAlert {
  number: number;
  isEnd: boolean;
  result: AlertResult;
  /** When it began to wait, or ended. */
  at: InstantMs;
  /** Whether it was tried: then it may have arrived. */
  isTried: boolean;
  announced: NumberedAnnouncement;
}

/** Of one channel. */
const WAITING_MAX = 500;
const KEPT_FOR_MS = 30 * DAY_MS;
/** Of one channel. */
const KEPT_MAX = 500;

/** Alerts that fit a condition, beyond the first ?2 of each channel in this order. */
const beyond = (which: string, order: string): string =>
  `SELECT channel_id, number, is_end FROM (
    SELECT channel_id, number, is_end, row_number() OVER (PARTITION BY channel_id ORDER BY ${order}) AS place FROM alerts WHERE ${which}
  ) WHERE place > ?2`;

type AlertRow = Omit<StoredAlert, 'isTried' | 'announced'> & {
  channelId: string;
  tries: number;
  announcement: NumberedAnnouncement;
};
const ONE = 'channel_id = ? AND number = ? AND is_end = ?';

/** Channels, what waits for them, and what was sent in 30 days, also by channels that were removed since. */
export class AlertStore {
  readonly #sql: SqlStorage;
  readonly #channels: Rows<StoredChannel>;
  readonly #rows: Rows<AlertRow>;
  readonly #removed: Rows<RemovedChannel & { removedAt: InstantMs }>;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#channels = new Rows(sql, 'alert_channels', ['channelId'], { rules: 'json', memory: 'json' });
    this.#rows = new Rows(sql, 'alerts', ['channelId', 'number', 'isEnd'], {
      isEnd: 'flag',
      announcement: 'json',
    });
    this.#removed = new Rows(sql, 'removed_channels', ['channelId'], {});
  }

  channels(): StoredChannel[] {
    return this.#channels.all('true ORDER BY set_at, channel_id');
  }

  channel(channelId: string): StoredChannel | null {
    return this.#channels.one('channel_id = ?', channelId);
  }

  put(channel: StoredChannel): void {
    this.#removed.drop('channel_id = ?', channel.channelId);
    this.#channels.put(channel, 'WRITE OVER');
  }

  /** Removes a channel with its address and what waits. What it sent stays as long as that of the others. */
  remove({ channelId, rules: { name, language } }: StoredChannel, removedAt: InstantMs): void {
    this.#rows.drop("channel_id = ? AND result = 'waiting'", channelId);
    this.#channels.drop('channel_id = ?', channelId);
    this.#removed.put({ channelId, name, language, removedAt }, 'WRITE OVER');
  }

  /** Channels of which something sent is kept, the one that was removed last first. */
  removed(limit: number): RemovedChannel[] {
    const kept = 'channel_id IN (SELECT channel_id FROM alerts) ORDER BY removed_at DESC LIMIT ?';
    return this.#removed.all(kept, limit).map(({ removedAt: _, ...channel }) => channel);
  }

  setCursor(channelId: string, cursor: number): void {
    this.#channels.set({ cursor }, 'channel_id = ?', channelId);
  }

  /** Unless the channel was set anew meanwhile. */
  setMemory({ channelId, setAt }: StoredChannel, memory: ChannelMemory): void {
    this.#channels.set({ memory }, 'channel_id = ? AND set_at = ?', channelId, setAt);
  }

  /** Once per announcement and channel, and once for its end. */
  add(
    channelId: string,
    announcement: NumberedAnnouncement,
    isEnd: boolean,
    result: AlertResult,
    at: InstantMs,
  ): void {
    const { number } = announcement;
    this.#rows.put({ channelId, number, isEnd, result, at, tries: 0, announcement }, 'OR IGNORE');
  }

  settle(channelId: string, { number, isEnd }: StoredAlert, result: AlertResult, at: InstantMs): void {
    this.#rows.set({ result, at }, ONE, channelId, number, Number(isEnd));
  }

  markTried(channelId: string, { number, isEnd, isTried }: StoredAlert): void {
    if (!isTried) this.#rows.set({ tries: 1 }, ONE, channelId, number, Number(isEnd));
  }

  alert(channelId: string, number: number): StoredAlert | null {
    return this.#alerts(ONE, channelId, number, 0)[0] ?? null;
  }

  waiting(channelId: string): StoredAlert[] {
    return this.#alerts("channel_id = ? AND result = 'waiting' ORDER BY number, is_end", channelId);
  }

  /** Newest first. */
  latest(channelId: string, limit: number): StoredAlert[] {
    return this.#alerts('channel_id = ? ORDER BY at DESC, number DESC LIMIT ?', channelId, limit);
  }

  /** Sent ones of whose end nothing was said. */
  openTold(channelId: string): StoredAlert[] {
    return this.#alerts(
      `channel_id = ?1 AND result = 'sent' AND is_end = 0
       AND number NOT IN (SELECT number FROM alerts WHERE channel_id = ?1 AND is_end = 1)`,
      channelId,
    );
  }

  count(channelId: string, result: AlertResult): number {
    const query = 'SELECT count(*) AS n FROM alerts WHERE channel_id = ? AND result = ?';
    return this.#sql.exec<{ n: number }>(query, channelId, result).one().n;
  }

  /** Gives up the oldest of too many that wait for a channel: one that hangs takes no room of the others. */
  bound(at: InstantMs): void {
    this.#sql.exec(
      `UPDATE alerts SET result = 'too-many', at = ?1 WHERE (channel_id, number, is_end) IN (${beyond("result = 'waiting'", 'number DESC, is_end DESC')})`,
      at,
      WAITING_MAX,
    );
  }

  housekeeping(at: InstantMs): void {
    const settled = "result <> 'waiting'";
    this.#sql.exec(
      `DELETE FROM alerts WHERE ${settled} AND (at < ?1 OR (channel_id, number, is_end) IN (${beyond(settled, 'at DESC')}))`,
      at - KEPT_FOR_MS,
      KEPT_MAX,
    );
    this.#sql.exec('DELETE FROM removed_channels WHERE channel_id NOT IN (SELECT channel_id FROM alerts)');
  }

  #alerts(which: string, ...bindings: SqlStorageValue[]): StoredAlert[] {
    return this.#rows.all(which, ...bindings).map(({ tries, announcement, channelId: _, ...alert }) => ({
      ...alert,
      isTried: tries > 0,
      announced: announcement,
    }));
  }
}

import type { NumberedAnnouncement } from '../../shared/attention/news.ts';
import type { ALERT_RESULTS, ChannelRequest } from '../../shared/edge-api/channels.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import { insertRow, type Schema, updateRows } from '../object/database.ts';

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
  /** When something was sent last, or was tried to be; the same of a message with more than news that is well. */
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

interface AlertRow extends Record<string, SqlStorageValue> {
  number: number;
  is_end: number;
  result: AlertResult;
  at: InstantMs;
  tries: number;
  announcement: string;
}

/** Channels, what waits for them, and what was sent in 30 days, also by channels that were removed since. */
export class AlertStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  channels(): StoredChannel[] {
    return this.#sql
      .exec<Omit<StoredChannel, 'rules' | 'memory'> & { rules: string; memory: string }>(
        `SELECT channel_id AS channelId, rules, host, sealed_target AS sealedTarget, set_at AS setAt, set_by AS setBy, cursor,
         memory FROM alert_channels ORDER BY set_at, channel_id`,
      )
      .toArray()
      .map(({ rules, memory, ...channel }) => ({
        ...channel,
        rules: JSON.parse(rules) as ChannelRules,
        memory: JSON.parse(memory) as ChannelMemory,
      }));
  }

  channel(channelId: string): StoredChannel | null {
    return this.channels().find((one) => one.channelId === channelId) ?? null;
  }

  put(channel: StoredChannel): void {
    this.#sql.exec('DELETE FROM removed_channels WHERE channel_id = ?', channel.channelId);
    insertRow(
      this.#sql,
      'alert_channels',
      {
        channel_id: channel.channelId,
        rules: JSON.stringify(channel.rules),
        host: channel.host,
        sealed_target: channel.sealedTarget,
        set_at: channel.setAt,
        set_by: channel.setBy,
        cursor: channel.cursor,
        memory: JSON.stringify(channel.memory),
      },
      'WRITE OVER',
    );
  }

  /** Removes a channel with its address and what waits. What it sent stays as long as that of the others. */
  remove({ channelId, rules: { name, language } }: StoredChannel, at: InstantMs): void {
    this.#sql.exec("DELETE FROM alerts WHERE channel_id = ? AND result = 'waiting'", channelId);
    this.#sql.exec('DELETE FROM alert_channels WHERE channel_id = ?', channelId);
    const removed = { channel_id: channelId, name, language, removed_at: at };
    insertRow(this.#sql, 'removed_channels', removed, 'WRITE OVER');
  }

  /** Channels of which something sent is kept, the one that was removed last first. */
  removed(limit: number): RemovedChannel[] {
    return this.#sql
      .exec<RemovedChannel>(
        `SELECT channel_id AS channelId, name, language FROM removed_channels
         WHERE channel_id IN (SELECT channel_id FROM alerts) ORDER BY removed_at DESC LIMIT ?`,
        limit,
      )
      .toArray();
  }

  setCursor(channelId: string, cursor: number): void {
    updateRows(this.#sql, 'alert_channels', { cursor }, 'channel_id = ?', channelId);
  }

  /** Unless the channel was set anew meanwhile. */
  setMemory({ channelId, setAt }: StoredChannel, memory: ChannelMemory): void {
    const text = JSON.stringify(memory);
    updateRows(
      this.#sql,
      'alert_channels',
      { memory: text },
      'channel_id = ? AND set_at = ?',
      channelId,
      setAt,
    );
  }

  /** Once per announcement and channel, and once for its end. */
  add(
    channelId: string,
    announced: NumberedAnnouncement,
    isEnd: boolean,
    result: AlertResult,
    at: InstantMs,
  ): void {
    insertRow(
      this.#sql,
      'alerts',
      {
        channel_id: channelId,
        number: announced.number,
        is_end: Number(isEnd),
        result,
        at,
        announcement: JSON.stringify(announced),
      },
      'OR IGNORE',
    );
  }

  settle(channelId: string, { number, isEnd }: StoredAlert, result: AlertResult, at: InstantMs): void {
    this.#update(channelId, number, isEnd, { result, at });
  }

  markTried(channelId: string, { number, isEnd, isTried }: StoredAlert): void {
    if (!isTried) this.#update(channelId, number, isEnd, { tries: 1 });
  }

  alert(channelId: string, number: number): StoredAlert | null {
    return this.#alerts('channel_id = ? AND number = ? AND is_end = 0', channelId, number)[0] ?? null;
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

  #update(channelId: string, number: number, isEnd: boolean, to: Record<string, SqlStorageValue>): void {
    const which = 'channel_id = ? AND number = ? AND is_end = ?';
    updateRows(this.#sql, 'alerts', to, which, channelId, number, Number(isEnd));
  }

  #alerts(which: string, ...bindings: SqlStorageValue[]): StoredAlert[] {
    return this.#sql
      .exec<AlertRow>(`SELECT * FROM alerts WHERE ${which}`, ...bindings)
      .toArray()
      .map(({ number, is_end, result, at, tries, announcement }) => ({
        number,
        isEnd: is_end === 1,
        result,
        at,
        isTried: tries > 0,
        announced: JSON.parse(announcement) as NumberedAnnouncement,
      }));
  }
}

import type { ChannelKind } from '../../shared/edge-api/channel-kinds.ts';
import type { LinkVerb } from '../../shared/edge-api/links.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import { insertRow, type Schema, updateRows } from '../object/database.ts';

/** Described in `edge/storage-schema.md`. */
export const linksSchema: Schema = {
  startAnew: ['DELETE FROM link_uses', 'UPDATE channel_links SET series = lower(hex(randomblob(6)))'],
  tables: [
    `CREATE TABLE channel_links (
      channel_id TEXT PRIMARY KEY,
      series TEXT NOT NULL,
      set_at INTEGER NOT NULL,
      set_by TEXT NOT NULL
    ) WITHOUT ROWID`,
    `CREATE TABLE link_uses (
      channel_id TEXT NOT NULL,
      number INTEGER NOT NULL,
      verb TEXT NOT NULL,
      state TEXT NOT NULL,
      at INTEGER NOT NULL,
      month TEXT NOT NULL,
      credits REAL NOT NULL,
      act TEXT NOT NULL,
      PRIMARY KEY (channel_id, number)
    ) WITHOUT ROWID`,
  ],
};

/** The links of a channel as an owner switched them on: `series` names them in tokens, `setAt` is that of the channel. */
export interface LinkSeries {
  channelId: string;
  series: string;
  setAt: InstantMs;
  /** The device that switched them on. */
  setBy: string;
}

/** What a link did; caps are credits. */
export interface LinkAct {
  channelKind: ChannelKind;
  projectId: string | null;
  category?: 'development' | 'infrastructure';
  from?: number;
  to?: number;
  /** Of a raise: when its layer of the cap was laid. */
  since?: InstantMs;
  /** The number of the run that was stopped. */
  run?: number;
}

/** `sent`: it is being made, or its answer was lost; it is settled by what is read. */
export type UseState = 'sent' | 'done' | 'refused';

/** The one use of a link. */
export interface LinkUse {
  channelId: string;
  number: number;
  verb: Exclude<LinkVerb, 'look'>;
  state: UseState;
  at: InstantMs;
  /** The month to whose ceiling it counts, UTC. */
  month: string;
  credits: number;
  act: LinkAct;
}

/** As long as a month's ceiling needs them. */
const KEPT_FOR_MS = 62 * DAY_MS;

export class LinkStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  series(which: 'channel_id' | 'series', value: string): LinkSeries | null {
    const [row] = this.#sql.exec<LinkSeries & Record<string, SqlStorageValue>>(
      `SELECT channel_id AS channelId, series, set_at AS setAt, set_by AS setBy FROM channel_links WHERE ${which} = ?`,
      value,
    );
    return row ?? null;
  }

  setSeries({ channelId, series, setAt, setBy }: LinkSeries): void {
    const row = { channel_id: channelId, series, set_at: setAt, set_by: setBy };
    insertRow(this.#sql, 'channel_links', row, 'WRITE OVER');
  }

  forgetSeries(channelId: string): void {
    this.#sql.exec('DELETE FROM channel_links WHERE channel_id = ?', channelId);
  }

  /** Ends every link that was made so far. */
  endAll(): void {
    this.#sql.exec('UPDATE channel_links SET series = lower(hex(randomblob(6)))');
  }

  use(channelId: string, number: number): LinkUse | null {
    return this.#uses('channel_id = ? AND number = ?', channelId, number)[0] ?? null;
  }

  unsettled(): LinkUse[] {
    return this.#uses("state = 'sent'");
  }

  /** What the links of a channel have let be spent in a month, credits. */
  spent(channelId: string, month: string): number {
    const query =
      "SELECT total(credits) AS credits FROM link_uses WHERE channel_id = ? AND month = ? AND state <> 'refused'";
    return this.#sql.exec<{ credits: number }>(query, channelId, month).one().credits;
  }

  add({ channelId, number, verb, state, at, month, credits, act }: LinkUse): void {
    const row = { channel_id: channelId, number, verb, state, at, month, credits, act: JSON.stringify(act) };
    insertRow(this.#sql, 'link_uses', row);
  }

  settle({ channelId, number }: LinkUse, state: UseState): void {
    updateRows(this.#sql, 'link_uses', { state }, 'channel_id = ? AND number = ?', channelId, number);
  }

  housekeeping(at: InstantMs): void {
    this.#sql.exec('DELETE FROM link_uses WHERE at < ?', at - KEPT_FOR_MS);
  }

  #uses(which: string, ...bindings: SqlStorageValue[]): LinkUse[] {
    return this.#sql
      .exec<Omit<LinkUse, 'channelId' | 'act'> & { channel_id: string; act: string }>(
        `SELECT * FROM link_uses WHERE ${which}`,
        ...bindings,
      )
      .toArray()
      .map(({ channel_id, act, ...use }) => ({
        ...use,
        channelId: channel_id,
        act: JSON.parse(act) as LinkAct,
      }));
  }
}

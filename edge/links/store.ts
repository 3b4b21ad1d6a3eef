import type { ChannelKind } from '../../shared/edge-api/channel-kinds.ts';
import type { LinkVerb } from '../../shared/edge-api/links.ts';
import { DAY_MS, type InstantMs } from '../../shared/time.ts';
import type { Schema } from '../object/database.ts';
import { Rows } from '../object/rows.ts';

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

/** Links of a channel that an owner switched on. `series` names them in tokens; `setAt` is the channel's. */
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
  /** Of a raise: when its layer of the cap was recorded. */
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
  readonly #series: Rows<LinkSeries>;
  readonly #uses: Rows<LinkUse>;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#series = new Rows(sql, 'channel_links', ['channelId'], {});
    this.#uses = new Rows(sql, 'link_uses', ['channelId', 'number'], { act: 'json' });
  }

  series(which: 'channel_id' | 'series', value: string): LinkSeries | null {
    return this.#series.one(`${which} = ?`, value);
  }

  setSeries(series: LinkSeries): void {
    this.#series.put(series, 'WRITE OVER');
  }

  forgetSeries(channelId: string): void {
    this.#series.drop('channel_id = ?', channelId);
  }

  /** Ends every link that was made so far. */
  endAll(): void {
    this.#sql.exec('UPDATE channel_links SET series = lower(hex(randomblob(6)))');
  }

  use(channelId: string, number: number): LinkUse | null {
    return this.#uses.one('channel_id = ? AND number = ?', channelId, number);
  }

  unsettled(): LinkUse[] {
    return this.#uses.all("state = 'sent'");
  }

  /** What the links of a channel have let be spent in a month, credits. */
  spent(channelId: string, month: string): number {
    const query =
      "SELECT total(credits) AS credits FROM link_uses WHERE channel_id = ? AND month = ? AND state <> 'refused'";
    return this.#sql.exec<{ credits: number }>(query, channelId, month).one().credits;
  }

  add(use: LinkUse): void {
    this.#uses.put(use);
  }

  settle({ channelId, number }: LinkUse, state: UseState): void {
    this.#uses.set({ state }, 'channel_id = ? AND number = ?', channelId, number);
  }

  housekeeping(at: InstantMs): void {
    this.#uses.drop('at < ?', at - KEPT_FOR_MS);
  }
}

import type * as z from 'zod/mini';
import { inCents } from '../../shared/credits.ts';
import type { Prices } from '../../shared/snapshot/prices.ts';
import type { Section } from '../../shared/snapshot/section.ts';
import type { spending } from '../../shared/snapshot/snapshot.ts';
import { price } from '../../shared/spending/price.ts';
import {
  type BalanceChange,
  periodOf,
  STATEMENT_SPAN_MS,
  type Statement,
  statementOf,
} from '../../shared/spending/statement.ts';
import { DAY_MS, happenedAt, type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import type { OnRead } from '../builder-api/client.ts';
import { invalid, type Result, success } from '../http/result.ts';
import type { AccountContext } from '../object/context.ts';
import { insertRow, type Schema } from '../object/database.ts';
import type { Work } from '../work/work.ts';

export const balanceSchema: Schema = {
  startAnew: ['DELETE FROM balance_changes', 'DELETE FROM balance_alarm'],
  tables: [
    'CREATE TABLE balance_changes (at INTEGER PRIMARY KEY, since INTEGER NOT NULL, credits REAL NOT NULL, balance REAL NOT NULL)',
    'CREATE TABLE balance_alarm (one INTEGER PRIMARY KEY CHECK (one = 1), credits REAL NOT NULL)',
  ],
};

/** Changes in one direction within this time are one. */
const JOINED_MS = 10 * MINUTE_MS;

interface Parts {
  work: Pick<Work, 'since'>;
  /** The balance, the service's own sums by UTC day, and its prices, as last read. */
  served: () => {
    account: Pick<Section<{ credits: number }>, 'data' | 'readAt'>;
    spending: Pick<Section<z.infer<typeof spending>>, 'data' | 'readAt'>;
    prices: Pick<Section<Prices>, 'data'>;
  };
}

/** How the balance moved, as each reading of it shows, whoever asked; and below what it is told. */
export class Balance {
  readonly #context: AccountContext;
  readonly #parts: Parts;
  #last: { at: InstantMs; balance: number } | null = null;

  constructor(context: AccountContext, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  readonly onRead: OnRead = (name, _call, data, askedAt) => {
    if (name !== 'getAccount') return;
    const { credits } = data as { credits: number };
    const before = this.#last ?? this.#lastRead();
    // An answer that was asked for before another says nothing new.
    if (before !== null && askedAt <= happenedAt(before.at, askedAt)) return;
    this.#last = { at: askedAt, balance: credits };
    const change = before === null ? 0 : inCents(credits - before.balance);
    if (before !== null && change === 0) return;
    const newest = this.#newest();
    const isSame =
      newest !== null &&
      Math.sign(newest.credits) === Math.sign(change) &&
      before?.at === newest.at &&
      askedAt - newest.since <= JOINED_MS;
    if (isSame) this.#context.storage.sql.exec('DELETE FROM balance_changes WHERE at = ?', newest.at);
    insertRow(this.#context.storage.sql, 'balance_changes', {
      at: askedAt,
      since: isSame ? newest.since : (before?.at ?? askedAt),
      credits: isSame ? inCents(newest.credits + change) : change,
      balance: credits,
    });
  };

  /** The last reading, also where it changed nothing, of which no row is kept. */
  #lastRead(): { at: InstantMs; balance: number } | null {
    const newest = this.#newest();
    const { data, readAt } = this.#parts.served().account;
    const isKept = newest === null || readAt === null || data?.credits !== newest.balance;
    return isKept ? newest : { ...newest, at: Math.max(newest.at, readAt) };
  }

  #newest(): (BalanceChange & { balance: number }) | null {
    const query = 'SELECT * FROM balance_changes ORDER BY at DESC LIMIT 1';
    const [row] = this.#context.storage.sql.exec<BalanceChange & { balance: number }>(query);
    return row ?? null;
  }

  /** @param period `2026-11` or `2026-11-19` */
  statement(period: string): Result<Statement> {
    const of = periodOf(period);
    if (of === null) return invalid('period', 'must be a month or a day, as 2026-11 or 2026-11-19');
    const { sql } = this.#context.storage;
    const [first] = sql.exec<{ at: InstantMs | null }>('SELECT min(at) AS at FROM balance_changes');
    const changes = sql
      .exec<BalanceChange & Record<string, SqlStorageValue>>(
        'SELECT since, at, credits FROM balance_changes WHERE at >= ? AND since < ? ORDER BY at',
        of.from,
        of.to,
      )
      .toArray();
    const { account, spending: sums, prices } = this.#parts.served();
    const { data, readAt } = sums;
    const facts = statementOf(of, {
      // Without the service's sums nothing can be told apart, and after them nothing more.
      watchedSince: data === null ? null : (first?.at ?? null),
      changes,
      daily: data?.daily ?? [],
      rows: this.#parts.work.since(of.from - DAY_MS),
      until: Math.min(readAt ?? 0, account.readAt ?? 0),
      deployCredits: price('deploy', null, prices.data)?.least ?? 0,
    });
    return success({ ...facts, tellBelow: this.tellBelow() });
  }

  tellBelow(): number | null {
    const [row] = this.#context.storage.sql.exec<{ credits: number }>('SELECT credits FROM balance_alarm');
    return row?.credits ?? null;
  }

  setAlarm(by: string, credits: number | null): Result<{ tellBelow: number | null }> {
    const { sql } = this.#context.storage;
    const from = this.tellBelow();
    if (credits === null) sql.exec('DELETE FROM balance_alarm');
    else insertRow(sql, 'balance_alarm', { one: 1, credits }, 'WRITE OVER');
    if (from !== credits)
      this.#context.emitter.emit('setting-changed', by, null, {
        setting: 'balance-alarm',
        from,
        to: credits,
      });
    this.#context.emitter.emit('changed');
    return success({ tellBelow: credits });
  }

  housekeeping(at: InstantMs): void {
    this.#context.storage.sql.exec('DELETE FROM balance_changes WHERE at < ?', at - STATEMENT_SPAN_MS);
  }
}

import { type AttentionState, emptyAttention, type KeptItem } from '../../shared/attention/item.ts';
import { isInformation } from '../../shared/attention/kinds/kinds.ts';
import type { NumberedAnnouncement } from '../../shared/attention/news.ts';
import { DAY_MS, type InstantMs, SECOND_MS } from '../../shared/time.ts';
import { insertRow, type Schema } from '../object/database.ts';
import type { OwnChange } from './own-changes.ts';

/** Described in `edge/storage-schema.md`. */
export const attentionSchema: Schema = {
  startAnew: ['DELETE FROM attention_items', 'DELETE FROM announcements', 'DELETE FROM attention_state'],
  tables: [
    'CREATE TABLE attention_items (id TEXT PRIMARY KEY, item TEXT NOT NULL) WITHOUT ROWID',
    'CREATE TABLE announcements (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, json TEXT NOT NULL)',
    'CREATE TABLE attention_state (one INTEGER PRIMARY KEY CHECK (one = 1), state TEXT NOT NULL)',
  ],
};

const KEPT_FOR_MS = 30 * DAY_MS;
const KEPT_MAX = 1000;

/** What the reducer remembers beside the items, without times of reading: sections have those. */
type Remembered = Pick<
  AttentionState,
  'lastSeq' | 'seenEventIds' | 'announced' | 'waiting' | 'over' | 'since'
> & {
  /** Kinds that were read once: the first reading of a kind announces nothing. */
  read: string[];
  lastAnnouncement: number;
  ownChanges: OwnChange[];
  epoch: number;
};

/** `epoch`: of the account whose items these are; 0 before its first reading. */
export type Stored = {
  state: AttentionState;
  lastAnnouncement: number;
  ownChanges: OwnChange[];
  epoch: number;
};

/** Items, announcements and the reducer's memory in the object's database. Writes only rows that changed. */
export class AttentionStore {
  readonly #sql: SqlStorage;
  /** The rows as written, without times of reading, by which changes are recognized. */
  readonly #items = new Map<string, string>();
  #remembered = '';

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** @param now gives the first number, as for events: above all earlier ones even if the storage was lost */
  load(now: InstantMs): Stored {
    this.#items.clear();
    const items: AttentionState['items'] = {};
    for (const row of this.#sql.exec<{ id: string; item: string }>('SELECT * FROM attention_items')) {
      const item = JSON.parse(row.item) as KeptItem;
      items[row.id] = item;
      this.#items.set(row.id, lasting(item));
    }
    const [row] = this.#sql.exec<{ state: string }>('SELECT state FROM attention_state');
    this.#remembered = row?.state ?? '';
    if (row === undefined)
      return {
        state: emptyAttention,
        lastAnnouncement: Math.floor(now / SECOND_MS),
        ownChanges: [],
        epoch: 0,
      };
    const { read, lastAnnouncement, ownChanges, epoch, ...rest } = JSON.parse(row.state) as Remembered;
    // The sections are applied again after a start, which gives the items their times back.
    const readAt = Object.fromEntries(read.map((kind) => [kind, 0]));
    return { state: { ...emptyAttention, ...rest, items, readAt }, lastAnnouncement, ownChanges, epoch };
  }

  /**
   * Writes what changed, and the announcements under the next numbers.
   * @returns the numbered announcements, and whether an item changed
   */
  save(
    { lastAnnouncement, ...next }: Stored,
    announcements: readonly Omit<NumberedAnnouncement, 'number'>[],
    now: InstantMs,
  ): { changed: boolean; numbered: NumberedAnnouncement[]; lastAnnouncement: number } {
    const changed = this.#saveItems(next.state.items);
    const numbered = announcements.map((one, n) => ({ ...one, number: lastAnnouncement + 1 + n }));
    for (const one of numbered)
      insertRow(this.#sql, 'announcements', { number: one.number, at: now, json: JSON.stringify(one) });
    const last = numbered.at(-1)?.number ?? lastAnnouncement;
    this.#saveState({ ...next, lastAnnouncement: last });
    return { changed, numbered, lastAnnouncement: last };
  }

  /** Announcements above a number, oldest first. */
  after(number: number, limit: number): NumberedAnnouncement[] {
    return this.#sql
      .exec<{ json: string }>(
        'SELECT json FROM announcements WHERE number > ? ORDER BY number LIMIT ?',
        number,
        limit,
      )
      .toArray()
      .map(({ json }) => JSON.parse(json) as NumberedAnnouncement);
  }

  /** Whether announcements directly above a number are not kept any more. */
  isGap(since: number, last: number): boolean {
    if (since === last) return false;
    const [row] = this.#sql.exec<{ first: number | null }>('SELECT min(number) AS first FROM announcements');
    return since > last || since + 1 < (row?.first ?? last + 1);
  }

  #saveItems(items: AttentionState['items']): boolean {
    let changed = false;
    for (const [id, item] of Object.entries(items)) {
      const text = lasting(item);
      if (this.#items.get(id) === text) continue;
      insertRow(this.#sql, 'attention_items', { id, item: JSON.stringify(item) }, 'WRITE OVER');
      this.#items.set(id, text);
      changed = true;
    }
    for (const id of [...this.#items.keys()].filter((known) => items[known] === undefined)) {
      this.#sql.exec('DELETE FROM attention_items WHERE id = ?', id);
      this.#items.delete(id);
      changed = true;
    }
    return changed;
  }

  #saveState({ state, lastAnnouncement, ownChanges, epoch }: Stored): void {
    const { lastSeq, seenEventIds, announced, waiting, over, since } = state;
    const read = Object.keys(state.readAt).sort();
    const remembered: Remembered = {
      ...{ lastSeq, seenEventIds, read, lastAnnouncement, ownChanges, epoch },
      ...(announced && { announced }),
      ...(waiting && { waiting }),
      ...(over && { over }),
      ...(since !== undefined && { since }),
    };
    const text = JSON.stringify(remembered);
    if (text === this.#remembered) return;
    insertRow(this.#sql, 'attention_state', { one: 1, state: text }, 'WRITE OVER');
    this.#remembered = text;
  }

  /** Forgets the announcements of more than 30 days ago, and those beyond the newest thousand. */
  housekeeping(last: number, now: InstantMs): void {
    const query = 'DELETE FROM announcements WHERE at < ? OR number <= ?';
    this.#sql.exec(query, now - KEPT_FOR_MS, last - KEPT_MAX);
  }
}

/** An item as text, whatever the order of its fields. Its times of reading alone are no reason to write. */
function lasting({ heldAt: _at, heldBy: _by, ...rest }: KeptItem): string {
  const fields = Object.entries(rest).toSorted(([one], [other]) => one.localeCompare(other));
  return JSON.stringify(fields);
}

/** What is kept when another account, or a first one, is read: information about the edge itself. */
export function withoutAccount({ items }: AttentionState): AttentionState {
  const kept = Object.entries(items).filter(([, { reason }]) => isInformation(reason.kind));
  return { ...emptyAttention, items: Object.fromEntries(kept) };
}

import { isExpected, isTrouble, ruleOf } from '../../shared/attention/kinds/kinds.ts';
import { type NumberedAnnouncement, openingKey } from '../../shared/attention/news.ts';
import type { JournalAnnouncement, JournalEntry } from '../../shared/journal/journal.ts';
import type { AttentionNow } from '../../shared/snapshot/attention-schema.ts';
import { type InstantMs, MINUTE_MS } from '../../shared/time.ts';
import { isFor } from '../attention/served.ts';
import { type Asked, type Item, narrowedTo } from './asked.ts';
import { isWrongOf } from './entries.ts';

type Sent = JournalAnnouncement['sent'][number];

interface AlertRow extends Record<string, SqlStorageValue> {
  number: number;
  is_end: number;
  channel_id: string;
  name: string;
  is_removed: number;
  at: InstantMs;
  result: Sent['result'];
  next_try_at: InstantMs | null;
}

/** Announcements of 30 days, at most 1,000; for owners also ends told by channels, at most 500 of each. */
export class AnnouncementBook {
  readonly #asked: Asked;
  readonly #byKey: ReadonlyMap<string, JournalAnnouncement>;
  /** Newest first. */
  readonly all: readonly JournalAnnouncement[];

  constructor(asked: Asked) {
    this.#asked = asked;
    const announced = asked.role === 'viewer' ? [] : this.#announced();
    this.#byKey = new Map(announced.map((one) => [one.key, one]));
    this.all = [...announced, ...(asked.role === 'owner' ? this.#ends() : [])].toSorted(
      (one, other) => other.at - one.at,
    );
  }

  /** What was announced under the first of the keys that something was. */
  of(...keys: (string | undefined)[]): JournalAnnouncement | null {
    return keys.flatMap((key) => this.#byKey.get(key ?? '') ?? [])[0] ?? null;
  }

  #announced(): JournalAnnouncement[] {
    return this.#asked.sql
      .exec<{ json: string }>('SELECT json FROM announcements ORDER BY number DESC')
      .toArray()
      .map(({ json }) => JSON.parse(json) as NumberedAnnouncement)
      .filter(({ about }) => isFor(about, this.#asked))
      .map((one) => toldOf(one, null));
  }

  #ends(): JournalAnnouncement[] {
    const ends = this.#asked.sql
      .exec<{ announcement: string; at: InstantMs }>(
        'SELECT announcement, min(at) AS at FROM alerts WHERE is_end = 1 GROUP BY number',
      )
      .toArray();
    return ends.map(({ announcement, at }) => toldOf(JSON.parse(announcement) as NumberedAnnouncement, at));
  }

  /** Entries with what each channel made of what was told, for owners. */
  withAlerts(entries: readonly JournalEntry[]): JournalEntry[] {
    if (this.#asked.role !== 'owner') return [...entries];
    const numbers = entries.flatMap(toldIn).map(({ number }) => number);
    const sent = Map.groupBy(this.#alerts(numbers), ({ number, is_end }) => `${number} ${is_end === 1}`);
    const whole = (one: JournalAnnouncement): JournalAnnouncement => ({
      ...one,
      sent: (sent.get(`${one.number} ${one.isEnd}`) ?? []).map(sentOf),
    });
    return entries.map((entry) => {
      if (entry.kind === 'told') return { ...entry, all: entry.all.map(whole) };
      return 'told' in entry && entry.told !== null ? { ...entry, told: whole(entry.told) } : entry;
    });
  }

  #alerts(numbers: readonly number[]): AlertRow[] {
    return this.#asked.sql
      .exec<AlertRow>(
        `SELECT number, is_end, channel_id, coalesce(rules ->> 'name', name, '') AS name, rules IS NULL AS is_removed, at, result,
           iif(result = 'waiting' AND memory ->> 'problem' IS NOT NULL, memory ->> 'nextTryAt', NULL) AS next_try_at
         FROM alerts LEFT JOIN alert_channels USING (channel_id) LEFT JOIN removed_channels USING (channel_id)
         WHERE number IN (SELECT value FROM json_each(?)) ORDER BY at`,
        JSON.stringify(numbers),
      )
      .toArray();
  }
}

const toldIn = (entry: JournalEntry): readonly JournalAnnouncement[] =>
  entry.kind === 'told' ? entry.all : 'told' in entry && entry.told !== null ? [entry.told] : [];

const sentOf = ({ channel_id, name, is_removed, at, result, next_try_at }: AlertRow): Sent => ({
  channelId: channel_id,
  channel: name,
  isRemoved: is_removed === 1,
  at,
  result,
  nextTryAt: next_try_at,
});

/** @param endedAt when its end was first told; null: it is not its end */
const toldOf = (
  { number, key, noticeId, severity, projectId, about, at }: NumberedAnnouncement,
  endedAt: InstantMs | null,
): JournalAnnouncement => ({
  ...{ number, key, isEnd: endedAt !== null, noticeId, severity, projectId, about, at: endedAt ?? at },
  sent: [],
});

/**
 * Lists announcements that no other entry tells: openings, news, and ends that channels told. Forecasts of
 * caps within a minute of each other are one entry.
 */
export function toldEntries(
  asked: Asked,
  attention: AttentionNow | undefined,
  { all }: AnnouncementBook,
): Omit<Item, 'cursor'>[] {
  const { project = '' } = asked.query;
  const { kind, event } = narrowedTo(asked.query);
  if (event !== null || (kind !== null && kind !== 'notice' && kind !== 'forecast')) return [];
  const troubles = new Set(
    [...(attention?.items ?? []), ...(attention?.endedTroubles ?? [])]
      .filter(({ reason }) => isTrouble(reason.kind))
      .map(({ id, opening }) => openingKey(id, opening)),
  );
  const listed = all.filter(
    (one) =>
      (project === '' || one.projectId === project) &&
      (kind !== 'forecast' || (!one.isEnd && isExpected(one.about.kind))) &&
      (kind === 'notice' || one.isEnd || !troubles.has(one.key)),
  );
  return groupsOf(listed).map((group) => {
    const [first] = group;
    const isOfOther = () => kind !== 'notice' && group.length === 1 && isTold(asked.sql, first);
    const entry = (): JournalEntry | null =>
      isOfOther()
        ? null
        : {
            ...{ kind: 'told', id: `notice ${first.key} ${first.isEnd}`, at: first.at, all: group },
            isWrong: !first.isEnd && isWrongOf(first.about, first.severity),
          };
    return { at: first.at, entry };
  });
}

type Group = [newest: JournalAnnouncement, ...older: JournalAnnouncement[]];

/** @param told newest first */
function groupsOf(told: readonly JournalAnnouncement[]): Group[] {
  const groups: Group[] = [];
  let open: Group | null = null;
  for (const one of told) {
    const isOfCap = !one.isEnd && one.about.kind === 'cap-forecast';
    if (isOfCap && open !== null && open[0].at - one.at <= MINUTE_MS) {
      open.push(one);
      continue;
    }
    const group: Group = [one];
    groups.push(group);
    if (isOfCap) open = group;
  }
  return groups;
}

/** Whether an event that is kept, or a row of work, is what was announced, or reports what it is. */
function isTold(sql: SqlStorage, { key, isEnd, projectId, about }: JournalAnnouncement): boolean {
  if (isEnd) return false;
  const is = (query: string, ...values: SqlStorageValue[]) => sql.exec(query, ...values).toArray().length > 0;
  const [, id] = /^event:(.*)$/s.exec(key) ?? [];
  if (id !== undefined) return is('SELECT 1 FROM events WHERE dedupe_id = ?', id);
  const [, work] = /^(?:run|deploy):.*@(\d+)$/s.exec(key) ?? [];
  if (work !== undefined) return is('SELECT 1 FROM work WHERE id = ?', Number(work));
  const event = ruleOf(about.kind)?.told.by ?? null;
  return (
    event !== null &&
    is(
      "SELECT 1 FROM events WHERE event = ? AND project_id IS ? AND row ->> 'need' = ? LIMIT 1",
      ...[event, projectId, key],
    )
  );
}

import type { JournalEntry, JournalPage } from '../../shared/journal/journal.ts';
import type { InstantMs } from '../../shared/time.ts';
import type { Attention } from '../attention/attention.ts';
import type { DataCalls } from '../data-api/data-calls.ts';
import type { Devices, KnownDevice } from '../devices/devices.ts';
import type { EventQueries } from '../events/query.ts';
import type { Imports } from '../imports/imports.ts';
import type { AccountContext } from '../object/context.ts';
import type { Launches } from '../paid-calls/launches.ts';
import type { Sections } from '../sections/sections.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Work } from '../work/work.ts';
import { AnnouncementBook, toldEntries } from './announcement-book.ts';
import { type Asked, type Cursor, type Item, type JournalQuery, type Source, wordsOf } from './asked.ts';
import { callEntries, OF_DATA, OF_SERVICE } from './call-entries.ts';
import { textOf } from './entries.ts';
import { eventEntries } from './event-entries.ts';
import { importEntries, needEntries, refusedEntries } from './short-entries.ts';
import { workEntries } from './work-entries.ts';

/** What it is read of. */
export interface JournalSources {
  context: Pick<AccountContext, 'storage' | 'now'>;
  history: Pick<EventQueries, 'seqAt' | 'oldestAt'>;
  work: Pick<Work, 'read'>;
  launches: Pick<Launches, 'latest'>;
  dataCalls: Pick<DataCalls, 'latest'>;
  imports: Pick<Imports, 'latest'>;
  attention: Pick<Attention, 'now'>;
  webhooks: Pick<Webhooks, 'rejections'>;
  devices: Pick<Devices, 'nameOf'>;
  sections: Pick<Sections, 'served'>;
}

/**
 * Lists what happened, newest first, one entry an act: work with all that tells of it, changes, and what
 * needs somebody. Reads what is stored, and writes nothing. A page reads 350 events, at most 2,000 about its
 * work, 51 rows of each kind of work and of calls, and what is short: 1,000 announcements, 500 alerts of a
 * channel, 1,000 imports, 300 needs. A search or filter looks at up to 1,000 rows of each (200 of calls)
 * among all that are kept (20,000 of work); where there are more, the next page continues.
 */
export function journalOf(has: JournalSources, who: KnownDevice, query: JournalQuery): JournalPage {
  const { history, work, launches, dataCalls } = has;
  const nameOf = (deviceId: string) => has.devices.nameOf(deviceId);
  const projects = has.sections.served().projects.data?.items ?? [];
  const asked: Asked = {
    ...{ sql: has.context.storage.sql, now: has.context.now(), query, ...who, me: nameOf(who.deviceId) },
    labels: new Map(projects.map(({ projectId, label }) => [projectId, label ?? ''])),
  };
  const told = new AnnouncementBook(asked);
  const cursors = query.before ?? cursorsUntil(query.until, history);
  const [ofEvents = null, ofWork = null, ofCalls = null, ofData = null, ofRest = null] = cursors;
  const needed = has.attention.now();
  const rest = [
    ...needEntries(asked, needed, told),
    ...toldEntries(asked, needed, told),
    ...importEntries(asked, () => has.imports.latest(who)),
    ...refusedEntries(asked, () => has.webhooks.rejections()),
  ];
  const sources: Source[] = [
    eventEntries(asked, ofEvents, told),
    workEntries(asked, ofWork, told, {
      read: (...which) => work.read(...which),
      seqAt: (at) => history.seqAt(at),
    }),
    callEntries(asked, ofCalls, OF_SERVICE, (...of) => launches.latest(...of), nameOf),
    callEntries(asked, ofData, OF_DATA, (...of) => dataCalls.latest(...of), nameOf),
    inOrder(rest, ofRest),
  ];
  const { entries, next } = merged(sources, cursors, query, isFoundBy(asked));
  return {
    entries: told.withAlerts(entries),
    next: next && JSON.stringify(next),
    oldestAt: history.oldestAt(),
  };
}

/** Where what was kept before an instant begins. */
function cursorsUntil(until: InstantMs | undefined, history: Pick<EventQueries, 'seqAt'>): (Cursor | null)[] {
  if (until === undefined) return [];
  return [[history.seqAt(until), 0], [until, 0], null, null, [until, 0]];
}

/** Tells whether an entry has each word that is searched for, and is wrong if only that is asked for. */
function isFoundBy({ query, labels }: Asked): (entry: JournalEntry) => boolean {
  const words = wordsOf(query);
  return (entry) => {
    if (query.only === 'trouble' && !entry.isWrong) return false;
    if (words.length === 0) return true;
    const text = textOf(entry, labels).toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

/** What is short as a source: its items are told apart by their order at one instant. */
function inOrder(items: readonly Omit<Item, 'cursor'>[], below: Cursor | null): Source {
  const [at, within] = below ?? [Number.MAX_SAFE_INTEGER, 0];
  const sorted = items.toSorted((one, other) => other.at - one.at);
  let number = 0;
  const placed = sorted.map((item, index): Item => {
    number = item.at === sorted[index - 1]?.at ? number + 1 : 1;
    return { ...item, cursor: [item.at, number] };
  });
  const isBelow = ({ cursor: [when, number] }: Item) =>
    when < at || (when === at && Number(number) > Number(within));
  return { items: placed.filter(isBelow), isCut: false };
}

/**
 * Merges the next entries of all sources, newest first, with where each source continues. A source with more
 * to read ends the page when all that was read of it is taken: the next entry may be of it.
 */
function merged(
  sources: readonly Source[],
  cursors: readonly (Cursor | null)[],
  { limit, from = 0, until = Number.MAX_SAFE_INTEGER }: JournalQuery,
  isFound: (entry: JournalEntry) => boolean,
): { entries: JournalEntry[]; next: (Cursor | null)[] | null } {
  const entries: JournalEntry[] = [];
  const next = sources.map((_, at) => cursors[at] ?? null);
  const taken = sources.map(() => 0);
  while (true) {
    const heads = sources.map(({ items }, at) => items[taken[at] ?? 0]);
    const isAnyCut = sources.some(({ isCut }, at) => isCut && heads[at] === undefined);
    const newest = heads.reduce((best, head) => Math.max(best, head?.at ?? -1), -1);
    const of = heads.findIndex((head) => head?.at === newest);
    const head = heads[of];
    if (isAnyCut) return { entries, next };
    if (head === undefined || head.at < from) return { entries, next: null };
    if (entries.length >= limit) return { entries, next };
    const entry = head.at < until ? head.entry() : null;
    if (entry !== null && isFound(entry)) entries.push(entry);
    taken[of] = (taken[of] ?? 0) + 1;
    next[of] = head.cursor;
  }
}

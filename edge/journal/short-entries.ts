import type { AttentionItem } from '../../shared/attention/item.ts';
import {
  type AttentionKind,
  isAttentionKind,
  isExpected,
  isTrouble,
  reportedBy,
  ruleOf,
} from '../../shared/attention/kinds/kinds.ts';
import { openingKey } from '../../shared/attention/news.ts';
import type { ImportRecord } from '../../shared/edge-api/imports.ts';
import { FILLED_KEYS } from '../../shared/endings/event-ending.ts';
import { countOf, groupImports } from '../../shared/journal/import-groups.ts';
import type { EntryOf, JournalEntry } from '../../shared/journal/journal.ts';
import type { AttentionNow } from '../../shared/snapshot/attention-schema.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import type { SubscriptionHealth } from '../../shared/snapshot/webhook-health.ts';
import type { AnnouncementBook } from './announcement-book.ts';
import { type Asked, type Item, narrowedTo } from './asked.ts';
import { forRole, isWrongOf } from './entries.ts';

const toldBy = (kind: string) => ruleOf(kind)?.told.by ?? null;

/** Work whose end opened a need, which stands in the list as the entry of that work. */
const OPENED_BY: Readonly<Partial<Record<AttentionKind, string>>> = {
  'run-failed':
    "SELECT 1 FROM work WHERE project_id = ? AND kind = 'run' AND row ->> 'ending' = 'failed' LIMIT 1",
  'deploy-failed':
    "SELECT 1 FROM work WHERE project_id = ? AND kind = 'deploy' AND row ->> 'ending' = 'failed' LIMIT 1",
  'keys-needed': `SELECT 1 FROM events WHERE project_id = ? AND event = 'agent.prompt.finished'
     AND row ->> '$.facts.${FILLED_KEYS}' IS NOT NULL LIMIT 1`,
};

/** Latest events of a project and a name among which the one is that reports a need. */
const REPORTS_MAX = 20;

/** What an item is filtered by: an event's name, or a kind of entry. */
const filterOf = (kind: string): string =>
  isTrouble(kind) ? 'trouble' : isExpected(kind) ? 'forecast' : (toldBy(kind) ?? 'trouble');

/**
 * Lists what needs somebody, or did lately, and no other entry tells, such as what was so already when the
 * edge was set up, what is only expected, and deliveries or alerts that do not arrive.
 */
export function needEntries(
  asked: Asked,
  attention: AttentionNow | undefined,
  told: AnnouncementBook,
): Omit<Item, 'cursor'>[] {
  const { project = '', kind = '' } = asked.query;
  return allOf(attention).flatMap(({ item, ...ended }) => {
    const reason = item.reason;
    const about = told.of(openingKey(item.id, item.opening));
    const isAlone = isTrouble(reason.kind);
    if (
      !isAttentionKind(reason.kind) ||
      (!isAlone && (toldBy(reason.kind) === 'another-entry' || about !== null))
    )
      return [];
    if ((project !== '' && item.projectId !== project) || (kind !== '' && filterOf(reason.kind) !== kind))
      return [];
    const made: EntryOf<'need'> = {
      ...{ kind: 'need', id: `trouble ${item.id} ${item.opening}`, at: item.openedAt, item, ...ended },
      ...{ isWrong: isWrongOf(reason, item.severity), told: about },
    };
    const entry = (): JournalEntry | null =>
      !isAlone && isReported(asked.sql, item) ? null : forRole(made, asked.role);
    return [{ at: item.openedAt, entry }];
  });
}

/** The filter of a kind is that of what is listed of it. */
export const isAskedFor = ({ query }: Asked, kind: string): boolean => {
  const { kind: entryKind, event } = narrowedTo(query);
  return event === null && (entryKind === null || entryKind === kind);
};

function isReported(sql: SqlStorage, item: Pick<AttentionItem, 'id' | 'projectId'> & NeedItem): boolean {
  const { kind } = item.reason;
  const opened = isAttentionKind(kind) ? OPENED_BY[kind] : undefined;
  if (opened !== undefined && sql.exec(opened, item.projectId).toArray().length > 0) return true;
  const event = toldBy(kind);
  if (event === null) return false;
  const query = 'SELECT row FROM events WHERE event = ? AND project_id IS ? ORDER BY seq DESC LIMIT ?';
  return sql
    .exec<{ row: string }>(query, event, item.projectId, REPORTS_MAX)
    .toArray()
    .some(({ row }) => reportedBy(JSON.parse(row) as KeptEvent).some(({ id }) => id === item.id));
}

type NeedItem = AttentionNow['items'][number];

/** What is open, and what ended lately. */
function allOf(attention: AttentionNow | undefined): Pick<EntryOf<'need'>, 'item' | 'endedAt' | 'endedBy'>[] {
  const { items = [], endedTroubles = [] } = attention ?? {};
  return [
    ...items.map((item) => ({ item, endedAt: null })),
    ...endedTroubles.map(({ resolvedAt, endedBy, ...item }) => ({
      ...{ item, endedAt: resolvedAt },
      ...(endedBy !== undefined && { endedBy }),
    })),
  ];
}

/** What was saved at once, from whichever browser. */
export function importEntries(asked: Asked, list: () => ImportRecord[]): Omit<Item, 'cursor'>[] {
  const { project = '' } = asked.query;
  if (asked.role === 'viewer' || !isAskedFor(asked, 'import')) return [];
  return groupImports(list())
    .filter(({ projectId }) => project === '' || projectId === project)
    .map(({ id, createdAt, records }) => {
      const isGoing = records.some(
        ({ state }) => state === 'running' || state === 'queued' || state === 'undoing',
      );
      const left = countOf({ records }, 'refused') + countOf({ records }, 'unknown');
      const entry: JournalEntry = {
        ...{ kind: 'imported', id: `import ${id}`, at: createdAt, records: [...records] },
        isWrong: !isGoing && left > 0,
      };
      return { at: createdAt, entry: () => entry };
    });
}

/** Deliveries that were rejected, of which those that came twice are none that went wrong. */
export function refusedEntries(
  asked: Asked,
  rejections: () => SubscriptionHealth['rejections'],
): Omit<Item, 'cursor'>[] {
  if (asked.role === 'viewer' || asked.query.project || !isAskedFor(asked, 'refused')) return [];
  return rejections().map((rejection) => ({
    at: rejection.lastAt,
    entry: (): JournalEntry => ({
      ...{ kind: 'refused', id: `refused ${rejection.reason}`, at: rejection.lastAt, rejection },
      isWrong: rejection.reason !== 'duplicate',
    }),
  }));
}

import { isExpected, reportedBy, ruleOf } from '../../shared/attention/kinds/kinds.ts';
import { announceNews, newsOf } from '../../shared/attention/news.ts';
import { actOf } from '../../shared/edge-api/guards.ts';
import type { Role } from '../../shared/edge-api/role.ts';
import type { WorkEntry } from '../../shared/edge-api/work.ts';
import { FILLED_KEYS } from '../../shared/endings/event-ending.ts';
import type { JournalEntry } from '../../shared/journal/journal.ts';
import type { Severity } from '../../shared/snapshot/attention.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';

const isNameless = (kind: string): boolean => ruleOf(kind)?.told.isNameless ?? false;

/** Facts of events that name a channel, host, browser, variable or import. */
const NAMING: readonly string[] = [FILLED_KEYS, 'by', 'host'];

/** Filters an entry for a role: viewers get work and what needs somebody, without names; null: nothing. */
export function forRole(entry: JournalEntry, role: Role): JournalEntry | null {
  if (role !== 'viewer') return entry;
  switch (entry.kind) {
    case 'work':
      return { ...entry, end: entry.end && nameless(entry.end), also: ofService(entry.also) };
    case 'event': {
      const { event, also } = entry;
      const [reported] = reportedBy(event);
      return event.source !== 'edge' && reported !== undefined && isNameless(reported.reason.kind)
        ? { ...entry, event: nameless(event), also: ofService(also) }
        : null;
    }
    case 'need':
      return isNameless(entry.item.reason.kind)
        ? { ...entry, item: { ...entry.item, seen: entry.item.seen && { ...entry.item.seen, by: '' } } }
        : null;
    case 'call':
    case 'act':
    case 'imported':
    case 'told':
    case 'refused':
      return null;
  }
}

const ofService = (events: readonly KeptEvent[]): KeptEvent[] =>
  events.filter(({ source }) => source !== 'edge').map(nameless);

const nameless = (event: KeptEvent): KeptEvent => ({
  ...event,
  facts: Object.fromEntries(Object.entries(event.facts).filter(([name]) => !NAMING.includes(name))),
});

/** Returns what an entry is searched by: project, names, texts and prompt, not the words it is drawn with. */
export function textOf(entry: JournalEntry, labels: ReadonlyMap<string, string>): string {
  const project = (id: string | null) => (id === null ? '' : `${id} ${labels.get(id) ?? ''}`);
  const event = ({ event, id, projectId, facts }: KeptEvent) =>
    [event, id, project(projectId), ...Object.values(facts)].join(' ');
  switch (entry.kind) {
    case 'work': {
      const { row, end, also } = entry;
      const { projectId, kind, prompt, reason, by, call } = row;
      return [
        project(projectId),
        kind,
        prompt,
        reason,
        by,
        call,
        ...[end ?? [], also].flat().map(event),
      ].join(' ');
    }
    case 'event':
      return [entry.event, ...entry.also].map(event).join(' ');
    case 'act':
      return entry.events.map(event).join(' ');
    case 'call': {
      const { operation, requestedProjectId, projectId, label } = entry.record;
      return [operation, project(requestedProjectId), project(projectId), label, entry.words, entry.by].join(
        ' ',
      );
    }
    case 'imported':
      return entry.records
        .map(({ projectId, table, by, source }) =>
          [project(projectId), table, by, JSON.stringify(source)].join(' '),
        )
        .join(' ');
    case 'told':
      return entry.all
        .map(({ projectId, about }) => [project(projectId), ...Object.values(about)].join(' '))
        .join(' ');
    case 'need':
      return [project(entry.item.projectId), ...Object.values(entry.item.reason)].join(' ');
    case 'refused':
      return [entry.rejection.reason, project(entry.rejection.about)].join(' ');
  }
}

/** Tells whether something went wrong or hit a limit, unless it was wanted or is only expected. */
export const isWrongOf = (about: { kind: string }, severity: Severity): boolean =>
  severity !== 'note' && about.kind !== 'feature-disabled' && !isExpected(about.kind);

export function isWrongEvent(event: KeptEvent): boolean {
  const news = newsOf(event);
  if (news) return isWrongOf(news, announceNews(news, event.projectId ?? '', event.at, '').severity);
  const [reported] = reportedBy(event);
  if (reported) return isWrongOf(reported.reason, reported.severity);
  return event.source === 'edge' && actOf(event)?.did === 'could-not';
}

const BAD_ENDS: ReadonlySet<string | null> = new Set(['failed', 'capped', 'paused']);

/** @param end the event of its end: what has done all it could may have asked for keys */
export const isWrongWork = ({ ending }: Pick<WorkEntry, 'ending'>, end: KeptEvent | null): boolean =>
  BAD_ENDS.has(ending) || (ending === 'succeeded' && end?.facts[FILLED_KEYS] !== undefined);

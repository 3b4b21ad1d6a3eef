import { SECOND_MS } from '../../../../shared/time.ts';
import { formatFacts } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { naming } from '../../../ui/page-state.ts';
import { rowOf } from './entry-row.ts';
import type { ActivityEntry } from './row.ts';

/** What keeps the direction of a name apart from the words around it: nothing for a file. */
const ISOLATES = /[\u2068\u2069]/g;

/** The entry as lines of a file: each change or forecast of several has its own. */
export function entryRecords(entry: ActivityEntry): Record<string, string | number>[] {
  if (entry.kind === 'act')
    return entry.events.flatMap((event) =>
      entryRecords({ ...entry, kind: 'event', at: event.at, event, also: [], told: null }),
    );
  if (entry.kind === 'told' && entry.all.length > 1)
    return entry.all.flatMap((told) => entryRecords({ ...entry, at: told.at, all: [told] }));
  const { projectId, title, facts, exactly = facts, numbers, prompt = '', record = [] } = rowOf(entry);
  const { lastedMs, credits } = numbers ?? {};
  const cell = (words: string) => words.replace(ISOLATES, '');
  const cells = [
    new Date(entry.at).toISOString(),
    projectId === null ? '' : cell(naming.value.project(projectId)),
    cell(title),
    cell(formatFacts(...exactly)),
    naming.value.screened ? '' : prompt,
    lastedMs == null ? '' : Math.floor(lastedMs / SECOND_MS),
    credits ?? '',
    ...record,
  ];
  return [Object.fromEntries(recordNames().map((name, at) => [name, cells[at] ?? '']))];
}

/** The columns of such a file. */
export const recordNames = (): string[] => [
  t('console.activity.fact.at'),
  t('fact.project'),
  t('view.activity'),
  t('console.activity.fact.about'),
  t('fact.prompt'),
  t('console.activity.fact.seconds'),
  t('console.activity.fact.credits'),
  t('fact.event'),
  t('fact.id'),
];

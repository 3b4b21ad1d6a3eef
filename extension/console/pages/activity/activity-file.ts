import { SECOND_MS } from '../../../../shared/time.ts';
import { eventKindWords } from '../../../i18n/event-kind.ts';
import { formatFacts } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { naming } from '../../../ui/page-state.ts';
import { decoded } from '../../parts/escaped-text.ts';
import { rowOf } from './activity-line.tsx';
import { type ActivityEntry, entryKindOf, entryProject } from './entries.ts';
import { filterOf } from './troubles.ts';

/** What keeps the direction of a name apart from the words around it: nothing for a file. */
const ISOLATES = /[\u2068\u2069]/g;

/** The entry as lines of a file: each change or forecast of several has its own. */
export function entryRecords(entry: ActivityEntry): Record<string, string | number>[] {
  if (entry.kind === 'act')
    return entry.events.flatMap((event) =>
      entryRecords({ kind: 'event', at: event.at, event, also: [], call: null, told: null }),
    );
  if (entry.kind === 'forecasts')
    return entry.all.flatMap((told) => entryRecords({ kind: 'notice', at: told.at, told }));
  const { title, facts, exactly = facts, numbers } = rowOf(entry, '');
  const { lastedMs, credits } = numbers ?? {};
  const cell = (words: string) => words.replace(ISOLATES, '');
  const projectId = entryProject(entry);
  const cells = [
    new Date(entry.at).toISOString(),
    projectId === null ? '' : cell(naming.value.project(projectId)),
    cell(title),
    cell(formatFacts(...exactly)),
    naming.value.screened ? '' : entryPrompt(entry),
    lastedMs == null ? '' : Math.floor(lastedMs / SECOND_MS),
    credits ?? '',
    ...entryKind(entry),
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

/** What it is, as the filter has it, and what identifies it. */
function entryKind(entry: Exclude<ActivityEntry, { kind: 'act' | 'forecasts' }>): [kind: string, id: string] {
  switch (entry.kind) {
    case 'event':
      return [eventKindWords(entry.event.event), entry.event.id];
    case 'own':
      return [t('console.activity.kinds.own'), entry.call.key];
    case 'launch':
      return [t('console.activity.kinds.own'), entry.launch.key];
    case 'trouble': {
      const filter = filterOf(entry.trouble);
      const kind = entryKindOf(filter);
      return [kind === null ? eventKindWords(filter) : t(`console.activity.kinds.${kind}`), ''];
    }
    default:
      return [t(`console.activity.kinds.${entry.kind}`), ''];
  }
}

/** The prompt as far as it is kept: of a paid call, its first words. */
function entryPrompt(entry: ActivityEntry): string {
  if (entry.kind === 'launch') return entry.launch.draft.words;
  if (entry.kind === 'own') return entry.call.about.operation === 'startAgent' ? entry.call.about.words : '';
  const prompt = entry.kind === 'event' ? entry.event.facts.prompt : null;
  return typeof prompt === 'string' ? decoded(prompt) : '';
}

import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { t } from '../../../i18n/t.ts';
import { edgeNow, naming } from '../../../ui/page-state.ts';
import { toldText } from '../../kit/told-words.ts';
import { eventReceipt } from '../../parts/receipts.tsx';
import { rowOf } from './activity-line.tsx';
import { settingChangeOf } from './change-words.ts';
import type { ActivityEntry } from './entries.ts';
import { failureReason } from './event-facts.ts';
import { eventFactWords, eventWords } from './event-words.ts';
import { paidOperationWords } from './paid-operations.ts';

/** What an entry is found by: what its row shows, its project, and the names in it. */
export function searchText(entry: ActivityEntry): string {
  const { title, facts, numbers } = rowOf(entry, '');
  const text = [title, ...facts, numbers?.cost, ...namesIn(entry)].join(' ');
  // Large numbers are also found without what groups their digits.
  return `${text} ${text.replace(/(\d)[.,'’\s](?=\d{3})/g, '$1')}`;
}

function namesIn(entry: ActivityEntry): (string | null | undefined)[] {
  const { project } = naming.value;
  switch (entry.kind) {
    case 'event':
      return [...[entry.event, ...entry.also].map(eventText), entry.call?.about.words];
    case 'act':
      return entry.events.map(eventText);
    case 'own': {
      const { operation, words, projectId } = entry.call.about;
      return [operation, paidOperationWords(operation), words, projectId && project(projectId)];
    }
    case 'launch':
      return [entry.launch.draft.name, entry.launch.draft.words];
    case 'notice':
      return [toldText(entry.told)];
    case 'forecasts':
      return entry.all.map(toldText);
    case 'import':
      return [t('console.activity.kinds.import'), project(entry.group.projectId), entry.group.table];
    case 'trouble':
      return [entry.trouble.item.projectId && project(entry.trouble.item.projectId)];
    case 'refused':
      return [];
  }
}

function eventText(kept: KeptEvent): string {
  const { event, projectId, id } = kept;
  return [
    eventWords(kept, naming.value, edgeNow.value),
    eventFactWords(kept, naming.value, edgeNow.value),
    failureReason(kept),
    eventReceipt(kept)?.about,
    event,
    settingChangeOf(kept)?.setting === 'site' ? t('verb.unpublish') : null,
    projectId && naming.value.project(projectId),
    id,
  ].join(' ');
}

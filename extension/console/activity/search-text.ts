import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import { t } from '../../i18n/t.ts';
import { edgeNow, naming } from '../../ui/page-state.ts';
import { toldText } from '../alerts/told-words.ts';
import { eventReceipt } from '../parts/receipts.tsx';
import type { ActivityEntry } from './entries.ts';
import { failureReason } from './event-facts.ts';
import { eventFactWords, eventWords, rejectionWords, troubleWords } from './event-words.ts';
import { launchRow } from './launch-row.ts';
import { ownCallWords, paidOperationWords } from './paid-operations.ts';

/** What an entry is found by: its sentence, its project, and the names in it. */
export function searchText(entry: ActivityEntry): string {
  const { project } = naming.value;
  switch (entry.kind) {
    case 'event':
      return [...[entry.event, ...entry.also].map(eventText), entry.call?.about.words].join(' ');
    case 'act':
      return entry.events.map(eventText).join(' ');
    case 'own': {
      const { about } = entry.call;
      return [ownCallWords(entry.call), paidOperationWords(about.operation), about.words].join(' ');
    }
    case 'launch': {
      const { title, outcome } = launchRow(entry.launch);
      return [title, entry.launch.draft.name, entry.launch.draft.words, outcome].join(' ');
    }
    case 'notice':
      return toldText(entry.told);
    case 'forecasts':
      return entry.all.map(toldText).join(' ');
    case 'import': {
      const { projectId, table, by } = entry.group;
      return [t('console.activity.kinds.import'), project(projectId), table, by].join(' ');
    }
    case 'trouble': {
      const { title, facts } = troubleWords(entry.trouble, naming.value, edgeNow.value);
      return `${title} ${facts}`;
    }
    case 'refused': {
      const { title, about } = rejectionWords(entry.rejection, naming.value);
      return `${title} ${about}`;
    }
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
    projectId && naming.value.project(projectId),
    id,
  ].join(' ');
}

import { verdictWords } from '../i18n/blocker-words.ts';
import { t } from '../i18n/t.ts';
import { buildingNow } from '../ui/building.ts';
import { edgeNow, naming } from '../ui/page-state.ts';

/** Whether a project would take a prompt now, as a line of a row's details. */
export function buildingFact(projectId: string): [string, string] {
  const { verdict } = buildingNow('prompt', projectId);
  const { title, facts } = verdictWords(verdict, 'project', naming.value, edgeNow.value);
  const isAnswered = verdict.kind === 'yes' || verdict.kind === 'short';
  return [t('verdict.question'), isAnswered || facts === '' ? title : `${title}: ${facts}`];
}

import { t } from '../i18n/t.ts';
import { verdictNow } from '../ui/building.ts';

/** Whether a project would accept a prompt now, as a line of a row's details. */
export function buildingFact(projectId: string): [string, string] {
  const { verdict, title, facts } = verdictNow('prompt', projectId);
  const isAccepted = verdict.kind === 'yes' || verdict.kind === 'short';
  return [t('verdict.question'), isAccepted || facts === '' ? title : `${title}: ${facts}`];
}

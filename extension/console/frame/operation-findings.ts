import { t } from '../../i18n/t.ts';
import { followedProject, stored } from '../../ui/stored-state.ts';
import { FORM, operationAddress, shownOperations } from '../pages/operations/shown.ts';
import { route } from '../parts/navigation.ts';
import { type Finding, go } from './palette-findings.ts';

/** Operations of the project at hand, by sentence and name. Loaded with their rows when the palette opens. */
export function operationFindings(): readonly Finding[] {
  const { value: at } = route;
  const projectId = at.kind === 'project' ? at.projectId : '';
  const role = stored.value?.connection?.role ?? 'viewer';
  const engine = followedProject(projectId)?.engine ?? null;
  return shownOperations({ role, engine, hasBackend: true }).map(({ name, operation }) =>
    go(operation.does, t('view.operations'), operationAddress(name, projectId), {
      ...{ also: name, part: FORM },
    }),
  );
}

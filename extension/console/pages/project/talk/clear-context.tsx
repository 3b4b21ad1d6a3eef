import { engineOf } from '../../../../../shared/spending/price.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { projectPath } from '../../../../reads/paths.ts';
import { useProject } from '../../../../reads/use-project.ts';
import { ConfirmButton } from '../../../../ui/confirm.tsx';
import { followedProject } from '../../../../ui/stored-state.ts';
import { ChangeStatus } from '../../../parts/part.tsx';

/** Clears the agent's context; refused while it runs. */
export function ClearContext({ projectId }: { projectId: string }) {
  const change = useChange();
  const project = useProject(projectId).state.value;
  const isLegacy = project.kind === 'shown' && engineOf(project.value) === 'legacy';
  const isRunning = followedProject(projectId)?.run?.phase === 'running';
  return (
    <div class="verbs">
      <ConfirmButton
        look="plain"
        label={t('console.talk.clear')}
        sure={t('console.talk.clearSure')}
        off={isRunning && t('blocker.agentRunning')}
        onSure={() =>
          void change.send(
            { method: 'POST', path: projectPath(projectId, '/agent/clear-context'), body: undefined },
            [projectPath(projectId, '/agent/full-conversation')],
          )
        }
      />
      {isLegacy && <span class="meta">{t('console.talk.clearLegacy')}</span>}
      <ChangeStatus state={change.state.value} kept={t('console.talk.cleared')} />
    </div>
  );
}

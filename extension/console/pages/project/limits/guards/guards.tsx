import './guards.css';
import { GUARD_KINDS, type GuardActRecord } from '../../../../../../shared/edge-api/guards.ts';
import { formatClock, formatExact } from '../../../../../i18n/format.ts';
import { t } from '../../../../../i18n/t.ts';
import { isOfOlderEdge, Loaded } from '../../../../../reads/loaded.tsx';
import { edgeNow } from '../../../../../ui/page-state.ts';
import { mayAct } from '../../../../../ui/stored-state.ts';
import { useGuards } from '../../../../kit/budget-choice.tsx';
import { actWords, guardName, guardWords } from '../../../../kit/guard-words.ts';
import { useBegunForms } from '../../../../parts/form-draft.tsx';
import { Part } from '../../../../parts/part.tsx';
import { viewAddress } from '../../../../parts/routes.ts';
import { GuardRow } from './guard-row.tsx';

/** The guards of a project: settings, current effect, past actions, and forms with trials. */
export function Guards({ projectId }: { projectId: string }) {
  const guards = useGuards(projectId);
  const begun = useBegunForms();
  const state = guards.state.value;
  const isOwner = mayAct('owner');
  const isOlderEdge = isOfOlderEdge(state);
  return (
    <Part
      title={t('console.guards.title')}
      summary={
        isOlderEdge
          ? t('state.olderEdge')
          : state.kind === 'shown' &&
            state.value.guards.map(({ guard }) => guardWords(guard, edgeNow.value)).join(' · ')
      }
      verb={
        isOwner && state.kind === 'shown' && state.value.guards.length === 0 ? t('console.guards.add') : null
      }
      isOpen={
        GUARD_KINDS.some((kind) => begun.has(`guard ${projectId} ${kind}`)) ||
        (state.kind === 'shown' && state.value.guards.some(({ problem }) => problem !== null))
      }
    >
      {!isOlderEdge && (
        <Loaded of={guards}>
          {({ guards: records, acts }) => (
            <>
              <ul class="guards">
                {GUARD_KINDS.map((kind) => (
                  <GuardRow
                    key={kind}
                    kind={kind}
                    record={records.find(({ guard }) => guard.kind === kind) ?? null}
                    projectId={projectId}
                  />
                ))}
              </ul>
              <Acts acts={acts} />
            </>
          )}
        </Loaded>
      )}
    </Part>
  );
}

function Acts({ acts }: { acts: readonly GuardActRecord[] }) {
  if (acts.length === 0) return null;
  return (
    <details class="guard-acts">
      <summary>{t('console.guards.acts')}</summary>
      <ul class="lines-list">
        {acts.map((act) => (
          <li key={act.seq} class="line spread">
            <a class="plain-link" href={viewAddress('activity', String(act.seq))}>
              {act.guard && <strong>{guardName(act.guard)}</strong>} {actWords(act)}
            </a>
            <span class="meta" title={formatExact(act.at)}>
              {formatClock(act.at, edgeNow.value)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

import { type WorkFacts, type WorkPage, workPage } from '../../shared/edge-api/work.ts';
import type { WorkMark } from '../../shared/work/row.ts';
import { formatClock } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../reads/change.ts';
import { workPath } from '../reads/paths.ts';
import { useResource } from '../reads/resource.ts';
import { Button } from '../ui/button.tsx';
import { verbOf } from '../ui/confirm.tsx';
import { FailureLine } from '../ui/failure-line.tsx';
import { edgeNow } from '../ui/page-state.ts';
import { mayAct } from '../ui/stored-state.ts';

/** The newest rows of work of a project, with its chain; null until read. */
export function useWork(projectId: string): WorkPage | null {
  const { value } = useResource({ path: workPath(projectId), schema: workPage }).state;
  return value.kind === 'shown' ? value.value : null;
}

/** Says something of a run for everybody, or takes it back. @param id of its row */
function useMark(projectId: string, id: number) {
  const change = useChange();
  const send = (mark: WorkMark | null) =>
    void change.send({ method: 'POST', path: `/work/${id}/mark`, body: { mark } }, [workPath(projectId)]);
  const state = change.state.value;
  return { send, failure: state.kind === 'failed' ? state.error : null };
}

/** Marks a succeeded run as one that did not do what was asked, or takes that back. `of`: its name. */
export function NotFixed({ run, of }: { run: WorkFacts; of: string }) {
  const { send, failure } = useMark(run.projectId, run.id);
  if (run.kind !== 'run' || run.ending !== 'succeeded' || !mayAct('builder')) return null;
  const isMarked = run.mark?.mark === 'not-fixed';
  return (
    <>
      <Button
        quiet
        aria-pressed={isMarked}
        aria-label={verbOf(t('verb.notFixed'), of)}
        title={t('verb.notFixedHint')}
        onClick={() => send(isMarked ? null : 'not-fixed')}
      >
        {t('verb.notFixed')}
      </Button>
      {failure && <FailureLine of={failure} />}
    </>
  );
}

/** Ends the chain: the thing works now. @param id of its last run's row */
export function Fixed({ projectId, id }: { projectId: string; id: number }) {
  const { send, failure } = useMark(projectId, id);
  if (!mayAct('builder')) return null;
  return (
    <>
      <Button quiet onClick={() => send('fixed')}>
        {t('verb.fixed')}
      </Button>
      {failure && <FailureLine of={failure} />}
    </>
  );
}

/** Of the run with this number. */
export function NotFixedOf({ projectId, id }: { projectId: string; id: number }) {
  const run = useWork(projectId)?.rows.find((row) => row.id === id);
  return run === undefined ? null : <NotFixed run={run} of={formatClock(run.begunAt, edgeNow.value)} />;
}

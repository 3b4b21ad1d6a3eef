import { t } from '../../i18n/t.ts';
import { useChange } from '../../reads/change.ts';
import { sitePath } from '../../reads/paths.ts';
import { useSite } from '../../reads/use-site.ts';
import { Button } from '../../ui/button.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { mayAct } from '../../ui/stored-state.ts';
import { ChangeStatus } from './part.tsx';

/** Marks a version as good for everybody, or takes that back; for those who may. @param of its name */
export function Star({
  projectId,
  versionId,
  madeAt,
  of,
}: {
  projectId: string;
  versionId: string;
  madeAt: number;
  of: string;
}) {
  const change = useChange();
  const site = useSite(projectId);
  if (site === null || !mayAct('builder')) return null;
  const isMarked = site.marks?.some((mark) => mark.versionId === versionId) ?? false;
  const path = sitePath(projectId, `/marks/${encodeURIComponent(versionId)}`);
  const words = verbOf(t('verb.works'), of);
  return (
    <>
      <Button
        class="button quiet icon star"
        aria-pressed={isMarked}
        aria-label={words}
        title={words}
        onClick={() =>
          void change.send(
            isMarked
              ? { method: 'DELETE', path, body: undefined }
              : { method: 'PUT', path, body: { madeAt } },
            [sitePath(projectId)],
          )
        }
      >
        <span aria-hidden="true">{isMarked ? '★' : '☆'}</span>
      </Button>
      {/* That it was kept is what the star shows. */}
      <ChangeStatus state={change.state.value.kind === 'failed' ? change.state.value : { kind: 'idle' }} />
    </>
  );
}

import * as z from 'zod/mini';
import { parse } from '../../../../../shared/parse.ts';
import { parseInstant } from '../../../../../shared/time.ts';
import { formatAgo, formatFacts } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { allDataOf, dataPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { verbOf } from '../../../../ui/confirm.tsx';
import { edgeNow } from '../../../../ui/page-state.ts';
import { EditSwitch } from '../../../grid/edit-switch.tsx';
import { RawValue } from '../../../grid/long-text.tsx';
import { changesOf, withoutDeleted } from '../../../grid/staged-changes.ts';
import { writeMode } from '../../../grid/write-mode.ts';
import { ChangeStatus, Lines, Part } from '../../../parts/part.tsx';
import { sourceKey, useTables } from './data-source.ts';
import { summaryOf } from './reference-names.tsx';

/** The reference does not document an entry: an id to restore it by, and unknown fields. */
const deletedEntry = z.looseObject({
  _id: z.nullish(z.string()),
  objectId: z.nullish(z.string()),
  type: z.nullish(z.string()),
  deletedAt: z.nullish(z.string()),
  deletedBy: z.nullish(z.string()),
  object: z.nullish(z.record(z.string(), z.unknown())),
});
type DeletedEntry = z.infer<typeof deletedEntry>;

export function DeletedRecords({ projectId }: { projectId: string }) {
  const deleted = useResource({
    path: dataPath(projectId, '/data-deleted'),
    schema: z.unknown(),
    keep: false,
  });
  return (
    <Part title={t('fact.deleted')} side={<EditSwitch mode={writeMode(projectId, 'app')} place="app" />}>
      <Loaded of={deleted}>
        {(response) => {
          const entries = parse(z.array(deletedEntry), response);
          if (entries === null) return <RawValue value={response} />;
          return (
            <Lines>
              {entries.map((entry, index) => (
                <Entry key={entry._id ?? entry.objectId ?? index} projectId={projectId} entry={entry} />
              ))}
            </Lines>
          );
        }}
      </Loaded>
    </Part>
  );
}

function Entry({ projectId, entry }: { projectId: string; entry: DeletedEntry }) {
  const tables = useTables(projectId);
  const { objectId, _id, type, deletedAt, deletedBy, object } = entry;
  const mode = writeMode(projectId, 'app');
  const change = useChange(mode);
  const id = objectId ?? _id;
  const name = summaryOf(object ?? {}) ?? isolated(id ?? '–');
  const at = parseInstant(deletedAt);
  const restore = async () => {
    const path = dataPath(projectId, '/data-deleted/undo-delete-object/:objectId', { objectId: id ?? '' });
    const sent = await change.send({ method: 'PUT', path, body: undefined }, [allDataOf(projectId)]);
    if (!sent.ok || !id || !type) return;
    const table = changesOf(sourceKey(projectId, type)).sent;
    table.value = withoutDeleted(table.peek(), id);
  };
  return (
    <li class="line spread">
      <span>
        <strong>{name}</strong>{' '}
        <span class="meta">
          {formatFacts(
            type && isolated(tables.find((one) => one.type === type)?.label ?? type),
            at !== null && formatAgo(at, edgeNow.value),
            deletedBy && isolated(deletedBy),
          )}
        </span>
      </span>
      <span class="verbs">
        <ChangeStatus state={change.state.value} />
        {id && mode.on.value && (
          <Button aria-label={verbOf(t('console.data.restore'), name)} onClick={() => void restore()}>
            {t('console.data.restore')}
          </Button>
        )}
      </span>
    </li>
  );
}

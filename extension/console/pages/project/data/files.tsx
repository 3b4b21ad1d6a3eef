import { useSignal } from '@preact/signals';
import { records, type Table } from '../../../../../shared/data-api/records.ts';
import { type AppFile, appFiles } from '../../../../../shared/edge-api/app-files.ts';
import { formatAgo, formatFacts, formatList, formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { sendMessage } from '../../../../messaging/client.ts';
import { useChange } from '../../../../reads/change.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { dataPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { Button } from '../../../../ui/button.tsx';
import { Question, useOpener } from '../../../../ui/confirm.tsx';
import { edgeNow, mask } from '../../../../ui/page-state.ts';
import { mayAct } from '../../../../ui/stored-state.ts';
import { EditSwitch } from '../../../grid/edit-switch.tsx';
import { fileNames } from '../../../grid/values.ts';
import { writeMode } from '../../../grid/write-mode.ts';
import { ChangeStatus, Part } from '../../../parts/part.tsx';
import { projectAddress } from '../../../parts/routes.ts';
import { useTables } from './data-source.ts';

/** Files stored in the app through the edge: which of them no record names, and the way to delete them. */
export function AppFiles({ projectId }: { projectId: string }) {
  const path = `/app-files/${encodeURIComponent(projectId)}`;
  const files = useResource({ path, schema: appFiles, keep: false });
  const tables = useTables(projectId);
  const found = useSignal<NamedFiles | null>(null);
  const progress = useSignal<number | null>(null);
  const isOwner = mayAct('owner');
  const look = async () => {
    progress.value = 0;
    try {
      found.value = await readNamedFiles(projectId, tables, (read) => (progress.value = read));
    } finally {
      progress.value = null;
    }
  };
  return (
    <Part
      title={t('fact.files')}
      side={isOwner && <EditSwitch mode={writeMode(projectId, 'app')} place="app" />}
    >
      <p class="meta">{t('console.files.means')}</p>
      <Loaded of={files}>
        {({ files: list, isCut }) =>
          list.length === 0 ? (
            <p class="meta">{t('status.nothingYet')}</p>
          ) : (
            <>
              <p class="verbs">
                <Button
                  off={tables.length === 0 && t('status.incomplete')}
                  busy={progress.value !== null}
                  onClick={() => void look()}
                >
                  {t('console.files.look')}
                </Button>
                <span class="meta" role="status">
                  {progress.value !== null
                    ? t('console.files.looking', { count: formatNumber(progress.value) })
                    : found.value && sumOf(list, found.value)}
                </span>
              </p>
              <ul class="lines-list">
                {list.map((file) => (
                  <FileLine
                    key={file.fileName}
                    projectId={projectId}
                    file={file}
                    found={found.value}
                    listPath={path}
                    mayDelete={isOwner}
                  />
                ))}
              </ul>
              {isCut && <p class="meta">{t('console.files.cut', { count: formatNumber(list.length) })}</p>}
            </>
          )
        }
      </Loaded>
    </Part>
  );
}

/** "2 belong to no record.", and which tables were not read whole. */
function sumOf(list: readonly AppFile[], { named, unread }: NamedFiles): string {
  const without = list.filter(({ fileName }) => !named.has(fileName)).length;
  const count = { count: formatNumber(without) };
  return unread.length === 0
    ? t('console.files.sum', without, count)
    : t('console.files.sumUnread', without, {
        ...count,
        tables: formatList(unread.map(({ label }) => isolated(label))),
      });
}

function FileLine({
  projectId,
  file: { fileName, name, storedAt, by },
  found,
  listPath,
  mayDelete,
}: {
  projectId: string;
  file: AppFile;
  found: NamedFiles | null;
  listPath: string;
  mayDelete: boolean;
}) {
  const mode = writeMode(projectId, 'app');
  const change = useChange(mode);
  const isConfirming = useSignal(false);
  const opener = useOpener(isConfirming.value);
  const close = () => (isConfirming.value = false);
  const records = found?.named.get(fileName) ?? [];
  const remove = () => {
    close();
    const path = dataPath(projectId, '/files/:fileName', { fileName });
    void change.send({ method: 'DELETE', path, body: undefined }, [listPath]);
  };
  const label = t('verb.deleteOf', { name: mask(isolated(name)) });
  return (
    <li class="line">
      <div class="spread">
        <span>
          <strong>{mask(isolated(name))}</strong>{' '}
          <span class="meta">
            {formatFacts(formatAgo(storedAt, edgeNow.value), by && mask(isolated(by)), isolated(fileName))}
          </span>{' '}
          {records.map(({ table, recordId }) => (
            <a
              key={recordId}
              class="meta"
              href={projectAddress(projectId, 'data', 'tables', table.type, recordId)}
            >
              {t('console.files.inRecord', { table: isolated(table.label) })}
            </a>
          ))}
          {found && records.length === 0 && (
            <span class={found.unread.length === 0 ? 'chip' : 'meta'}>
              {t(found.unread.length === 0 ? 'console.files.noRecord' : 'console.files.notRead')}
            </span>
          )}
        </span>
        <span class="verbs">
          <ChangeStatus state={change.state.value} />
          {mayDelete && mode.on.value && !isConfirming.value && (
            <Button at={opener} aria-label={label} onClick={() => (isConfirming.value = true)}>
              {t('console.delete')}
            </Button>
          )}
        </span>
      </div>
      {isConfirming.value && (
        <Question label={label} verb={t('console.files.deleteNow')} onSure={remove} onBack={close}>
          <p>
            {t('console.files.lost')}{' '}
            {records.length > 0
              ? t('console.files.lostOf', records.length)
              : t(
                  found?.unread.length === 0 ? 'console.files.lostOfNone' : 'console.files.lostOfUnknown',
                )}{' '}
            {t('console.files.lostUnsaved')}
          </p>
        </Question>
      )}
    </li>
  );
}

const PAGE = 200;
/** Beyond so many requests what is left counts as not read. */
const REQUESTS_MAX = 100;

interface NamingRecord {
  table: Table;
  recordId: string;
}

/** Which records name files in their file columns, as far as they were read. */
interface NamedFiles {
  /** By file name id. */
  named: ReadonlyMap<string, readonly NamingRecord[]>;
  /** Tables with a file column of which not all records were read. */
  unread: readonly Table[];
}

/** Reads the records of all tables with a file column. @param onRead called with how many were read so far */
async function readNamedFiles(
  projectId: string,
  tables: readonly Table[],
  onRead: (records: number) => void,
): Promise<NamedFiles> {
  const named = new Map<string, NamingRecord[]>();
  const unread: Table[] = [];
  let requests = 0;
  let all = 0;
  for (const table of tables) {
    const columns = table.properties.filter(({ propertyType }) => propertyType === 'file');
    if (columns.length === 0) continue;
    const read = new Set<string>();
    let isWhole = false;
    for (let page = 0; !isWhole && requests < REQUESTS_MAX; page += 1) {
      requests += 1;
      const result = await sendMessage('readEdge', {
        path: dataPath(projectId, '/crud/query/:typeId', { typeId: table.type }),
        keep: false,
        body: { sort: { createdAt: 1 }, pagination: { limit: PAGE, page }, returnCount: true },
      });
      const list = result.ok ? records.safeParse(result.value.value) : null;
      if (!result.ok || !list?.success) break;
      for (const record of list.data) {
        if (read.has(record._id)) continue;
        read.add(record._id);
        for (const name of new Set(columns.flatMap((column) => fileNames(record[column.name]))))
          named.set(name, [...(named.get(name) ?? []), { table, recordId: record._id }]);
      }
      onRead(all + read.size);
      const total = result.value.total ?? null;
      // A record that is deleted meanwhile shifts another one out of sight.
      isWhole = total === null ? list.data.length === 0 : read.size >= total;
      if (!isWhole && list.data.length === 0) break;
    }
    all += read.size;
    if (!isWhole) unread.push(table);
  }
  return { named, unread };
}

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { importRecord } from '../../../shared/edge-api/imports.ts';
import {
  countOf,
  groupImports,
  type ImportGroup,
  importList,
  undoable,
} from '../../../shared/journal/import-groups.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { formatExact, formatFacts, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { hostOf } from '../../import/page-data.ts';
import { type Change, useChange } from '../../reads/change.ts';
import { allDataOf } from '../../reads/paths.ts';
import { refreshUnder, useResource } from '../../reads/resource.ts';
import { Button } from '../../ui/button.tsx';
import { GuardedButton } from '../../ui/confirm.tsx';
import { mask, naming } from '../../ui/page-state.ts';
import { mayAct } from '../../ui/stored-state.ts';
import { projectAddress } from '../parts/routes.ts';
import { KeptRows, UnknownRows, type UnsettledActs } from './unsettled-rows.tsx';

const withoutHash = (url: string): string => url.replace(/#.*$/, '');

function useImports(query: string): readonly ImportGroup[] {
  const loaded = useResource({ path: `/imports${query}`, schema: importList, keep: false }).state.value;
  return loaded.kind === 'shown' ? groupImports(loaded.value) : [];
}

/** The latest imports: of the page at `url`, or all. */
export function useEarlierImports(url: string | null): readonly ImportGroup[] {
  const groups = useImports('');
  if (url === null) return groups;
  return groups.filter(({ source }) => withoutHash(source?.url ?? '') === withoutHash(url));
}

/** Imports with the page that each is from, when, which column filled what, and the way to undo it. */
export const EarlierImports = ({ url }: { url: string | null }) => <Folded groups={useEarlierImports(url)} />;

/** The imports into a table, from whichever browser: what came of each, and its one undo. */
export function ImportsOfTable({ projectId, table }: { projectId: string; table: string }) {
  const all = useEarlierImports(null);
  return <Folded groups={all.filter((group) => group.projectId === projectId && group.table === table)} />;
}

function Folded({ groups }: { groups: readonly ImportGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <details class="earlier">
      <summary class="meta">{t('console.import.earlier.all', groups.length)}</summary>
      <Listed groups={groups} />
    </details>
  );
}

/** The imports that made or changed a record: a wrong mapping is found, and undone, from what it made. */
export function ImportsOfRecord({ projectId, table, id }: { projectId: string; table: string; id: string }) {
  const groups = useImports(`?${new URLSearchParams({ projectId, table, recordId: id })}`);
  if (groups.length === 0) return null;
  return (
    <details class="more" open>
      <summary>{t('console.import.fromImport')}</summary>
      <Listed groups={groups} />
    </details>
  );
}

const Listed = ({ groups }: { groups: readonly ImportGroup[] }) => (
  <ul class="lines-list">
    {groups.map((group) => (
      <Earlier key={group.id} group={group} />
    ))}
  </ul>
);

const UNDOING_READ_EVERY_MS = 2_000;
/** Where imports are listed. */
const READS = ['/imports', '/journal'];

/** One import as a list shows it: what it saved where, from which page, and the way to undo it. */
function Earlier({ group }: { group: ImportGroup }) {
  const { projectId, table, createdAt } = group;
  const mapping = importMapping(group);
  return (
    <li class="line">
      <a class="sentence" href={projectAddress(projectId, 'data', 'tables', table)}>
        <strong class="block">{importTitle(group)}</strong>
      </a>
      <p class="meta">
        {formatFacts(naming.value.project(projectId), ...importFacts(group), formatExact(createdAt))}
      </p>
      {mapping !== '' && <p class="meta">{mapping}</p>}
      <ImportActs group={group} />
    </li>
  );
}

/** "2,891 records saved in Orders", also where none of them is there any more. */
export const importTitle = (group: ImportGroup): string =>
  t('console.import.savedIn', savedOf(group) || countOf(group, 'undone'), {
    table: isolated(group.source?.label ?? group.table),
  });

const savedOf = (group: ImportGroup): number => countOf(group, 'created') + countOf(group, 'changed');

/** From which page, by whom, and what came of the rows that were not saved. */
export function importFacts(group: ImportGroup): (string | null)[] {
  const { source, own, by } = group;
  return [
    mask(isolated(source?.title || hostOf(source?.url ?? ''))),
    own ? t('console.import.byThis') : by && mask(isolated(by)),
    ...OTHER_STATES.flatMap((state) => {
      const count = countOf(group, state);
      return count > 0 ? [`${formatNumber(count)} ${t(`console.import.end.${state}`)}`] : [];
    }),
  ];
}

/** Which column filled what. */
export const importMapping = ({ source }: ImportGroup): string =>
  Object.entries(source?.mapping ?? {})
    .flatMap(([from, to]) => (to === null ? [] : [`${isolated(from || '–')} → ${isolated(to)}`]))
    .join(' · ');

const OTHER_STATES = ['waiting', 'sent', 'duplicate', 'refused', 'unknown', 'undone', 'kept'] as const;

/** The one undo of an import with what it leaves, for who may: its browser, or an owner. */
export function ImportActs({ group }: { group: ImportGroup }) {
  const { projectId, own, records } = group;
  const isConfirming = useSignal(false);
  const change = useChange();
  const mayUndo = own || mayAct('owner');
  const toUndo = undoable(group);
  const count = countOf({ records: toUndo }, 'created');
  const taken = toUndo.reduce((sum, record) => sum + record.taken, 0);
  const isUndoing = records.some(({ state }) => state === 'undoing');
  const left = mayUndo ? records.filter(({ counts }) => (counts.kept ?? 0) + (counts.unknown ?? 0) > 0) : [];
  const undo = async () => {
    isConfirming.value = false;
    for (const { key } of toUndo) {
      const result = await change.send({ method: 'POST', path: `/imports/${key}/undo` }, READS);
      if (!result.ok) return;
    }
  };
  useEffect(() => {
    if (!isUndoing) return;
    const read = () => [...READS, allDataOf(projectId)].map(refreshUnder);
    const timer = setInterval(read, UNDOING_READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [isUndoing]);
  return (
    <>
      {isUndoing && (
        <p class="meta" role="status">
          {t('status.sending')}
        </p>
      )}
      <Failed of={change} />
      {left.map(({ key }) => (
        <LeftRows key={key} importKey={key} />
      ))}
      {mayUndo &&
        count > 0 &&
        (isConfirming.value ? (
          <>
            <p class="meta">{t('console.import.undoHow', { count: formatNumber(count) })}</p>
            {taken > 0 && <p class="meta">{t('console.import.undoTaken', { count: formatNumber(taken) })}</p>}
            <GuardedButton class="button" onClick={() => void undo()}>
              {t('console.import.earlier.delete', count)}
            </GuardedButton>
          </>
        ) : (
          <Button quiet onClick={() => (isConfirming.value = true)}>
            {t('verb.undo')}
          </Button>
        ))}
    </>
  );
}

/** Rows of a request that an undo left alone, or of which nobody knows what became. */
function LeftRows({ importKey }: { importKey: string }) {
  const path = `/imports/${importKey}`;
  const loaded = useResource({ path, schema: importRecord, keep: false }).state.value;
  const change = useChange();
  if (loaded.kind !== 'shown') return null;
  const post = (act: 'settle' | 'undo', body: unknown) =>
    void change.send({ method: 'POST', path: `${path}/${act}`, body }, READS);
  const acts: UnsettledActs = {
    nameOf: ({ row }) => t('console.import.row', { row: formatNumber(row + 1) }),
    settle: (row, recordId) => post('settle', { row, recordId }),
    deleteTaken: (rows) => post('undo', { rows }),
  };
  return (
    <>
      <UnknownRows record={loaded.value} acts={acts} />
      <KeptRows record={loaded.value} acts={acts} />
      <Failed of={change} />
    </>
  );
}

function Failed({ of: { state } }: { of: Change }) {
  if (state.value.kind !== 'failed') return null;
  return (
    <p class="notice" role="alert">
      {failureWords(state.value.error)}
    </p>
  );
}

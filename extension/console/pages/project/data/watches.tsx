import * as z from 'zod/mini';
import type { Table } from '../../../../../shared/data-api/records.ts';
import { type WatchRecord, watchRecord } from '../../../../../shared/data-api/watch-record.ts';
import { formatAgo, formatFacts, formatNumber } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { useResource } from '../../../../reads/resource.ts';
import { ConfirmButton } from '../../../../ui/confirm.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { edgeNow } from '../../../../ui/page-state.ts';
import { stored } from '../../../../ui/stored-state.ts';
import { ChangeStatus, Lines, Part } from '../../../parts/part.tsx';
import { projectAddress } from '../../../parts/routes.ts';
import { filterWords } from './filter-words.ts';
import { useTables } from './use-tables.ts';

const watches = z.array(watchRecord);

/** Watches and pinned counts of the app's records: when each was last polled, and why a poll failed. */
export function Watches({ projectId }: { projectId: string }) {
  const tables = useTables(projectId);
  // The response contains values that the user chose for notifications, which must not be cached.
  const list = useResource({ path: '/watches', schema: watches, keep: false });
  return (
    <Part title={t('console.data.section.watches')}>
      <Loaded of={list}>
        {(all) => {
          const own = all.filter((one) => one.projectId === projectId);
          return (
            <Lines>
              {own.map((watch) => (
                <Watch
                  key={watch.id}
                  watch={watch}
                  table={tables.find(({ type }) => type === watch.table) ?? null}
                />
              ))}
            </Lines>
          );
        }}
      </Loaded>
    </Part>
  );
}

function Watch({ watch, table }: { watch: WatchRecord; table: Table | null }) {
  const { id, projectId, label, problem, lookedAt } = watch;
  const removal = useChange();
  const remove = () =>
    void removal.send({ method: 'DELETE', path: `/watches/${encodeURIComponent(id)}`, body: undefined }, [
      '/watches',
    ]);
  const name = isolated(label ?? table?.label ?? watch.table);
  return (
    <li class="line spread">
      <span class="watch-words">
        <a href={projectAddress(projectId, 'data', 'tables', watch.table)}>
          <strong>{name}</strong>
        </a>
        <span class="meta">{formatFacts(meaning(watch, table), filterWords(watch.filter, table))}</span>
        {problem ? (
          <span class="meta failure" role="alert">
            <Glyph name="warning" /> {problemWords(problem)}
          </span>
        ) : (
          <span class="meta">
            {lookedAt == null
              ? t('console.watches.notLooked')
              : t('console.watches.lookedAt', { ago: formatAgo(lookedAt, edgeNow.value) })}
          </span>
        )}
      </span>
      <span class="verbs">
        <ChangeStatus state={removal.state.value} />
        <ConfirmButton
          label={t('console.delete')}
          of={name}
          sure={t('console.watches.deleteSure', { name })}
          onSure={remove}
        />
      </span>
    </li>
  );
}

/** What it announces, and what it has announced since it was created. */
function meaning({ id, kind, within, property, news, ...read }: WatchRecord, table: Table | null): string {
  if (kind === 'count') {
    // The number beside the project's name, which may be younger or older than this list.
    const pinned = stored.value?.watches?.counts.find((one) => one.id === id);
    const { count } = pinned ?? read;
    return t(within === 'day' ? 'console.watches.countToday' : 'console.watches.countAll', {
      count: count === null ? '–' : formatNumber(count),
    });
  }
  const known = table?.properties.find(({ name }) => name === property);
  const words =
    property === null
      ? t('console.watches.tellsCount')
      : t('console.watches.tellsProperty', { property: isolated(known?.label || property) });
  return `${words} · ${t('console.watches.newSince', news)}`;
}

function problemWords({ code, message }: NonNullable<WatchRecord['problem']>): string {
  switch (code) {
    case 'EDGE_DATA_KEY_REJECTED':
      return t('refusal.EDGE_DATA_KEY_REJECTED');
    case 'EDGE_DATA_KEY_MISSING':
      return t('refusal.EDGE_DATA_KEY_MISSING');
    case 'EDGE_DATA_NOT_FOUND':
    // As an edge of before has stored it.
    case 'EDGE_SERVICE_NOT_FOUND':
    case 'EDGE_SERVICE_NOT_AVAILABLE':
      return t('console.watches.tableGone');
    default:
      return t('console.watches.failing', { message: isolated(message) });
  }
}

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as z from 'zod/mini';
import { type ImportRecord, importRecord } from '../../../shared/edge-api/imports.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { formatExact, formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { useChange } from '../../reads/change.ts';
import { dataPath } from '../../reads/paths.ts';
import { refreshUnder, useResource } from '../../reads/resource.ts';
import { GuardedButton } from '../../ui/confirm.tsx';
import { mask, naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { projectAddress } from '../parts/routes.ts';
import type { ImportModel } from './import-model.ts';

const importList = z.array(importRecord);
/** What an import remembers of its page, in the form in which it was sent. */
const importSource = z.object({
  url: z.string(),
  title: z.optional(z.string()),
  mapping: z.optional(z.record(z.string(), z.nullable(z.string()))),
});

/** Where an import's rows are from; null when it does not say. */
const importSourceOf = ({ source }: ImportRecord) => importSource.safeParse(source).data ?? null;
const withoutHash = (url: string): string => url.replace(/#.*$/, '');

/** The latest imports: of the draft's page when there is one, else all. */
export function useEarlierImports(model: ImportModel): readonly ImportRecord[] {
  const imports = useResource({ path: '/imports', schema: importList, keep: false });
  const loaded = imports.state.value;
  const draft = model.draft.value;
  if (loaded.kind !== 'shown') return [];
  if (!draft) return loaded.value;
  const url = withoutHash(draft.data.url);
  return loaded.value.filter((one) => withoutHash(importSourceOf(one)?.url ?? '') === url);
}

/** Imports with the page that each is from, when, which column filled what, and the way to undo it. */
export function EarlierImports({ model }: { model: ImportModel }) {
  const earlier = useEarlierImports(model);
  if (earlier.length === 0) return null;
  const isOfPage = model.draft.value !== null;
  return (
    <details class="earlier">
      <summary class="meta">
        {t(isOfPage ? 'console.import.earlier.page' : 'console.import.earlier.all', earlier.length, {
          count: formatNumber(earlier.length),
        })}
      </summary>
      <ul class="lines-list">
        {earlier.map((record) => (
          <Earlier key={record.key} record={record} />
        ))}
      </ul>
    </details>
  );
}

/** The imports that made or changed a record: a wrong mapping is found, and undone, from what it made. */
export function ImportsOfRecord({ projectId, table, id }: { projectId: string; table: string; id: string }) {
  const query = new URLSearchParams({ projectId, table, recordId: id });
  const imports = useResource({ path: `/imports?${query}`, schema: importList, keep: false });
  const loaded = imports.state.value;
  if (loaded.kind !== 'shown' || loaded.value.length === 0) return null;
  return (
    <details class="more" open>
      <summary>{t('console.import.fromImport')}</summary>
      <ul class="lines-list">
        {loaded.value.map((record) => (
          <Earlier key={record.key} record={record} />
        ))}
      </ul>
    </details>
  );
}

const UNDOING_READ_EVERY_MS = 2_000;

function Earlier({ record }: { record: ImportRecord }) {
  const source = importSourceOf(record);
  const { key, projectId, table, counts, own, state, createdAt } = record;
  const isConfirming = useSignal(false);
  const change = useChange();
  const mapped = Object.entries(source?.mapping ?? {}).filter(([, to]) => to !== null);
  const mayUndo = own || mayActAs(stored.value?.connection?.role ?? 'viewer', 'owner');
  const canUndo = mayUndo && (counts.created ?? 0) > 0 && (state === 'done' || state === 'stopped');
  useEffect(() => {
    if (state !== 'undoing') return;
    const read = () => [refreshUnder('/imports'), refreshUnder(dataPath(projectId, '/'))];
    const timer = setInterval(read, UNDOING_READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [state]);
  return (
    <li class="line">
      <p>
        {mask(isolated(source?.title || source?.url || ''))}{' '}
        <a href={projectAddress(projectId, 'data', 'tables', table)}>
          {naming.value.project(projectId)} · {isolated(table)}
        </a>
      </p>
      <p class="meta">
        {formatExact(createdAt)} ·{' '}
        {t('console.import.earlier.counts', {
          created: formatNumber(counts.created ?? 0),
          changed: formatNumber(counts.changed ?? 0),
          undone: formatNumber(counts.undone ?? 0),
        })}
      </p>
      {mapped.length > 0 && (
        <p class="meta">
          {mapped.map(([from, to]) => `${isolated(from || '–')} → ${isolated(to ?? '')}`).join(' · ')}
        </p>
      )}
      {state === 'undoing' && (
        <p class="meta" role="status">
          {t('console.import.undoing')}
        </p>
      )}
      {change.state.value.kind === 'failed' && (
        <p class="notice" role="alert">
          {failureWords(change.state.value.error)}
        </p>
      )}
      {canUndo &&
        (isConfirming.value ? (
          <GuardedButton
            class="button"
            onClick={() => {
              isConfirming.value = false;
              void change.send({ method: 'POST', path: `/imports/${key}/undo` }, ['/imports']);
            }}
          >
            {t('console.import.earlier.delete', counts.created ?? 0, {
              count: formatNumber(counts.created ?? 0),
            })}
          </GuardedButton>
        ) : (
          <button type="button" class="button quiet" onClick={() => (isConfirming.value = true)}>
            {t('console.import.undo')}
          </button>
        ))}
    </li>
  );
}

import type { ImportRecord } from '../../../../shared/edge-api/imports.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { formatClock, formatNumber } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { browserNow, naming } from '../../../ui/page-state.ts';
import { projectAddress } from '../../parts/routes.ts';
import { openAgain, openList, removeDraft } from './draft-list.tsx';
import type { ImportModel } from './import-model.ts';
import { RefusedRows } from './refused-rows.tsx';

const ENDED = new Set(['created', 'changed', 'duplicate', 'refused', 'undone', 'kept']);
const SHOWN_STATES = ['created', 'changed', 'duplicate', 'refused', 'unknown', 'undone', 'kept'] as const;

/** Progress and outcome of saving, which continues when this page or the browser is closed. */
export function ImportProgress({ model }: { model: ImportModel }) {
  const draft = model.draft.value;
  const records = model.sending.progress.value;
  if (!draft?.parts) return null;
  const total = draft.parts.reduce((sum, { body }) => sum + body.rows.length, 0);
  const countOf = (state: string) =>
    records.reduce((sum, { counts }) => sum + ((counts as Record<string, number>)[state] ?? 0), 0);
  const ended = [...ENDED].reduce((sum, state) => sum + countOf(state), 0);
  const isOver =
    records.length === draft.parts.length &&
    records.every(({ state }) => state !== 'queued' && state !== 'running' && state !== 'undoing');
  const waits = records.find(({ problem }) => problem !== null)?.problem ?? null;
  const removal = records.find(({ fileRemoval }) => fileRemoval !== null)?.fileRemoval;
  const unsent = isOver ? countOf('waiting') : 0;
  const read = draft.data.sources[draft.chosen]?.rows.length ?? 0;
  const leftOut = isOver && draft.scan === null ? Math.max(0, read - total) : 0;
  return (
    <div class="import-progress">
      <p role="status">
        <strong>
          {unsent > 0
            ? t('console.import.stopped', unsent)
            : isOver
              ? t(endedMessage(countOf), {
                  project: naming.value.project(draft.projectId ?? ''),
                  table: isolated(model.table.value?.label ?? draft.tableLabel ?? draft.table ?? ''),
                })
              : t('count.rowsOf', { count: formatNumber(ended), of: formatNumber(total) })}
        </strong>
      </p>
      <progress class={isOver ? 'over' : undefined} max={total} value={ended} aria-label={t('view.import')} />
      <ul class="counts">
        {SHOWN_STATES.filter((state) => countOf(state) > 0).map((state) => (
          <li key={state}>
            <b>{formatNumber(countOf(state))}</b> <span class="meta">{t(`console.import.end.${state}`)}</span>
          </li>
        ))}
        {leftOut > 0 && (
          <li>
            <b>{formatNumber(leftOut)}</b> <span class="meta">{t('console.import.end.leftOut')}</span>
          </li>
        )}
      </ul>
      {waits && <p class="notice meta">{waitWords(waits)}</p>}
      {removal === 'kept' && <p class="notice meta">{t('console.import.scan.fileKept')}</p>}
      {records.some(({ rows }) => rows.length > 0) && <RefusedRows model={model} records={records} />}
      <div class="save-bar in-lines">
        {isOver ? (
          <>
            {unsent > 0 && (
              <Button
                onClick={() => {
                  for (const { key, state } of records)
                    if (state === 'stopped') void model.sending.change(key, 'retry', { rows: [] });
                }}
              >
                {t('console.import.sendRest', unsent)}
              </Button>
            )}
            <a
              class="button primary"
              href={projectAddress(draft.projectId ?? '', 'data', 'tables', draft.table ?? '')}
            >
              {t('see.data')}
            </a>
            {leftOut > 0 && (
              <Button onClick={() => void openAgain(draft)}>{t('console.import.openLeftOut')}</Button>
            )}
            {draft.data.sources
              .filter(({ kind }) => kind === 'items')
              .map((source) => (
                <Button key={source.title} onClick={() => void openList(draft, source)}>
                  {t('console.import.saveList', source.total, {
                    list: isolated(source.title),
                  })}
                </Button>
              ))}
            <Button onClick={() => void removeDraft(model)}>{t('verb.done')}</Button>
            {countOf('created') > 0 && (
              <Undo
                model={model}
                count={countOf('created')}
                taken={records.reduce((sum, { taken }) => sum + taken, 0)}
              />
            )}
          </>
        ) : (
          <Button onClick={() => void model.sending.stop()}>{t('verb.stop')}</Button>
        )}
      </div>
    </div>
  );
}

/** What an import that is over says of all its rows: that it was saved only where something was. */
export function endedMessage(countOf: (state: string) => number) {
  if (countOf('created') + countOf('changed') + countOf('kept') > 0) return 'console.import.ended';
  return countOf('unknown') > 0 ? 'console.import.endedUnknown' : 'console.import.endedWithout';
}

/** Why it makes no progress, the remedy, and when it resumes automatically. */
function waitWords({ code, message, retryAt }: NonNullable<ImportRecord['problem']>): string {
  const why =
    code === 'EDGE_DATA_NOT_FOUND' || code === 'EDGE_SERVICE_NOT_FOUND'
      ? t('console.import.waits.tableGone')
      : code === 'EDGE_DATA_TIMEOUT' || code === 'EDGE_SERVICE_TIMEOUT'
        ? t('console.import.waits.silent')
        : failureWords({ kind: 'refused', code, message });
  return retryAt === null
    ? why
    : `${why} ${t('console.import.waits.until', { time: formatClock(retryAt, browserNow.value) })}`;
}

/** @param taken how many of them are only taken to be the import's */
function Undo({ model, count, taken }: { model: ImportModel; count: number; taken: number }) {
  return (
    <ConfirmButton
      label={t('verb.undo')}
      sure={t('console.import.undoNow')}
      look="plain"
      opener="quiet"
      onSure={() => {
        for (const { key } of model.sending.progress.value) void model.sending.change(key, 'undo');
      }}
    >
      <p>
        {t('console.import.undoHow', { count: formatNumber(count) })}{' '}
        {taken > 0 && t('console.import.undoTaken', { count: formatNumber(taken) })}
      </p>
    </ConfirmButton>
  );
}

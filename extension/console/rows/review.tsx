import { useSignal } from '@preact/signals';
import { type Row, readRows } from '../../../shared/builder-api/database.ts';
import { IN_DOUBT } from '../../edge-client/api-error.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { sendMessage } from '../../messaging/client.ts';
import { Confirm, GuardedButton } from '../../ui/confirm.tsx';
import { isReachable } from '../../ui/page-state.ts';
import { refreshUnder } from '../resource.ts';
import type { RowSource } from './row-source.ts';
import { changedMeanwhile, discard, reverseOf, type StagedChange } from './staged.ts';
import { changesOf } from './staged-changes.ts';
import { cellText } from './values.ts';

/**
 * All staged changes of a table as a difference, and the button that sends them: one after another; a refused one
 * does not stop the others, and stays here with its reason.
 */
export function Review({ source }: { source: RowSource }) {
  const { mode } = source;
  const { staged, undo } = changesOf(source.key);
  const asking = useSignal(false);
  const typed = useSignal('');
  const progress = useSignal<{ done: number; of: number } | null>(null);
  const { value: changes } = staged;
  const deletions = changes.filter(({ change }) => change.kind === 'delete').length;
  const isConfirmed = deletions === 0 || typed.value.trim() === source.table;
  const sendAll = async () => {
    asking.value = false;
    typed.value = '';
    progress.value = { done: 0, of: changes.length };
    undo.value = [];
    for (const [index, change] of changes.entries()) {
      mode.touch();
      const problem = await send(source, change);
      if (problem === null) {
        const reverse = reverseOf(change);
        if (reverse) undo.value = [...undo.value, reverse];
        // Keep edits made during the call.
        staged.value = staged.value.filter((one) => one !== change);
      } else
        staged.value = staged.value.map((one) => (one.key === change.key ? { ...one, ...problem } : one));
      progress.value = { done: index + 1, of: changes.length };
    }
    progress.value = null;
    await refreshUnder(source.rereads);
  };
  if (changes.length === 0 && progress.value === null) return <Sent source={source} />;
  const verb = t(`console.database.send.${source.place}`, changes.length, {
    count: formatNumber(changes.length),
  });
  return (
    <section class="review" aria-label={t('console.database.staged')}>
      <ul class="lines-list">
        {changes.map((one) => (
          <li key={one.key} class="line spread">
            <span>
              {differenceWords(one)}
              {one.problem && <span class="meta failure"> {one.problem}</span>}
            </span>
            <button
              type="button"
              class="button quiet"
              disabled={progress.value !== null}
              onClick={() => (staged.value = discard(staged.value, one.key))}
            >
              {t('console.database.discard')}
            </button>
          </li>
        ))}
      </ul>
      {progress.value ? (
        <p class="spread" role="status">
          <progress max={progress.value.of} value={progress.value.done} />
          <span class="meta">
            {t('console.database.sending', {
              done: formatNumber(progress.value.done),
              count: formatNumber(progress.value.of),
            })}
          </span>
        </p>
      ) : asking.value ? (
        <Confirm class="confirm" label={verb} onBack={() => (asking.value = false)}>
          {deletions > 0 && (
            <label class="field">
              <span class="meta">
                {t(
                  source.place === 'app' ? 'console.data.typeToDelete' : 'console.database.typeToDelete',
                  deletions,
                  {
                    count: formatNumber(deletions),
                    table: isolated(source.table),
                  },
                )}
              </span>
              <input
                class="input"
                autocomplete="off"
                value={typed.value}
                onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
              />
            </label>
          )}
          <GuardedButton
            class={deletions > 0 ? 'button danger' : 'button primary'}
            disabled={!isConfirmed}
            onClick={() => void sendAll()}
          >
            {verb}
          </GuardedButton>
          <button type="button" class="button quiet" onClick={() => (asking.value = false)}>
            {t('verb.cancel')}
          </button>
        </Confirm>
      ) : (
        <span class="verbs">
          <button
            type="button"
            class="button primary"
            disabled={!isReachable.value || !mode.on.value}
            onClick={() => (asking.value = true)}
          >
            {verb}
          </button>
          <button type="button" class="button quiet" onClick={() => (staged.value = [])}>
            {t('console.database.discardAll')}
          </button>
        </span>
      )}
    </section>
  );
}

/**
 * Confirmation that everything was saved, with undo where possible: undo is staged and reviewed like any other
 * change.
 */
function Sent({ source }: { source: RowSource }) {
  const { staged, undo } = changesOf(source.key);
  if (undo.value.length === 0) return null;
  return (
    <p class="verbs" role="status">
      <span class="meta">{t('console.kept')}</span>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          staged.value = undo.value;
          undo.value = [];
        }}
      >
        {t('verb.undo')}
      </button>
    </p>
  );
}

type Problem = Pick<StagedChange, 'problem'> & Partial<StagedChange>;

/** @returns null on success; else the reason, and what to stage instead */
async function send(source: RowSource, staged: StagedChange): Promise<Problem | null> {
  const { change } = staged;
  if (change.kind !== 'create') {
    const now = await readRow(source, change.id);
    if (now === null) return { problem: t('console.database.rowGone', { row: isolated(change.id) }) };
    const columns = now ? changedMeanwhile(staged, now) : [];
    if (now && columns.length > 0) {
      const list = columns.map((column) => `${column}: ${cellText(now[column])}`).join(', ');
      return { problem: t('console.database.changedMeanwhile', { values: isolated(list) }), before: now };
    }
  }
  const result = await sendMessage('changeEdge', source.change(change));
  if (result.ok) return null;
  const isDouble = change.kind === 'create' && IN_DOUBT.has(result.error.kind);
  return {
    problem: isDouble ? t('console.database.maybeCreated') : failureWords(result.error),
  };
}

/** The current row; null if deleted, undefined if it can't be read. */
async function readRow({ idColumn, rows }: RowSource, id: string): Promise<Row | null | undefined> {
  const where = [{ column: idColumn, op: 'eq' as const, value: id }];
  const { path, body } = rows({ where, sort: null, limit: 1, page: 0 });
  const result = await sendMessage('readEdge', { path, keep: false, body });
  if (!result.ok) return undefined;
  const found = readRows(result.value.value);
  return found ? (found.rows[0] ?? null) : undefined;
}

function differenceWords({ change, before }: StagedChange) {
  switch (change.kind) {
    case 'create':
      return (
        <>
          <strong>{t('console.database.newRow')}</strong>{' '}
          {Object.entries(change.data)
            .map(([column, value]) => `${column}: ${cellText(value)}`)
            .join(', ')}
        </>
      );
    case 'delete':
      return (
        <>
          <strong>{t('console.database.deleteRow')}</strong> {isolated(change.id)}
        </>
      );
    case 'update':
      return (
        <>
          <strong>{isolated(change.id)}</strong>{' '}
          {Object.entries(change.data).map(([column, value]) => (
            <span key={column} class="difference">
              {isolated(column)} <del>{cellText(before?.[column]) || '–'}</del> →{' '}
              <ins>{cellText(value) || '–'}</ins>
            </span>
          ))}
        </>
      );
  }
}

import { useSignal } from '@preact/signals';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Confirm, GuardedButton } from '../../ui/confirm.tsx';
import { isReachable } from '../../ui/page-state.ts';
import { refreshUnder } from '../resource.ts';
import type { RowSource } from './row-source.ts';
import { sendChange } from './send-change.ts';
import { discard, reverseOf, type StagedChange } from './staged.ts';
import { changesOf } from './staged-changes.ts';
import { briefText } from './values.ts';

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
  const isProduction = source.place === 'production';
  const deletions = changes.filter(({ change }) => change.kind === 'delete').length;
  const isConfirmed = deletions === 0 || typed.value.trim() === source.table;
  const sendAll = async () => {
    asking.value = false;
    typed.value = '';
    progress.value = { done: 0, of: changes.length };
    undo.value = [];
    for (const [index, change] of changes.entries()) {
      mode.touch();
      const sent = await sendChange(source, change);
      if (sent.kind === 'done') {
        const reverse = reverseOf(change);
        if (reverse) undo.value = [...undo.value, reverse];
        // Keep edits made during the call.
        staged.value = staged.value.filter((one) => one !== change);
      } else {
        const { problem, before } = sent;
        staged.value = staged.value.map((one) =>
          one.key === change.key ? { ...one, problem, ...(before && { before }) } : one,
        );
        if (sent.stops) break;
      }
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
    <section class="review" data-place={source.place} aria-label={t('console.database.staged')}>
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
          <span class="meta">{kindsWords(changes)}</span>
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
            class={deletions > 0 || isProduction ? 'button danger' : 'button primary'}
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
            class={isProduction ? 'button danger' : 'button primary'}
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

/** How many rows are made, changed and deleted, and what it costs as far as anybody says. */
function kindsWords(changes: readonly StagedChange[]): string {
  const kinds = (['create', 'update', 'delete'] as const).flatMap((kind) => {
    const count = changes.filter(({ change }) => change.kind === kind).length;
    return count === 0 ? [] : t(`console.rows.kinds.${kind}`, { count: formatNumber(count) });
  });
  return `${kinds.join(', ')}. ${t('console.rows.noPrice')}`;
}

function differenceWords({ change, before }: StagedChange) {
  switch (change.kind) {
    case 'create':
      return (
        <>
          <strong>{t('console.database.newRow')}</strong>{' '}
          {Object.entries(change.data)
            .map(([column, value]) => `${column}: ${briefText(value)}`)
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
              {isolated(column)} <del>{briefText(before?.[column]) || '–'}</del> →{' '}
              <ins>{briefText(value) || '–'}</ins>
            </span>
          ))}
        </>
      );
  }
}

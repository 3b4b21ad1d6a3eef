import { useSignal } from '@preact/signals';
import { formatNumber } from '../../i18n/format.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import type { ChangeState } from '../../reads/change.ts';
import { refreshUnder } from '../../reads/resource.ts';
import { Button } from '../../ui/button.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { ConfirmTyped } from '../../ui/confirm-typed.tsx';
import { away } from '../../ui/page-state.ts';
import { goTo } from '../parts/navigation.ts';
import { ChangeStatus } from '../parts/part.tsx';
import { columnOf } from './comparison-draft.ts';
import type { NameOf } from './grid.tsx';
import { titleOf } from './open-row.tsx';
import type { RowSource } from './row-source.ts';
import { idOf } from './row-source.ts';
import { sendChange } from './send-change.ts';
import type { Staged, StagedChange } from './staged.ts';
import {
  bringBack,
  discard,
  discardAll,
  isSendable,
  markSent,
  reverseOf,
  settleDone,
  settleFailed,
  stageAll,
} from './staged.ts';
import { changesOf } from './staged-changes.ts';
import { briefText, shownText } from './values.ts';

/**
 * Staged changes of a table as a difference, and the button that sends them one after another: a refused one
 * does not stop the others, and stays here with its reason.
 */
export function Review({ source, nameOf = () => null }: { source: RowSource; nameOf?: NameOf }) {
  const { mode } = source;
  const table = changesOf(source.key);
  const { staged, sent: sentNow, discarded, edit } = table;
  const isConfirming = useSignal(false);
  const refused = useSignal<ChangeState>({ kind: 'idle' });
  const progress = useSignal<{ done: number; of: number } | null>(null);
  const { value: changes } = staged;
  const sendable = changes.filter(isSendable);
  const isProduction = source.place === 'production';
  const deletions = sendable.filter(({ change }) => change.kind === 'delete').length;
  // What stands here is what is sent: only what visitors have, or what nothing brings back, is asked again.
  const asks = source.place !== 'development' || deletions > 0;
  const discardNow = (gone: Staged, without: (list: Staged) => Staged) => {
    discarded.value = gone;
    edit(without);
  };
  const sendAll = async () => {
    sentNow.value = null;
    discarded.value = [];
    for (const [index, change] of sendable.entries()) {
      mode.touch();
      const sentAt = Date.now();
      edit((list) => markSent(list, change, sentAt));
      // It was changed or discarded since it was reviewed.
      if (!staged.peek().some((one) => one.key === change.key && one.sentAt === sentAt)) continue;
      const sent = await sendChange(source, change);
      if (sent.kind === 'done') {
        const reverse = reverseOf(change, source.mayDelete ? sent.made : undefined);
        const { count, undo, deleted } = sentNow.peek() ?? { count: 0, undo: [], deleted: [] };
        sentNow.value = {
          count: count + 1,
          undo: reverse ? [...undo, reverse] : undo,
          deleted: change.change.kind === 'delete' ? [...deleted, change.change.id] : deleted,
        };
        edit((list) => settleDone(list, change.key));
        // Leaves a deleted row, and the form of a new one, which would begin another; opens the new row.
        const isShown = location.hash === source.addressOf(change.key);
        const isNew = change.change.kind === 'create';
        if (
          (isShown && change.change.kind === 'delete') ||
          (isNew && (isShown || location.hash === source.addressOf()))
        )
          goTo(source.addressOf((sent.made && idOf(sent.made)) ?? undefined), 'replace');
      } else {
        edit((list) => settleFailed(list, change.key, sent.problem, sent.before));
        if (sent.stops) break;
      }
      progress.value = { done: index + 1, of: sendable.length };
    }
  };
  /** Write mode is entered with the first change that is sent. */
  const start = async () => {
    isConfirming.value = false;
    const entered = mode.on.peek() ? null : await mode.enter();
    refused.value = entered?.ok === false ? { kind: 'failed', error: entered.error } : { kind: 'idle' };
    if (refused.value.kind === 'failed') return;
    progress.value = { done: 0, of: sendable.length };
    try {
      await sendAll();
    } finally {
      progress.value = null;
    }
    await refreshUnder(source.rereads);
  };
  if (changes.length === 0 && progress.value === null) {
    if (sentNow.value === null && discarded.value.length === 0) return null;
    return (
      <p class="verbs">
        <Done source={source} hasOthers={false} />
      </p>
    );
  }
  const verb = t(`console.database.send.${source.place}`, sendable.length);
  return (
    <section class="review" data-place={source.place} aria-label={t('console.database.staged')}>
      <ul class="lines-list">
        {changes.map((one) => (
          <li key={one.key} class="line spread">
            <span>
              {differenceWords(one, source, nameOf)}
              {Object.entries(one.invalid ?? {}).map(([column, text]) => (
                <span key={column} class="meta failure">
                  {' '}
                  {t('console.rows.notValid', {
                    column: labelOf(source, column),
                    text: isolated(briefText(text)),
                  })}
                </span>
              ))}
              <Lacks columns={lacksOf(one, source)} />
              {one.problem && <span class="meta failure"> {one.problem}</span>}
            </span>
            <Button
              quiet
              aria-label={verbOf(t('verb.discard'), rowOf(one, source))}
              busy={progress.value !== null || one.sentAt !== null}
              onClick={() => discardNow([one], (list) => discard(list, one.key))}
            >
              {t('verb.discard')}
            </Button>
          </li>
        ))}
      </ul>
      {progress.value ? (
        <p class="spread" role="status">
          <progress max={progress.value.of} value={progress.value.done} />
          <span class="meta">
            {t('count.doneOf', {
              done: formatNumber(progress.value.done),
              count: formatNumber(progress.value.of),
            })}
          </span>
        </p>
      ) : isConfirming.value && sendable.length > 0 ? (
        <ConfirmTyped
          verb={verb}
          question={t(
            source.place === 'app' ? 'console.data.typeToDelete' : 'console.database.typeToDelete',
            deletions,
            { table: isolated(source.label ?? source.table) },
          )}
          names={deletions > 0 ? [source.label ?? source.table, source.table] : []}
          isDangerous={deletions > 0 || isProduction}
          onSure={() => void start()}
          onBack={() => (isConfirming.value = false)}
        >
          <span class="meta">{kindsWords(sendable)}</span>
        </ConfirmTyped>
      ) : (
        <span class="verbs">
          {sendable.length > 0 && (
            <Button
              danger={isProduction}
              primary={!isProduction}
              off={away.value}
              title={asks ? undefined : t('console.rows.noPrice')}
              onClick={() => {
                if (asks) isConfirming.value = true;
                else void start();
              }}
            >
              {verb}
            </Button>
          )}
          <Button
            quiet
            onClick={() =>
              discardNow(
                changes.filter(({ sentAt }) => sentAt === null),
                discardAll,
              )
            }
          >
            {t('console.database.discardAll')}
          </Button>
          <Done source={source} hasOthers />
          <ChangeStatus state={refused.value} />
        </span>
      )}
    </section>
  );
}

/**
 * Says that changes were discarded or saved. Undo, where possible, is staged and reviewed like any change.
 * @param hasOthers whether changes wait that were not sent
 */
function Done({ source, hasOthers }: { source: RowSource; hasOthers: boolean }) {
  const { edit, sent, discarded } = changesOf(source.key);
  const { value: gone } = discarded;
  const { count = 0, undo = [], deleted = [] } = sent.value ?? {};
  return (
    <>
      {gone.length > 0 && (
        <span class="verbs" role="status">
          <span class="meta">{t('console.rows.discarded', gone.length)}</span>
          <Button
            quiet
            onClick={() => {
              edit((list) => bringBack(list, gone));
              discarded.value = [];
            }}
          >
            {t('verb.undo')}
          </Button>
        </span>
      )}
      {sent.value && (
        <span class="verbs" role="status">
          <span class="meta">{hasOthers ? t('console.rows.someSaved', count) : t('status.saved')}</span>
          {deleted.length > 0 && source.deletedAddress && (
            <a class="meta" href={source.deletedAddress}>
              {t('console.rows.toDeleted', deleted.length)}
            </a>
          )}
          {undo.length > 0 && (
            <Button
              quiet
              onClick={() => {
                edit((list) => stageAll(list, undo));
                sent.value = null;
              }}
            >
              {t('console.rows.undoSent', undo.length)}
            </Button>
          )}
        </span>
      )}
    </>
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

/** A row as its list names it. */
const rowOf = ({ change, before }: StagedChange, source: RowSource): string =>
  change.kind === 'create' ? t('console.rows.row.new') : titleOf(source, change.id, before ?? undefined);

const Lacks = ({ columns }: { columns: readonly string[] }) =>
  columns.length > 0 && (
    <span class="meta failure"> {t('console.rows.lacks', { columns: columns.join(', ') })}</span>
  );

/** Required columns that a new row lacks: the service refuses it without values of its own for them. */
const lacksOf = ({ change }: StagedChange, source: RowSource): string[] =>
  change.kind !== 'create'
    ? []
    : source.columns
        .filter(({ name, isRequired }) => isRequired && (change.data[name] ?? '') === '')
        .map(({ name }) => labelOf(source, name));

const labelOf = (source: RowSource, column: string): string =>
  isolated(columnOf(source, column)?.label ?? column);

function differenceWords(one: StagedChange, source: RowSource, nameOf: NameOf) {
  const { key, change, before } = one;
  const words = (column: string, value: unknown) =>
    nameOf(column, value) ?? shownText(value, columnOf(source, column)?.control ?? null);
  switch (change.kind) {
    case 'create':
      return (
        <>
          <a href={source.addressOf(key)}>
            <strong>{t('console.rows.row.new')}</strong>
          </a>{' '}
          {Object.entries(change.data)
            .map(([column, value]) => `${labelOf(source, column)}: ${words(column, value)}`)
            .join(', ')}
        </>
      );
    case 'delete':
      return (
        <>
          <strong>{t('console.rows.row.delete')}</strong> {rowOf(one, source)}
        </>
      );
    case 'update':
      return (
        <>
          <strong>{rowOf(one, source)}</strong>{' '}
          {Object.entries(change.data).map(([column, value]) => (
            <span key={column} class="difference">
              {labelOf(source, column)} <del>{words(column, before?.[column]) || '–'}</del> →{' '}
              <ins>{words(column, value) || '–'}</ins>
            </span>
          ))}
        </>
      );
  }
}

import { useSignal } from '@preact/signals';
import type { Category } from '../../../../shared/builder-api/limits.ts';
import type { CapChange } from '../../../../shared/spending/planner.ts';
import { type CapEdit, putCap } from '../../../edge-client/put-cap.ts';
import { failureWords } from '../../../i18n/failure-words.ts';
import { formatCap, formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { sendChange } from '../../../reads/change.ts';
import { Button } from '../../../ui/button.tsx';
import { naming } from '../../../ui/page-state.ts';
import { type Applied, applyPlan, undoPlan } from './apply-plan.ts';

/** Progress of setting a plan. */
type Progress =
  | { kind: 'idle' }
  | { kind: 'setting' | 'undoing'; done: number; of: number }
  | { kind: 'set'; applied: Applied; of: number }
  | { kind: 'undone'; category: Category | undefined; left: number; words: string | null };

const put = (change: CapEdit) => putCap(change, sendChange);

const idsOf = (changes: readonly CapChange[]) => changes.map(({ projectId }) => projectId);

/**
 * Sets a plan's caps and undoes that, with the progress of both.
 * @param onSet called once the caps are set, also if only some were
 */
export function useSetPlan({
  onSet,
  reread,
}: {
  onSet: () => void;
  /** Reads these projects again. */
  reread: (projectIds: readonly string[]) => Promise<unknown>;
}) {
  const progress = useSignal<Progress>({ kind: 'idle' });
  const { kind } = progress.value;
  return {
    progress: progress.value,
    isBusy: kind === 'setting' || kind === 'undoing',
    apply: async (plan: readonly CapChange[]) => {
      progress.value = { kind: 'setting', done: 0, of: plan.length };
      const applied = await applyPlan(plan, put, (done) => {
        progress.value = { kind: 'setting', done, of: plan.length };
      });
      // Said once the table shows it.
      await reread(idsOf(plan));
      progress.value = { kind: 'set', applied, of: plan.length };
      onSet();
    },
    undo: async (done: readonly CapChange[]) => {
      progress.value = { kind: 'undoing', done: 0, of: done.length };
      const { left, error } = await undoPlan(done, put, (count) => {
        progress.value = { kind: 'undoing', done: count, of: done.length };
      });
      const words = error && failureWords(error);
      await reread(idsOf(done));
      progress.value = { kind: 'undone', category: done[0]?.category, left, words };
    },
  };
}

/** The progress or the result of setting a plan of this category, with a button that undoes it. */
export function ProgressLine({
  of: { progress, undo },
  category,
}: {
  of: ReturnType<typeof useSetPlan>;
  category: Category;
}) {
  switch (progress.kind) {
    case 'idle':
      return null;
    case 'setting':
    case 'undoing':
      return (
        <label class="meta">
          {progress.done === progress.of
            ? t('console.loading')
            : t(progress.kind === 'setting' ? 'console.money.setting' : 'console.money.undoing', {
                done: formatNumber(progress.done),
                of: formatNumber(progress.of),
              })}
          <progress max={progress.of} value={progress.done} />
        </label>
      );
    case 'set': {
      const { done, stopped } = progress.applied;
      if (done.length > 0 && done[0]?.category !== category) return null;
      return (
        <p class={stopped ? 'meta failure' : 'meta'} role="status">
          {t('console.money.wereSet', {
            count: formatNumber(done.length),
            of: formatNumber(progress.of),
          })}{' '}
          {stopped && stoppedWords(stopped)}{' '}
          {done.length > 0 && (
            <Button quiet onClick={() => void undo(done)}>
              {t('verb.undo')}
            </Button>
          )}
        </p>
      );
    }
    case 'undone':
      if (progress.category !== category) return null;
      return (
        <p class={progress.words === null ? 'meta' : 'meta failure'} role="status">
          {progress.words ??
            (progress.left === 0 ? t('console.money.undone') : t('console.money.undoneBut', progress.left))}
        </p>
      );
  }
}

function stoppedWords(stopped: NonNullable<Applied['stopped']>): string {
  const name = naming.value.project(stopped.projectId);
  switch (stopped.kind) {
    case 'refused':
      return `${t('console.money.stoppedAt', { name })} ${failureWords(stopped.error)}`;
    case 'changed':
      return `${t('console.money.stoppedAt', { name })} ${t('console.money.stoppedChanged', { cap: formatCap(stopped.now) })}`;
  }
}

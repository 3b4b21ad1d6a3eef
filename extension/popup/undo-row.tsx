import { featureName } from '../i18n/item-words.ts';
import { t } from '../i18n/t.ts';
import type { CapChange } from '../storage/stored.ts';
import { act } from '../ui/act.ts';
import { naming } from '../ui/page-state.ts';
import { focusRow } from './focus-row.ts';
import { Row } from './row.tsx';

/** A cap that was raised a moment ago, with its old value and a way back. */
export function UndoRow({ change }: { change: CapChange }) {
  const { project, number } = naming.value;
  const amount = (limit: number | null) => (limit === null ? t('raise.uncapped') : number(limit));
  return (
    <Row
      id={`undo-${change.itemId}`}
      glyph="done"
      wrap
      title={doneWords(change, project(change.projectId), amount(change.to))}
      facts={t('raise.doneFrom', { from: amount(change.from) })}
      side={
        <button type="button" class="button verb" onClick={() => void undo(change)}>
          {t('verb.undo')}
        </button>
      }
    />
  );
}

function doneWords(change: CapChange, name: string, to: string): string {
  return 'feature' in change
    ? t('raise.doneBudget', { name, feature: featureName(change.feature), to })
    : t('raise.done', { name, to });
}

async function undo({ at: _, from, to, ...change }: CapChange): Promise<void> {
  if (!('feature' in change)) await act('setCap', { ...change, from: to, to: from });
  // A budget that was raised had a value before and has one now.
  else await act('setFeatureBudget', { ...change, from: to ?? 0, to: from ?? 0 });
  requestAnimationFrame(() => focusRow(change.itemId));
}

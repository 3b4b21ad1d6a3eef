import { useSignal } from '@preact/signals';
import { type AttentionItem, sinceOf } from '../../shared/attention/item.ts';
import { itemWords } from '../i18n/attention-words.ts';
import { t } from '../i18n/t.ts';
import { act, lastFailure } from '../ui/act.ts';
import { Button } from '../ui/button.tsx';
import { focusAfter } from '../ui/keep-focus.ts';
import { edgeNow, naming } from '../ui/page-state.ts';
import { justSeen } from './layout.ts';
import { focusRow, Row, titleId } from './rows.tsx';

/** Marks an item as seen; one that is over by it can be brought back while the page is open. */
export async function markSeen(item: AttentionItem): Promise<void> {
  const outcome = await act('acknowledge', { id: item.id });
  if (outcome.ok) justSeen.value = [item, ...others(item)];
}

/** @returns whether it is over: there is nothing to bring back */
export async function markUnseen(item: AttentionItem): Promise<boolean> {
  const outcome = await act('unacknowledge', { id: item.id });
  if (outcome.ok) justSeen.value = others(item);
  const isOver = !outcome.ok && outcome.error.code === 'EDGE_NOT_FOUND';
  // That is no failure.
  if (isOver) lastFailure.value = null;
  return isOver;
}

const others = ({ id }: AttentionItem) => justSeen.peek().filter((one) => one.id !== id);

/** An item that is gone since it was marked as seen, with undo. */
export function SeenRow({ item }: { item: AttentionItem }) {
  const isOver = useSignal(false);
  const undo = async () => {
    isOver.value = await markUnseen(item);
  };
  const { title } = itemWords(item.reason, item.projectId, sinceOf(item), naming.value, edgeNow.value);
  return (
    <Row
      id={`undo-${item.id}`}
      glyph="seen"
      wrap
      soft
      projectId={item.projectId}
      title={title}
      facts={t(isOver.value ? 'now.isOver' : 'now.markedSeen')}
      side={
        !isOver.value && (
          <Button
            class="button verb"
            aria-describedby={titleId(`undo-${item.id}`)}
            onClick={() => void focusAfter(undo(), () => focusRow(item.id))}
          >
            {t('verb.undo')}
          </Button>
        )
      }
    />
  );
}

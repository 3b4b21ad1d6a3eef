import type { AttentionItem, Reason } from '../../../../../shared/attention/item.ts';
import { formatNumber } from '../../../../i18n/format.ts';
import { t } from '../../../../i18n/t.ts';
import { GoBack, OnceMore } from '../../../../now/go-back.tsx';
import { markSeen } from '../../../../now/seen-row.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Glyph } from '../../../../ui/icons.tsx';
import { attentionNow } from '../../../../ui/stored-state.ts';

type LoopItem = AttentionItem & { reason: Extract<Reason, { kind: 'going-in-circles' }> };

/** The need that says that a project's prompts are about the same thing; null while it is none, or somebody said that it is progress. */
export const loopOf = (projectId: string): LoopItem | null =>
  attentionNow.value.items.find(
    (item): item is LoopItem =>
      item.projectId === projectId && item.reason.kind === 'going-in-circles' && item.seen === null,
  ) ?? null;

/** Above Send: what the prompts about the same thing took so far, and what the next one usually takes. It never refuses it. */
export function InCircles({ projectId }: { projectId: string }) {
  const item = loopOf(projectId);
  if (item === null) return null;
  const { count, credits } = item.reason;
  return (
    <p class="spread in-circles" role="status">
      <Glyph name="warning" />
      <span>
        <strong>{t('console.talk.inCircles', { count: formatNumber(count) })}</strong>
        {credits > 0 && ` · ${t('fact.price', Math.round(credits), { credits: formatNumber(credits) })}`}
      </span>
      <OnceMore />
      <GoBack projectId={projectId} />
      <Button quiet onClick={() => void markSeen(item)}>
        {t('verb.progress')}
      </Button>
    </p>
  );
}

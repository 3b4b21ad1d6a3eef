import type { AttentionItem } from '../../shared/attention/item.ts';
import { naming } from '../ui/page-state.ts';

/** How much of a cap or a budget is used, drawn; nothing where that is not known, or numbers are hidden. */
export function CapBar({ item }: { item: AttentionItem }) {
  const part = usedPart(item);
  if (part === null || naming.value.screened) return null;
  return (
    <span class="bar" aria-hidden="true">
      <i style={{ width: `${Math.min(100, part * 100)}%` }} class={item.severity} />
    </span>
  );
}

function usedPart({ reason }: AttentionItem): number | null {
  if (reason.kind === 'credit-cap')
    return reason.spent !== null && reason.limit ? reason.spent / reason.limit : null;
  if (reason.kind !== 'feature-budget' && reason.kind !== 'feature-warning') return null;
  return reason.used !== null && reason.cap ? reason.used / reason.cap : null;
}

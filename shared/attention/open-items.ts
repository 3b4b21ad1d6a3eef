import { type AttentionItem, SEVERITIES, type Severity } from './item.ts';
import { KIND_ORDER } from './kind-order.ts';
import type { AttentionState } from './state.ts';

/** Open items, worst first; acknowledged ones after the others, then the newest first. */
export function openItems(state: AttentionState): AttentionItem[] {
  return Object.values(state.items)
    .filter((item) => item.resolvedAt === null)
    .toSorted(
      (a, b) =>
        Number(a.acknowledgedAt !== null) - Number(b.acknowledgedAt !== null) ||
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        KIND_ORDER.indexOf(a.reason.kind) - KIND_ORDER.indexOf(b.reason.kind) ||
        b.openedAt - a.openedAt ||
        a.id.localeCompare(b.id, 'en', { numeric: true }),
    );
}

/** How many open items ask for the user, how many are only acknowledged, and how bad the worst asking one is. */
export function attentionCount(state: AttentionState): {
  asking: number;
  acknowledged: number;
  worst: Severity | null;
} {
  const open = openItems(state);
  const asking = open.filter((item) => item.acknowledgedAt === null);
  return {
    asking: asking.length,
    acknowledged: open.length - asking.length,
    worst: asking[0]?.severity ?? null,
  };
}

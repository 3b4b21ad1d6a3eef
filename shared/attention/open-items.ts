import { ATTENTION_ITEMS_MAX, ENDED_TROUBLES_MAX, SEVERITIES, type Severity } from '../snapshot/attention.ts';
import type { AttentionNow } from '../snapshot/attention-schema.ts';
import type { AttentionItem, AttentionState, KeptItem } from './item.ts';
import type { BestAction } from './kind.ts';
import { isInformation, KIND_ORDER, KINDS } from './kinds/kinds.ts';
import type { NeedPlace } from './rule.ts';

/** Items, worst first; seen ones last, then newest first. An unknown kind comes first of its severity. */
export function worstFirst<T extends AttentionItem>(items: readonly T[]): T[] {
  return items.toSorted(
    (a, b) =>
      Number(a.seen !== null) - Number(b.seen !== null) ||
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      KIND_ORDER.indexOf(a.reason.kind) - KIND_ORDER.indexOf(b.reason.kind) ||
      b.openedAt - a.openedAt ||
      a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
}

/** Open items, worst first. */
export function openItems({ items }: Pick<AttentionState, 'items'>): KeptItem[] {
  return worstFirst(Object.values(items).filter((item) => item.resolvedAt === null));
}

const isNeed = ({ reason }: Pick<AttentionItem, 'reason'>): boolean => !isInformation(reason.kind);

/** The state as served to everybody, without information (for some only) and what only the reducer needs. */
export function attentionNowOf(state: AttentionState, lastAnnouncement: number): AttentionNow {
  const open = openItems(state).filter(isNeed);
  const endedTroubles = Object.values(state.items)
    .flatMap(({ heldAt: _at, heldBy: _by, resolvedAt, ...item }) =>
      resolvedAt === null || !isNeed(item) ? [] : [{ ...item, resolvedAt }],
    )
    .toSorted((one, other) => other.resolvedAt - one.resolvedAt)
    .slice(0, ENDED_TROUBLES_MAX);
  return {
    items: open.slice(0, ATTENTION_ITEMS_MAX).map(servedItem),
    open: open.length,
    seen: open.filter((item) => item.seen !== null).length,
    ended: Object.values(state.items)
      .flatMap(({ id, resolvedAt }) => (resolvedAt === null ? [] : [id]))
      .sort(),
    endedTroubles,
    lastAnnouncement,
  };
}

/** Open information, newest first. */
export function openInformation(state: AttentionState): AttentionItem[] {
  return openItems(state)
    .filter((item) => !isNeed(item))
    .map(servedItem);
}

const servedItem = ({ resolvedAt: _, heldAt: _at, heldBy: _by, ...item }: KeptItem): AttentionItem => item;

/** How many open items need the user, how many are acknowledged, and the worst severity of the former. */
export function attentionCount({
  items,
  open,
  seenBeyond = 0,
}: {
  items: readonly { seen: unknown; severity: Severity; reason: { kind: string } }[];
  open: number;
  /** Acknowledged ones that are not among the items. */
  seenBeyond?: number;
}): {
  unacknowledged: number;
  acknowledged: number;
  worst: Severity | null;
} {
  const needs = items.filter(({ reason }) => !isInformation(reason.kind));
  const acknowledged = needs.filter((item) => item.seen !== null).length + seenBeyond;
  return {
    unacknowledged: open - acknowledged,
    acknowledged,
    worst: needs.find((item) => item.seen === null)?.severity ?? null,
  };
}

/** What its kind has done about it, or where. */
export function actionOf({ reason }: Pick<AttentionItem, 'reason'>): BestAction | NeedPlace {
  const { action } = KINDS[reason.kind];
  return typeof action === 'string' ? action : action(reason);
}

/** @param may what this device's role and the account permit */
export function bestAction(
  item: AttentionItem,
  may: { mayRaise: boolean; mayGiveKeys: boolean },
): BestAction {
  const action = actionOf(item);
  if (action === 'raise') return may.mayRaise ? action : 'look';
  if (action === 'give-keys') return may.mayGiveKeys ? action : 'look';
  return action === 'check' ? action : 'look';
}

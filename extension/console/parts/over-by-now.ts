import { openingKey, subjectOfKey } from '../../../shared/attention/news.ts';
import type { AttentionNow } from '../../../shared/snapshot/attention.ts';

/**
 * Whether needs are over: of all open ones, none is one of them. False while that is not known.
 * @param attention what the edge says is open; undefined = not read
 */
export function areOver(ids: readonly string[], attention: AttentionNow | undefined): boolean {
  if (attention === undefined || attention.items.length < attention.open) return false;
  const open = new Set(attention.items.map(({ id }) => id));
  // The warning of a budget makes way for the budget that is used up.
  return !ids.some((id) => open.has(id) || open.has(id.replace(/^feature-warning:/, 'feature-budget:')));
}

/** Whether the opening is over that was announced under a key; news is never over. */
export function isOpeningOver(key: string, attention: AttentionNow | undefined): boolean {
  const id = subjectOfKey(key);
  if (!key.startsWith(`${id}#`)) return false;
  const again = attention?.items.find((item) => item.id === id);
  return again === undefined ? areOver([id], attention) : openingKey(id, again.opening) !== key;
}

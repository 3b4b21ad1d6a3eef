import { isAttentionKind } from '../../../shared/attention/kinds.ts';
import { openingKey, subjectOfKey } from '../../../shared/attention/news.ts';
import { RULES } from '../../../shared/attention/rules/rules.ts';
import type { AttentionNow } from '../../../shared/snapshot/attention.ts';
import { t } from '../../i18n/t.ts';

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

/** Whether what was said of needs still holds; null: not known, or of what happened at one time, which has no end. */
export type Standing = 'over' | 'open' | null;

/** Of the opening that was announced under a key. */
export function openingStanding(key: string, attention: AttentionNow | undefined): Standing {
  const id = subjectOfKey(key);
  if (!key.startsWith(`${id}#`)) return null;
  const again = attention?.items.find((item) => item.id === id);
  if (again !== undefined && openingKey(id, again.opening) !== key) return 'over';
  if (again === undefined) return areOver([id], attention) ? 'over' : null;
  // What is open until it is seen has happened: it does not last.
  const { kind } = again.reason;
  return isAttentionKind(kind) && RULES[kind].endsWhenAcknowledged ? null : 'open';
}

export const standingWords = (standing: Standing): string | null =>
  standing && t(standing === 'over' ? 'console.activity.over' : 'console.activity.notOver');

import type { BrowserActor } from '../actors/browser-actor.ts';

interface StoredNotice {
  readonly key: string;
  readonly noticeId: string;
  readonly fate: { readonly is: string };
}

/**
 * Each opening is announced at most once: storage has no two notices of it, and notifications never outnumber
 * openings (one whose background stopped before storing is shown again, under the same id).
 */
export function oneNoticePerOpening({ state, endings }: BrowserActor): string[] {
  const stored = storedNotices(state.local.get('notices'));
  const problems: string[] = [];
  const keys = new Set<string>();
  for (const { key, fate } of stored) {
    if (keys.has(key)) problems.push(`${key} stands twice among the notices`);
    keys.add(key);
    if (fate.is === 'pending') problems.push(`${key} was never shown nor held back`);
  }
  const openings = new Map<string, number>();
  for (const { noticeId, fate } of stored)
    if (fate.is === 'shown') openings.set(noticeId, (openings.get(noticeId) ?? 0) + 1);
  const shown = new Map<string, number>();
  for (const { id } of state.shown) shown.set(id, (shown.get(id) ?? 0) + 1);
  for (const [id, times] of shown) {
    if (id === 'digest') continue;
    const opened = openings.get(id) ?? 0;
    if (times > opened + endings) problems.push(`${id} opened ${opened} times and was shown ${times} times`);
  }
  return problems;
}

function storedNotices(value: unknown): StoredNotice[] {
  return Array.isArray(value) ? value : [];
}

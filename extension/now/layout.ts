import { signal, useSignal } from '@preact/signals';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { AttentionItem } from '../../shared/attention/item.ts';
import type { InstantMs } from '../../shared/time.ts';
import { UNDO_FOR_MS } from '../storage/account.ts';
import type { CapChange } from '../storage/account-schema.ts';
import { BesideContext } from './beside.ts';

/** Raised caps that can still be reverted, shared by all views. @param now this browser's clock */
export const recentChanges = (changes: readonly CapChange[], now: InstantMs): CapChange[] =>
  changes.filter(({ at }) => now - at < UNDO_FOR_MS);

/** What was marked as seen in this page, newest first, so that it can be undone. */
export const justSeen = signal<readonly AttentionItem[]>([]);

/** The item that a notification or an address refers to: its row is opened. */
export const linkedItem = signal('');

const LINGER_MS = 1500;

export type Lingering<T> = { row: T; leaving: boolean };

/**
 * Keeps removed rows for a moment, and while they are used or the pointer is over the list or what is beside
 * it, so that nothing moves under it.
 * @returns the rows to render, in place, the event handlers for the list, and what tells that a row is used
 */
export function useLingering<T extends { id: string }>(
  rows: readonly T[],
): {
  rows: Lingering<T>[];
  hold: { onPointerEnter: () => void; onPointerLeave: () => void };
  use: (id: string, is: boolean) => void;
} {
  const held = useSignal(false);
  const used = useSignal<readonly string[]>([]);
  const swept = useSignal(0);
  void swept.value;
  const drawn = useRef<Lingering<T>[]>([]);
  const present = useRef(new Set<string>());
  present.current = new Set(rows.map(({ id }) => id));
  const leaving = drawn.current
    .map(({ row }) => row.id)
    .filter((id) => !present.current.has(id) && !used.value.includes(id))
    .join(' ');
  // Read while rendering, so that it renders again when the pointer leaves.
  const beside = useContext(BesideContext);
  const resting = held.value || beside?.isPointed.value === true;

  useEffect(() => {
    if (leaving === '' || resting) return;
    const timer = setTimeout(() => {
      drawn.current = drawn.current.filter(
        ({ row }) => present.current.has(row.id) || used.peek().includes(row.id),
      );
      swept.value += 1;
    }, LINGER_MS);
    return () => clearTimeout(timer);
  }, [leaving, resting]);

  const next: Lingering<T>[] = rows.map((row) => ({ row, leaving: false }));
  drawn.current.forEach(({ row }, place) => {
    if (!present.current.has(row.id)) next.splice(Math.min(place, next.length), 0, { row, leaving: true });
  });
  drawn.current = next;
  return {
    rows: next,
    hold: {
      onPointerEnter: () => {
        held.value = true;
      },
      onPointerLeave: () => {
        held.value = false;
      },
    },
    use: (id, is) => {
      used.value = [...used.peek().filter((one) => one !== id), ...(is ? [id] : [])];
    },
  };
}

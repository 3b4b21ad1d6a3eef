import { computed } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { Resource, ResourceState } from '../../reads/resource.ts';
import type { RowsQuestion } from './row-source.ts';

/** What is shown of a list, the question that it answers, and whether another one is being read. */
export type Held = { state: ResourceState<unknown>; question: RowsQuestion; isAwaiting: boolean };

/**
 * The rows of a question; while those of the next one are read, the rows of the one before stay, and with them the focus.
 * @param question what `rows` is read for
 */
export function useHeld(rows: Resource<unknown>, question: RowsQuestion): Held & { of: Resource<unknown> } {
  const last = useRef<Pick<Held, 'state' | 'question'> | null>(null);
  const held = useMemo(
    () =>
      computed((): Held => {
        const state = rows.state.value;
        if (state.kind === 'loading' && last.current?.state.kind === 'shown')
          return { ...last.current, isAwaiting: true };
        last.current = { state, question };
        return { state, question, isAwaiting: false };
      }),
    [rows, question],
  );
  const of = useMemo(
    () => ({ state: computed(() => held.value.state), refresh: rows.refresh }),
    [rows, held],
  );
  return { ...held.value, of };
}

import { type Signal, useSignal } from '@preact/signals';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';

export type BesideRow = {
  id: string;
  title: string;
  facts: string;
  projectId?: string | null;
  detail?: ComponentChildren;
};

/** The one row whose detail stands beside the lists; null: the detail of each opens below its row. */
export type Beside = {
  chosen: Signal<string>;
  /** The project of the row that was chosen and is gone: another of it is chosen next, if there is one. */
  left: { projectId: string | null };
  /** The details by row: the chosen one, and those in which a form is open, so that what is typed stays. */
  shown: Signal<ReadonlyMap<string, BesideRow>>;
  /** Whether the pointer is over them: no row leaves meanwhile. */
  isPointed: Signal<boolean>;
};
export const BesideContext = createContext<Beside | null>(null);

/** Whether a row's detail is open; written to, it opens or closes. @param isFirst whether it starts open */
export function useRowOpen(id: string, isFirst = false): { value: boolean } {
  const own = useSignal(isFirst);
  const beside = useContext(BesideContext);
  useLayoutEffect(() => {
    if (beside && isFirst) beside.chosen.value = id;
  }, [beside]);
  if (!beside) return own;
  return {
    get value() {
      return beside.chosen.value === id;
    },
    set value(isOpen) {
      if (isOpen) beside.chosen.value = id;
    },
  };
}

/**
 * Shows the row beside the lists while it is chosen; the first row is at first.
 * @param isKept whether a form is open in its detail @returns null where nothing is beside them
 */
export function useBeside(row: BesideRow, isOpen: boolean, isKept: boolean): Beside | null {
  const beside = useContext(BesideContext);
  useLayoutEffect(() => {
    if (!beside) return;
    if (isOpen || isKept) beside.shown.value = new Map(beside.shown.peek()).set(row.id, row);
    else remove(beside, row.id);
  });
  useLayoutEffect(() => {
    if (!beside) return;
    if (beside.chosen.peek() === '') beside.chosen.value = row.id;
    return () => {
      if (beside.chosen.peek() === row.id) {
        beside.left.projectId = row.projectId ?? null;
        beside.chosen.value = '';
      }
      remove(beside, row.id);
    };
  }, [beside, row.id]);
  return beside;
}

function remove({ shown }: Beside, id: string): void {
  if (shown.peek().has(id)) shown.value = new Map([...shown.peek()].filter(([one]) => one !== id));
}

import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { type ColumnLayout, NO_LAYOUT, readLayout, writeLayout } from '../../storage/console.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form.tsx';
import type { RowSource } from './row-source.ts';

export type Columns = {
  layout: ReadonlySignal<ColumnLayout>;
  /** Shows a column or hides it. */
  show: (name: string, isShown: boolean) => void;
  /** @param width in pixels; null: as wide as its values */
  resize: (name: string, width: number | null) => void;
  reset: () => void;
};

/** Which columns of a table are shown, and how wide: kept in this browser, so far as it has room. */
export function useColumns(key: string): Columns {
  const layout = useSignal(NO_LAYOUT);
  useEffect(() => {
    void readLayout(key).then(
      (stored) => {
        if (layout.peek() === NO_LAYOUT) layout.value = stored;
      },
      () => undefined,
    );
  }, [key]);
  const set = (next: ColumnLayout) => {
    layout.value = next;
    void writeLayout(key, next).catch(() => undefined);
  };
  return {
    layout,
    show: (name, isShown) => {
      const { hidden, widths } = layout.peek();
      const others = hidden.filter((one) => one !== name);
      set({ hidden: isShown ? others : [...others, name], widths });
    },
    resize: (name, width) => {
      const { hidden, widths } = layout.peek();
      const { [name]: _, ...others } = widths;
      set({ hidden, widths: width === null ? others : { ...others, [name]: width } });
    },
    reset: () => set({ hidden: [], widths: {} }),
  };
}

/** Those of the columns that are shown; the first is always: it leads to the row. */
export const shownOf = (names: readonly string[], { hidden }: ColumnLayout): string[] =>
  names.filter((name, at) => at === 0 || !hidden.includes(name));

/** Chooses the columns that are shown. */
export function ColumnChoice({
  source,
  names,
  columns: { layout, show, reset },
  onHide,
}: {
  source: Pick<RowSource, 'columns'>;
  names: readonly string[];
  columns: Columns;
  /** Rows are not sorted by what is not seen. */
  onHide: (name: string) => void;
}) {
  const isOpen = useSignal(false);
  const { hidden, widths } = layout.value;
  const isChanged = hidden.length > 0 || Object.keys(widths).length > 0;
  return (
    <details class="more column-choice" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>{t('console.rows.columns')}</summary>
      {(isOpen.value ? names.slice(1) : []).map((name) => (
        <Checkbox
          key={name}
          label={isolated(source.columns.find((one) => one.name === name)?.label ?? name)}
          checked={!hidden.includes(name)}
          onChange={(checked) => {
            show(name, checked);
            if (!checked) onHide(name);
          }}
        />
      ))}
      {isChanged && (
        <Button quiet onClick={reset}>
          {t('console.rows.allColumns')}
        </Button>
      )}
    </details>
  );
}

import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { usePressElsewhere } from '../parts/drop-down.tsx';
import type { Column } from './row-source.ts';
import type { Typed } from './staged.ts';
import { ValueField } from './value-field.tsx';
import { briefText, controlOf, flagText, numberText, shownText } from './values.ts';

export type CellProps = {
  label: string;
  value: unknown;
  /** Display name of a reference's value; null: shown as it is. */
  name: string | null;
  column: Column | undefined;
  decimals: number;
  width: number | null;
  isChanged: boolean;
  /** Input that is no value. */
  invalid: string | null;
  /** Of the row, on its first cell. */
  address: string | null;
  isOpen: boolean;
  /** It is text, and opened by a double click or Enter. */
  isReading: boolean;
  /** Null: it is not edited. */
  onType: ((typed: Typed) => void) | null;
};

/** A value, which is changed where it stands; a row's first leads to it. */
export function Cell(props: CellProps) {
  const { value, width, isChanged, invalid, address, isOpen, isReading, onType } = props;
  const text = textOf(props);
  const shown = text === '' ? <span class="meta">–</span> : isolated(text);
  const control = controlIn(props);
  const classes = [
    typeof value === 'number' && control.kind !== 'boolean' && 'number',
    isChanged && 'changed',
    invalid !== null && 'invalid',
    width !== null && 'sized',
  ];
  const link = address && (
    <a class="row-link" href={address} aria-current={isOpen ? 'true' : undefined}>
      {text === '' ? t('verb.open') : shown}
    </a>
  );
  return (
    <td
      class={classes.filter(Boolean).join(' ')}
      style={width === null ? undefined : { '--width': `${width}px` }}
      title={
        invalid === null ? undefined : t('console.rows.notValue', { text: isolated(briefText(invalid)) })
      }
    >
      {onType === null || control.kind === 'binary' || control.kind === 'file' || (isReading && link) ? (
        link || shown
      ) : control.kind === 'boolean' && !isReading ? (
        <>
          {link}
          <input
            type="checkbox"
            aria-label={props.label}
            checked={value === true || value === 1}
            ref={(box) => {
              if (box) box.indeterminate = typeof value !== 'boolean' && typeof value !== 'number';
            }}
            onChange={({ currentTarget }) => {
              const { checked } = currentTarget;
              onType({ kind: 'value', value: control.asNumber ? Number(checked) : checked });
            }}
          />
        </>
      ) : (
        <Editable {...props} onType={onType} link={link}>
          {invalid === null ? shown : isolated(invalid)}
        </Editable>
      )}
    </td>
  );
}

/** Opens a value's field in its cell. Enter, Tab or a press elsewhere ends it; Escape ends and reverts it. */
function Editable({
  link,
  children,
  ...cell
}: Omit<CellProps, 'onType'> & {
  link: ComponentChildren;
  children: ComponentChildren;
  onType: (typed: Typed) => void;
}) {
  const { label, value, name, column, invalid, isReading, onType } = cell;
  const isEditing = useSignal(false);
  const place = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLElement>(null);
  const before = useRef<Typed>({ kind: 'value', value });
  /** What takes the focus once the field is closed. */
  const returns = useRef(false);
  // Before the next key.
  useLayoutEffect(() => {
    if (isEditing.value) {
      const field = place.current?.querySelector<HTMLElement>('input, select, textarea, button');
      field?.focus();
      if (field instanceof HTMLInputElement) field.select();
    } else if (returns.current) opener.current?.focus();
    returns.current = false;
  }, [isEditing.value]);
  usePressElsewhere(isEditing.value, place, () => (isEditing.value = false));
  const close = () => {
    returns.current = true;
    isEditing.value = false;
  };
  const open = () => {
    before.current = invalid === null ? { kind: 'value', value } : { kind: 'invalid', text: invalid };
    isEditing.value = true;
  };
  const named = { 'aria-label': t('console.rows.editCell', { column: label, value: textOf(cell) || '–' }) };
  // The button stays below the field, so that no column changes its width.
  const button = isReading ? (
    // biome-ignore lint/a11y/useSemanticElements: the text of a button can't be selected
    <span
      {...named}
      ref={opener}
      class="cell-edit"
      role="button"
      tabIndex={-1}
      onDblClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        open();
      }}
    >
      {children}
    </span>
  ) : (
    <Button
      {...named}
      at={opener as RefObject<HTMLButtonElement>}
      class={link ? 'cell-edit beside-link' : 'cell-edit'}
      onClick={open}
    >
      {link ? '✎' : children}
    </Button>
  );
  const field = isEditing.value && (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field in it
    <span
      ref={place}
      class="cell-editor"
      onKeyDown={(event) => {
        const { key, shiftKey, target } = event;
        const isText = target instanceof HTMLTextAreaElement;
        if (key === 'Escape') onType(before.current);
        else if (key === 'Tab') {
          // The field that is left has no place in the order of the page.
          if (moves(place.current, shiftKey ? -1 : 1)) event.preventDefault();
          event.stopPropagation();
          isEditing.value = false;
          return;
        } else if (key !== 'Enter' || (isText && shiftKey) || target instanceof HTMLButtonElement) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) isEditing.value = false;
      }}
    >
      <ValueField
        label={label}
        value={value}
        name={name}
        control={controlIn(cell)}
        column={column}
        invalid={invalid}
        onInvalid={(text) => onType({ kind: 'invalid', text })}
        onChange={(to) => onType({ kind: 'value', value: to })}
      />
    </span>
  );
  return (
    <>
      {link}
      {button}
      {field}
    </>
  );
}

/** Focuses the cell to edit before or after this one. @returns whether there is one */
function moves(from: HTMLElement | null, by: 1 | -1): boolean {
  const cells = [...(from?.closest('tbody')?.querySelectorAll<HTMLElement>(EDITABLE) ?? [])];
  const own = from?.closest('td');
  const at =
    by === 1
      ? cells.findIndex(
          (one) =>
            own &&
            (own.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
            !own.contains(one),
        )
      : cells.findLastIndex(
          (one) => own && (own.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
        );
  cells[at]?.focus();
  return at >= 0;
}

const EDITABLE = '.cell-edit, td > input';

const controlIn = ({ column, value }: Pick<CellProps, 'column' | 'value'>) =>
  column?.control ?? controlOf(value, column?.type ?? null);

const textOf = ({
  value,
  name,
  column,
  decimals,
}: Pick<CellProps, 'value' | 'name' | 'column' | 'decimals'>) =>
  name ??
  flagText(value, column?.type) ??
  numberText(value, decimals) ??
  shownText(value, column?.control ?? null);

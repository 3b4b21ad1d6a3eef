import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Result } from '../../../edge-client/api-error.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { type Change, useChange } from '../../../reads/change.ts';
import { DraftTrouble, useFormDraft } from '../../parts/form-draft.tsx';
import { ChangeStatus } from '../../parts/part.tsx';

/** How a limit is read and set. Null: none. */
export type LimitEdit = {
  /** Reads the current limit, so that a change by somebody else is noticed before it is replaced; undefined if it can't be read. */
  readNow: () => Promise<number | null | undefined>;
  send: (change: Change, to: number | null) => Promise<Result<unknown>>;
};

const fieldsOf = (value: number | null) => ({ amount: value === null ? '' : String(value) });

/** Id of a limit's form draft. @param id of the limit and its project */
export const limitDraftId = (id: string): string => `limit ${id}`;

/**
 * A limit with its actions: change, remove, undo. What is typed is kept until it is set or cancelled. A value that somebody else
 * has set since the form was opened is not replaced: it is shown with a question.
 */
export function EditLimit({
  id,
  label,
  value,
  min,
  max,
  step = 1,
  canRemove,
  hint,
  edit,
}: {
  /** Of its draft: the limit and its project. */
  id: string;
  label: string;
  value: number | null;
  min: number;
  max: number | null;
  step?: number;
  canRemove: boolean;
  /** What the new value means, shown while typing; null = nothing. */
  hint?: (to: number | null) => string | null;
  edit: LimitEdit;
}) {
  const isOpened = useSignal(false);
  const form = useFormDraft(limitDraftId(id), fieldsOf(value));
  const editing = useComputed(() => isOpened.value || form.isBegun.value || form.isUnreadable.value);
  /** The value when the form was opened, or that somebody else has set since. */
  const before = limitIn(form.base.value.amount);
  const others = useSignal<number | null | undefined>(undefined);
  const isUnread = useSignal(false);
  const undone = useSignal<{ from: number | null; to: number | null } | null>(null);
  const change = useChange();
  const field = useRef<HTMLInputElement>(null);
  const open = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // A form that was begun before shows itself without taking the focus.
    if (isOpened.value) field.current?.focus();
    else if (wasEditing.current && !editing.value) open.current?.focus();
    wasEditing.current = editing.value;
  }, [isOpened.value, editing.value]);
  useEffect(() => {
    // The page was closed while it was sent.
    if (!isOpened.peek() && form.isBegun.peek() && limitIn(form.fields.peek().amount) === value)
      form.reset(fieldsOf(value));
  }, [value]);
  const { amount } = form.fields.value;
  const typed = limitIn(amount);
  const problem = typed === null ? null : problemOf(typed, min, max, step);
  const close = () => {
    isOpened.value = false;
    form.reset(fieldsOf(value));
  };
  const apply = async (to: number | null, expected: number | null) => {
    const now = await edit.readNow();
    isUnread.value = now === undefined;
    if (now === undefined) return;
    if (now !== expected) {
      others.value = now;
      isOpened.value = true;
      form.rebase(fieldsOf(now));
      return;
    }
    others.value = undefined;
    const result = await edit.send(change, to);
    if (!result.ok) return;
    undone.value = { from: expected, to };
    isOpened.value = false;
    form.reset(fieldsOf(to));
  };
  if (!editing.value)
    return (
      <span class="verbs">
        <ChangeStatus state={change.state.value} />
        {undone.value && undone.value.to === value && (
          <button
            type="button"
            class="button quiet"
            onClick={() => {
              const { from, to } = undone.value ?? { from: null, to: null };
              void apply(from, to).then(() => (undone.value = null));
            }}
          >
            {t('verb.undo')}
          </button>
        )}
        <button
          ref={open}
          data-arrive
          type="button"
          class="button"
          aria-label={`${t('console.limits.change')}: ${label}`}
          onClick={() => {
            form.reset(fieldsOf(value));
            others.value = undefined;
            isOpened.value = true;
          }}
        >
          {value === null ? t('console.limits.set') : t('console.limits.change')}
        </button>
      </span>
    );
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== null && problem === null) void apply(typed, before);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <label class="field">
        <span class="meta">{label}</span>
        <input
          ref={field}
          class="input"
          type="number"
          inputMode="decimal"
          min={min}
          max={max ?? undefined}
          step={step === 1 ? 1 : 'any'}
          value={amount}
          aria-invalid={problem !== null}
          onInput={({ currentTarget }) => form.edit({ amount: currentTarget.value })}
        />
      </label>
      <button type="submit" class="button" disabled={typed === null || problem !== null}>
        {typed === null
          ? t('console.limits.set')
          : t('console.limits.setTo', { amount: formatNumber(typed) })}
      </button>
      {canRemove && before !== null && (
        <button type="button" class="button" onClick={() => void apply(null, before)}>
          {t('console.limits.remove')}
        </button>
      )}
      <button type="button" class="button quiet" onClick={close}>
        {t('verb.cancel')}
      </button>
      <span class="meta" role="status">
        {problem ?? (typed === null ? null : hint?.(typed))}
        {others.value !== undefined &&
          ` ${t('console.limits.changedMeanwhile', {
            amount: others.value === null ? t('console.limits.none') : formatNumber(others.value),
          })}`}
        {isUnread.value && ` ${t('console.limits.notCompared')}`}
      </span>
      <DraftTrouble of={form} />
      <ChangeStatus state={change.state.value} />
    </form>
  );
}

const limitIn = (amount: string): number | null => (amount.trim() === '' ? null : Number(amount));

/** Why a number is invalid as a limit; null when it is valid. */
function problemOf(value: number, min: number, max: number | null, step: number): string | null {
  if (!Number.isFinite(value) || (step === 1 && !Number.isInteger(value))) return t('console.limits.whole');
  if (value < min) return t('console.limits.atLeast', { amount: formatNumber(min) });
  if (max !== null && value > max) return t('console.limits.atMost', { amount: formatNumber(max) });
  return null;
}

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Result } from '../../edge-client/api-error.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { type Change, useChange } from '../change.ts';
import { ChangeStatus } from '../part.tsx';

/** A limit being edited: its value when the form was opened, and the new one. Null: none. */
export type LimitEdit = {
  /** Reads the current limit, so that a change by somebody else is noticed before it is replaced. */
  readNow: () => Promise<number | null | undefined>;
  send: (change: Change, to: number | null) => Promise<Result<unknown>>;
};

/**
 * A limit with its actions: change, remove, undo. A value that somebody else has set since the form was opened is not
 * replaced: it is shown with a question.
 */
export function EditLimit({
  label,
  value,
  min,
  max,
  step = 1,
  canRemove,
  hint,
  edit,
}: {
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
  const editing = useSignal(false);
  const text = useSignal('');
  const before = useSignal<number | null>(null);
  const others = useSignal<number | null | undefined>(undefined);
  const undone = useSignal<{ from: number | null; to: number | null } | null>(null);
  const change = useChange();
  const field = useRef<HTMLInputElement>(null);
  const open = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (editing.value) field.current?.focus();
    else if (wasEditing.current) open.current?.focus();
    wasEditing.current = editing.value;
  }, [editing.value]);
  const typed = text.value.trim() === '' ? null : Number(text.value);
  const problem = typed === null ? null : problemOf(typed, min, max, step);
  const apply = async (to: number | null, expected: number | null) => {
    const now = await edit.readNow();
    if (now !== undefined && now !== expected) {
      others.value = now;
      before.value = now;
      return;
    }
    others.value = undefined;
    const result = await edit.send(change, to);
    if (!result.ok) return;
    undone.value = { from: expected, to };
    editing.value = false;
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
          type="button"
          class="button"
          aria-label={`${t('console.limits.change')}: ${label}`}
          onClick={() => {
            before.value = value;
            text.value = value === null ? '' : String(value);
            others.value = undefined;
            editing.value = true;
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
        if (typed !== null && problem === null) void apply(typed, before.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        editing.value = false;
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
          value={text.value}
          aria-invalid={problem !== null}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </label>
      <button type="submit" class="button" disabled={typed === null || problem !== null}>
        {typed === null
          ? t('console.limits.set')
          : t('console.limits.setTo', { amount: formatNumber(typed) })}
      </button>
      {canRemove && before.value !== null && (
        <button type="button" class="button" onClick={() => void apply(null, before.value)}>
          {t('console.limits.remove')}
        </button>
      )}
      <button type="button" class="button quiet" onClick={() => (editing.value = false)}>
        {t('verb.cancel')}
      </button>
      <span class="meta" role="status">
        {problem ?? (typed === null ? null : hint?.(typed))}
        {others.value !== undefined &&
          ` ${t('console.limits.changedMeanwhile', {
            amount: others.value === null ? t('console.limits.none') : formatNumber(others.value),
          })}`}
      </span>
      <ChangeStatus state={change.state.value} />
    </form>
  );
}

/** Why a number is invalid as a limit; null when it is valid. */
function problemOf(value: number, min: number, max: number | null, step: number): string | null {
  if (!Number.isFinite(value) || (step === 1 && !Number.isInteger(value))) return t('console.limits.whole');
  if (value < min) return t('console.limits.atLeast', { amount: formatNumber(min) });
  if (max !== null && value > max) return t('console.limits.atMost', { amount: formatNumber(max) });
  return null;
}

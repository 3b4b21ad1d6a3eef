import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Result } from '../../edge-client/api-error.ts';
import { type LimitName, putCap } from '../../edge-client/put-cap.ts';
import { formatFacts } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { type Change, useChange } from '../../reads/change.ts';
import { projectPath } from '../../reads/paths.ts';
import { Button } from '../../ui/button.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { type LimitRange, limitIn } from '../../ui/limit-input.tsx';
import { NumberEditor, type NumberOutcome, setToWords, useSettingNumber } from '../../ui/number-editor.tsx';
import { DraftTrouble, useFormDraft } from './form-draft.tsx';
import { ChangeStatus } from './part.tsx';
import { noteMade, UndoStatus, useUndo } from './undo.tsx';

/** Sets a limit that was `expected` when its form was opened. Null: none. */
export type SetLimit = (change: Change, expected: number | null, to: number | null) => Promise<NumberOutcome>;

/** Compares here, where the edge doesn't. @param readNow undefined = it can't be read */
export const comparedHere =
  (
    readNow: () => Promise<number | null | undefined>,
    send: (change: Change, to: number | null) => Promise<Result<unknown>>,
  ): SetLimit =>
  async (change, expected, to) => {
    const found = await readNow();
    if (found === undefined) return { kind: 'unread' };
    if (found !== expected) return { kind: 'changed', found };
    return { kind: (await send(change, to)).ok ? 'set' : 'failed' };
  };

/**
 * Has the edge compare and set a limit, then reads both kinds again: the budget of all features is the
 * infrastructure cap (service reference, Feature limits).
 */
export const comparedAtEdge =
  (limit: LimitName): SetLimit =>
  async (change, from, to) => {
    const rereads = (['/credit-limits', '/limits'] as const).map((part) =>
      projectPath(limit.projectId, part),
    );
    const result = await putCap({ ...limit, from, to }, (request) => change.send(request, rereads));
    if (result.ok) return { kind: 'set' };
    const { found } = result.error;
    if (found === undefined) return { kind: 'failed' };
    change.state.value = { kind: 'idle' };
    return { kind: 'changed', found };
  };

const fieldsOf = (value: number | null) => ({ amount: value === null ? '' : String(value) });

/** Id of a limit's form draft. @param id of the limit and its project */
export const limitDraftId = (id: string): string => `limit ${id}`;

/**
 * Limit with its actions: change, remove, undo. Keeps what is typed until it is set or cancelled. Does not
 * replace a value that somebody else has set since the form was opened, but shows it with a question.
 */
export function EditLimit({
  id,
  label,
  fieldLabel = label,
  value,
  range,
  canRemove,
  isNamed = false,
  isOverridden = false,
  proposal = null,
  shown = null,
  stops,
  hint,
  set,
}: {
  /** Of its draft: the limit and its project. */
  id: string;
  label: string;
  /** What its field is called, where the limit's name stands above it. */
  fieldLabel?: string;
  value: number | null;
  range: LimitRange;
  canRemove: boolean;
  /** Whether its button says which limit it is, where several stand together. */
  isNamed?: boolean;
  /** Whether another value stands in its place now, which setting the same one ends. */
  isOverridden?: boolean;
  /** What its form begins with where that is another value, such as for a limit that is reached. */
  proposal?: number | null;
  /** Value as its button shows it, like a field, in place of a verb; null: it stands elsewhere. */
  shown?: string | null;
  /** Says what a new value stops at once: shown while typing, asked before it is set; null = nothing. */
  stops?: (to: number) => string | null;
  /** What else the new value means, shown while typing; null = nothing. */
  hint?: (to: number) => string | null;
  set: SetLimit;
}) {
  const isOpened = useSignal(false);
  const form = useFormDraft(limitDraftId(id), fieldsOf(value));
  const editing = useComputed(() => isOpened.value || form.isBegun.value || form.isUnreadable.value);
  const undo = useUndo<number | null>();
  const change = useChange();
  const setting = useSettingNumber((expected, to) => set(change, expected, to));
  const open = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    if (wasEditing.current && !editing.value) open.current?.focus();
    wasEditing.current = editing.value;
  }, [editing.value]);
  useEffect(() => {
    // The page was closed while it was sent.
    if (!isOpened.peek() && form.isBegun.peek() && limitIn(form.fields.peek().amount) === value)
      form.reset(fieldsOf(value));
  }, [value]);
  const close = (to: number | null) => {
    isOpened.value = false;
    form.reset(fieldsOf(to));
  };
  /** @returns whether it is set */
  const apply = async (to: number | null, expected: number | null): Promise<boolean> => {
    const outcome = await setting.send(expected, to);
    if (outcome?.kind === 'changed') {
      isOpened.value = true;
      form.rebase(fieldsOf(outcome.found));
    }
    if (outcome?.kind !== 'set') return false;
    noteMade(undo, expected, to);
    close(to);
    return true;
  };
  if (!editing.value)
    return (
      <span class="verbs">
        <UndoStatus
          undo={undo}
          state={change.state.value}
          value={value}
          of={label}
          focus={() => open.current?.focus()}
          set={apply}
        />
        <Button
          at={open}
          data-arrive
          class={shown === null ? 'button' : 'input short'}
          aria-label={formatFacts(verbOf(t('verb.change'), label), shown)}
          onClick={() => {
            form.reset(fieldsOf(value));
            setting.begin();
            isOpened.value = true;
            if (proposal !== null) form.edit({ amount: String(proposal) });
          }}
        >
          {shown ?? (value === null ? t('verb.set') : t('verb.change'))}
          {isNamed && `: ${label}`}
        </Button>
      </span>
    );
  /** The value when the form was opened, or that somebody else has set since. */
  const before = limitIn(form.base.value.amount);
  return (
    <NumberEditor
      label={fieldLabel}
      text={form.fields.value.amount}
      expected={before}
      range={range}
      verb={setToWords}
      canRemove={canRemove}
      isOverridden={isOverridden}
      takesFocus={isOpened.value}
      {...(stops && { stops })}
      {...(hint && { hint })}
      of={setting}
      onText={(amount) => form.edit({ amount })}
      onSet={(to) => apply(to, before)}
      onCancel={() => close(value)}
    >
      <DraftTrouble of={form} />
      {/* That it is kept is said once the form is closed. */}
      {change.state.value.kind !== 'kept' && <ChangeStatus state={change.state.value} />}
    </NumberEditor>
  );
}

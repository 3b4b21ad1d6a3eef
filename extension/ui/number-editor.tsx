import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatCap, formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/t.ts';
import { Button } from './button.tsx';
import { Question } from './confirm.tsx';
import { onEscape, onSent } from './form.tsx';
import { LimitInput, type LimitRange, limitIn, limitProblem } from './limit-input.tsx';

/**
 * What came of setting a number. `changed`: somebody else has set it to `found`; `unread`: it can't be
 * compared; both changed nothing. `words`: why it failed, where nothing else says so.
 */
export type NumberOutcome =
  | { kind: 'set' | 'unread' }
  | { kind: 'changed'; found: number | null }
  | { kind: 'failed'; words?: string };

/** Sets a number that was `expected` when its form was opened. Null: none. */
export type SetNumber = (expected: number | null, to: number | null) => Promise<NumberOutcome>;

/** Sends a typed number only once and tells the outcome; `found`: what others set, replaced if set again. */
export function useSettingNumber(set: SetNumber) {
  const found = useSignal<number | null | undefined>(undefined);
  const failed = useSignal<string | null>(null);
  const busy = useSignal(false);
  return {
    found,
    failed,
    busy,
    begin: () => {
      found.value = undefined;
      failed.value = null;
    },
    /** @returns null while another is sent */
    send: async (expected: number | null, to: number | null): Promise<NumberOutcome | null> => {
      if (busy.value) return null;
      busy.value = true;
      const outcome = await set(expected, to).finally(() => (busy.value = false));
      found.value = outcome.kind === 'changed' ? outcome.found : undefined;
      failed.value =
        outcome.kind === 'unread'
          ? t('status.notCompared')
          : outcome.kind === 'failed'
            ? (outcome.words ?? null)
            : null;
      return outcome;
    },
  };
}

/**
 * The form of a number. Enter sets it, Escape cancels; what stops something at once is asked about first.
 * @param expected what was set when the form was opened, or what somebody else has set since
 */
export function NumberEditor({
  class: look = 'inline-form',
  label,
  text,
  expected,
  range,
  verb,
  canRemove = false,
  isOverridden = false,
  takesFocus,
  stops = () => null,
  hint = () => null,
  of: { found, failed, busy },
  onText,
  onSet,
  onCancel,
  children,
}: {
  class?: string;
  label: string;
  text: string;
  expected: number | null;
  range: LimitRange;
  /** The words of its button. @param to null: no number that can be set */
  verb: (to: number | null) => string;
  canRemove?: boolean;
  /** Whether another value stands in its place now, which setting the same one ends. */
  isOverridden?: boolean;
  /** Whether it was opened just now: one that was begun before shows itself without taking the focus. */
  takesFocus: boolean;
  /** What a new value stops at once: said while typing, and asked before it is set; null: nothing. */
  stops?: (to: number) => string | null;
  /** What else the new value means, shown while typing; null = nothing. */
  hint?: (to: number) => string | null;
  of: Pick<ReturnType<typeof useSettingNumber>, 'found' | 'failed' | 'busy'>;
  onText: (text: string) => void;
  onSet: (to: number | null) => unknown;
  onCancel: () => void;
  children?: ComponentChildren;
}) {
  const field = useRef<HTMLInputElement>(null);
  const isAsked = useSignal(false);
  useLayoutEffect(() => {
    if (!takesFocus) return;
    field.current?.focus();
    // What is typed next replaces it.
    field.current?.select();
  }, [takesFocus]);
  const to = limitIn(text);
  const problem = to === null ? null : limitProblem(to, range);
  const wanted = problem !== null || (to === expected && !isOverridden) ? null : to;
  const stopped = wanted === null ? null : stops(wanted);
  const set = (value: number | null) => {
    isAsked.value = false;
    void onSet(value);
  };
  return (
    <form
      class={look}
      onSubmit={onSent(() => {
        if (wanted === null || busy.value) return;
        if (stopped === null) set(wanted);
        else isAsked.value = true;
      })}
      onKeyDown={onEscape(onCancel)}
    >
      <LimitInput
        label={label}
        field={field}
        value={text}
        range={range}
        isWrong={problem !== null}
        onType={(next) => {
          isAsked.value = false;
          onText(next);
        }}
      />
      {isAsked.value && wanted !== null && stopped !== null ? (
        <Question
          label={stopped}
          verb={verb(wanted)}
          onSure={() => set(wanted)}
          onBack={() => {
            isAsked.value = false;
            field.current?.focus();
          }}
        />
      ) : (
        <>
          <Button type="submit" off={wanted === null && t('status.incomplete')} busy={busy.value}>
            {verb(wanted)}
          </Button>
          {canRemove && expected !== null && (
            <Button busy={busy.value} onClick={() => set(null)}>
              {t('verb.remove')}
            </Button>
          )}
          <Button quiet onClick={onCancel}>
            {t('verb.cancel')}
          </Button>
        </>
      )}
      <span class={(problem ?? stopped ?? failed.value) ? 'meta failure' : 'meta'} role="status">
        {[
          problem ?? stopped ?? (to === null ? null : hint(to)),
          found.value !== undefined && t('status.setMeanwhile', { amount: formatCap(found.value) }),
          failed.value,
        ]
          .filter(Boolean)
          .join(' ')}
      </span>
      {children}
    </form>
  );
}

/** Words of a button that sets a number. */
export const setToWords = (to: number | null): string =>
  to === null ? t('verb.set') : t('verb.setTo', { amount: formatNumber(to) });

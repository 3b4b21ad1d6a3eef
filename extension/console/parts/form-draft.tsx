import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import * as z from 'zod/mini';
import { parse } from '../../../shared/parse.ts';
import type { InstantMs } from '../../../shared/time.ts';
import { t } from '../../i18n/t.ts';
import {
  type FormDraft,
  type FormFields,
  type FormPlace,
  readFormDraft,
  readFormDrafts,
  writeFormDraft,
} from '../../storage/form-drafts.ts';
import { latestWriter } from '../../storage/latest-writer.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';
import { isSame } from '../../storage/same-value.ts';
import { Button } from '../../ui/button.tsx';

export type FormState<F extends FormFields> = {
  fields: ReadonlySignal<F>;
  /** What the changes are based on: what the form began with, or what somebody else has written since. */
  base: ReadonlySignal<F>;
  /** Whether anything was changed. */
  isBegun: ReadonlySignal<boolean>;
  /** When the draft was typed that the form began with, by this browser's clock; null without one. */
  resumedAt: ReadonlySignal<InstantMs | null>;
  /** Whether a paid call that has ended sent what is typed here: then no draft of it is kept. */
  isSentBy: (call: Pick<StoredPaidCall, 'state' | 'confirmedAt'> | undefined) => boolean;
  /** The browser could not store it. */
  isLost: ReadonlySignal<boolean>;
  /** An earlier draft could not be read; what is typed is not stored until it is discarded. */
  isUnreadable: ReadonlySignal<boolean>;
  edit: (part: Partial<F>) => void;
  /** What the field of a text has, and what it does when it is typed in. */
  text: (name: keyof F & string) => { value: string; onText: (text: string) => void };
  /** Takes over what somebody else has written: as the base, and in fields that were not changed here. */
  rebase: (base: F) => void;
  /** Starts over from `base`, and deletes the draft. */
  reset: (base: F) => void;
  /** Keeps no draft of what stays shown: it was sent. */
  forget: () => void;
  discardUnreadable: () => Promise<void>;
};

/**
 * State of a form that survives the page: stored on every keystroke until it is sent or discarded.
 * @param id of the form and of what it changes, such as `project shop`
 * @param initial what it begins with where no draft says otherwise
 * @param place `memory` for what is about the data of an app's users
 * @param schema of the fields; a draft that doesn't fit it can't be read
 */
export function useFormDraft<F extends FormFields>(
  id: string,
  initial: F,
  place: FormPlace = 'disk',
  schema: z.ZodMiniType<FormFields> = TEXTS,
): FormState<F> {
  const base = useSignal(initial);
  const fields = useSignal(initial);
  const at = useSignal(0);
  const resumedAt = useSignal<InstantMs | null>(null);
  const isLost = useSignal(false);
  const isUnreadable = useSignal(false);
  const isBegun = useComputed(() => !isSameFields(fields.value, base.value));
  const writer = useMemo(
    () =>
      latestWriter<FormDraft | null>(
        (draft) => writeFormDraft(id, draft, Date.now(), place),
        (state) => (isLost.value = state === 'failed'),
      ),
    [id],
  );
  useEffect(() => {
    void readFormDraft(id, place).then((draft) => {
      isUnreadable.value = draft === 'unreadable' || (draft !== null && !parse(schema, draft.fields));
      if (isUnreadable.peek() || draft === 'unreadable' || !draft || at.peek() > 0) return;
      const kept = resumed(draft, initial);
      base.value = kept.base;
      fields.value = kept.fields;
      at.value = draft.at;
      if (isBegun.peek()) resumedAt.value = draft.at;
      else forget();
    });
  }, [id]);
  const keep = () => {
    at.value = Date.now();
    if (isUnreadable.peek()) return;
    void writer.write(
      isBegun.peek() ? { fields: { ...fields.peek() }, base: { ...base.peek() }, at: at.peek() } : null,
    );
  };
  const isSentBy: FormState<F>['isSentBy'] = (call) =>
    call?.state === 'done' && at.value > 0 && call.confirmedAt >= at.value;
  const forget = () => {
    if (!isUnreadable.peek()) void writer.write(null);
  };
  const edit = (part: Partial<F>) => {
    fields.value = { ...fields.peek(), ...part };
    keep();
  };
  return {
    fields,
    base,
    isBegun,
    resumedAt,
    isSentBy,
    isLost,
    isUnreadable,
    edit,
    text: (name) => ({
      value: String(fields.value[name]),
      onText: (text) => edit({ [name]: text } as Partial<F>),
    }),
    rebase: (next) => {
      const changed = resumed({ fields: fields.peek(), base: base.peek() }, next);
      fields.value = changed.fields;
      base.value = next;
      keep();
    },
    reset: (next) => {
      base.value = next;
      fields.value = next;
      resumedAt.value = null;
      forget();
    },
    forget,
    discardUnreadable: async () => {
      await writeFormDraft(id, null, Date.now(), place);
      isUnreadable.value = false;
      if (isBegun.peek()) keep();
    },
  };
}

/** Most forms have texts alone. */
const TEXTS = z.record(z.string(), z.string());

/** Whether two forms have the same in each field of the first. */
export const isSameFields = (one: FormFields, other: FormFields): boolean =>
  Object.keys(one).every((name) => isSame(one[name], other[name]));

/**
 * Puts a draft over the current initial values: unchanged fields follow these, and so do fields whose typed
 * value is there already, because the page was closed while they were sent.
 */
export function resumed<F extends FormFields>(
  { fields, base }: Pick<FormDraft, 'fields' | 'base'>,
  initial: F,
): { fields: F; base: F } {
  const changed = Object.keys(initial).filter(
    (name) =>
      fields[name] !== undefined && ![base, initial].some((other) => isSame(fields[name], other[name])),
  );
  const over = (some: FormFields) =>
    ({ ...initial, ...Object.fromEntries(changed.map((name) => [name, some[name] ?? ''])) }) as F;
  return { fields: over(fields), base: over(base) };
}

/** Throws away what was typed, once something was; says when it would not survive the page. */
export function Discard<F extends FormFields>({
  of,
  beside,
}: {
  of: FormState<F>;
  /** What the form has beside the draft, such as a secret, which no draft keeps. */
  beside?: { isBegun: boolean; discard: () => void };
}) {
  const { isBegun, reset, base } = of;
  return (
    <>
      {(isBegun.value || beside?.isBegun) && (
        <Button
          quiet
          onClick={({ currentTarget }) => {
            const form = currentTarget.closest('form, section');
            reset(base.value);
            beside?.discard();
            form?.querySelector<HTMLElement>('input, select, textarea')?.focus();
          }}
        >
          {t('verb.discard')}
        </Button>
      )}
      <DraftTrouble of={of} />
    </>
  );
}

/** Says when what is typed would not survive the page. */
export function DraftTrouble<F extends FormFields>({
  of: { isLost, isUnreadable, discardUnreadable },
}: {
  of: FormState<F>;
}) {
  return (
    <>
      {isUnreadable.value && (
        <span class="verbs" role="alert">
          <span class="meta failure">{t('console.draftUnreadable')}</span>
          <Button quiet onClick={() => void discardUnreadable()}>
            {t('verb.discard')}
          </Button>
        </span>
      )}
      {isLost.value && (
        <span class="meta failure" role="status">
          {t('refusal.NOT_KEPT')}
        </span>
      )}
    </>
  );
}

/** Ids of the forms that are begun, read once: what is folded opens for its own. */
export function useBegunForms(): ReadonlySet<string> {
  const begun = useSignal<ReadonlySet<string>>(new Set());
  useEffect(() => {
    void readFormDrafts().then((drafts) => {
      begun.value = new Set(Object.keys(drafts));
    });
  }, []);
  return begun.value;
}

import { signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren, Ref, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../i18n/t.ts';
import { Button, type Off } from './button.tsx';

/** How the verb of a question looks: it takes away, it is the one thing to do next, or neither. */
type Look = 'danger' | 'primary' | 'plain';

/**
 * Asks before something is done, with its verb and Cancel. Takes the focus itself, so that screen readers
 * announce it before any button. Enter, on it or in a field of one line, does the verb; Escape cancels, and
 * the focus is back on what opened the question, where that is still there.
 * @param verb null: it can't be done, which is what the question says
 */
export function Question({
  class: kind = 'confirm',
  label,
  verb,
  look = 'danger',
  cancel = t('verb.cancel'),
  off,
  isBusy = false,
  onSure,
  onBack,
  children,
}: {
  class?: string;
  label: string;
  verb: string | null;
  look?: Look;
  cancel?: string;
  /** Why it can't be done yet. */
  off?: Off;
  /** Whether it is being done. */
  isBusy?: boolean;
  onSure: () => void;
  onBack: () => void;
  children?: ComponentChildren;
}) {
  const group = useRef<HTMLDivElement>(null);
  const sure = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = group.current;
    const opener = document.activeElement;
    own?.focus();
    return () => {
      // What had the focus in it may be gone by now.
      const { activeElement: now, body } = document;
      if (opener instanceof HTMLElement && (now === body || own?.contains(now))) opener.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey } = event;
    const isEnter =
      key === 'Enter' &&
      !ctrlKey &&
      !metaKey &&
      !event.isComposing &&
      (target === group.current || (target instanceof HTMLInputElement && !OTHER_INPUTS.has(target.type)));
    if (key !== 'Escape' && !isEnter) return;
    event.stopPropagation();
    event.preventDefault();
    if (!isEnter) onBack();
    else if (!event.repeat) sure.current?.click();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own border and layout
    <div ref={group} class={kind} role="group" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
      {verb !== null && (
        <GuardedButton
          at={sure}
          class={look === 'plain' ? 'button' : `button ${look}`}
          off={off}
          busy={isBusy}
          onClick={onSure}
        >
          {verb}
        </GuardedButton>
      )}
      <Button quiet busy={isBusy} onClick={onBack}>
        {cancel}
      </Button>
    </div>
  );
}

/** Inputs that are not typed in: Enter opens them, or does nothing. */
const OTHER_INPUTS: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file']);

/** Clicks within this time were meant for what was there before. */
const READ_WITHIN_MS = 400;

/**
 * The second step of what spends credits or can't be undone. Ignores the second half of a double click on the
 * first step, and a key that is still pressed.
 */
export function GuardedButton(props: {
  at?: Ref<HTMLButtonElement>;
  class: string;
  off?: Off;
  busy?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}) {
  const { at = null, class: look, off, busy = false, children } = props;
  const armed = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => (armed.value = true), READ_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Button
      at={at}
      class={look}
      off={off}
      busy={busy}
      aria-disabled={Boolean(off) || busy || !armed.value}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={({ detail }) => {
        if (armed.value && detail <= 1) props.onClick();
      }}
    >
      {children}
    </Button>
  );
}

/** The ref of a button in whose place something opens: it has the focus again once that is closed. */
export function useOpener(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}

/** A verb with what it is of: the name of a button that has equal ones in other rows. */
export const verbOf = (verb: string, name: string): string => t('verb.of', { verb, name });

/** The button of what opens below it, and closes it again. */
export function OpenButton(props: {
  isOpen: boolean;
  /** Its name, where its words are those of other rows too. */
  label?: string;
  off?: Off;
  onOpen: (isOpen: boolean) => void;
  children: ComponentChildren;
}) {
  const opener = useOpener(props.isOpen);
  return (
    <Button
      at={opener}
      aria-label={props.label}
      aria-expanded={props.isOpen}
      off={props.off}
      onClick={() => props.onOpen(!props.isOpen)}
    >
      {props.children}
    </Button>
  );
}

/** Whose question was opened last. */
const askedLast = signal<symbol | null>(null);

/** A button that asks, in its place, before it does what it says. */
export function ConfirmButton({
  label,
  of,
  question = label,
  sure,
  look = 'danger',
  opener = 'plain',
  off,
  busy = false,
  title,
  startsOpen = false,
  onBack,
  onSure,
  children = question !== label && <span class="meta">{question}</span>,
}: {
  label: string;
  /** Name of what it is done to, where other rows have the same button. */
  of?: string | undefined;
  /** What is asked, where the label does not say it. */
  question?: string;
  /** Null: it can't be done, which is what the question says. */
  sure: string | null;
  look?: Look;
  opener?: Exclude<Look, 'danger'> | 'quiet';
  /** Why it can't be done now, also where it is asked already. */
  off?: Off;
  /** Whether it is being done. */
  busy?: boolean;
  title?: string | undefined;
  /** Whether it starts with its question, because another button opened it. */
  startsOpen?: boolean;
  /** Called when it is canceled. */
  onBack?: (() => void) | undefined;
  onSure: () => void;
  /** What to know before it is confirmed; default: the question. */
  children?: ComponentChildren;
}) {
  const isOpen = useSignal(startsOpen);
  /** One that takes away is withdrawn once another is asked, which has the focus then. */
  const isWithdrawn = useSignal(false);
  const self = useMemo(Symbol, []);
  const first = useOpener(isOpen.value || isWithdrawn.value);
  useLayoutEffect(() => {
    if (startsOpen) askedLast.value = self;
  }, []);
  useSignalEffect(() => {
    if (askedLast.value === self || look !== 'danger' || !isOpen.peek()) return;
    isWithdrawn.value = true;
    isOpen.value = false;
  });
  const back = () => {
    isOpen.value = false;
  };
  if (!isOpen.value) {
    return (
      <Button
        at={first}
        class={['button', opener !== 'plain' && opener, sure === null && 'unable'].filter(Boolean).join(' ')}
        off={off}
        busy={busy}
        title={title ?? (sure === null ? question : undefined)}
        aria-label={of === undefined ? undefined : verbOf(label, of)}
        onClick={() => {
          askedLast.value = self;
          isWithdrawn.value = false;
          isOpen.value = true;
        }}
      >
        {label}
      </Button>
    );
  }
  return (
    <>
      {/* Keeps its place, where the question is laid over it. */}
      <span class={opener === 'plain' ? 'button held' : `button ${opener} held`} data-label={label} />
      <Question
        label={question}
        verb={sure}
        look={look}
        off={off}
        isBusy={busy}
        onBack={() => {
          back();
          onBack?.();
        }}
        onSure={() => {
          back();
          onSure();
        }}
      >
        {children}
      </Question>
    </>
  );
}

import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/t.ts';

/**
 * A question in place of the button that opened it. It takes the focus itself, so that screen readers announce it
 * before any button; Escape cancels it.
 */
export function Confirm(props: {
  class: string;
  label: string;
  onBack: () => void;
  children: ComponentChildren;
}) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own border and layout
    <div
      ref={group}
      class={props.class}
      role="group"
      aria-label={props.label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.preventDefault();
        props.onBack();
      }}
    >
      {props.children}
    </div>
  );
}

/** Clicks within this time were meant for what was there before. */
const READ_WITHIN_MS = 400;

/**
 * The second step of what spends credits or can't be undone. Ignores the second half of a double click on the first
 * step, and a key that is still pressed.
 */
export function GuardedButton(props: {
  class: string;
  disabled?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}) {
  const armed = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => (armed.value = true), READ_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <button
      type="button"
      class={props.class}
      disabled={props.disabled}
      aria-disabled={!armed.value}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={({ detail }) => {
        if (armed.value && detail <= 1) props.onClick();
      }}
    >
      {props.children}
    </button>
  );
}

/** The ref of a button in whose place something opens: it has the focus again once that is closed. */
export function useOpener(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}

/** The button of what opens below it, and closes it again. */
export function OpenButton(props: {
  isOpen: boolean;
  disabled?: boolean;
  onOpen: (isOpen: boolean) => void;
  children: ComponentChildren;
}) {
  const opener = useOpener(props.isOpen);
  return (
    <button
      ref={opener}
      type="button"
      class="button"
      aria-expanded={props.isOpen}
      disabled={props.disabled}
      onClick={() => props.onOpen(!props.isOpen)}
    >
      {props.children}
    </button>
  );
}

/** A button that asks for confirmation, in place, before it does what can't be undone. */
export function ConfirmButton({
  label,
  question = label,
  sure,
  danger,
  onSure,
}: {
  label: string;
  /** What is asked, where the label does not say it. */
  question?: string;
  sure: string;
  danger?: boolean;
  onSure: () => void;
}) {
  const isOpen = useSignal(false);
  const first = useOpener(isOpen.value);
  const back = () => {
    isOpen.value = false;
  };
  if (!isOpen.value) {
    return (
      <button ref={first} type="button" class="button" onClick={() => (isOpen.value = true)}>
        {label}
      </button>
    );
  }
  return (
    <Confirm class="confirm" label={question} onBack={back}>
      {question !== label && <span class="meta">{question}</span>}
      <GuardedButton
        class={danger === false ? 'button' : 'button danger'}
        onClick={() => {
          back();
          onSure();
        }}
      >
        {sure}
      </GuardedButton>
      <button type="button" class="button quiet" onClick={back}>
        {t('verb.cancel')}
      </button>
    </Confirm>
  );
}

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/t.ts';

/**
 * A question in place of the button that asked it. It takes the focus itself, so that its answers are read out before any of
 * them can be given; Escape takes it back.
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw itself as one
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

/** Nobody reads a question faster than this: what comes sooner was meant for what stood there before. */
const READ_WITHIN_MS = 400;

/**
 * The second step of what spends credits or cannot be undone. Only a press of its own counts: not the rest of a double-click
 * on the first step, and not a key that is still held down.
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

/** A button that asks once more, in place, before it does what cannot be undone. */
export function ConfirmButton({
  label,
  sure,
  danger,
  onSure,
}: {
  label: string;
  sure: string;
  danger?: boolean;
  onSure: () => void;
}) {
  const asking = useSignal(false);
  const first = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  // Taken back, the focus is where it was.
  useEffect(() => {
    if (!asking.value && asked.current) first.current?.focus();
    asked.current = asking.value;
  }, [asking.value]);
  const back = () => {
    asking.value = false;
  };
  if (!asking.value) {
    return (
      <button ref={first} type="button" class="button" onClick={() => (asking.value = true)}>
        {label}
      </button>
    );
  }
  return (
    <Confirm class="confirm" label={label} onBack={back}>
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

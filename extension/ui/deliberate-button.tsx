import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** Nobody reads a question faster than this: what comes sooner was meant for what stood there before. */
const READ_WITHIN_MS = 400;

/**
 * The second step of what spends credits or cannot be undone. Only a press of its own counts: not the rest of a double-click
 * on the first step, and not a key that is still held down.
 */
export function DeliberateButton(props: {
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

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * A question in place of the button that asked it. It takes the focus itself, so that its answers are read out before any of
 * them can be given; Escape takes it back.
 */
export function Question(props: {
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

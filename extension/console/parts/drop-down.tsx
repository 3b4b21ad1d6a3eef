import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { usePressElsewhere } from '../../ui/press-elsewhere.ts';

/**
 * A button, and below it what it opens, over the rest of the page. Escape closes it and returns to the button; a press
 * elsewhere closes it too. A list with a search begins there.
 * @param label name of the button, where its face is a sign
 * @param keeps whether what is closed stays rendered, such as forms with a draft
 */
export function DropDown({
  open,
  face,
  label,
  title,
  keeps = false,
  children,
}: {
  open: Signal<boolean>;
  face: ComponentChildren;
  label?: string;
  /** Name of what it opens. */
  title: string;
  keeps?: boolean;
  children: ComponentChildren;
}) {
  const box = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = open.value;
  usePressElsewhere(isOpen, box, () => (open.value = false));
  useLayoutEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('[type="search"]')?.focus();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to what is opened in it
    <span
      class="drop-down"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        event.preventDefault();
        open.value = false;
        button.current?.focus();
      }}
    >
      <Button
        at={button}
        quiet
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => (open.value = !isOpen)}
      >
        {face}
      </Button>
      {(isOpen || keeps) && (
        <section class="dropped" aria-label={title} hidden={!isOpen}>
          {children}
        </section>
      )}
    </span>
  );
}

import type { Signal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';

/**
 * Button that opens its content below it, over the page. Escape closes it and returns to the button; a press
 * elsewhere closes it too. A search in it takes the focus.
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

/** Closes what is open once something outside of it is pressed, also what takes no focus. */
export function usePressElsewhere(
  isOpen: boolean,
  box: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
}

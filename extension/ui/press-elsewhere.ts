import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

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

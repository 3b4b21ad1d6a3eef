import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const onChange = new WeakMap<Element, (isInSight: boolean) => void>();
let observer: IntersectionObserver | null = null;

/** Reports when an element becomes visible or hidden, with one observer for all rows. */
export function useInSight(
  element: RefObject<Element | null>,
  onSight: () => (() => void) | undefined,
  dependencies: readonly unknown[],
): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let leave: (() => void) | undefined;
    observer ??= new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) onChange.get(target)?.(isIntersecting);
    });
    onChange.set(target, (isInSight) => {
      leave?.();
      leave = isInSight ? onSight() : undefined;
    });
    observer.observe(target);
    return () => {
      observer?.unobserve(target);
      onChange.delete(target);
      leave?.();
    };
  }, dependencies);
}

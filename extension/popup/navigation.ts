import { signal } from '@preact/signals';

/** The popup's views; it opens with `home`. */
export type View = 'home' | 'launch';
export const view = signal<View>('home');

/** Goes back to the rows and focuses the button that led away. */
export function goHome(): void {
  const from = view.value;
  view.value = 'home';
  requestAnimationFrame(() => document.getElementById(`to-${from}`)?.focus());
}

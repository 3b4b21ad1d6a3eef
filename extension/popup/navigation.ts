import { signal } from '@preact/signals';

/** The views of the popup; `home` unless the user goes elsewhere. */
export type View = 'home' | 'launch' | 'history';
export const view = signal<View>('home');

/** Goes back to the rows; the focus goes to the button that had led away. */
export function goHome(): void {
  const from = view.value;
  view.value = 'home';
  requestAnimationFrame(() => document.getElementById(`to-${from}`)?.focus());
}

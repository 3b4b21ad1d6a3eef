import { signal } from '@preact/signals';
import { demoItem } from '../storage/demo.ts';
import { stored } from '../ui/stored-state.ts';

/** Whether this page shows the demo account. */
export const isDemo = signal(false);

/**
 * Paints this page from the demo account when it is on and this browser is not paired. Call once `followStorage` has read.
 * What a page shows is either real or made up, never some of each: when the demo begins or ends, the page begins anew.
 */
export async function followDemo(): Promise<void> {
  // Whoever is paired waits for no further answer of storage.
  const demo = stored.value?.connection ? null : await demoItem.getValue();
  const isShown = demo !== null;
  demoItem.watch((value) => {
    if ((value !== null && !stored.value?.connection) !== isShown) location.reload();
  });
  if (!isShown) return;
  isDemo.value = true;
  (await import('./paint-demo.ts')).paintDemo(demo);
}

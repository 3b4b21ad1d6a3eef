import { signal } from '@preact/signals';
import { demoItem } from '../storage/session.ts';
import { stored } from '../ui/stored-state.ts';

/** Whether this page shows the demo account. */
export const isDemo = signal(false);

/**
 * Renders the demo account if it is on and this browser is not paired. Call once `followStorage` has read. A
 * page shows either real or demo data: it reloads when the demo begins or ends.
 */
export async function followDemo(): Promise<void> {
  // Skip the extra read of storage when paired.
  const demo = stored.value?.connection ? null : await demoItem.getValue();
  const isShown = demo !== null;
  demoItem.watch((value) => {
    if ((value !== null && !stored.value?.connection) !== isShown) location.reload();
  });
  if (!isShown) return;
  isDemo.value = true;
  await (await import('./paint-demo.ts')).paintDemo(demo);
}

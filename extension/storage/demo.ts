import type { InstantMs } from '../../shared/time.ts';
import { sessionItem } from './stored-item.ts';

/** Since when the demo account is shown to whoever is not paired; null while it is not. Gone with the browser. */
export const demoItem = sessionItem<InstantMs | null>('demo', null);

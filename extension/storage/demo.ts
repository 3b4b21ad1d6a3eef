import type { AttentionState } from '../../shared/attention/state.ts';
import type { InstantMs } from '../../shared/time.ts';
import { sessionItem } from './stored-item.ts';

/** Start of the demo account, and its attention state. */
export type Demo = { since: InstantMs; attention: AttentionState };

/** The demo account, shown while not paired; null while it is off. Lost with the browser. */
export const demoItem = sessionItem<Demo | null>('demo', null);

import type { AttentionState } from '../../shared/attention/state.ts';
import type { InstantMs } from '../../shared/time.ts';
import { sessionItem } from './stored-item.ts';

/** When the demo account was begun, and what needs the user in it. */
export type Demo = { since: InstantMs; attention: AttentionState };

/** The demo account that is shown to whoever is not paired; null while it is not. Gone with the browser. */
export const demoItem = sessionItem<Demo | null>('demo', null);

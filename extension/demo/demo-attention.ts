import { type AttentionState, emptyAttention } from '../../shared/attention/item.ts';
import { numberProjects } from '../../shared/attention/names.ts';
import { reduceSnapshot } from '../../shared/attention/reduce.ts';
import type { InstantMs } from '../../shared/time.ts';
import { demoSnapshot } from './demo-account.ts';

/** Attention state of the demo account, stored for the popup, which does not contain the reducer. */
export function demoAttention(since: InstantMs): AttentionState {
  const snapshot = demoSnapshot(since, since);
  return numberProjects(reduceSnapshot(emptyAttention, snapshot).state, snapshot, []);
}

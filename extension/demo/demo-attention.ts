import { numberProjects } from '../../shared/attention/names.ts';
import { reduceSnapshot } from '../../shared/attention/reduce.ts';
import { type AttentionState, emptyAttention } from '../../shared/attention/state.ts';
import type { InstantMs } from '../../shared/time.ts';
import { demoSnapshot } from './demo-account.ts';

/** What needs the user in the demo account. The popup reads it from storage: the reducer would make it larger. */
export function demoAttention(since: InstantMs): AttentionState {
  const snapshot = demoSnapshot(since, since);
  return numberProjects(reduceSnapshot(emptyAttention, snapshot).state, snapshot, []);
}

import { failure } from '../edge-client/failure.ts';
import { type LaunchWays, waysItem } from '../launch/launch-ways.ts';
import { lastFailure } from '../ui/act.ts';
import { savedAt } from './save-settings.ts';

/** Keeps the ways to a launch, which no other page changes. What goes wrong stands at the page's foot. */
export async function saveWays(ways: LaunchWays): Promise<boolean> {
  lastFailure.value = null;
  try {
    await waysItem.setValue(ways);
  } catch {
    lastFailure.value = failure('edge-failing', 'NOT_KEPT').failure;
    return false;
  }
  savedAt.value = Date.now();
  return true;
}

import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { browserNow, byEdgeClock } from '../../ui/page-state.ts';
import { paidCallOf } from '../../ui/paid-calls.ts';
import { followedProject } from '../../ui/stored-state.ts';

/** How long what was started may be in no reading. */
const UNREAD_FOR_MS = MINUTE_MS;
/** By which the clocks of the edge and of the service may differ. */
const CLOCKS_MS = 5 * SECOND_MS;

/** Whether the service has accepted a run from this browser that no reading shows yet. */
export function isJustStarted(projectId: string): boolean {
  const call = paidCallOf(projectId, 'startAgent');
  if (call?.state !== 'done' || call.settledAt === null) return false;
  const { startedAt = null } = followedProject(projectId)?.run ?? {};
  const isRead = startedAt !== null && startedAt >= byEdgeClock(call.confirmedAt) - CLOCKS_MS;
  return !isRead && browserNow.value - call.settledAt < UNREAD_FOR_MS;
}

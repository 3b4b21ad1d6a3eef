import { MINUTE_MS } from '../../../shared/time.ts';
import { browserNow } from '../../ui/page-state.ts';
import { paidCallOf } from '../../ui/paid-calls.ts';
import { followedProject } from '../../ui/stored-state.ts';

/** How long what was started may be in no reading. */
const UNREAD_FOR_MS = MINUTE_MS;

/** Whether the service has accepted a run from this browser that no reading shows yet. */
export function isJustStarted(projectId: string): boolean {
  const call = paidCallOf(projectId, 'startAgent');
  if (call?.state !== 'done' || call.settledAt === null) return false;
  const isRead = followedProject(projectId)?.run?.call === call.key;
  return !isRead && browserNow.value - call.settledAt < UNREAD_FOR_MS;
}

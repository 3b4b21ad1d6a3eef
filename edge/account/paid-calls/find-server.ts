import { MINUTE_MS } from '../../../shared/time.ts';
import { EFFECT_LATEST_MS, sentAt } from './effect-time.ts';
import type { LaunchRow } from './launch-row.ts';
import { CANNOT_TELL, type FindOut, isSameRequest, NOT_FOUND, UNCLEAR, type Verdict } from './verdict.ts';

/** A start takes minutes: two looks closer than this see it between them. */
const RESTART_AT_LEAST_MS = MINUTE_MS;

/** The service's words for a server, an open set: on its way up, or staying as it is. */
const COMING_UP: ReadonlySet<string> = new Set(['Starting', 'Unarchiving']);
const AT_REST: ReadonlySet<string> = new Set(['Active', 'Archived']);

/** A server on its way up. The service tells no time of it: once it is up, only who watched all the while knows. */
export const findServerStart: FindOut = async ({ requested_project_id: projectId }, { ask }) => {
  const asked = await ask('getProject', { parameters: { projectId } });
  if (!asked.ok) return { notAsked: asked.failure };
  const status = asked.data.agentServerStatus ?? '';
  return (row, others, now) => {
    if (AT_REST.has(status)) {
      const watchedUntil = Math.max(row.seen_none_at ?? 0, sentAt(row));
      return now - watchedUntil < RESTART_AT_LEAST_MS ? NOT_FOUND : CANNOT_TELL;
    }
    return COMING_UP.has(status) ? judgeStart(row, others, now) : UNCLEAR;
  };
};

function judgeStart(row: LaunchRow, others: readonly LaunchRow[], now: number): Verdict {
  const isAnothers = others.some(
    (other) =>
      other.operation === row.operation &&
      other.requested_project_id === row.requested_project_id &&
      now - sentAt(other) < EFFECT_LATEST_MS &&
      (other.state === 'launched' || other.state === 'sent' || !isSameRequest(other, row)),
  );
  if (isAnothers || now - sentAt(row) > EFFECT_LATEST_MS) return UNCLEAR;
  const projectId = row.requested_project_id;
  return { kind: 'found', projectId, label: null, agentStarted: null, begunAt: null };
}

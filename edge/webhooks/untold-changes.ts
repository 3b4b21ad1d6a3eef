import type { ProjectState } from '../../shared/snapshot/project-state.ts';
import { HOUR_MS, type InstantMs, MINUTE_MS } from '../../shared/time.ts';

/** The sender tries for 2 min 30 s; before that, silence means nothing. */
const PATIENCE_MS = 4 * MINUTE_MS;
/** What ended longer ago is not looked at any more. */
const LOOK_BACK_MS = 6 * HOUR_MS;
/** The service's times of one thing may differ a little; work whose start is unknown began less than an hour before its end. */
const SLACK_MS = 2 * MINUTE_MS;
const LONGEST_WORK_MS = HOUR_MS;

/** An end of work that can be seen at the project and that no event told of. */
export type UntoldChange = { projectId: string; event: string; endedAt: InstantMs };

/** Whether an event of the project is kept that happened at `since` or later. */
export type KeptSince = (event: string, projectId: string, since: InstantMs) => boolean;

/**
 * Changes that we can see and that no webhook told of, neither to us nor in the service's record: the other way in which
 * webhooks can be silent. Pure.
 * @param projects as last read, each with when its run and deployment ended, where the service tells
 */
export function untoldChanges(
  projects: readonly ProjectState[],
  keptSince: KeptSince,
  now: InstantMs,
): UntoldChange[] {
  return projects.flatMap(({ projectId, run, deploy }) => {
    const ends = [
      { event: 'agent.prompt.finished', work: run },
      { event: 'deployment.finished', work: deploy },
    ];
    return ends.flatMap(({ event, work }) => {
      const endedAt = work?.finishedAt ?? null;
      if (endedAt === null || now - endedAt < PATIENCE_MS || now - endedAt > LOOK_BACK_MS) return [];
      const since = (work?.startedAt ?? endedAt - LONGEST_WORK_MS) - SLACK_MS;
      return keptSince(event, projectId, since) ? [] : [{ projectId, event, endedAt }];
    });
  });
}

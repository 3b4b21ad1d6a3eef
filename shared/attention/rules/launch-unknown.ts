import type { LaunchRecord } from '../../snapshot/launches.ts';
import { RECENT_LAUNCHES_MAX } from '../../snapshot/snapshot.ts';
import { condition, type Rule } from '../rule.ts';

/**
 * A paid call whose response was lost or broken. Over when the edge has settled it: the snapshot lists unsettled
 * calls first, so a settled one at the end of the list means that the list holds all unsettled ones.
 */
export const launchUnknownRule: Rule = {
  read: (snapshot) => ({
    readAt: snapshot.at,
    complete: snapshot.launches.length < RECENT_LAUNCHES_MAX || !isOpen(snapshot.launches.at(-1)),
    conditions: snapshot.launches
      .filter((launch) => launch.state === 'unknown')
      .map((launch) =>
        condition(`launch-unknown:${launch.key}`, 'warning', launch.projectId, launch.createdAt, {
          kind: 'launch-unknown',
          key: launch.key,
          operation: launch.operation,
          name: launch.label ?? launch.requestedProjectId,
          nextCheckAt: launch.nextCheckAt,
        }),
      ),
  }),
};

function isOpen(launch: LaunchRecord | undefined): boolean {
  return launch?.state === 'sent' || launch?.state === 'unknown';
}

import type { Rule } from '../rule.ts';

/** A paid call whose answer never came whole. Over when the edge has settled it. */
export const launchUnknownRule: Rule = {
  kind: 'launch-unknown',
  read: (snapshot) => ({
    readAt: snapshot.at,
    complete: true,
    holding: snapshot.launches
      .filter((launch) => launch.state === 'unknown')
      .map((launch) => ({
        id: `launch-unknown:${launch.key}`,
        severity: 'warning' as const,
        projectId: launch.projectId,
        since: launch.createdAt,
        reason: {
          kind: 'launch-unknown' as const,
          key: launch.key,
          operation: launch.operation,
          name: launch.label ?? launch.requestedProjectId,
          nextCheckAt: launch.nextCheckAt,
        },
      })),
  }),
};

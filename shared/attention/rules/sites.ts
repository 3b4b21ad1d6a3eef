import { condition, type Rule, type SiteFinding } from '../rule.ts';

const KIND = 'live-failing';

const idOf = ({ projectId, workId }: Pick<SiteFinding, 'projectId' | 'workId'>) =>
  `${KIND}:${projectId}:${workId}`;

/**
 * A deployment succeeded, and visitors get something else than the app. Over when a later look finds that it answers; a later
 * deployment ends it without saying so. Whoever marks it as seen is not told of this deployment again.
 */
export const liveFailingRule: Rule = {
  endsWhenAcknowledged: true,
  isOccurrence: true,
  endsWithProject: true,
  read: ({ sites, at }) =>
    sites === undefined
      ? null
      : {
          readAt: at,
          complete: true,
          endedBy: (id) =>
            sites.some((site) => idOf(site) === id && site.look.what === 'answers') ? undefined : 'not-read',
          conditions: sites.flatMap((site) => {
            const { what, detail, host, at } = site.look;
            if (!site.isSure || what === 'answers') return [];
            const reason = { kind: KIND, what, detail, host, at } as const;
            return [condition(idOf(site), 'critical', site.projectId, site.since, reason)];
          }),
        },
};

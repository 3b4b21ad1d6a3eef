import type { SiteState } from '../../sites/site.ts';
import type { InstantMs } from '../../time.ts';
import { wordOf } from '../../words/say.ts';
import type { Kind } from '../kind.ts';
import { condition, type Rule, type SiteFinding } from '../rule.ts';

/** Visitors did not get the app at the last look. `detail`: status, or a missing script's or style's path. */
export type LiveFailing = {
  kind: 'live-failing';
  what: Exclude<SiteState, 'answers'>;
  detail: string | null;
  host: string;
  at: InstantMs;
};

export const liveFailing: Kind<LiveFailing> = {
  nature: 'need',
  action: 'look',
  form: ({ what }) => wordOf(`-${what}`),
  values: ({ detail }, say) => ({ detail: say.detail(detail ?? '') }),
  // It may be told hours later, and is true of then.
  alert: ({ at }, say) => say.sentence('alert.seenAt', { at: say.clock(at) }),
  facts: ({ at }, say) => ({ values: { at: say.clock(at) } }),
};

const idOf = ({ projectId, workId }: Pick<SiteFinding, 'projectId' | 'workId'>) =>
  `live-failing:${projectId}:${workId}`;

/**
 * A deployment succeeded, and visitors get something else than the app. Over when a later look finds that it
 * answers; a later deployment ends it unresolved. Once marked as seen, not reported again for its deployment.
 */
export const liveFailingRule: Rule<LiveFailing> = {
  told: { place: 'ship', alerts: ['failures'], by: null, isNameless: false },
  isOccurrence: true,
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
            const reason = { kind: 'live-failing', what, detail, host, at } as const;
            return [condition(idOf(site), 'critical', site.projectId, site.since, reason)];
          }),
        },
  ends: { at: null, whenSeen: true, withProject: true },
};

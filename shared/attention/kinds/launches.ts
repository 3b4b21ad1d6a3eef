import type { CHANGE_EVENT } from '../../edge-api/setting-changes.ts';
import type { LaunchRecord } from '../../snapshot/launches.ts';
import type { RECENT_LAUNCHES_MAX, Snapshot } from '../../snapshot/snapshot.ts';
import type { InstantMs } from '../../time.ts';
import type { Kind } from '../kind.ts';
import { condition, type Rule } from '../rule.ts';

/** A paid call whose outcome is unknown. */
export type LaunchUnknown = {
  kind: 'launch-unknown';
  key: string;
  operation: string;
  name: string;
  nextCheckAt: InstantMs | null;
};

export const launchUnknown: Kind<LaunchUnknown> = {
  nature: 'need',
  action: 'check',
  form: ({ operation }) => (operation === 'launch' ? '' : 'Call'),
  values: ({ name }, say) => ({ name: say.call(name) }),
  facts: ({ nextCheckAt }) => ({ form: nextCheckAt === null ? 'NotFound' : '' }),
  whose: ({ name }, say) => say.call(name),
};

// Their files have schemas, which the popup does without.
const LISTED_MAX: typeof RECENT_LAUNCHES_MAX = 10;
const SETTING_CHANGED: typeof CHANGE_EVENT = 'edge.change';

/**
 * A paid call whose response was lost or broken. Over when the edge has settled it. The snapshot lists
 * unsettled calls first, so a settled one at the end means that all unsettled ones are listed.
 */
export const launchUnknownRule: Rule<LaunchUnknown> = {
  told: { place: 'talk', alerts: ['failures'], by: 'another-entry', isNameless: false },
  read: (snapshot) => ({
    readAt: snapshot.at,
    complete: snapshot.launches.length < LISTED_MAX || !isOpen(snapshot.launches.at(-1)),
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
  ends: { at: null },
};

const isOpen = (launch: LaunchRecord | undefined): boolean =>
  launch?.state === 'sent' || launch?.state === 'unknown';

/**
 * A launch made its project without this step, of which the answer warns (an open set). Caps are not among
 * the steps: the edge sees to those. `message`: the service's.
 */
export type LaunchStep = { kind: 'launch-step'; step: string; message: string };

/** Where what a step left undone is done; others only at the service. */
const MADE_UP_IN: Readonly<Record<string, 'talk' | 'ship'>> = {
  agent: 'talk',
  files: 'talk',
  secrets: 'ship',
};

export const launchStep: Kind<LaunchStep> = {
  nature: 'need',
  action: ({ step }) => MADE_UP_IN[step] ?? 'look',
  alikeFrom: Number.POSITIVE_INFINITY,
  facts: ({ step }, say) => ({ form: null, first: say.step(step) }),
};

/**
 * A step that a launch's answer warns of (service reference, Launch Project, `warnings`). Over when made up
 * for, or once acknowledged: nothing tells that of a design tool, and of steps that are unknown here.
 */
export const launchStepRule: Rule<LaunchStep> = {
  told: { place: 'talk', alerts: ['failures'], by: null, isNameless: false },
  isOccurrence: true,
  read: (snapshot) => {
    const over = madeUpFor(snapshot).map(({ step, projectId }) => stepId(step, projectId));
    const conditions = snapshot.launches.flatMap(({ operation, state, projectId, warnings, ...launch }) => {
      const since = launch.settledAt ?? launch.createdAt;
      if (operation !== 'launch' || state !== 'launched' || projectId === null) return [];
      return warnings.flatMap(({ step, errorCode, errorMessage: message }) =>
        // Without a code it is a remark of the agent's, which started.
        step === 'creditLimits' || errorCode === '' || over.includes(stepId(step, projectId))
          ? []
          : [
              condition(stepId(step, projectId), 'warning', projectId, since, {
                kind: 'launch-step',
                step,
                message,
              }),
            ],
      );
    });
    return { readAt: snapshot.at, complete: false, conditions, over };
  },
  ends: { at: null, whenSeen: true, withProject: true },
};

const stepId = (step: string, projectId: string | null) => `launch-step:${projectId}:${step}`;

const MAKES_UP_FOR: Readonly<Record<string, string>> = { startAgent: 'agent', uploadFile: 'files' };

/** Steps that a launch may have left undone and that were done since: whatever is done comes after it. */
function madeUpFor({ launches, sections: { projects, events } }: Snapshot) {
  return [
    ...(projects.data?.items ?? []).flatMap(({ projectId, run }) =>
      run?.phase === 'running' || run?.startedAt != null ? [{ step: 'agent', projectId }] : [],
    ),
    ...(events.data?.items ?? []).flatMap(({ event, facts, projectId }) =>
      event === SETTING_CHANGED && facts.setting === 'secret' && facts.did !== 'removed'
        ? [{ step: 'secrets', projectId }]
        : [],
    ),
    ...launches.flatMap(({ operation, state, projectId }) => {
      const step = MAKES_UP_FOR[operation];
      return step === undefined || state !== 'launched' ? [] : [{ step, projectId }];
    }),
  ];
}

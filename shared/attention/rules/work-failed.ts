import { CHANGE_EVENT } from '../../edge-api/setting-changes.ts';
import { deployEnding } from '../../endings/deploy-ending.ts';
import { closesNeed } from '../../endings/ending.ts';
import { deployEndingOfEvent } from '../../endings/event-ending.ts';
import type { LaunchRecord } from '../../snapshot/launches.ts';
import type { ProjectState } from '../../snapshot/project-state.ts';
import { RECENT_LAUNCHES_MAX, type Snapshot } from '../../snapshot/snapshot.ts';
import { DAY_MS } from '../../time.ts';
import type { Condition } from '../item.ts';
import { condition, opens, type Reading, type Rule, truthFact, wellRead } from '../rule.ts';

/** Failures older than this that were not known before are not announced. */
const TOLD_FOR_MS = 7 * DAY_MS;

const FAILED: Pick<Rule, 'endsWhenAcknowledged' | 'isOccurrence' | 'isSilent' | 'endsWithProject'> = {
  endsWhenAcknowledged: true,
  isOccurrence: true,
  isSilent: true,
  endsWithProject: true,
};

/** A run of a project failed. Over when a later one succeeds, or once acknowledged. */
export const runFailedRule: Rule = {
  ...FAILED,
  read: (snapshot) =>
    readWork(snapshot, ({ projectId, run }) => {
      const ending = run?.ending ?? null;
      const id = `run-failed:${projectId}`;
      if (!run || !ending) return null;
      const since = run.finishedAt ?? run.startedAt;
      if (ending !== 'failed' || since === null) return closesNeed(ending) ? id : null;
      return condition(id, 'warning', projectId, since, {
        kind: 'run-failed',
        message: run.lastMessage,
      });
    }),
};

/** A deployment of a project failed. Over when a later one succeeds, or once acknowledged. */
export const deployFailedRule: Rule = {
  ...FAILED,
  read: (snapshot) =>
    readWork(snapshot, ({ projectId, deploy }) => {
      const id = `deploy-failed:${projectId}`;
      const ending = deploy && deployEnding(deploy);
      if (!deploy || !ending) return null;
      // Get Project says that a deployment failed and when it began, but not when it ended.
      const since = deploy.finishedAt ?? deploy.startedAt;
      if (ending !== 'failed' || since === null) return closesNeed(ending) ? id : null;
      const { errorText: message, creditRefunded: refunded } = deploy;
      return condition(id, 'warning', projectId, since, {
        kind: 'deploy-failed',
        message,
        refunded,
      });
    }),
  fromEvent: (event) => {
    if (event.event !== 'deployment.finished' || !event.projectId) return [];
    const id = `deploy-failed:${event.projectId}`;
    const ending = deployEndingOfEvent(event.facts);
    if (ending !== 'failed') return closesNeed(ending) ? [{ over: id }] : [];
    const refunded = truthFact(event.facts, 'creditRefunded');
    return [opens(event, id, 'warning', { kind: 'deploy-failed', message: null, refunded })];
  },
};

/**
 * The agent needs keys that the project does not have. Over when it has them, or when a later run succeeds without.
 */
export const keysNeededRule: Rule = {
  isOccurrence: true,
  endsWithProject: true,
  read: (snapshot) =>
    readWork(snapshot, ({ projectId, run }) => {
      const id = `keys-needed:${projectId}`;
      if (!run || run.finishedAt === null) return null;
      const requested = run.keysNeeded;
      const keys = requested.filter(({ isGiven }) => isGiven === false);
      if (keys.length === 0) {
        const isOver = requested.every(({ isGiven }) => isGiven);
        return isOver && (requested.length > 0 || closesNeed(run.ending ?? 'not-known')) ? id : null;
      }
      return condition(id, 'warning', projectId, run.finishedAt, {
        kind: 'keys-needed',
        keys: keys.map(({ name, description }) => ({ name, description })),
      });
    }),
};

/**
 * A step of a launch that its answer warns of (service reference, Launch Project, `warnings`). Over when it was made up for, or once
 * acknowledged: of a design tool, and of steps that this version does not know, nothing tells.
 */
export const launchStepRule: Rule = {
  endsWhenAcknowledged: true,
  isOccurrence: true,
  endsWithProject: true,
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
};

const stepId = (step: string, projectId: string | null) => `launch-step:${projectId}:${step}`;

const MAKES_UP_FOR: Readonly<Record<string, string>> = { startAgent: 'agent', uploadFile: 'files' };

/** What was done in projects that a launch may have left undone: whatever is done in a project comes after its launch. */
function madeUpFor({ launches, sections: { projects, events } }: Snapshot) {
  return [
    ...(projects.data?.items ?? []).flatMap(({ projectId, run }) =>
      run?.phase === 'running' || run?.startedAt != null ? [{ step: 'agent', projectId }] : [],
    ),
    ...(events.data?.items ?? []).flatMap(({ event, facts, projectId }) =>
      event === CHANGE_EVENT && facts.setting === 'secret' && facts.did !== 'removed'
        ? [{ step: 'secrets', projectId }]
        : [],
    ),
    ...launches.flatMap(({ operation, state, projectId }) => {
      const step = MAKES_UP_FOR[operation];
      return step === undefined || state !== 'launched' ? [] : [{ step, projectId }];
    }),
  ];
}

/**
 * Evaluates each project that was read.
 * @param resolve the condition of a project, the id of what does not hold, or null when unknown
 */
function readWork(
  snapshot: Snapshot,
  resolve: (project: ProjectState) => Condition | string | null,
): Reading | null {
  const read = wellRead(snapshot.sections.projects);
  if (!read) return null;
  const resolved = read.data.items.map(resolve).filter((one) => one !== null);
  return {
    readAt: read.readAt,
    // Only the projects that changed last are read.
    complete: false,
    conditions: resolved
      .filter((one) => typeof one !== 'string')
      .filter(({ since }) => read.readAt - since < TOLD_FOR_MS),
    over: resolved.filter((one) => typeof one === 'string'),
  };
}

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

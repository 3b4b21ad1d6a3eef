import { deployEnding } from '../../endings/deploy-ending.ts';
import { closesNeed } from '../../endings/ending.ts';
import { deployEndingOfEvent } from '../../endings/event-ending.ts';
import type { ProjectState } from '../../snapshot/project-state.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { DAY_MS } from '../../time.ts';
import type { Kind } from '../kind.ts';
import { type ConditionOf, condition, opens, type Reading, type Rule, truthFact, wellRead } from '../rule.ts';

/** The last run of a project failed; `message` is the agent's last message. */
export type RunFailed = { kind: 'run-failed'; message: string | null };

/** The last deployment of a project failed. */
export type DeployFailed = { kind: 'deploy-failed'; message: string | null; refunded: boolean | null };

/** The agent needs environment variables that the project does not have. */
export type KeysNeeded = { kind: 'keys-needed'; keys: { name: string; description: string | null }[] };

export const runFailed: Kind<RunFailed> = {
  nature: 'need',
  action: 'look',
  facts: ({ message }, say) => ({ first: say.quoted(message) }),
};

/** A run of a project failed. Over when a later one succeeds, or once acknowledged. */
export const runFailedRule: Rule<RunFailed> = {
  told: { place: 'talk', alerts: ['failures'], by: 'agent.prompt.finished', isNameless: true },
  read: (snapshot) =>
    readWork(snapshot, ({ projectId, run }) => {
      const ending = run?.ending ?? null;
      const id = `run-failed:${projectId}`;
      if (!run || !ending) return null;
      const since = run.finishedAt ?? run.startedAt;
      if (ending !== 'failed' || since === null) return closesNeed(ending) ? id : null;
      return condition(id, 'warning', projectId, since, { kind: 'run-failed', message: run.lastMessage });
    }),
  ends: { at: null, whenSeen: true, withProject: true },
  isOccurrence: true,
  isSilent: true,
};

export const deployFailed: Kind<DeployFailed> = {
  nature: 'need',
  action: 'look',
  facts: ({ message, refunded }, say) => ({
    form: refunded ? 'Refunded' : '',
    first: say.quoted(message),
  }),
};

/** A deployment of a project failed. Over when a later one succeeds, or once acknowledged. */
export const deployFailedRule: Rule<DeployFailed> = {
  told: { place: 'ship', alerts: ['failures'], by: 'deployment.finished', isNameless: true },
  read: (snapshot) =>
    readWork(snapshot, ({ projectId, deploy }) => {
      const id = `deploy-failed:${projectId}`;
      const ending = deploy && deployEnding(deploy);
      if (!deploy || !ending) return null;
      // Get Project says that a deployment failed and when it began, but not when it ended.
      const since = deploy.finishedAt ?? deploy.startedAt;
      if (ending !== 'failed' || since === null) return closesNeed(ending) ? id : null;
      const { errorText: message, creditRefunded: refunded } = deploy;
      return condition(id, 'warning', projectId, since, { kind: 'deploy-failed', message, refunded });
    }),
  fromEvent: (event) => {
    if (event.event !== 'deployment.finished' || !event.projectId) return [];
    const id = `deploy-failed:${event.projectId}`;
    const ending = deployEndingOfEvent(event.facts);
    if (ending !== 'failed') return closesNeed(ending) ? [{ over: id }] : [];
    const refunded = truthFact(event.facts, 'creditRefunded');
    return [opens(event, id, 'warning', { kind: 'deploy-failed', message: null, refunded })];
  },
  ends: { at: null, whenSeen: true, withProject: true },
  filled: (fresh, known) => ({
    ...fresh,
    message: fresh.message ?? known.message,
    refunded: fresh.refunded ?? known.refunded,
  }),
  isOccurrence: true,
  isSilent: true,
};

export const keysNeeded: Kind<KeysNeeded> = {
  nature: 'need',
  action: 'give-keys',
  facts: ({ keys }, say) => ({
    isPrivate: true,
    count: keys.length,
    values: { keys: say.list(keys.map(({ name }) => name)) },
  }),
};

/** The agent needs keys that the project lacks. Over when it has them, or a later run succeeds without. */
export const keysNeededRule: Rule<KeysNeeded> = {
  told: { place: 'talk', alerts: ['failures'], by: 'agent.prompt.finished', isNameless: false },
  isOccurrence: true,
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
  ends: { at: null, withProject: true },
};

/** Failures older than this that were not known before are not announced. */
const TOLD_FOR_MS = 7 * DAY_MS;

/**
 * Evaluates each project that was read.
 * @param resolve the condition of a project, the id of what does not hold, or null when unknown
 */
function readWork<Reason extends { kind: string }>(
  snapshot: Snapshot,
  resolve: (project: ProjectState) => ConditionOf<Reason> | string | null,
): Reading<Reason> | null {
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

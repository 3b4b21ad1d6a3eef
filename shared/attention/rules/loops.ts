import type { AttentionState } from '../item.ts';
import { condition, type ProjectLoop, type Rule } from '../rule.ts';

const KIND = 'going-in-circles';

const idOf = ({ projectId, workId }: ProjectLoop) => `${KIND}:${projectId}:${workId}`;

/**
 * Prompts of a project about the same thing, again and again. Marking it as seen says that it is progress, and ends it. When the
 * prompts end, nothing says whether the thing works now.
 */
export const goingInCirclesRule: Rule = {
  endsWhenAcknowledged: true,
  endsWithProject: true,
  read: ({ loops, at }) =>
    loops === undefined
      ? null
      : {
          readAt: at,
          complete: true,
          endedBy: () => 'not-read',
          conditions: loops.map((loop) => {
            const { projectId, since, count, credits, lastAt } = loop;
            return condition(idOf(loop), 'warning', projectId, since, { kind: KIND, count, credits, lastAt });
          }),
        },
};

/** Without those that somebody called progress, until they have cost twice as much as then. */
export const withoutProgress = (
  loops: readonly ProjectLoop[],
  { items }: Pick<AttentionState, 'items'>,
): ProjectLoop[] =>
  loops.filter((loop) => {
    const { endedBy, reason } = items[idOf(loop)] ?? {};
    if (endedBy !== 'seen' || reason?.kind !== KIND) return true;
    return reason.credits > 0 ? loop.credits >= 2 * reason.credits : loop.count >= 2 * reason.count;
  });

import type { Snapshot } from '../snapshot/snapshot.ts';
import type { AttentionState } from './state.ts';

const NUMBERED_MAX = 500;

/**
 * Gives each project that any view may name a number of its own, by which it goes while names are hidden: the same one in
 * popup, notifications and history, for as long as this browser is paired.
 * @param also projects that are told of without being open or listed
 */
export function numberProjects(
  state: AttentionState,
  snapshot: Snapshot | null,
  also: readonly { projectId: string | null }[],
): AttentionState {
  const { atLimit, projects } = snapshot?.sections ?? {};
  const told = [
    ...Object.values(state.items),
    ...(atLimit?.data?.projects ?? []),
    ...(projects?.data?.items ?? []),
    ...also,
  ];
  const numbers = new Map(Object.entries(state.numbers ?? {}));
  let last = Math.max(0, ...numbers.values());
  for (const { projectId } of told)
    if (projectId !== null && !numbers.has(projectId)) numbers.set(projectId, ++last);
  return { ...state, numbers: Object.fromEntries([...numbers].slice(-NUMBERED_MAX)) };
}

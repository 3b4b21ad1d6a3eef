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
  also: readonly (string | null)[],
): AttentionState {
  const known = state.numbers ?? {};
  const named = [
    ...Object.values(state.items).map(({ projectId }) => projectId),
    ...(snapshot?.sections.atLimit.data?.projects ?? []).map(({ projectId }) => projectId),
    ...(snapshot?.sections.projects.data?.items ?? []).map(({ projectId }) => projectId),
    ...also,
  ];
  const fresh = [...new Set(named)].filter((id): id is string => id !== null && !Object.hasOwn(known, id));
  if (fresh.length === 0) return state;
  const last = Math.max(0, ...Object.values(known));
  const numbers = [...Object.entries(known), ...fresh.map((id, i) => [id, last + 1 + i] as const)];
  return { ...state, numbers: Object.fromEntries(numbers.slice(-NUMBERED_MAX)) };
}

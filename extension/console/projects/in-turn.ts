import type { ApiError, Result } from '../../edge-client/api-error.ts';

/** Progress of a change of several projects, one by one. `left`: those not tried. */
export type InTurn =
  | { kind: 'idle' }
  | { kind: 'running'; done: number; count: number }
  | {
      kind: 'ended';
      done: readonly string[];
      refused: { projectId: string; error: ApiError } | null;
      left: number;
    };

/**
 * Changes projects one by one and stops at the first refusal.
 * @param isDone whether a refusal means that the change is already in effect
 */
export async function changeInTurn(
  projectIds: readonly string[],
  change: (projectId: string) => Promise<Result<unknown>>,
  onProgress: (state: InTurn) => void,
  isDone: (error: ApiError) => boolean = () => false,
): Promise<InTurn & { kind: 'ended' }> {
  const done: string[] = [];
  for (const projectId of projectIds) {
    onProgress({ kind: 'running', done: done.length, count: projectIds.length });
    const result = await change(projectId);
    if (!result.ok && !isDone(result.error)) {
      const left = projectIds.length - done.length - 1;
      return end({ kind: 'ended', done, refused: { projectId, error: result.error }, left }, onProgress);
    }
    done.push(projectId);
  }
  return end({ kind: 'ended', done, refused: null, left: 0 }, onProgress);
}

function end<T extends InTurn>(state: T, onProgress: (state: InTurn) => void): T {
  onProgress(state);
  return state;
}

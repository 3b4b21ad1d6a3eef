import type { ApiError, Result } from '../../edge-client/api-error.ts';

/** How one change of several projects goes, one after the other. `left`: those that were not tried any more. */
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
 * Changes projects one by one and stops at the first refusal: the others stay as they are.
 * @param isDone tells of a refusal that what was wanted is so already
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

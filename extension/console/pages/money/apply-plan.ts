import type { CapChange } from '../../../../shared/spending/planner.ts';
import type { ApiError, Result } from '../../../edge-client/api-error.ts';
import { type CapEdit, reverted } from '../../../edge-client/put-cap.ts';

/** Sets a cap at the edge, which compares it first. */
type PutCap = (change: CapEdit) => Promise<Result<null>>;

export type Applied = {
  done: CapChange[];
  /** Why it stopped early; the rest is unchanged. */
  stopped:
    | null
    | { kind: 'refused'; projectId: string; error: ApiError }
    /** Somebody set it to `now` since the plan was made. */
    | { kind: 'changed'; projectId: string; now: number | null };
};

/** Sets caps one by one, each only if it has not changed since the plan was made; stops at the first failure. */
export async function applyPlan(
  changes: readonly CapChange[],
  put: PutCap,
  onDone: (done: number) => void,
): Promise<Applied> {
  const done: CapChange[] = [];
  for (const change of changes) {
    const { projectId } = change;
    const result = await put(change);
    if (!result.ok && result.error.found !== undefined)
      return { done, stopped: { kind: 'changed', projectId, now: result.error.found } };
    if (!result.ok) return { done, stopped: { kind: 'refused', projectId, error: result.error } };
    done.push(change);
    onDone(done.length);
  }
  return { done, stopped: null };
}

/** Reverts what was set, last first; a cap that somebody changed since is left alone. @returns the number left alone */
export async function undoPlan(
  done: readonly CapChange[],
  put: PutCap,
  onDone: (done: number) => void,
): Promise<{ left: number; error: ApiError | null }> {
  let left = 0;
  for (const [at, change] of [...done].reverse().entries()) {
    const result = await put(reverted(change));
    if (!result.ok && result.error.found === undefined)
      return { left: left + done.length - at, error: result.error };
    if (!result.ok) left += 1;
    onDone(at + 1);
  }
  return { left, error: null };
}

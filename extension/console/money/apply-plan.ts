import type { CapChange } from '../../../shared/spending/planner.ts';
import { type ApiError, IN_DOUBT, type Result, success } from '../../edge-client/api-error.ts';

/** How a cap is read past what is kept, and set. */
export type CapAccess = {
  /** Undefined where it can't be read now. */
  read: (projectId: string) => Promise<number | null | undefined>;
  write: (projectId: string, cap: number | null) => Promise<Result<unknown>>;
};

export type Applied = {
  done: CapChange[];
  /** Why it stopped before the end; the rest is unchanged. */
  stopped:
    | null
    | { kind: 'refused'; projectId: string; error: ApiError }
    | { kind: 'unread'; projectId: string }
    /** Somebody has set it to `now` since the plan was seen. */
    | { kind: 'changed'; projectId: string; now: number | null };
};

/** Sets caps one after another, each only if it still is what the plan was made from; the first that can't be set ends it. */
export async function applyPlan(
  changes: readonly CapChange[],
  access: CapAccess,
  onDone: (done: number) => void,
): Promise<Applied> {
  const done: CapChange[] = [];
  for (const change of changes) {
    const { projectId, from, to } = change;
    const now = await access.read(projectId);
    if (now === undefined) return { done, stopped: { kind: 'unread', projectId } };
    if (now !== from) return { done, stopped: { kind: 'changed', projectId, now } };
    const result = await setCap(access, projectId, to);
    if (!result.ok) return { done, stopped: { kind: 'refused', projectId, error: result.error } };
    done.push(change);
    onDone(done.length);
  }
  return { done, stopped: null };
}

/** Sets back what was set, the last first; a cap that somebody has changed since is theirs and stays. @returns how many were left alone */
export async function undoPlan(
  done: readonly CapChange[],
  access: CapAccess,
  onDone: (done: number) => void,
): Promise<{ left: number; error: ApiError | null }> {
  let left = 0;
  for (const [at, { projectId, from, to }] of [...done].reverse().entries()) {
    if ((await access.read(projectId)) === to) {
      const result = await setCap(access, projectId, from);
      if (!result.ok) return { left: left + done.length - at, error: result.error };
    } else left += 1;
    onDone(at + 1);
  }
  return { left, error: null };
}

/** Where the answer was lost the cap may have been set all the same: what it is now tells. */
async function setCap(
  { read, write }: CapAccess,
  projectId: string,
  cap: number | null,
): Promise<Result<unknown>> {
  const result = await write(projectId, cap);
  const isLost = !result.ok && IN_DOUBT.has(result.error.kind);
  return isLost && (await read(projectId)) === cap ? success(null) : result;
}

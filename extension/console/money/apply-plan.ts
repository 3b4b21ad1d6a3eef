import type { CapChange } from '../../../shared/spending/planner.ts';
import type { ApiError, Result } from '../../edge-client/api-error.ts';

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
  { read, write }: CapAccess,
  onDone: (done: number) => void,
): Promise<Applied> {
  const done: CapChange[] = [];
  for (const change of changes) {
    const { projectId, from, to } = change;
    const now = await read(projectId);
    if (now === undefined) return { done, stopped: { kind: 'unread', projectId } };
    if (now !== from) return { done, stopped: { kind: 'changed', projectId, now } };
    const result = await write(projectId, to);
    if (!result.ok) return { done, stopped: { kind: 'refused', projectId, error: result.error } };
    done.push(change);
    onDone(done.length);
  }
  return { done, stopped: null };
}

/** Sets back what was set, the last first; a cap that somebody has changed since is theirs and stays. @returns how many were left alone */
export async function undoPlan(
  done: readonly CapChange[],
  { read, write }: CapAccess,
  onDone: (done: number) => void,
): Promise<{ left: number; error: ApiError | null }> {
  let left = 0;
  for (const [at, { projectId, from, to }] of [...done].reverse().entries()) {
    if ((await read(projectId)) === to) {
      const result = await write(projectId, from);
      if (!result.ok) return { left: left + done.length - at, error: result.error };
    } else left += 1;
    onDone(at + 1);
  }
  return { left, error: null };
}

import type { CapChange } from '../../../shared/spending/planner.ts';
import { type ApiError, IN_DOUBT, type Result, success } from '../../edge-client/api-error.ts';

/** Reads and sets a cap, bypassing caches. */
export type CapAccess = {
  /** Undefined if it can't be read. */
  read: (of: CapOf) => Promise<number | null | undefined>;
  write: (of: CapOf, cap: number | null) => Promise<Result<unknown>>;
};

/** Which cap. */
export type CapOf = Pick<CapChange, 'projectId' | 'category'>;

export type Applied = {
  done: CapChange[];
  /** Why it stopped early; the rest is unchanged. */
  stopped:
    | null
    | { kind: 'refused'; projectId: string; error: ApiError }
    | { kind: 'unread'; projectId: string }
    /** Somebody set it to `now` since the plan was made. */
    | { kind: 'changed'; projectId: string; now: number | null };
};

/** Sets caps one by one, each only if it has not changed since the plan was made; stops at the first failure. */
export async function applyPlan(
  changes: readonly CapChange[],
  access: CapAccess,
  onDone: (done: number) => void,
): Promise<Applied> {
  const done: CapChange[] = [];
  for (const change of changes) {
    const { projectId, from, to } = change;
    const now = await access.read(change);
    if (now === undefined) return { done, stopped: { kind: 'unread', projectId } };
    if (now !== from) return { done, stopped: { kind: 'changed', projectId, now } };
    const result = await setCap(access, change, to);
    if (!result.ok) return { done, stopped: { kind: 'refused', projectId, error: result.error } };
    done.push(change);
    onDone(done.length);
  }
  return { done, stopped: null };
}

/** Reverts what was set, last first; a cap that somebody changed since is left alone. @returns the number left alone */
export async function undoPlan(
  done: readonly CapChange[],
  access: CapAccess,
  onDone: (done: number) => void,
): Promise<{ left: number; error: ApiError | null }> {
  let left = 0;
  for (const [at, change] of [...done].reverse().entries()) {
    if ((await access.read(change)) === change.to) {
      const result = await setCap(access, change, change.from);
      if (!result.ok) return { left: left + done.length - at, error: result.error };
    } else left += 1;
    onDone(at + 1);
  }
  return { left, error: null };
}

/** After a lost response, reads whether the cap was set. */
async function setCap({ read, write }: CapAccess, of: CapOf, cap: number | null): Promise<Result<unknown>> {
  const result = await write(of, cap);
  const isLost = !result.ok && IN_DOUBT.has(result.error.kind);
  return isLost && (await read(of)) === cap ? success(null) : result;
}

import { describe, expect, it } from 'vitest';
import { type ApiError, apiError, success } from '../../edge-client/api-error.ts';
import { applyPlan, type CapAccess, undoPlan } from './apply-plan.ts';

const REFUSED: ApiError = { kind: 'refused', code: 'OWNER_ONLY', message: null };
const CHANGES = [
  { projectId: 'a', category: 'development', from: 100, to: 50 },
  { projectId: 'b', category: 'development', from: null, to: 20 },
  { projectId: 'c', category: 'infrastructure', from: 30, to: 40 },
] as const;

/** The service's caps. @param refusing a project whose cap it does not change */
function service(caps: Record<string, number | null>, refusing?: string) {
  const set = new Map(Object.entries(caps));
  const access: CapAccess = {
    read: async ({ projectId }) => set.get(projectId),
    write: async ({ projectId }, cap) => {
      if (projectId === refusing) return { ok: false, error: REFUSED };
      set.set(projectId, cap);
      return success(null);
    },
  };
  return { access, now: () => Object.fromEntries(set) };
}

describe('a plan of caps', () => {
  it('is set one after another and undone as one', async () => {
    const { access, now } = service({ a: 100, b: null, c: 30 });
    const steps: number[] = [];
    const applied = await applyPlan(CHANGES, access, (done) => steps.push(done));
    expect(applied).toEqual({ done: CHANGES, stopped: null });
    expect(steps).toEqual([1, 2, 3]);
    expect(now()).toEqual({ a: 50, b: 20, c: 40 });
    expect(await undoPlan(applied.done, access, () => {})).toEqual({ left: 0, error: null });
    expect(now()).toEqual({ a: 100, b: null, c: 30 });
  });

  it('stops at the first refusal and leaves the rest unchanged', async () => {
    const { access, now } = service({ a: 100, b: null, c: 30 }, 'b');
    const applied = await applyPlan(CHANGES, access, () => {});
    expect(applied.stopped).toEqual({ kind: 'refused', projectId: 'b', error: REFUSED });
    expect(now()).toEqual({ a: 50, b: null, c: 30 });
  });

  it('never overwrites what somebody has set meanwhile', async () => {
    const { access, now } = service({ a: 100, b: 7, c: 30 });
    const applied = await applyPlan(CHANGES, access, () => {});
    expect(applied.stopped).toEqual({ kind: 'changed', projectId: 'b', now: 7 });
    expect(now()).toEqual({ a: 50, b: 7, c: 30 });
  });

  it('sets nothing of which the present value cannot be read', async () => {
    const { access, now } = service({ b: null, c: 30 });
    expect((await applyPlan(CHANGES, access, () => {})).stopped).toEqual({ kind: 'unread', projectId: 'a' });
    expect(now()).toEqual({ b: null, c: 30 });
  });

  it('counts a cap as set whose answer was lost on the way, so that undoing takes it back too', async () => {
    const { access, now } = service({ a: 100, b: null, c: 30 });
    const losing: CapAccess = {
      ...access,
      write: async (of, cap) => {
        const result = await access.write(of, cap);
        return of.projectId === 'b' ? apiError('edge-timeout') : result;
      },
    };
    expect(await applyPlan(CHANGES, losing, () => {})).toEqual({ done: CHANGES, stopped: null });
    expect(await undoPlan(CHANGES, losing, () => {})).toEqual({ left: 0, error: null });
    expect(now()).toEqual({ a: 100, b: null, c: 30 });
  });

  it('leaves alone, when undone, what somebody has set since', async () => {
    const { access, now } = service({ a: 50, b: 99, c: 40 });
    expect(await undoPlan(CHANGES, access, () => {})).toEqual({ left: 1, error: null });
    expect(now()).toEqual({ a: 100, b: 99, c: 30 });
  });
});

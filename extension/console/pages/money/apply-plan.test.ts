import { describe, expect, it } from 'vitest';
import { success } from '../../../edge-client/api-error.ts';
import { apiErrorOf } from '../../../edge-client/edge-client.ts';
import { type CapEdit, putCap } from '../../../edge-client/put-cap.ts';
import { applyPlan, undoPlan } from './apply-plan.ts';

const CHANGES = [
  { projectId: 'a', category: 'development', from: 100, to: 50 },
  { projectId: 'b', category: 'development', from: null, to: 20 },
  { projectId: 'c', category: 'infrastructure', from: 30, to: 40 },
] as const;

/** An edge with these caps. @param refusing a project whose cap it does not change */
function edge(caps: Record<string, number | null>, refusing?: string) {
  const stands = new Map(Object.entries(caps));
  /** Projects of which the next response is lost. */
  const losing = new Set<string>();
  const put = (change: CapEdit) =>
    putCap(change, async ({ body: { category, expected, to } }) => {
      const { projectId } = change;
      if (projectId === refusing) return apiErrorOf(403, { errorCode: 'OWNER_ONLY', errorMessage: '' });
      const found = stands.get(projectId) ?? null;
      if (found !== to && found !== expected)
        return apiErrorOf(409, { errorCode: 'EDGE_CAP_CHANGED', errorMessage: '', errorDetails: { found } });
      stands.set(projectId, to);
      if (losing.delete(projectId))
        return { ok: false, error: { kind: 'edge-timeout', code: null, message: null } };
      return success({ category, cap: to });
    });
  return { put, losing, now: () => Object.fromEntries(stands) };
}

describe('a plan of caps', () => {
  it('is set one after another and undone as one', async () => {
    const { put, now } = edge({ a: 100, b: null, c: 30 });
    const steps: number[] = [];
    const applied = await applyPlan(CHANGES, put, (done) => steps.push(done));
    expect(applied).toEqual({ done: CHANGES, stopped: null });
    expect(steps).toEqual([1, 2, 3]);
    expect(now()).toEqual({ a: 50, b: 20, c: 40 });
    expect(await undoPlan(applied.done, put, () => {})).toEqual({ left: 0, error: null });
    expect(now()).toEqual({ a: 100, b: null, c: 30 });
  });

  it('stops at the first refusal and leaves the rest unchanged', async () => {
    const { put, now } = edge({ a: 100, b: null, c: 30 }, 'b');
    const { stopped } = await applyPlan(CHANGES, put, () => {});
    expect(stopped).toMatchObject({ kind: 'refused', projectId: 'b', error: { code: 'OWNER_ONLY' } });
    expect(now()).toEqual({ a: 50, b: null, c: 30 });
  });

  it('never overwrites what somebody has set meanwhile', async () => {
    const { put, now } = edge({ a: 100, b: 7, c: 30 });
    const applied = await applyPlan(CHANGES, put, () => {});
    expect(applied.stopped).toEqual({ kind: 'changed', projectId: 'b', now: 7 });
    expect(now()).toEqual({ a: 50, b: 7, c: 30 });
  });

  it('counts a cap as set whose answer was lost on the way, so that undoing takes it back too', async () => {
    const { put, losing, now } = edge({ a: 100, b: null, c: 30 });
    losing.add('b');
    expect(await applyPlan(CHANGES, put, () => {})).toEqual({ done: CHANGES, stopped: null });
    losing.add('a');
    expect(await undoPlan(CHANGES, put, () => {})).toEqual({ left: 0, error: null });
    expect(now()).toEqual({ a: 100, b: null, c: 30 });
  });

  it('leaves alone, when undone, what somebody has set since', async () => {
    const { put, now } = edge({ a: 50, b: 99, c: 40 });
    expect(await undoPlan(CHANGES, put, () => {})).toEqual({ left: 1, error: null });
    expect(now()).toEqual({ a: 100, b: 99, c: 30 });
  });
});

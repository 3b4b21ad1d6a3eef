// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { apiError } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { changedFields } from './edit-project.tsx';
import { factsReader, isAtCap, nearestCap } from './project-facts.ts';

const WAIT = { timeout: 20_000 };

const none = () => null;
const limits = (development: number | null, infrastructure: number | null) => ({
  maxDevelopmentCreditsPerMonth: development,
  maxInfrastructureCreditsPerMonth: infrastructure,
});

test('the bar shows the cap of which more is used (service reference, Credit limits)', () => {
  const used = { development: 10, infrastructure: 90 };
  expect(nearestCap({ creditLimits: limits(1_000, 100), usedThisMonth: used }, none)).toEqual({
    category: 'infrastructure',
    used: 90,
    cap: 100,
  });
  expect(nearestCap({ creditLimits: limits(null, 100), usedThisMonth: used }, none)?.cap).toBe(100);
});

test('without any cap it shows what development has used, and nothing where that cannot be read now', () => {
  const used = { development: 10, infrastructure: 90 };
  expect(nearestCap({ creditLimits: limits(null, null), usedThisMonth: used }, none)).toEqual({
    category: 'development',
    used: 10,
    cap: null,
  });
  expect(nearestCap({ creditLimits: limits(100, 100), usedThisMonth: null }, none)).toBeNull();
});

test('while a run has a budget, its project is not at its cap', () => {
  const creditLimits = limits(127, null);
  const usedThisMonth = { development: 127, infrastructure: 0 };
  const layers = [{ kind: 'run-budget' as const, credits: 15, since: 0, until: null, by: null }];
  const override = {
    category: 'development' as const,
    projectId: 'shop',
    own: 500,
    cap: 127,
    state: 'laid' as const,
    layers,
    problem: null,
  };
  const nearest = nearestCap({ creditLimits, usedThisMonth }, (of) =>
    of === 'development' ? override : null,
  );
  expect([nearest?.cap, isAtCap(nearest)]).toEqual([500, false]);
  expect(isAtCap(nearestCap({ creditLimits, usedThisMonth }, none))).toBe(true);
});

test('only what was changed is sent; a project leaves its group by null', () => {
  const from = { label: 'Shop', description: 'A shop', groupId: 'clients' };
  expect(changedFields(from, { ...from, groupId: '' })).toEqual({ groupId: null });
  expect(changedFields(from, { ...from, label: '' })).toEqual({ label: '' });
  expect(changedFields(from, from)).toEqual({});
});

test('a project in sight is read again once what it needs has changed, here or elsewhere', async () => {
  const now = Date.now();
  const { busy, calm } = popupStates(now);
  paintFrom(busy, now);
  const capped = busy.snapshot?.snapshot.attention?.items.find(({ reason }) => reason.kind === 'credit-cap');
  const projectId = capped?.projectId ?? '';
  const paths: string[] = [];
  respondHere((name, request) => {
    if (name === 'readEdge') paths.push((request as { path: string }).path);
    return Promise.resolve(apiError('edge-failing'));
  });
  const reads = () => paths.filter((path) => path.endsWith(`/${projectId}/credit-limits`)).length;
  const leave = factsReader.watch(projectId);
  await vi.waitFor(() => expect(reads()).toBe(1), WAIT);
  paintFrom({ ...busy, snapshot: calm.snapshot } as typeof busy, now);
  await vi.waitFor(() => expect(reads()).toBe(2), WAIT);
  leave();
});

// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { apiError } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { changedFields } from './edit-project.tsx';
import { factsReader, nearestCap } from './project-facts.ts';

const WAIT = { timeout: 20_000 };

const limits = (development: number | null, infrastructure: number | null) => ({
  maxDevelopmentCreditsPerMonth: development,
  maxInfrastructureCreditsPerMonth: infrastructure,
});

test('the bar shows the cap of which more is used (service reference, Credit limits)', () => {
  const used = { development: 10, infrastructure: 90 };
  expect(nearestCap({ creditLimits: limits(1_000, 100), usedThisMonth: used })).toEqual({
    category: 'infrastructure',
    used: 90,
    cap: 100,
  });
  expect(nearestCap({ creditLimits: limits(null, 100), usedThisMonth: used })?.cap).toBe(100);
});

test('without any cap it shows what development has used, and nothing where that cannot be read now', () => {
  const used = { development: 10, infrastructure: 90 };
  expect(nearestCap({ creditLimits: limits(null, null), usedThisMonth: used })).toEqual({
    category: 'development',
    used: 10,
    cap: null,
  });
  expect(nearestCap({ creditLimits: limits(100, 100), usedThisMonth: null })).toBeNull();
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

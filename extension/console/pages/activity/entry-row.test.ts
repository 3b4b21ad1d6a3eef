// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { keptEventWith } from '../../../../shared/attention/fixtures.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { wentWrong } from './entry-row.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
const isWrong = (
  name: string,
  facts: Record<string, string | number | boolean | null>,
  source: KeptEvent['source'] = 'webhook',
) => {
  const event = { ...keptEventWith({ seq: 1, at: NOW, event: name, projectId: 'shop', facts }), source };
  return wentWrong({ kind: 'event', at: NOW, event, also: [], call: null, told: null });
};

test('a failed run and a guard that could not act went wrong; what somebody did, or a guard as it should, did not', () => {
  expect(isWrong('agent.prompt.finished', { status: 'error', ending: 'failed' })).toBe(true);
  expect(isWrong('project.credit_limit.reached', { category: 'development' })).toBe(true);
  expect(isWrong('edge.guard', { guard: 'raise', did: 'could-not', reason: 'x' }, 'edge')).toBe(true);
  expect(isWrong('project.feature.disabled', { feature: 'email', refusing: true })).toBe(false);
  expect(isWrong('agent.prompt.finished', { status: 'done', ending: 'stopped' })).toBe(false);
  for (const did of ['undone', 'laid', 'prompt-refused', 'run-stopped'])
    expect(isWrong('edge.guard', { guard: 'raise', did }, 'edge'), did).toBe(false);
});

test('deliveries that were refused went wrong, those that only came again did not', () => {
  const refused = (reason: 'stale' | 'duplicate') =>
    wentWrong({
      ...{ kind: 'refused', at: NOW },
      rejection: { reason, count: 2, lastAt: NOW, skewSeconds: null, about: null },
    });
  expect([refused('stale'), refused('duplicate')]).toEqual([true, false]);
});

import { expect, test } from 'vitest';
import { keptEventWith } from '../../shared/attention/fixtures.ts';
import { workRowWith } from '../../shared/journal/fixtures.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { isWrongEvent, isWrongWork } from './entries.ts';

const event = (name: string, facts: KeptEvent['facts'], source: KeptEvent['source'] = 'webhook') => ({
  ...keptEventWith({ seq: 1, at: 9, event: name, projectId: 'shop', facts }),
  source,
});

test('a limit that was reached and a guard that could not act went wrong; what somebody did, or a guard as it should, did not', () => {
  expect(isWrongEvent(event('project.credit_limit.reached', { category: 'development' }))).toBe(true);
  expect(isWrongEvent(event('edge.guard', { guard: 'raise', did: 'could-not', reason: 'x' }, 'edge'))).toBe(
    true,
  );
  expect(isWrongEvent(event('project.feature.disabled', { feature: 'email', refusing: true }))).toBe(false);
  for (const did of ['undone', 'set', 'prompt-refused', 'run-stopped'])
    expect(isWrongEvent(event('edge.guard', { guard: 'raise', did }, 'edge')), did).toBe(false);
});

test('work that failed, or stopped at a cap, or asked for keys went wrong; what somebody stopped did not', () => {
  const wrong = (ending: 'failed' | 'capped' | 'stopped' | 'succeeded', facts: KeptEvent['facts'] = {}) =>
    isWrongWork(workRowWith({ id: 1, begunAt: 9, ending }), event('agent.prompt.finished', facts));
  expect([wrong('failed'), wrong('capped'), wrong('stopped'), wrong('succeeded')]).toEqual([
    ...[true, true, false, false],
  ]);
  expect(wrong('succeeded', { keysNeeded: 'MAIL_KEY' })).toBe(true);
});

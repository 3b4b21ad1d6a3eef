import { expect, test } from 'vitest';
import { keptEventWith } from '../../../../shared/attention/fixtures.ts';
import { GUARD_ACTS } from '../../../../shared/edge-api/guards.ts';
import { namingOf } from '../../../i18n/naming.ts';
import { eventFactWords, eventWords } from './event-words.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const naming = namingOf({ names: {} }, false);
const said = (
  event: string,
  facts: Record<string, string | number | null>,
  source: 'webhook' | 'edge' = 'webhook',
) => {
  const kept = { ...keptEventWith({ seq: 1, at: NOW, event, projectId: 'shop', facts }), source };
  return [eventWords(kept, naming, NOW), eventFactWords(kept, naming, NOW)].map((words) =>
    words.replace(/[\u2068\u2069]/g, ''),
  );
};

test('an event says what it reports, with its facts of then', () => {
  expect(said('project.credit_limit.reached', { category: 'development', spent: 5, limit: 5 })).toEqual([
    'shop is at its cap',
    '5 of 5 development credits.',
  ]);
  expect(said('agent.prompt.finished', { status: 'done', ending: 'failed' })).toEqual([
    'shop: the run failed',
    '',
  ]);
  expect(said('project.lifecycle.state_changed', { to: 'asleep', reason: 'inactivity' })).toEqual([
    'shop fell asleep',
    'nobody used it',
  ]);
  expect(said('project.lifecycle.state_changed', { to: 'dormant', reason: 'plan' })).toEqual([
    'shop is now “dormant”',
    '“plan”',
  ]);
  expect(said('project.lifecycle.state_changed', { to: 'awake', reason: 'request' })).toEqual([
    'shop woke up',
    'it was asked for',
  ]);
  expect(said('project.lifecycle.state_changed', {})[0]).toBe('shop: Project fell asleep or woke up');
});

test('a changed cap says what it is, what it was and who changed it; a guard what it did', () => {
  const change = { category: 'development', from: 200, to: null, by: 'Office' };
  expect(said('edge.cap', change, 'edge')).toEqual([
    'shop: development cap removed',
    'before: 200 · by Office',
  ]);
  expect(said('edge.cap', change)[0]).toBe('shop: Cap changed');
  expect(said('edge.guard', { guard: 'run-time', did: 'run-stopped', number: 40 }, 'edge')).toEqual([
    'shop: Time limit of a run: Stopped a run after 40 minutes',
    '',
  ]);
});

test('what a person did with a guard is not said to be the guard’s act, and names the browser', () => {
  expect(said('edge.guard', { guard: 'day-budget', did: 'undone', by: 'Office' }, 'edge')).toEqual([
    'shop: Budget of a day (UTC): Was taken back',
    'by Office',
  ]);
  const raised = { guard: 'raise', did: 'set', from: 200, to: 250, by: 'Office' };
  const [title, facts] = said('edge.guard', raised, 'edge');
  expect(title).toBe('shop: development cap set to 250');
  expect(facts).toBe('Temporary raise · before: 200 · by Office');
});

test('each thing that a guard did has a title of its own that says what happened', () => {
  const titles = GUARD_ACTS.map(
    (did) => said('edge.guard', { guard: 'run-budget', did, to: 5, found: 6, from: 4, number: 3 }, 'edge')[0],
  );
  expect(titles.every((title) => title?.startsWith('shop: '))).toBe(true);
  expect(new Set(titles).size).toBe(GUARD_ACTS.length);
  expect(said('edge.guard', { guard: 'raise', did: 'put-back', to: 140 }, 'edge')).toEqual([
    'shop: cap back at 140',
    'Temporary raise',
  ]);
});

import { expect, test } from 'vitest';
import { keptEventWith } from '../../../shared/attention/fixtures.ts';
import type { KeptEvent } from '../../../shared/snapshot/kept-event.ts';
import { namingOf } from '../../i18n/naming.ts';
import type { StoredPaidCall } from '../../storage/paid-calls.ts';
import { alsoWords } from './event-words.ts';
import { callsOf, retellings } from './same-act.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
let seq = 0;
const kept = (
  event: string,
  at: number,
  facts: Record<string, string | number | boolean | null>,
  source: KeptEvent['source'] = 'webhook',
): KeptEvent => {
  seq += 1;
  return { ...keptEventWith({ seq, at: NOW + at, event, projectId: 'shop', facts }), source };
};
const guard = (at: number, facts: Record<string, string | number | null>) =>
  kept('edge.guard', at, facts, 'edge');
const switched = (at: number, to: boolean, feature = 'email') =>
  kept('edge.change', at, { setting: 'limit', did: 'changed', feature, part: 'enabled', to }, 'edge');
const told = (...events: KeptEvent[]) =>
  [...retellings(events)].map(([main, others]) => [
    events.indexOf(main),
    others.map((one) => events.indexOf(one)),
  ]);

test('the service’s event of a feature that a browser switched is the same act, the nearest one, and no other feature’s', () => {
  const service = (at: number, feature = 'email') => kept('project.feature.disabled', at, { feature });
  expect(told(switched(0, false), service(900))).toEqual([[0, [1]]]);
  expect(told(switched(0, false), switched(60_000, false), service(59_000))).toEqual([[1, [2]]]);
  for (const apart of [
    service(900, 'ai'),
    service(3 * MINUTE),
    { ...service(900), signer: 'project' } as const,
  ])
    expect(told(switched(0, false), apart)).toEqual([]);
  expect(told(switched(0, true), service(900))).toEqual([]);
});

test('a raise that is taken back is one act with the cap that is put back; one that ends by itself stands alone', () => {
  const undone = guard(0, { guard: 'raise', did: 'undone', by: 'Office' });
  const back = guard(9 * MINUTE, { guard: 'raise', did: 'put-back', from: 190, to: 140 });
  const removed = kept(
    'edge.change',
    500,
    { setting: 'guard', did: 'removed', guard: 'raise', from: 50, to: null },
    'edge',
  );
  expect(told(back, undone)).toEqual([[1, [0]]]);
  expect(told(back, undone, removed)).toEqual([[2, [0, 1]]]);
  expect(told(back)).toEqual([]);
});

test('a cap that an owner set is one act with the guard that gave way to it', () => {
  const cap = kept('edge.cap', 10, { category: 'development', from: 200, to: 300, by: 'Office' }, 'edge');
  const left = (found: number) => guard(0, { guard: 'raise', did: 'left-alone', found });
  expect(told(cap, left(300))).toEqual([[0, [1]]]);
  expect(told(cap, left(310))).toEqual([]);
});

test('a run that a guard or its cap stopped is one act with what stopped it', () => {
  const ended = (ending: string) => kept('agent.prompt.finished', 0, { status: 'done', ending });
  const stop = guard(-20_000, { guard: 'run-time', did: 'run-stopped', number: 40 });
  const cap = kept('project.credit_limit.reached', 5, { category: 'development' });
  expect(told(ended('stopped'), stop, cap)).toEqual([[0, [1]]]);
  expect(told(ended('capped'), stop, cap)).toEqual([[0, [2]]]);
  expect(told(ended('succeeded'), stop, cap)).toEqual([]);
});

test('a run that a browser stopped is one act with its end, which says whose', () => {
  const stop = kept('edge.change', -9_000, { setting: 'run', by: 'Office' }, 'edge');
  const end = (ending: string) => kept('agent.prompt.finished', 0, { status: 'done', ending });
  expect(told(end('stopped'), stop)).toEqual([[0, [1]]]);
  expect(told(end('succeeded'), stop)).toEqual([]);
  expect(alsoWords(stop, namingOf({ names: {} }, false))).toBe('by Office');
});

test('a variable that was replaced is one act with its removal', () => {
  const secret = (at: number, did: string, name = 'STRIPE_KEY') =>
    kept('edge.change', at, { setting: 'secret', did, name, environment: 'both' }, 'edge');
  expect(told(secret(0, 'changed'), secret(-900, 'removed'))).toEqual([[0, [1]]]);
  for (const apart of [secret(-900, 'removed', 'OTHER'), secret(900, 'removed'), secret(-900, 'added')])
    expect(told(secret(0, 'changed'), apart)).toEqual([]);
});

test('the end of a run is one act with the cap that was its budget, set when it began and put back after it', () => {
  const end = kept('agent.prompt.finished', 9 * MINUTE, { ending: 'succeeded', startedAt: NOW });
  const laid = (at: number) => guard(at, { guard: 'run-budget', did: 'laid', from: null, to: 15 });
  const back = guard(9 * MINUTE + 9_000, { guard: 'run-budget', did: 'put-back', from: 15, to: null });
  expect(told(back, end, laid(-9_000))).toEqual([[1, [0, 2]]]);
  expect(told(end, laid(-5 * MINUTE))).toEqual([]);
  expect(told(end, guard(9 * MINUTE, { guard: 'raise', did: 'put-back', to: 140 }))).toEqual([]);
});

const call = (operation: string, at: number, words = ''): StoredPaidCall => ({
  ...{ key: `k${at}`, method: 'POST', path: '/x', body: null, state: 'done', confirmedAt: NOW + at },
  ...{ confirmedFor: null, about: { operation, projectId: 'shop', words }, settledAt: null },
  ...{ error: null, record: null },
});

test('a deployment that is begun here is one act with its end: the first one after it, of the newest call before that', () => {
  const [first, second] = [call('deploy', 0), call('deploy', 5 * MINUTE)];
  const ends = [2, 8, 90].map((minutes) => kept('deployment.finished', minutes * MINUTE, {}));
  const [a, b] = ends;
  expect([...callsOf([second, first], ends)]).toEqual([
    [b, second],
    [a, first],
  ]);
  expect(callsOf([{ ...first, state: 'refused' }], ends).size).toBe(0);
  expect(callsOf([call('deploy', 20 * MINUTE)], ends).size).toBe(0);
});

test('a prompt that is sent here is one act with the end of its run, if that is of this prompt', () => {
  const prompt = call('startAgent', 0, 'Add "prices"\n and a map');
  const end = (words: string) => kept('agent.prompt.finished', MINUTE, { status: 'done', prompt: words });
  const own = end('Add &quot;prices&quot; and a map');
  expect([...callsOf([prompt], [own]).values()]).toEqual([prompt]);
  expect(callsOf([prompt], [end('Add a shop')]).size).toBe(0);
});

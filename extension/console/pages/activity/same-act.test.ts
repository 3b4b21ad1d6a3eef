import { expect, test } from 'vitest';
import { keptEventWith } from '../../../../shared/attention/fixtures.ts';
import type { KeptEvent } from '../../../../shared/snapshot/kept-event.ts';
import { namingOf } from '../../../i18n/naming.ts';
import type { StoredPaidCall } from '../../../storage/paid-calls.ts';
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
const of = (work: number, event: KeptEvent): KeptEvent => ({ ...event, work });
const by = (call: string, event: KeptEvent): KeptEvent => ({ ...event, call });
const guard = (at: number, facts: Record<string, string | number | null>) =>
  kept('edge.guard', at, facts, 'edge');
const switched = (at: number, to: boolean, feature = 'email') =>
  kept('edge.change', at, { setting: 'limit', did: 'changed', feature, part: 'enabled', to }, 'edge');
const told = (...events: KeptEvent[]) =>
  [...retellings(events)].map(([main, others]) => [
    events.indexOf(main),
    others.map((one) => events.indexOf(one)),
  ]);

test('the service’s event of a feature that a browser switched is the same act, however late, and no other switch’s', () => {
  const service = (at: number, feature = 'email', to = 'disabled') =>
    kept(`project.feature.${to}`, at, { feature });
  expect(told(switched(0, false), service(90 * MINUTE))).toEqual([[0, [1]]]);
  expect(told(switched(0, false), switched(60_000, false), service(61_000))).toEqual([[1, [2]]]);
  expect(told(service(0), switched(900, false)), 'it was told before the answer').toEqual([[1, [0]]]);
  expect(told(service(0), service(900, 'ai'), switched(900, false))).toEqual([]);
  expect(
    told(switched(0, false), service(1, 'email', 'enabled'), service(900)),
    'switched elsewhere',
  ).toEqual([]);
  for (const apart of [service(900, 'ai'), { ...service(900), signer: 'project' } as const])
    expect(told(switched(0, false), apart)).toEqual([]);
  expect(told(switched(0, true), service(900))).toEqual([]);
});

test('a raise that is taken back is one act with the cap that is put back; one that ends by itself stands alone', () => {
  const undo = (guard_: string) => guard(0, { guard: guard_, did: 'undone', by: 'Office' });
  const back = (guard_: string) => guard(9 * MINUTE, { guard: guard_, did: 'put-back', from: 190, to: 140 });
  const removed = (by: string) =>
    kept(
      'edge.change',
      500,
      { setting: 'guard', did: 'removed', guard: 'run-budget', from: 50, to: null, by },
      'edge',
    );
  expect(told(undo('raise'), back('raise'))).toEqual([[0, [1]]]);
  expect(told(undo('run-budget'), back('run-budget'), removed('Office'))).toEqual([[2, [0, 1]]]);
  expect(told(undo('run-budget'), back('run-budget'), removed('Phone')), 'by another').toEqual([[0, [1]]]);
  expect(told(undo('run-budget'), kept('project.paused', 0, {}), removed('Office')), 'another time').toEqual(
    [],
  );
  expect(told(back('raise'))).toEqual([]);
  const again = guard(MINUTE, { guard: 'raise', did: 'laid', from: 140, to: 190 });
  expect(
    told(undo('raise'), { ...again, seq: seq + 1 }, { ...back('raise'), seq: seq + 2 }),
    'raised again',
  ).toEqual([]);
});

test('a cap that an owner set is one act with the guards that gave way to it', () => {
  const cap = (to: number) =>
    kept('edge.cap', 10, { category: 'development', from: 200, to, by: 'Office' }, 'edge');
  const left = (of: string) => guard(0, { guard: of, did: 'left-alone', found: 300 });
  expect(told(left('raise'), left('run-budget'), cap(300))).toEqual([[2, [0, 1]]]);
  expect(told(left('raise'), cap(310))).toEqual([]);
  expect(told(left('raise'), kept('project.paused', 0, {}), cap(300))).toEqual([]);
});

test('a run that a guard, its cap or a browser stopped is one act with what stopped that run, however late it is told', () => {
  const ended = (ending: string) => of(7, kept('agent.prompt.finished', 0, { status: 'done', ending }));
  const stop = of(7, guard(-20 * MINUTE, { guard: 'run-time', did: 'run-stopped', number: 40 }));
  const cap = of(7, kept('project.credit_limit.reached', 5 * MINUTE, { category: 'development' }));
  const byHand = of(7, kept('edge.change', -9_000, { setting: 'run', by: 'Office' }, 'edge'));
  expect(told(ended('stopped'), stop, cap)).toEqual([[0, [1]]]);
  expect(told(ended('stopped'), byHand)).toEqual([[0, [1]]]);
  expect(alsoWords(byHand, namingOf({ names: {} }, false))).toBe('by Office');
  expect(told(ended('capped'), stop, cap)).toEqual([[0, [2]]]);
  expect(told(ended('succeeded'), stop, cap, byHand)).toEqual([]);
  expect(told(ended('stopped'), of(8, stop)), 'another run').toEqual([]);
});

test('a variable that was replaced is one act with its removal', () => {
  const secret = (did: string, name = 'STRIPE_KEY') =>
    kept('edge.change', 0, { setting: 'secret', did, name, environment: 'both' }, 'edge');
  expect(told(secret('removed'), secret('changed'))).toEqual([[1, [0]]]);
  expect(told(secret('removed', 'OTHER'), secret('changed'))).toEqual([]);
  expect(told(secret('changed'), secret('removed'))).toEqual([]);
  expect(told(secret('removed'), secret('added'), secret('changed')), 'of another time').toEqual([]);
});

test('the end of a run is one act with the cap that was its budget, and of no other run', () => {
  const end = by('k1', kept('agent.prompt.finished', 9 * MINUTE, { ending: 'succeeded', startedAt: NOW }));
  const laid = (call: string) =>
    by(call, guard(-9_000, { guard: 'run-budget', did: 'laid', from: null, to: 15 }));
  const back = by('k1', guard(90 * MINUTE, { guard: 'run-budget', did: 'put-back', from: 15, to: null }));
  expect(told(back, end, laid('k1'))).toEqual([[1, [0, 2]]]);
  expect(told(end, laid('k2'))).toEqual([]);
  expect(told(end, by('k1', guard(9 * MINUTE, { guard: 'raise', did: 'put-back', to: 140 })))).toEqual([]);
});

const call = (operation: string, at: number, words = ''): StoredPaidCall => ({
  ...{ key: `k${at}`, method: 'POST', path: '/x', body: null, state: 'done', confirmedAt: NOW + at },
  ...{ confirmedFor: null, about: { operation, projectId: 'shop', words }, settledAt: null },
  ...{ error: null, record: null },
});

test('what is begun here is one act with the end of what it began; a batch, which has several, is none', () => {
  const [deploy, prompt] = [call('deploy', 0), call('startAgent', 0)];
  const ended = (event: string, key: string) => by(key, kept(event, MINUTE, {}));
  const own = ended('deployment.finished', deploy.key);
  expect([...callsOf([deploy], [own])]).toEqual([[own, deploy]]);
  expect(callsOf([prompt], [ended('agent.prompt.finished', 'another')]).size).toBe(0);
  expect(callsOf([prompt], [of(3, kept('agent.prompt.finished', MINUTE, {}))]).size, 'of a batch').toBe(0);
});

test('a prompt that a guard refused is one act with the refusal of that prompt', () => {
  const refused = { ...call('startAgent', 0), state: 'refused' as const };
  const act = guard(90 * MINUTE, { guard: 'failures', did: 'prompt-refused', number: 3 });
  expect([...callsOf([refused], [by(refused.key, act)]).values()]).toEqual([refused]);
  expect(callsOf([refused], [by('another', act), act]).size).toBe(0);
});

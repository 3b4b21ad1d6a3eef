import { expect, test } from 'vitest';
import { keptEventWith } from '../../shared/attention/fixtures.ts';
import type { KeptEvent } from '../../shared/snapshot/kept-event.ts';
import { actsOf, isToldByRow, retellings } from './repeated-events.ts';

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
  const again = guard(MINUTE, { guard: 'raise', did: 'set', from: 140, to: 190 });
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

test('a row tells its end, its budget, and what or who stopped it; what only happened meanwhile stands alone', () => {
  const end = kept('agent.prompt.finished', 0, { status: 'done' });
  const stop = guard(-20 * MINUTE, { guard: 'run-time', did: 'run-stopped', number: 40 });
  const cap = kept('project.credit_limit.reached', 5 * MINUTE, { category: 'development' });
  const byHand = kept('edge.change', -9_000, { setting: 'run', by: 'Office' }, 'edge');
  const overridden = guard(-9_000, { guard: 'run-budget', did: 'set', from: null, to: 15 });
  const back = guard(90 * MINUTE, { guard: 'run-budget', did: 'put-back', from: 15, to: null });
  const raised = guard(9 * MINUTE, { guard: 'raise', did: 'put-back', to: 140 });
  const all = [end, stop, cap, byHand, overridden, back, raised];
  const toldWhere = (ending: 'stopped' | 'capped' | 'succeeded') =>
    all.filter((one) => isToldByRow(one, ending));
  expect(toldWhere('succeeded')).toEqual([end, overridden, back]);
  expect(toldWhere('stopped')).toEqual([end, stop, byHand, overridden, back]);
  expect(toldWhere('capped')).toEqual([end, cap, overridden, back]);
  expect(isToldByRow({ ...end, signer: 'project' }, 'succeeded'), 'an app may make it up').toBe(false);
});

test('a variable that was replaced is one act with its removal', () => {
  const secret = (did: string, name = 'STRIPE_KEY') =>
    kept('edge.change', 0, { setting: 'secret', did, name, environment: 'both' }, 'edge');
  expect(told(secret('removed'), secret('changed'))).toEqual([[1, [0]]]);
  expect(told(secret('removed', 'OTHER'), secret('changed'))).toEqual([]);
  expect(told(secret('changed'), secret('removed'))).toEqual([]);
  expect(told(secret('removed'), secret('added'), secret('changed')), 'of another time').toEqual([]);
});

const acts = (events: KeptEvent[]) =>
  actsOf(events).map(({ events: of, isBack }) => [...(isBack ? ['back'] : []), ...of.map((one) => one.id)]);
const numbered = (number: number, event: KeptEvent): KeptEvent => ({ ...event, id: String(number) });

test('caps that one browser changed one after another are one act, also with others between', () => {
  const cap = (number: number, at: number, by = 'Office') =>
    numbered(number, {
      ...kept('edge.cap', at, { category: 'development', from: 1, to: 2, by }, 'edge'),
      projectId: `shop-${number}`,
    });
  expect(
    acts([
      cap(6, 10 * MINUTE),
      numbered(5, kept('project.resumed', 10 * MINUTE - 1, {})),
      cap(4, 10 * MINUTE - 2, 'Laptop'),
      cap(3, 10 * MINUTE - 3),
      cap(2, 9 * MINUTE - 3),
      cap(1, 7 * MINUTE),
    ]),
  ).toEqual([['6', '3', '2'], ['5'], ['4'], ['1']]);
});

test('caps that were set and set back are two acts, and one cap that was is two changes', () => {
  const cap = (number: number, projectId: string, from: number, to: number) =>
    numbered(number, {
      ...kept('edge.cap', number, { category: 'development', from, to, by: 'Office' }, 'edge'),
      projectId,
    });
  const plan = [cap(2, 'b', 10, 20), cap(1, 'a', 10, 20)];
  expect(acts([cap(4, 'b', 20, 10), cap(3, 'a', 20, 10), ...plan])).toEqual([
    ['back', '4', '3'],
    ['2', '1'],
  ]);
  expect(acts([cap(3, 'a', 20, 10), ...plan])).toEqual([
    ['back', '3'],
    ['2', '1'],
  ]);
  expect(acts([cap(3, 'a', 20, 30), ...plan])).toEqual([['3', '2'], ['1']]);
});

test('a receiver that is added or removed for several events is one act, apart from another receiver', () => {
  const receiver = (number: number, host: string, did = 'added') =>
    numbered(number, {
      ...kept(
        'edge.change',
        number,
        { setting: 'receiver', did, host, event: `event-${number}`, by: 'Office' },
        'edge',
      ),
      projectId: null,
    });
  expect(
    acts([
      receiver(6, 'shop.example', 'removed'),
      receiver(5, 'shop.example', 'removed'),
      receiver(4, 'shop.example'),
      receiver(3, 'other.example'),
      receiver(2, 'shop.example'),
      receiver(1, 'shop.example'),
    ]),
  ).toEqual([['6', '5'], ['4', '2', '1'], ['3']]);
});

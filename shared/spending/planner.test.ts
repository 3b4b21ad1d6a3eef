import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isCapReached } from './effective-limit.ts';
import { capChanges, leavingTooLittle, type PlannedProject, roomToLeave, spreadCaps } from './planner.ts';

const project = (projectId: string, more: Partial<PlannedProject> = {}): PlannedProject => ({
  projectId,
  used: 0,
  cap: 100,
  need: 10,
  ...more,
});

describe('a total spread over projects', () => {
  it.each([
    ['by need', 'need', [project('a', { need: 30 }), project('b', { need: 10 })], 40, { a: 30, b: 10 }],
    ['above what is used', 'need', [project('a', { used: 50, need: 0 }), project('b')], 80, { a: 51, b: 29 }],
    ['evenly', 'evenly', [project('a', { need: 30 }), project('b')], 41, { a: 21, b: 20 }],
    [
      'evenly without any need',
      'need',
      [project('a', { need: 0 }), project('b', { need: 0 })],
      10,
      { a: 5, b: 5 },
    ],
    [
      'by need without those that have no history',
      'need',
      [project('a', { need: null }), project('b')],
      40,
      { b: 40 },
    ],
  ] as const)('%s', (_, by, projects, total, caps) => {
    const planned = spreadCaps(total, projects, by, 0);
    expect(planned.kind === 'planned' && Object.fromEntries(planned.caps)).toEqual(caps);
  });

  it('leaves each project enough for a run to begin, where there is enough for all, else says which it does not', () => {
    const projects = [project('a', { used: 113.3, need: 0.1 }), project('b', { need: 500 })];
    const room = roomToLeave('development');
    const enough = spreadCaps(400, projects, 'need', room);
    expect(enough.kind === 'planned' && Object.fromEntries(enough.caps)).toEqual({ a: 129, b: 271 });
    const short = spreadCaps(140, projects, 'need', room);
    const caps = short.kind === 'planned' ? short.caps : new Map<string, number>();
    expect(Object.fromEntries(caps)).toEqual({ a: 114, b: 26 });
    expect(leavingTooLittle('development', projects, caps).map(({ projectId }) => projectId)).toEqual(['a']);
    expect(leavingTooLittle('infrastructure', projects, caps)).toEqual([]);
  });

  it('is refused below what is used already, with the least that it can be', () =>
    expect(spreadCaps(40, [project('a', { used: 39.2 }), project('b')], 'evenly', 0)).toEqual({
      kind: 'below-used',
      least: 41,
      projects: 2,
    }));

  it('is not made by need where no project has history', () =>
    expect(spreadCaps(40, [project('a', { need: null })], 'need', 0)).toEqual({ kind: 'no-history' }));

  test('comes to the total, in whole credits, and above what is used', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            used: fc.double({ min: 0, max: 5000, noNaN: true }),
            need: fc.option(fc.double({ min: 0, max: 5000, noNaN: true })),
          }),
          { minLength: 1, maxLength: 40 },
        ),
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom('need', 'evenly'),
        fc.constantFrom(0, 15),
        (given, total, by, room) => {
          const projects = given.map((one, at) => project(String(at), one));
          const planned = spreadCaps(total, projects, by, room);
          if (planned.kind !== 'planned') return;
          const caps = [...planned.caps.values()];
          expect(caps.reduce((sum, cap) => sum + cap, 0)).toBe(total);
          for (const one of projects) {
            const cap = planned.caps.get(one.projectId);
            if (cap === undefined) continue;
            expect(Number.isInteger(cap)).toBe(true);
            expect(isCapReached(cap, one.used)).toBe(false);
          }
        },
      ),
      { numRuns: 300 },
    ));
});

it('only changes caps that differ', () =>
  expect(
    capChanges(
      'infrastructure',
      [project('a'), project('b', { cap: null }), project('c')],
      new Map([
        ['a', 100],
        ['b', 5],
      ]),
    ),
  ).toEqual([{ projectId: 'b', category: 'infrastructure', from: null, to: 5 }]));

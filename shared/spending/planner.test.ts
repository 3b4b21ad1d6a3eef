import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isCapReached } from './effective-limit.ts';
import { capChanges, type PlannedProject, roomToLeave, spreadCaps } from './planner.ts';

const project = (projectId: string, more: Partial<PlannedProject> = {}): PlannedProject => ({
  projectId,
  used: 0,
  cap: 100,
  ...more,
});

describe('a total spread over projects', () => {
  it.each([
    ['in equal parts', [project('a'), project('b')], 41, { a: 21, b: 20 }],
    ['above what is used', [project('a', { used: 50 }), project('b')], 80, { a: 65, b: 15 }],
  ] as const)('%s', (_, projects, total, caps) => {
    const planned = spreadCaps(total, projects, 0);
    expect(planned.kind === 'planned' && Object.fromEntries(planned.caps)).toEqual(caps);
  });

  it('leaves each project enough for a run to begin, where there is enough for all, else says which it does not', () => {
    const projects = [project('a', { used: 113.3 }), project('b')];
    const room = roomToLeave('development');
    const enough = spreadCaps(150, projects, room);
    expect(enough.kind === 'planned' && Object.fromEntries(enough.caps)).toEqual({ a: 132, b: 18 });
    const tight = spreadCaps(144, projects, room);
    expect(tight.kind === 'planned' && Object.fromEntries(tight.caps)).toEqual({ a: 129, b: 15 });
    const short = spreadCaps(140, projects, room);
    const caps = short.kind === 'planned' ? short.caps : new Map<string, number>();
    expect(Object.fromEntries(caps)).toEqual({ a: 127, b: 13 });
  });

  it('is refused below what is used already, with the least that it can be', () =>
    expect(spreadCaps(40, [project('a', { used: 39.2 }), project('b')], 0)).toEqual({
      kind: 'below-used',
      least: 41,
    }));

  test('comes to the total, in whole credits, and above what is used', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ used: fc.double({ min: 0, max: 5000, noNaN: true }) }), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom(0, 15),
        (given, total, room) => {
          const projects = given.map((one, at) => project(String(at), one));
          const planned = spreadCaps(total, projects, room);
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

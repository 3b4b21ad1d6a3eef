import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chunk, MAX_FILTER_PROJECTS, planChunks } from './plan.ts';

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `p${from + i}`);

/** Does what the plan says, in its two phases, until it says nothing. */
function carryOut(chunks: readonly Chunk[], projects: readonly string[]) {
  let current = [...chunks];
  for (let round = 0; round < 5; round++) {
    const { put, spare } = planChunks(current, projects);
    if (put.length === 0 && spare.length === 0) return current;
    if (put.length > 0) current.push(...put.map((projectIds, i) => ({ id: `n${round}-${i}`, projectIds })));
    else current = current.filter((c) => !spare.includes(c.id));
  }
  throw new Error('does not settle');
}

test('120 projects are covered by three filters of at most 50 (service reference, Limits)', () => {
  expect(planChunks([], ids(120)).put.map((c) => c.length)).toEqual([50, 50, 20]);
});

test('a new project fills up the chunk that has room', () => {
  const chunks = [
    { id: 'a', projectIds: ids(50) },
    { id: 'b', projectIds: ids(3, 50) },
  ];
  expect(planChunks(chunks, ids(54)).put).toEqual([['p50', 'p51', 'p52', 'p53']]);
});

test('however projects come and go, all are covered, none that is gone is named, and little is made', () => {
  const names = fc.uniqueArray(
    fc.integer({ min: 0, max: 200 }).map((n) => `p${n}`),
    { maxLength: 150 },
  );
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 6 }), (history) => {
      let chunks: Chunk[] = [];
      for (const projects of history) {
        chunks = carryOut(chunks, projects);
        expect(new Set(chunks.flatMap((c) => c.projectIds))).toEqual(new Set(projects));
        for (const { projectIds } of chunks)
          expect(projectIds.length).toBeLessThanOrEqual(MAX_FILTER_PROJECTS);
        expect(chunks.length).toBeLessThanOrEqual(2 * Math.ceil(projects.length / MAX_FILTER_PROJECTS) + 2);
      }
    }),
    { numRuns: 300 },
  );
});

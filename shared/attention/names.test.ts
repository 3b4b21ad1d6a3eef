import { expect, test } from 'vitest';
import { projectWith, readSection, snapshotWith } from './fixtures.ts';
import { numberProjects, updateNames } from './names.ts';

const T0 = Date.UTC(2026, 10, 21, 12);
const capped = (...ids: string[]) =>
  snapshotWith(T0, {
    atLimit: readSection(
      {
        total: ids.length,
        projects: ids.map((projectId) => ({
          projectId,
          label: null,
          caps: { development: 1, infrastructure: null },
          used: null,
          atLimit: { development: true, infrastructure: false },
        })),
        resetsAt: null,
        canEdit: true,
      },
      T0,
    ),
  });

const result = (...ids: (string | null)[]) => ids.map((projectId) => ({ projectId }));

test('a project keeps its number however the others come and go', () => {
  const first = numberProjects({}, capped('a', 'b'), []);
  expect(first).toEqual({ a: 1, b: 2 });
  const later = numberProjects(first, capped('c', 'b'), result('d', null, 'a'));
  expect(later).toEqual({ a: 1, b: 2, c: 3, d: 4 });
});

test('nothing new changes nothing', () => {
  const state = numberProjects({}, capped('a'), []);
  expect(numberProjects(state, capped('a'), result('a'))).toEqual(state);
});

test('what is remembered has an end, and no number is given twice', () => {
  const many = Array.from({ length: 600 }, (_, i) => `p${i}`);
  const numbers = numberProjects(numberProjects({}, null, result(...many)), null, result('new'));
  expect(Object.keys(numbers)).toHaveLength(500);
  expect(numbers.new).toBe(601);
  expect(new Set(Object.values(numbers)).size).toBe(500);
});

test('a label that was cleared is forgotten, one that is not listed is kept', () => {
  const named = (label: string | null) =>
    snapshotWith(T0, {
      projects: readSection({ total: 50, items: [{ ...projectWith({}), label }] }, T0),
    });
  const known = updateNames({}, named('Recipe box'));
  expect(updateNames(known, snapshotWith(T0))).toEqual({ 'recipe-box': 'Recipe box' });
  expect(updateNames(known, named(null))).toEqual({});
});

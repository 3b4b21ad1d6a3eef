import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRandom } from '../../world/random.ts';
import type { DataRecord } from '../backend/backend.ts';
import { structuresOf } from '../structure/table-structure.ts';
import { listRecords, readListQuery } from './list-query.ts';

const RUNS = 500;

const [structure] = structuresOf(
  [{ type: 'thing', properties: [{ name: 'size', propertyType: 'number' }, { name: 'kind' }] }],
  new Map(),
  createRandom(1),
);
if (structure === undefined) throw new Error('There is no table to page through');

const AT = '2026-01-01T00:00:00.000Z';
const values = fc.record(
  { size: fc.integer({ min: 0, max: 3 }), kind: fc.constantFrom('a', 'b') },
  { requiredKeys: [] },
);

/** What is added while the pages are read, before each of them. */
const added = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 10 });

async function pagesOf(
  table: Map<string, DataRecord>,
  sent: { limit: number; filter?: unknown; sort?: unknown },
  before: (page: number) => void,
): Promise<string[]> {
  const seen: string[] = [];
  for (let page = 0; ; page += 1) {
    before(page);
    const { limit, ...rest } = sent;
    const query = readListQuery(structure as NonNullable<typeof structure>, {
      ...rest,
      pagination: { limit, page },
    });
    const found = (await listRecords(table.values(), query)).page;
    seen.push(...found.map(({ _id }) => _id));
    if (found.length < limit) return seen;
  }
}

function tableOf(things: readonly object[]): Map<string, DataRecord> {
  return new Map(
    things.map((one, index) => [String(index), { _id: String(index), ...one, createdAt: AT, updatedAt: AT }]),
  );
}

const filters = fc.constantFrom(undefined, [{ kind: 'a' }], [{ or: [{ size: { gte: 2 } }, { kind: null }] }]);

it('pages show each record once, none missed, while others are added at the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(values, { maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      filters,
      added,
      async (things, limit, filter, additions) => {
        const table = tableOf(things);
        const { page: matching } = await listRecords(
          [...table.values()],
          readListQuery(structure as NonNullable<typeof structure>, { filter, pagination: { limit: 100 } }),
        );
        const seen = await pagesOf(table, { limit, filter }, (page) => {
          for (let count = additions[page] ?? 0; count > 0; count -= 1) {
            const id = String(table.size);
            table.set(id, { _id: id, size: 2, kind: 'a', createdAt: AT, updatedAt: AT });
          }
        });
        expect(new Set(seen).size, 'no record twice').toBe(seen.length);
        const there = matching.map(({ _id }) => _id);
        expect(
          seen.filter((id) => there.includes(id)),
          'none missed, in order',
        ).toEqual(there);
      },
    ),
    { numRuns: RUNS },
  );
});

it('pages of a sort make up the whole sorted table', async () => {
  const sorts = fc.constantFrom({ size: 1 }, { size: -1, kind: 1 }, { kind: -1 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(values, { maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      sorts,
      async (things, limit, sort) => {
        const table = tableOf(things);
        const whole = await pagesOf(table, { limit: 1_000, sort }, () => undefined);
        expect(await pagesOf(table, { limit, sort }, () => undefined)).toEqual(whole);
        expect(whole.toSorted((a, b) => Number(a) - Number(b))).toEqual([...table.keys()]);
        const sizes = whole.map((id) => Number(table.get(id)?.size ?? -1));
        if ('size' in sort) {
          const direction = Number(sort.size);
          expect(sizes).toEqual(sizes.toSorted((a, b) => (a - b) * direction));
        }
      },
    ),
    { numRuns: RUNS },
  );
});

// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { referenceOperations } from '../../../../../shared/data-api/record-operations.ts';
import { referencesQuery } from './record-references.tsx';

const asked = (query: URLSearchParams) =>
  Object.fromEntries([...query].map(([name, value]) => [name, JSON.parse(value)]));

it('references of a record are narrowed by name, ordered and in pages, as the edge lets them pass (data reference, Endpoints)', () => {
  const query = referencesQuery({ words: 'a.b', sort: 'newest', page: 2 }, 'title');
  expect(asked(query)).toEqual({
    filter: [{ title: { regex: 'a\\.b', options: 'i' } }],
    sort: { createdAt: -1 },
    pagination: { limit: 20, page: 2 },
  });
  const { query: schema } = referenceOperations.listReferencedRecords;
  expect(schema.safeParse(Object.fromEntries(query)).success).toBe(true);
});

it('records that no text names can’t be narrowed or ordered by it', () => {
  expect(asked(referencesQuery({ words: 'x', sort: 'name', page: 0 }, undefined))).toEqual({
    pagination: { limit: 20, page: 0 },
  });
});

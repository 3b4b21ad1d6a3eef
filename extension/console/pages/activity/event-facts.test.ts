import { expect, test } from 'vitest';
import { keptEventWith } from '../../../../shared/attention/fixtures.ts';
import { eventFacts } from './event-facts.ts';

const plain = (words: string | null) => words?.replace(/[\u2068\u2069]/g, '') ?? null;
const kept = (event: string, facts: Record<string, string | number | boolean | null>) =>
  keptEventWith({ seq: 1, at: 0, event, projectId: 'shop', facts });
const rows = (...of: Parameters<typeof kept>) => eventFacts(kept(...of)).map((row) => row.map(plain));

test('each field of an event has a name and a value in words, and an unknown one its own', () => {
  expect(
    rows('project.feature_limit.reached', {
      ...{ feature: 'email', scope: 'feature', refusing: true, cap: 100, capKind: 'units', used: 100 },
      ...{ tomorrow: 'rain', nothing: null },
    }),
  ).toEqual([
    ['Feature', expect.stringMatching(/mail/)],
    ['Scope', 'this feature'],
    ['Calls refused', 'yes'],
    ['Budget', '100 units'],
    ['Used', '100 units'],
    ['tomorrow', '“rain”'],
  ]);
});

test('a cap that was removed is said to be none', () => {
  const facts = { category: 'development', from: 200, to: null, by: 'Office' };
  expect(rows('edge.cap', facts)).toContainEqual(['Changed to', 'none']);
});

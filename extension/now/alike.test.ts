import { expect, test } from 'vitest';
import type { AttentionItem, AttentionKind } from '../../shared/attention/item.ts';
import { gathered } from './alike.tsx';

const needs = (count: number, kind: AttentionKind) =>
  Array.from({ length: count }, (_, at) => at).map((at) => ({
    row: { id: `${kind}:${at}`, reason: { kind } } as AttentionItem,
    isLeaving: false,
  }));

test.each(['credit-cap', 'cap-forecast', 'feature-budget', 'feature-warning'] as const)(
  'three needs of a kind that each has its own cap to raise stay three rows: %s',
  (kind) => expect(gathered(needs(3, kind) as never)).toHaveLength(3),
);

test('three of a kind with one thing to do for all take one line', () =>
  expect(gathered(needs(3, 'delivery-failures') as never)).toHaveLength(1));

test('so many caps that they would hide the rest take one line', () =>
  expect(gathered(needs(50, 'credit-cap') as never)).toHaveLength(1));

// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { followOnly } from '../fixtures/follow-only.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { buildingFact, verdictNow, withoutTrouble } from './building-words.ts';
import { stored } from './stored-state.ts';

const NOW = Date.UTC(2026, 10, 22, 9);

test.each([
  'key-rejected',
  'account-unconfirmed',
  'edge-unreachable',
  'no-credits',
  'service-failing',
] as const)('what is said above all views is not the verdict’s reason too: %s', (name) => {
  paintFrom(popupStates(NOW)[name], NOW);
  const full = verdictNow('launch', null);
  const { verdict, words } = withoutTrouble(full);
  expect(full.words.facts).not.toBe('');
  expect(words.facts).not.toBe(full.words.facts);
  expect(words.facts).toMatch(verdict.kind === 'stopped' ? /^$/ : /^Not read since/);
});

test('a row of a browser that may only look does not say whether its project would accept a prompt', () => {
  followOnly({ server: 'Active' }, NOW, NOW);
  expect(buildingFact('shop')).toHaveLength(1);
  const { value } = stored;
  if (value?.connection) stored.value = { ...value, connection: { ...value.connection, role: 'viewer' } };
  expect(buildingFact('shop')).toEqual([]);
});

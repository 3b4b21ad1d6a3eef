import { expect, test } from 'vitest';
import { stopsBuilding } from './kinds.ts';

test.each([
  [{ kind: 'credits-exhausted' }, true],
  [{ kind: 'kill-switch' }, true],
  [{ kind: 'credit-cap', category: 'development' }, true],
  [{ kind: 'credit-cap', category: 'infrastructure' }, false],
  [{ kind: 'payments-disconnected' }, false],
  [{ kind: 'run-failed' }, false],
])('only what keeps from building stops it: %j', (about, stops) => {
  expect(stopsBuilding(about)).toBe(stops);
});

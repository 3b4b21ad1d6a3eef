// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { endedMessage } from './import-progress.tsx';

test.each([
  [{ created: 1, refused: 2 }, 'ended'],
  [{ changed: 1, unknown: 1 }, 'ended'],
  // Somebody changed them since: an undo leaves them.
  [{ undone: 2, kept: 1 }, 'ended'],
  [{ refused: 1 }, 'endedWithout'],
  [{ duplicate: 3 }, 'endedWithout'],
  [{ refused: 1, unknown: 1 }, 'endedUnknown'],
  [{ undone: 3, refused: 1 }, 'endedUndone'],
])('an import of which %j is over says %s, and “saved” only where something was', (counts, message) => {
  expect(endedMessage((state) => (counts as Record<string, number>)[state] ?? 0)).toBe(
    `console.import.${message}`,
  );
});

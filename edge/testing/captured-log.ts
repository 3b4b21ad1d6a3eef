import { beforeEach, vi } from 'vitest';

const lines: string[] = [];

/** What the edge has logged since the test began; the object runs in the tests' isolate and shares it. */
export function loggedLines(): readonly string[] {
  return lines;
}

/** Set-up file that keeps the log out of the tests' output. */
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, 'log').mockImplementation(
    (...words: unknown[]) => void lines.push(words.map(String).join(' ')),
  );
});

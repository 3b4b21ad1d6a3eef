import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OPERATIONS } from './operations.ts';
import { USUAL_ASSUMPTIONS } from './world/assumptions.ts';

const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
const doubts = readme.slice(readme.indexOf('\n## Doubts\n'));

it.each(['client', 'notes'] as const)(
  'lists under Doubts every operation that is known only from the %s',
  (source) => {
    const listed = [...doubts.matchAll(/^\| (.*) \| (?:the )?(client|notes) \|$/gm)]
      .filter(([, , from]) => from === source)
      .flatMap(([, names]) => [...String(names).matchAll(/`(\w+)`/g)].map(([, name]) => name));
    const known = OPERATIONS.filter(({ knownFrom }) => knownFrom === source).map(({ name }) => name);
    expect(listed.sort(), 'change the first table under Doubts in README.md').toEqual(known.sort());
  },
);

it('lists under Doubts every assumption', () => {
  const rows = [...doubts.matchAll(/^\| `(\w+)` \| .* \| .* \|$/gm)].map(([, name]) => name);
  expect(rows, 'change the second table under Doubts in README.md').toEqual(Object.keys(USUAL_ASSUMPTIONS));
});

import { expect, test } from 'vitest';
import { ownFiles, textOf } from './own-files.ts';

const { lineWidth } = JSON.parse(textOf('biome.json')).formatter as { lineWidth: number };
/** Tools read these on one line. */
const DIRECTIVE = /^\s*(?:\{?\/\*+|\/{2,3})\s*(?:biome-ignore|@|<)/;

/** Lines of a file that are part of a comment, and longer than lines of code may be. */
function tooLong(file: string): string[] {
  let isInside = false;
  return textOf(file)
    .split('\n')
    .flatMap((line, at) => {
      const isBegun = /^\s*\{?\/\*/.test(line);
      const isComment = isInside || isBegun || /^\s*\/\//.test(line);
      isInside = (isInside || isBegun) && !line.includes('*/');
      return isComment && line.length > lineWidth && !DIRECTIVE.test(line) ? [`${file}:${at + 1}`] : [];
    });
}

test('comments keep to the width of code: what is longer is not read at once', () => {
  const files = ownFiles(/^(?:e2e|edge|extension|shared)\/.*\.tsx?$/).filter(
    (file) => !file.endsWith('.d.ts'),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(
    files.flatMap(tooLong),
    'say it in fewer words, or on more lines; each @param on a line of its own',
  ).toEqual([]);
});

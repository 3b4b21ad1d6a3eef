import { expect, test } from 'vitest';
import { missingForRelease } from './missing.ts';

const FILLED = {
  repository: 'https://source.test/pilot-light',
  bugs: 'https://source.test/pilot-light/issues',
  homepage: 'https://pilot-light.test',
  published: {
    edgePackage: 'a',
    guide: 'https://a.test',
    chromeStore: 'https://b.test',
    firefoxStore: 'https://c.test',
  },
};

test('with everything filled in nothing is missing', () => expect(missingForRelease(FILLED)).toEqual([]));

test('what is not filled in is named with what it is for', () => {
  const missing = missingForRelease({
    ...FILLED,
    bugs: undefined,
    published: { ...FILLED.published, edgePackage: null },
  });
  expect(missing).toEqual([
    '`bugs`: where to report what is wrong',
    expect.stringMatching(/^`published\.edgePackage`: a name on npm that is yours/),
  ]);
});

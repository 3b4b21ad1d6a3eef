import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { edgeCommand, publishedOf, upgradeCommand } from './published.ts';

const NOWHERE = { edgePackage: null, guide: null, chromeStore: null, firefoxStore: null };

test.each([
  ['git+https://git.example/ada/pilot.git', 'https://git.example/ada/pilot'],
  [{ url: 'https://git.example/ada/pilot' }, 'https://git.example/ada/pilot'],
])('the source of %j is %s', (repository, source) => {
  expect(publishedOf({ version: '1.2.3', published: NOWHERE, repository }).source).toBe(source);
});

test('what is published nowhere has no address, and no name that somebody else may own', () => {
  const read = publishedOf({ version: '1.2.3', published: NOWHERE });
  expect(read).toEqual({ ...NOWHERE, version: '1.2.3', source: null });
  expect([edgeCommand(read), upgradeCommand(read)]).toEqual(['npm run deploy', 'npm run deploy']);
});

test('a published package is run by its name, and upgrades to the version of the extension', () => {
  const read = publishedOf({ version: '1.2.3', published: { ...NOWHERE, edgePackage: 'ada-edge' } });
  expect([edgeCommand(read), upgradeCommand(read)]).toEqual(['npx ada-edge', 'npx ada-edge@1.2.3']);
});

test.each([
  { published: { ...NOWHERE, guide: 'docs/deployment.md' } },
  { published: { ...NOWHERE, chromStore: null } },
  { published: NOWHERE, repository: 'ada/pilot' },
])('%j stops the build', (changes) => {
  expect(() => publishedOf({ version: '1.2.3', ...changes })).toThrow();
});

test('the settings of this checkout can be read', () => {
  expect(publishedOf(packageJson).version).toBe(packageJson.version);
});

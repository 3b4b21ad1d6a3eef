import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { dataCatalogue } from '../../shared/data-api/catalogue.ts';
import { catalogue } from '../../shared/operations/catalogue.ts';
import { textOf } from '../repo-checks/own-files.ts';
import { DATA_PLACES } from './data-places.ts';
import { DATA_SETTINGS, SETTINGS, type Setting } from './options.ts';
import { PLACES, type Place } from './places.ts';
import { optionsOf } from './schema-options.ts';

interface Requested {
  query: z.ZodMiniType | null;
  body: z.ZodMiniType | null;
}

const withSettings = (
  of: string,
  operations: Record<string, Requested>,
  places: Record<string, Place>,
  settings: Partial<Record<string, readonly Setting[]>>,
) =>
  Object.entries(operations).map(
    ([name, { query, body }]) =>
      [
        `${of}: ${name}`,
        [...optionsOf(query), ...optionsOf(body)],
        places[name],
        settings[name] ?? [],
      ] as const,
  );

const ALL = [
  ...withSettings('service', catalogue, PLACES, SETTINGS),
  ...withSettings('data', dataCatalogue, DATA_PLACES, DATA_SETTINGS),
].filter(([, options, place]) => options.length > 0 && place?.kind !== 'none');

/** The files that make the call, from the root. */
function sourcesOf(place: Place | undefined): string[] {
  switch (place?.kind) {
    case 'view':
      return place.source.map((file) => `extension/${file}`);
    case 'edge':
      return [`edge/${place.source}`];
    default:
      return [];
  }
}

/** Whether code names an option by itself, not as a member of something else or a function. */
const names = (code: string, option: string) =>
  new RegExp(`(?<![\\w.$])${option.split('.').at(-1)}\\b(?!\\()`).test(code);

test.each(ALL)(
  'every option that the edge passes on is set somewhere: %s',
  (name, options, place, settings) => {
    const files = [...sourcesOf(place), ...settings.flatMap(({ source }) => source)];
    const code = files.map(textOf).join('\n');
    expect(
      options.filter((option) => !names(code, option)),
      `nothing of ${files.join(', ')} sets these options of ${name}: give them a control, name its file in e2e/docs/options.ts, or take them out of the schema`,
    ).toEqual([]);
  },
);

test.each(ALL.filter(([, , , settings]) => settings.length > 0))(
  'what is told of options is so: %s',
  (_, options, _place, settings) => {
    for (const { options: told, source } of settings) {
      expect(
        told.filter((option) => !options.includes(option)),
        'is no option any more',
      ).toEqual([]);
      const code = source.map(textOf).join('\n');
      expect(
        told.filter((option) => !names(code, option)),
        `${source.join(', ')} does not set it`,
      ).toEqual([]);
    }
  },
);

test('an option that no code names is found', () => {
  const { body } = catalogue.deploy;
  expect(optionsOf(body)).toEqual(['confirmDestructive']);
  expect(names('const body = { confirmDestructive: true };', 'confirmDestructive')).toBe(true);
  expect(names('body.confirmDestructive; confirmDestructive()', 'confirmDestructive')).toBe(false);
  expect(optionsOf(dataCatalogue.queryNested.body)).toEqual(
    expect.arrayContaining([
      'nestedQuery.*.tableFilter.filter',
      'nestedQuery.*.tableFilter.sort',
      'nestedQuery.*.tableFilter.pagination.page',
      'nestedQuery.*.propertyName',
    ]),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VIEWS } from '../../ui/open-page.ts';
import { addressOf, HOME, PROJECT_TABS, parseRoute, projectAddress, type Route } from './routes.ts';

const text = fc.string({ minLength: 1, unit: 'grapheme' });
const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constant<Route>({ kind: 'menu' }),
  fc.record({
    kind: fc.constant('project' as const),
    projectId: text,
    tab: fc.constantFrom(...PROJECT_TABS),
    rest: fc.array(text, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('view' as const),
    view: fc.constantFrom(...VIEWS),
    rest: fc.constant([]),
  }),
);

describe('an address of the console', () => {
  it('leads back to the route that it was made from, whatever its ids are', () => {
    fc.assert(
      fc.property(route, (given) => {
        expect(parseRoute(addressOf(given))).toEqual(given);
      }),
    );
  });

  it('reads as a person would write it', () => {
    expect(projectAddress('shop', 'talk')).toBe('#/projects/shop/talk');
  });

  it.each(['', '#', '#/', '#/nothing', '#/%E0%A4%A'])('that names nothing (%s) leads home', (hash) => {
    expect(parseRoute(hash)).toEqual(HOME);
  });

  it('of a project without a tab, or with an unknown one, shows the conversation', () => {
    const talk: Route = { kind: 'project', projectId: 'shop', tab: 'talk', rest: [] };
    expect(parseRoute('#/projects/shop')).toEqual(talk);
    expect(parseRoute('#/projects/shop/nothing')).toEqual(talk);
  });
});

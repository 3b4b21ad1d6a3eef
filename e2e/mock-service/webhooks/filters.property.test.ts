import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EVENTS, isFeatureEvent } from '../world/event.ts';
import { FEATURE_NAMES } from '../world/features.ts';
import { filterKey, wants } from './subscription.ts';

const PROJECTS = ['shop', 'blog', 'wiki'];
const event = fc.constantFrom(...EVENTS);
const some = (values: readonly string[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });

const subscription = fc
  .record({ event, projectIds: some(PROJECTS), features: some(FEATURE_NAMES) })
  .map((one) => ({
    event: one.event,
    ...(one.projectIds && { projectIds: one.projectIds }),
    ...(one.features && isFeatureEvent(one.event) && { features: one.features }),
  }));

const reported = fc.record({
  event,
  projectId: fc.option(fc.constantFrom(...PROJECTS)),
  feature: fc.option(fc.constantFrom(...FEATURE_NAMES)),
});

it('an unfiltered subscription gets every event of its name, and no other', () => {
  fc.assert(
    fc.property(event, reported, (name, one) => {
      expect(wants({ event: name }, one)).toBe(name === one.event);
    }),
  );
});

it('a filter only ever takes away', () => {
  fc.assert(
    fc.property(subscription, reported, (one, about) => {
      if (wants(one, about)) expect(wants({ event: one.event }, about)).toBe(true);
    }),
  );
});

it('what passes is about a project and a feature that were named', () => {
  fc.assert(
    fc.property(subscription, reported, (one, about) => {
      const passes =
        one.event === about.event &&
        (one.projectIds === undefined || one.projectIds.some((id) => id === about.projectId)) &&
        (one.features === undefined || one.features.some((feature) => feature === about.feature));
      expect(wants(one, about)).toBe(passes);
    }),
  );
});

it('two filters conflict exactly when they name the same, in whatever order and however often', () => {
  fc.assert(
    fc.property(subscription, subscription, (a, b) => {
      const named = (list: string[] = []) => [...new Set(list)].sort().join();
      const same = (left?: string[], right?: string[]) => named(left) === named(right);
      const conflict =
        a.event === b.event && same(a.projectIds, b.projectIds) && same(a.features, b.features);
      expect(filterKey(a) === filterKey(b)).toBe(conflict);
      const shuffled = {
        ...a,
        ...(a.projectIds && { projectIds: [...a.projectIds, ...a.projectIds].reverse() }),
      };
      expect(filterKey(shuffled)).toBe(filterKey(a));
    }),
  );
});

import { expect, it } from 'vitest';
import { parseRoute } from '../parts/routes.ts';
import { activityAddress, activityFilters, UNFILTERED } from './activity-address.ts';

const read = (address: string) => {
  const route = parseRoute(address);
  return route.kind === 'view' ? activityFilters(route.rest) : null;
};

it('has what the list is narrowed to, whatever was typed, and the open event', () => {
  const filters = {
    ...{ project: 'shop', event: 'deployment.finished', search: 'day 50% / map', only: 'trouble' },
    ...{ from: '2026-11-01', day: '2026-11-20' },
  };
  expect(read(activityAddress(filters, '7'))).toEqual({ filters, open: '7' });
  expect(read(activityAddress({ search: 'project' }))).toEqual({
    filters: { ...UNFILTERED, search: 'project' },
    open: null,
  });
});

it('is the address of old links: an event, or the day up to which it is listed', () => {
  expect(activityAddress({})).toBe('#/activity');
  expect(read('#/activity/7')).toEqual({ filters: UNFILTERED, open: '7' });
  expect(read('#/activity/day/2026-11-20')?.filters.day).toBe('2026-11-20');
});

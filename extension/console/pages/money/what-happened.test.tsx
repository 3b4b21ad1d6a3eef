// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../edge-client/api-error.ts';
import { respondHere } from '../../../messaging/client.ts';
import { WhatHappened } from './what-happened.tsx';

const SINCE = Date.UTC(2026, 10, 20, 9);

beforeEach(() => fakeBrowser.reset());
afterEach(cleanup);

const show = (date: string, oldestAt?: number | null) => {
  respondHere(() =>
    Promise.resolve(success({ value: { events: [], nextCursor: null, oldestAt }, readAt: 0 })),
  );
  render(<WhatHappened date={date} />);
};

it.each([
  ['morning', SINCE],
  ['evening', Date.UTC(2026, 10, 20, 22)],
])('a day before the first that was recorded leads nowhere, and says since when: %s', async (_, since) => {
  show('2026-11-19', since);
  await screen.findByText('Not known here: your edge has recorded events since 20 November.');
  expect(screen.queryByRole('link')).toBeNull();
});

it('leads nowhere where nothing is recorded', async () => {
  show('2026-11-19', null);
  await screen.findByText('Not known here: your edge has recorded no event yet.');
  expect(screen.queryByRole('link')).toBeNull();
});

it.each([SINCE, undefined])(
  'any other day leads to Activity, and so does each of an older edge',
  async (at) => {
    show('2026-11-20', at);
    const link = await screen.findByRole('link', { name: 'Activity' });
    expect(link.getAttribute('href')).toBe('#/activity/day/2026-11-20');
  },
);

// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../edge-client/api-error.ts';
import { respondHere } from '../../../messaging/client.ts';
import { useDayAddress } from './money-view.tsx';

const SINCE = Date.UTC(2026, 10, 20, 9);

beforeEach(() => fakeBrowser.reset());
afterEach(cleanup);

function Day({ date }: { date: string }) {
  const address = useDayAddress(date);
  return address && <a href={address}>the day</a>;
}

let isAsked = false;
const show = (date: string, oldestAt?: number | null) => {
  isAsked = false;
  respondHere(() => {
    isAsked = true;
    return Promise.resolve(success({ value: { events: [], nextCursor: null, oldestAt }, readAt: 0 }));
  });
  render(<Day date={date} />);
};

it.each([
  ['a day before the first that was recorded', SINCE],
  ['the same, recorded from its evening on', Date.UTC(2026, 10, 20, 22)],
  ['a day where nothing is recorded', null],
])('%s leads nowhere', async (_, since) => {
  show('2026-11-19', since);
  await waitFor(() => expect(isAsked).toBe(true));
  await new Promise((done) => setTimeout(done));
  expect(screen.queryByRole('link')).toBeNull();
});

it('any other day leads to Activity', async () => {
  show('2026-11-20', SINCE);
  const link = await screen.findByRole('link', { name: 'the day' });
  expect(link.getAttribute('href')).toBe('#/activity/from/2026-11-20/day/2026-11-20');
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../../edge-client/api-error.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { VisitorLimit } from './visitor-limit.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => {
  fakeBrowser.reset();
  const { busy } = popupStates(NOW);
  if (!busy.connection) throw new Error('The state of this test has no connection.');
  paintFrom({ ...busy, connection: { ...busy.connection, role: 'owner' } }, NOW);
  const limit = {
    ...{ perIpPerMinute: 60, allowlistCidrs: [], verifiedBotsExempt: true, planDefault: 60 },
    ...{ planMax: null, canDisable: true, source: 'plan' },
  };
  respondHere((name) =>
    name === 'readEdge' ? Promise.resolve(success({ value: limit, readAt: NOW })) : null,
  );
});
afterEach(cleanup);

it('names the addresses that are no ranges, and saves none while there is one (INVALID_CIDR)', async () => {
  render(<VisitorLimit projectId="shop" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Each visitor' }));
  const field = await screen.findByLabelText(/^Address ranges/);
  fireEvent.input(field, { target: { value: '10.0.0.0/8 10.0.0.0/99 2001:db8::/32' } });
  const problem = await screen.findByText(/^Not ranges of IP addresses/);
  expect(problem.textContent).toContain('10.0.0.0/99');
  expect(problem.textContent).not.toContain('2001:db8');
  expect(isOff(screen.getByRole('button', { name: 'Save ranges' }))).toBe(true);
  fireEvent.input(field, { target: { value: '10.0.0.0/8' } });
  expect(screen.queryByText(/^Not ranges/)).toBeNull();
  expect(isOff(screen.getByRole('button', { name: 'Save ranges' }))).toBe(false);
});

// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import type { Role } from '../../../shared/edge-api/role.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { LiveStatus, Rail } from './rail.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
afterEach(cleanup);

const showTo = (role: Role) => {
  const { calm } = popupStates(NOW);
  if (!calm.connection) throw new Error('The state has no connection.');
  paintFrom({ ...calm, connection: { ...calm.connection, role } }, NOW);
  const { container } = render(<Rail onPalette={() => {}} />);
  return container;
};

it('of an account that is well a viewer sees that it looks only, and nothing that it may not begin', () => {
  const rail = showTo('viewer');
  screen.getByText('Looking only');
  expect(rail.textContent).not.toMatch(/Stopped|New/);
});

it('without credits it says so in place of the balance, once', () => {
  paintFrom(popupStates(NOW)['no-credits'], NOW);
  const { container } = render(<Rail onPalette={() => {}} />);
  screen.getByText('Out of credits');
  expect(container.textContent).not.toMatch(/412|Stopped/);
});

it('to whoever may build nothing is said of an account that is well', () => {
  const rail = showTo('builder');
  expect(rail.querySelector('.rail-readiness')).toBeNull();
  screen.getByRole('button', { name: /^New/ });
});

it('what is live has no age, as the balance moves beside it; what is not says of when it is', () => {
  const { calm, 'edge-unreachable': unreachable } = popupStates(NOW);
  paintFrom({ ...calm, health: { lastOkAt: NOW - 3 * MINUTE_MS, failure: null, live: true } }, NOW);
  const { container } = render(<LiveStatus />);
  expect(container.textContent).toBe('Live');
  act(() => paintFrom(unreachable, NOW));
  expect(container.textContent).toMatch(/^Not live · .*\sago$/);
});

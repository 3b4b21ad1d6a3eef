// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { Palette } from './palette.tsx';

const NOW = Date.UTC(2026, 10, 23, 9);

beforeEach(() => paintFrom(popupStates(NOW).busy, NOW));
afterEach(cleanup);

const show = () => {
  render(<Palette onClose={() => {}} />);
  return screen.getByRole('combobox', { hidden: true });
};

test('Enter does what is chosen, and not also what had the focus before', () => {
  expect(fireEvent.keyDown(show(), { key: 'Enter' })).toBe(false);
});

test('the list says how many more there are, before anything is typed too', () => {
  show();
  expect(screen.getByText(/^\d+ more\. Type to find them\.$/)).toBeTruthy();
});

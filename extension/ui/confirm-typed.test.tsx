// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { isOff } from '../fixtures/is-off.ts';
import { ConfirmTyped } from './confirm-typed.tsx';

afterEach(cleanup);

function ask(names: readonly string[], off: string | null = null) {
  const onSure = vi.fn();
  const onBack = vi.fn();
  render(
    <ConfirmTyped
      {...{ names, off, onSure, onBack }}
      verb="Delete 2 rows"
      question="Type the name of the table."
    />,
  );
  return { onSure, onBack, sure: screen.getByRole<HTMLButtonElement>('button', { name: 'Delete 2 rows' }) };
}

it('what can’t be undone is done once one of its names was typed, and only then', async () => {
  const { onSure, sure } = ask(['bookings', 'Booking list']);
  const field = screen.getByLabelText('Type the name of the table.');
  expect(isOff(sure)).toBe(true);
  fireEvent.input(field, { target: { value: 'booking' } });
  expect(isOff(sure)).toBe(true);
  fireEvent.input(field, { target: { value: ' booking LIST ' } });
  expect(isOff(sure)).toBe(false);
  await waitFor(() => expect(sure.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(sure);
  expect(onSure).toHaveBeenCalledOnce();
});

it('nothing is typed where nothing is deleted, nor done before the rest is known', () => {
  const { sure } = ask([], 'The rows are being counted.');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(isOff(sure)).toBe(true);
});

it('Escape takes the question back', () => {
  const { onBack } = ask(['bookings']);
  fireEvent.keyDown(screen.getByRole('group'), { key: 'Escape' });
  expect(onBack).toHaveBeenCalledOnce();
});

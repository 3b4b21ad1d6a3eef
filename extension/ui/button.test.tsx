// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

test('one that can’t act keeps the focus, says why, and does nothing, nor does Enter in its form', async () => {
  const [onClick, onSubmit] = [vi.fn(), vi.fn((event: Event) => event.preventDefault())];
  const isOff = signal(false);
  const Shown = () => (
    <form onSubmit={onSubmit}>
      <Button type="submit" off={isOff.value && 'Nothing is typed.'} onClick={onClick}>
        Save
      </Button>
    </form>
  );
  render(<Shown />);
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();
  isOff.value = true;
  await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  expect([document.activeElement, button.title]).toEqual([button, 'Nothing is typed.']);
  fireEvent.click(button);
  expect([onClick.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);
});

test('one whose work goes on says so and is not pressed twice', () => {
  const onClick = vi.fn();
  render(
    <Button primary busy onClick={onClick}>
      Send
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Send' });
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect([button.className, button.getAttribute('aria-busy')]).toEqual(['button primary off', 'true']);
  // What it does may read or save: its own words say what goes on.
  expect(button.title).toBe('');
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { ReferenceField } from './reference-field.tsx';

afterEach(cleanup);

it('arrows move from the field through what was found and back, and leave the list of rows alone', async () => {
  const onRows = vi.fn();
  const choices = () =>
    Promise.resolve([
      { id: '1', name: 'Ada' },
      { id: '2', name: 'Grace' },
    ]);
  render(<ReferenceField label="Customer" value={null} name={null} {...{ choices, onChange: vi.fn() }} />);
  document.body.addEventListener('keydown', ({ defaultPrevented }) => defaultPrevented || onRows());
  const field = screen.getByLabelText('Customer');
  field.focus();
  const [ada, grace] = await Promise.all(
    ['Ada', 'Grace'].map((name) => screen.findByRole('button', { name })),
  );
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  press('ArrowDown');
  expect(document.activeElement).toBe(ada);
  press('ArrowDown');
  expect(document.activeElement).toBe(grace);
  press('ArrowUp');
  press('ArrowUp');
  expect(document.activeElement).toBe(field);
  expect(onRows).not.toHaveBeenCalled();
});

it('records that can’t be read are not told as none', async () => {
  const choices = () => Promise.resolve(null);
  render(<ReferenceField label="Customer" value={null} name={null} {...{ choices, onChange: vi.fn() }} />);
  screen.getByLabelText('Customer').focus();
  await screen.findByText('Not read.');
});

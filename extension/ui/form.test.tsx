// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { Checkbox, FileButton, SelectField, TextField } from './form.tsx';

afterEach(cleanup);

const described = (field: HTMLElement): string[] =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '');
const named = (field: HTMLElement): string | null | undefined =>
  document.getElementById(field.getAttribute('aria-labelledby') ?? '')?.textContent;

test('a field is named by its label, and described by what is wrong with it and by its hint', () => {
  const field = { label: 'Edge address', problem: 'Not an address.', hint: 'Where your edge runs.' };
  render(<TextField {...field} value="" onText={() => undefined} />);
  const input = screen.getByRole('textbox');
  expect(named(input)).toBe('Edge address');
  expect(described(input)).toEqual(['Not an address.', 'Where your edge runs.']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  cleanup();
  render(<SelectField label="Group" value="" none="none" onChoose={() => undefined} />);
  const select = screen.getByRole('combobox');
  expect(named(select)).toBe('Group');
  expect(select.hasAttribute('aria-describedby')).toBe(false);
});

test('a checkbox is named by its words and tells what it was changed to', () => {
  const onChange = vi.fn();
  render(<Checkbox label="Fast mode" checked={false} onChange={onChange} />);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Fast mode' }));
  expect(onChange.mock.calls).toEqual([[true]]);
});

test('the same file can be chosen again', () => {
  const onFiles = vi.fn();
  render(<FileButton onFiles={onFiles}>Choose a file</FileButton>);
  const input = screen.getByLabelText<HTMLInputElement>('Choose a file');
  const cleared = vi.spyOn(HTMLInputElement.prototype, 'value', 'set');
  const file = new File(['a'], 'a.csv');
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  fireEvent.change(input);
  expect(onFiles).toHaveBeenCalledWith([file]);
  expect(cleared).toHaveBeenCalledWith('');
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ValueField } from './value-field.tsx';
import type { PropertyControl } from './values.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A field whose value is what was entered last. */
function shown(control: PropertyControl, first: unknown, isLazy = false) {
  const changes: unknown[] = [];
  function Holder() {
    const [value, set] = useState(first);
    return (
      <ValueField
        label="Value"
        value={value}
        name={null}
        control={control}
        column={undefined}
        isLazy={isLazy}
        onChange={(entered) => {
          changes.push(entered);
          set(entered);
        }}
      />
    );
  }
  render(<Holder />);
  const field = () => screen.getByLabelText<HTMLInputElement>('Value');
  return { changes, field, type: (text: string) => fireEvent.input(field(), { target: { value: text } }) };
}

describe('a value is edited by the control of its type', () => {
  it('a number, while its fraction is typed', () => {
    const { changes, field, type } = shown({ kind: 'number' }, 7);
    for (const text of ['1', '1.', '1.5']) {
      type(text);
      expect(field().value, 'nothing that is typed is taken away').toBe(text);
    }
    expect(changes).toEqual([1, 1, 1.5]);
    type('1.5x');
    fireEvent.blur(field());
    expect(field().value, 'what is invalid stays').toBe('1.5x');
    expect(changes).toHaveLength(3);
  });

  it.each([false, true])('a date by the browser’s own control (with hour: %s)', (withHour) => {
    const { changes, field, type } = shown({ kind: 'date', withHour }, null, true);
    expect(field().type).toBe(withHour ? 'datetime-local' : 'date');
    // The browser reports each figure of a year that is typed.
    const rest = withHour ? '-05-03T10:00' : '-05-03';
    for (const year of ['0002', '2026']) {
      type(`${year}${rest}`);
      fireEvent.change(field());
    }
    expect(changes).toEqual([withHour ? new Date(2026, 4, 3, 10).toISOString() : '2026-05-03']);
  });

  it('a long text in an area that grows', () => {
    expect(shown({ kind: 'long-text' }, 'One\ntwo\nthree').field().localName).toBe('textarea');
  });

  it('several options, each pressed or not', () => {
    const { changes } = shown({ kind: 'options', options: ['a', 'b', 'c'], multiple: true }, ['a']);
    expect(screen.getByRole('button', { name: 'a' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'c' }));
    fireEvent.click(screen.getByRole('button', { name: 'a' }));
    expect(changes).toEqual([['a', 'c'], ['c']]);
  });

  it('once it is left, where each change costs much, or when the page is closed', () => {
    const { changes, field, type } = shown({ kind: 'text' }, '', true);
    type('One');
    expect(changes).toEqual([]);
    fireEvent.change(field());
    expect(changes).toEqual(['One']);
    type('One two');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    expect(changes).toEqual(['One', 'One two']);
  });

  it('yes, no, or nothing', () => {
    const { changes, field } = shown({ kind: 'boolean' }, null);
    for (const value of ['false', '']) fireEvent.change(field(), { target: { value } });
    expect(changes).toEqual([false, null]);
  });
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { Cell } from './cell.tsx';
import type { Typed } from './staged.ts';

afterEach(cleanup);

function show(isReading: boolean): Typed[] {
  const typed: Typed[] = [];
  render(
    <table>
      <tbody>
        <tr>
          <Cell
            label="seats"
            value={3}
            column={undefined}
            onType={(one) => typed.push(one)}
            {...{ name: null, decimals: 0, width: null, isChanged: false, invalid: null, address: null }}
            isOpen={false}
            isReading={isReading}
          />
        </tr>
      </tbody>
    </table>,
  );
  return typed;
}

it('a cell that is read opens by a double click or Enter, and not by a press', () => {
  const typed = show(true);
  const cell = screen.getByRole('button', { name: /seats/ });
  fireEvent.click(cell);
  expect(screen.queryByLabelText('seats')).toBeNull();
  fireEvent.dblClick(cell);
  fireEvent.input(screen.getByLabelText('seats'), { target: { value: '4' } });
  fireEvent.keyDown(screen.getByLabelText('seats'), { key: 'Enter' });
  expect(typed.at(-1)).toEqual({ kind: 'value', value: 4 });
  expect(screen.queryByLabelText('seats')).toBeNull();
  expect(document.activeElement, 'and the cell has the focus again').toBe(cell);
  fireEvent.keyDown(cell, { key: 'Enter' });
  screen.getByLabelText('seats');
});

it('a press on what takes no focus ends the editing of a cell, and keeps what was typed', () => {
  const typed = show(false);
  fireEvent.click(screen.getByRole('button', { name: /seats/ }));
  const field = screen.getByLabelText('seats');
  fireEvent.pointerDown(field);
  fireEvent.input(field, { target: { value: '4' } });
  expect(screen.queryByLabelText('seats'), 'a press in it is no press elsewhere').not.toBeNull();
  fireEvent.pointerDown(document.body);
  expect(screen.queryByLabelText('seats')).toBeNull();
  expect(typed.at(-1)).toEqual({ kind: 'value', value: 4 });
});

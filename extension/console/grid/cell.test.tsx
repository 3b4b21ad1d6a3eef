// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { Cell } from './cell.tsx';
import type { Typed } from './staged.ts';

afterEach(cleanup);

it('a press on what takes no focus ends the editing of a cell, and keeps what was typed', () => {
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
          />
        </tr>
      </tbody>
    </table>,
  );
  fireEvent.click(screen.getByRole('button', { name: /seats/ }));
  const field = screen.getByLabelText('seats');
  fireEvent.pointerDown(field);
  fireEvent.input(field, { target: { value: '4' } });
  expect(screen.queryByLabelText('seats'), 'a press in it is no press elsewhere').not.toBeNull();
  fireEvent.pointerDown(document.body);
  expect(screen.queryByLabelText('seats')).toBeNull();
  expect(typed.at(-1)).toEqual({ kind: 'value', value: 4 });
});

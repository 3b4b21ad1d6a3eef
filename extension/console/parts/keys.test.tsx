// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { moveThroughRows } from './keys.ts';

afterEach(() => {
  cleanup();
  removeEventListener('keydown', onKey);
});

const onKey = moveThroughRows;

const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
const focused = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');

it('arrows move through the rows of any list, to the control at the same place; rows without one are passed over', () => {
  addEventListener('keydown', onKey);
  render(
    <ul>
      <li>
        <button type="button">a1</button>
        <button type="button">a2</button>
      </li>
      <li>nothing to do here</li>
      <li>
        <button type="button">b1</button>
        <button type="button">b2</button>
      </li>
      <li>
        <input type="checkbox" aria-label="c1" />
      </li>
    </ul>,
  );
  screen.getByText('a2').focus();
  press('ArrowDown');
  expect(focused()).toBe('b2');
  press('ArrowDown');
  expect(focused()).toBe('c1');
  press('Home');
  expect(focused()).toBe('a1');
  press('ArrowUp');
  expect(focused()).toBe('a1');
  press('End');
  expect(focused()).toBe('c1');
});

it('arrows stay with what is typed', () => {
  addEventListener('keydown', onKey);
  render(
    <ul>
      {['one', 'two'].map((name) => (
        <li key={name}>
          <input aria-label={name} />
        </li>
      ))}
    </ul>,
  );
  screen.getByLabelText('one').focus();
  press('ArrowDown');
  expect(focused()).toBe('one');
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { useRoving } from './roving.ts';

afterEach(cleanup);

const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
const focused = () => document.activeElement?.textContent;
const tabStops = () =>
  [...document.querySelectorAll<HTMLElement>('a, button')]
    .filter((one) => one.tabIndex === 0)
    .map((one) => one.textContent);

function List({ names, shown }: { names: readonly string[]; shown?: string }) {
  return (
    <ul ref={useRoving('li :is(a, button)')}>
      {names.map((name) => (
        <li key={name}>
          <a href={`#${name}`} aria-current={name === shown ? 'true' : undefined}>
            {name}
          </a>
          <button type="button">verb of {name}</button>
        </li>
      ))}
    </ul>
  );
}

it('a list is one Tab stop, the row that is shown, and then the one that had the focus last', () => {
  render(<List names={['a', 'b', 'c']} shown="b" />);
  expect(tabStops()).toEqual(['b']);
  screen.getByText('b').focus();
  press('ArrowDown');
  expect(focused()).toBe('c');
  expect(tabStops()).toEqual(['c']);
});

it('arrows go from row to row at the same place, to its verbs, and to both ends', () => {
  render(<List names={['a', 'b', 'c']} />);
  screen.getByText('a').focus();
  press('ArrowRight');
  expect(focused()).toBe('verb of a');
  press('ArrowDown');
  expect(focused()).toBe('verb of b');
  press('ArrowLeft');
  expect(focused()).toBe('b');
  press('End');
  expect(focused()).toBe('c');
  press('Home');
  press('ArrowUp');
  expect(focused()).toBe('a');
});

it('a list whose row was taken away, or that got its rows later, is one Tab stop still', async () => {
  const { rerender } = render(<List names={[]} />);
  rerender(<List names={['a', 'b']} />);
  await waitFor(() => expect(tabStops()).toEqual(['a']));
  screen.getByText('b').focus();
  expect(tabStops()).toEqual(['b']);
  rerender(<List names={['a', 'c']} />);
  await waitFor(() => expect(tabStops()).toEqual(['a']));
});

function Table() {
  return (
    <table ref={useRoving('button, input, a')}>
      <thead>
        <tr>
          {['name', 'seats'].map((name) => (
            <th key={name}>
              <button type="button">{name}</button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <a href="#1">Ada</a>
            <button type="button">edit Ada</button>
          </td>
          <td>
            <button type="button">2</button>
          </td>
        </tr>
        <tr>
          <td>
            <input aria-label="a name" />
          </td>
          <td>
            <button type="button">7</button>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

it('in a table arrows stay in their column, whatever stands beside, and in what is typed they stay', () => {
  render(<Table />);
  screen.getByText('7').focus();
  press('ArrowUp');
  expect(focused()).toBe('2');
  press('ArrowUp');
  expect(focused()).toBe('seats');
  press('ArrowLeft');
  press('ArrowDown');
  expect(focused()).toBe('Ada');
  press('ArrowDown');
  expect(document.activeElement).toBe(screen.getByLabelText('a name'));
  press('ArrowUp');
  expect(document.activeElement).toBe(screen.getByLabelText('a name'));
});

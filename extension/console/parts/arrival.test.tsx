// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/preact';
import { afterEach, expect, test } from 'vitest';
import { goToPart } from './arrival.ts';
import { Part } from './part.tsx';

afterEach(cleanup);

const focused = () => document.activeElement?.textContent;

test('the part that a command leads to takes the focus when it is rendered there', async () => {
  goToPart('#/projects/shop/limits', 'Guards');
  await waitFor(() => expect(location.hash).toBe('#/projects/shop/limits'));
  render(
    <>
      <Part title="Caps">
        <button type="button">Change the cap</button>
      </Part>
      <Part title="Guards">
        <button type="button">Set a guard</button>
      </Part>
    </>,
  );
  await waitFor(() => expect(focused()).toBe('Set a guard'));
});

test('what is marked is opened', async () => {
  let opened = 0;
  render(
    <Part title="Cap">
      <button type="button">Details</button>
      <button type="button" data-arrive onClick={() => opened++}>
        Change
      </button>
    </Part>,
  );
  goToPart(location.hash, 'Cap');
  await waitFor(() => expect(opened).toBe(1));
  expect(focused()).toBe('Change');
});

test('a part that is still read has the focus on its heading, then on its first control', async () => {
  const { rerender } = render(<Part title="Logs">{null}</Part>);
  goToPart(location.hash, 'Logs');
  await waitFor(() => expect(focused()).toBe('Logs'));
  rerender(
    <Part title="Logs">
      <button type="button">Development</button>
    </Part>,
  );
  await waitFor(() => expect(focused()).toBe('Development'));
});

test('a command for another address is forgotten', async () => {
  goToPart('#/projects/shop/ship', 'Domain');
  await waitFor(() => expect(location.hash).toBe('#/projects/shop/ship'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  location.hash = '#/projects/yoga/ship';
  render(
    <Part title="Domain">
      <button type="button">Add a domain</button>
    </Part>,
  );
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(focused()).not.toBe('Add a domain');
});

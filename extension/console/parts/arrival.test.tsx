// @vitest-environment happy-dom
import { cleanup, render, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { goToPart, goToTitle, useTitle } from './arrival.ts';
import { Part } from './part.tsx';
import { ViewHeader } from './view-header.tsx';

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

test('a command that names no part leads to the title of what it opens, not to the list beside it', async () => {
  function Project() {
    return <h1 ref={useTitle('project')}>Shop</h1>;
  }
  goToTitle('#/projects/shop/ship');
  await waitFor(() => expect(location.hash).toBe('#/projects/shop/ship'));
  render(
    <>
      <ViewHeader title="Projects" />
      <Project />
    </>,
  );
  await waitFor(() => expect(focused()).toBe('Shop'));
});

test('what is read above a part does not move it out of sight, until somebody does something', async () => {
  const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  const view = (above: boolean) => (
    <main>
      {above && <p>Spending</p>}
      <Part title="Guards">
        <button type="button">Set</button>
      </Part>
    </main>
  );
  const { rerender } = render(view(false));
  goToPart(location.hash, 'Guards');
  await waitFor(() => expect(focused()).toBe('Set'));
  shown.mockClear();
  rerender(view(true));
  await waitFor(() => expect(shown).toHaveBeenCalled());
  dispatchEvent(new Event('wheel'));
  shown.mockClear();
  rerender(view(false));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(shown).not.toHaveBeenCalled();
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

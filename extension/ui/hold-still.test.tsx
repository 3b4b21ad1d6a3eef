// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { fireEvent, screen } from '@testing-library/preact';
import { options, render } from 'preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdStillWhilePressed } from './hold-still.ts';

const words = signal('before');
const isChecked = signal(false);

function Page() {
  return (
    <>
      <p>{words.value}</p>
      <button type="button">Press</button>
      <input aria-label="Name" />
      <input
        type="checkbox"
        checked={isChecked.value}
        onChange={({ currentTarget }) => (isChecked.value = currentTarget.checked)}
      />
    </>
  );
}

const { debounceRendering } = options;
beforeEach(() => {
  vi.useFakeTimers();
  words.value = 'before';
  isChecked.value = false;
  holdStillWhilePressed();
  render(<Page />, document.body);
});
afterEach(() => {
  render(null, document.body);
  if (debounceRendering) options.debounceRendering = debounceRendering;
  else delete options.debounceRendering;
  vi.useRealTimers();
});

/** Something arrives. @returns what the page shows of it */
async function arrive(): Promise<string | null | undefined> {
  words.value = 'after';
  await Promise.resolve();
  return document.querySelector('p')?.textContent;
}

test('what arrives while a button is pressed is rendered after its release, once the click was made', async () => {
  const button = screen.getByRole('button');
  const seen: unknown[] = [];
  button.addEventListener('click', () => seen.push(document.querySelector('p')?.textContent));
  fireEvent.pointerDown(button);
  expect(await arrive()).toBe('before');
  fireEvent.pointerUp(button);
  fireEvent.click(button);
  vi.advanceTimersByTime(0);
  expect(seen).toEqual(['before']);
  expect(document.querySelector('p')?.textContent).toBe('after');
});

test('a checkbox keeps its change when something arrives during the press', async () => {
  const checkbox = screen.getByRole<HTMLInputElement>('checkbox');
  fireEvent.pointerDown(checkbox);
  expect(await arrive()).toBe('before');
  fireEvent.pointerUp(checkbox);
  checkbox.click();
  await Promise.resolve();
  expect([isChecked.value, checkbox.checked]).toEqual([true, true]);
  expect(document.querySelector('p')?.textContent).toBe('after');
});

test('a press whose end is not reported holds nothing back for longer than five seconds', async () => {
  fireEvent.pointerDown(screen.getByRole('button'));
  expect(await arrive()).toBe('before');
  vi.advanceTimersByTime(5_000);
  expect(document.querySelector('p')?.textContent).toBe('after');
});

test.each([
  ['without a press', () => {}],
  ['while a text field is pressed', () => fireEvent.pointerDown(screen.getByRole('textbox'))],
  [
    'while a button is pressed with the other mouse button',
    () => fireEvent.pointerDown(screen.getByRole('button'), { button: 2 }),
  ],
])('what arrives %s is rendered at once', async (_when, press) => {
  press();
  expect(await arrive()).toBe('after');
});

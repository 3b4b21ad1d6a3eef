// @vitest-environment happy-dom
import { useSignal } from '@preact/signals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useModal } from './modal.ts';

/** As browsers close a dialog: at once, and its `close` event in a later task. */
beforeEach(() => {
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    if (!this.hasAttribute('open')) return;
    this.removeAttribute('open');
    setTimeout(() => this.dispatchEvent(new Event('close')));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Opened({ onClose }: { onClose: () => void }) {
  const { attributes, close } = useModal(onClose);
  return (
    <dialog {...attributes}>
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  );
}

function Page() {
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        Open
      </button>
      {isOpen.value && <Opened onClose={() => (isOpen.value = false)} />}
    </>
  );
}

it.each([
  ['Escape', () => void fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))],
  ['its button', () => void fireEvent.click(screen.getByText('Close'))],
])('closed by %s and opened again before the browser has told of it, a dialog is open', async (_, close) => {
  render(<Page />);
  fireEvent.click(screen.getByText('Open'));
  await act(close);
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(() => void fireEvent.click(screen.getByText('Open')));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
});

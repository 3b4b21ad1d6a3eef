// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Copy' }));

test('puts the text into the clipboard, and says that it is there', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<CopyButton text="a-code" />);
  press();
  await screen.findByText('Copied');
  expect(write).toHaveBeenCalledExactlyOnceWith('a-code');
});

test('where the browser refuses, it says what to do', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  render(<CopyButton text="a-code" />);
  press();
  await screen.findByText(/^The browser did not allow copying/);
});

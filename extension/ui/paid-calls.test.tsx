// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { useOutcomeSeen } from './paid-calls.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const sent: unknown[] = [];
let visibility: DocumentVisibilityState;

beforeEach(() => {
  sent.length = 0;
  fakeBrowser.reset();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  fakeBrowser.runtime.onMessage.addListener((message) => {
    sent.push(message);
  });
  paintFrom(popupStates(NOW)['not-sent'], NOW);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Shown({ of }: { of: string | null }) {
  useOutcomeSeen(of);
  return null;
}

test('a refusal that is seen beside its form is noted no more', () => {
  render(<Shown of="r" />);
  expect(JSON.stringify(sent)).toContain('dismissNotSent');
});

test('one in a tab that nobody looks at stays noted until somebody does', () => {
  visibility = 'hidden';
  render(<Shown of="r" />);
  expect(sent).toEqual([]);
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(sent).toHaveLength(1);
});

test('a call of which nothing is noted sends nothing', () => {
  render(<Shown of="another" />);
  render(<Shown of={null} />);
  expect(sent).toEqual([]);
});

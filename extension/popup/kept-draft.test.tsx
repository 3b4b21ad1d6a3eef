// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { draftFixture, entryFixture, recordFixture } from '../launch/entry-fixture.ts';
import { draftStore } from '../storage/drafts.ts';
import { runnerStore } from '../storage/launches.ts';
import { openRequestItem } from '../storage/session.ts';
import { Home } from './app.tsx';
import { view } from './navigation.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const goOn = () => screen.findByRole('button', { name: 'Continue' });

beforeEach(() => {
  fakeBrowser.reset();
  Object.assign(fakeBrowser, { commands: { getAll: async () => [] } });
  view.value = 'home';
  paintFrom(popupStates(NOW).calm, NOW);
});
afterEach(cleanup);

test('anyone who comes back reads of the draft that was begun, and goes on with just that one', async () => {
  await draftStore.write(draftFixture({ id: 'old', words: 'A shop', updatedAt: NOW - 9 * 60_000 }));
  await draftStore.write(draftFixture({ id: 'new', words: 'Classes to book', updatedAt: NOW - 3 * 60_000 }));
  render(<Home />);
  fireEvent.click(await goOn());
  screen.getByText('Classes to book');
  screen.getByText(/^Your draft of a launch, changed 3\smin ago$/);
  await waitFor(() => expect(view.value).toBe('launch'));
  expect(await openRequestItem.getValue()).toMatchObject({ draftId: 'new' });
});

test('nothing is said of a page that was only looked at, nor of what was launched since', async () => {
  await draftStore.write(draftFixture({ id: 'looked', words: ' ', nameTyped: false }));
  const launched = draftFixture({ id: 'launched', words: 'Classes' });
  await draftStore.write(launched);
  await runnerStore.write([entryFixture({ draft: launched, record: recordFixture() })]);
  const kept = draftFixture({ id: 'kept', words: 'Kept', updatedAt: 1 });
  await draftStore.write(kept);
  render(<Home />);
  await goOn();
  expect(screen.queryByText('Classes')).toBeNull();
  screen.getByText('Kept');
});

test('while the screen is shared its words are hidden', async () => {
  paintFrom({ ...popupStates(NOW).calm, settings: { screenShare: true } as never }, NOW);
  await draftStore.write(draftFixture({ words: 'A secret plan' }));
  render(<Home />);
  await goOn();
  expect(document.body.textContent).not.toContain('secret plan');
});

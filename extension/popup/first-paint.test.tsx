// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readSection } from '../../shared/attention/fixtures.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { sampleProject } from '../fixtures/sample-account.ts';
import { Home, loadFirstPaint } from './app.tsx';

// One test for each part that only some states have: once loaded, it is there for the rest of the file.
const NOW = Date.UTC(2026, 10, 22, 9);
beforeEach(() => {
  Object.assign(fakeBrowser, { commands: { getAll: async () => [] } });
});
afterEach(cleanup);

test('what keeps the account from building is there with the first paint: nothing moves when its words arrive', async () => {
  paintFrom(popupStates(NOW)['service-failing'], NOW);
  await loadFirstPaint();
  render(<Home />);
  expect(screen.getByText('Not known whether you can build').closest('.balance')).not.toBeNull();
});

test('a version that is being restored is there with the first paint', async () => {
  const { snapshot: kept, ...calm } = popupStates(NOW).calm;
  if (!kept) throw new Error('The state of this test has no snapshot.');
  const items = [{ ...sampleProject('shop', 'Shop'), recovery: { startedAt: NOW - 60_000 } }];
  const sections = { ...kept.snapshot.sections, projects: readSection({ total: 1, items }, NOW) };
  paintFrom({ ...calm, snapshot: { ...kept, snapshot: { ...kept.snapshot, sections } } }, NOW);
  await loadFirstPaint();
  render(<Home />);
  screen.getByText(/^Restoring a version/);
});

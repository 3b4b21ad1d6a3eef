// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { readSection } from '../../shared/attention/fixtures.ts';
import { runFixture } from '../../shared/snapshot/project-fixture.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { sampleProject } from '../fixtures/sample-account.ts';
import { Balance } from './balance.tsx';
import { Running } from './running.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
afterEach(cleanup);

it('counts the runs that are listed below it, and says prompts of a batch that wait as such', () => {
  const { snapshot: kept, ...busy } = popupStates(NOW).busy;
  if (!kept) throw new Error('The state of this test has no snapshot.');
  const { snapshot } = kept;
  const of = (batch: { done: number; total: number } | null) => ({
    run: runFixture({ phase: 'running', startedAt: NOW - 60_000, batch }),
  });
  const items = [
    sampleProject('shop', 'Shop', of({ done: 1, total: 5 })),
    sampleProject('blog', 'Blog', of(null)),
  ];
  const sections = { ...snapshot.sections, projects: readSection({ total: 2, items }, NOW) };
  paintFrom({ ...busy, snapshot: { ...kept, snapshot: { ...snapshot, sections } } }, NOW);
  render(
    <>
      <Balance />
      <Running />
    </>,
  );
  screen.getByText(/^2 runs and 3 waiting prompts may take [\d.]+ more$/);
  expect(screen.getByRole('heading', { name: /^Running/ }).textContent).toMatch(/2$/);
});

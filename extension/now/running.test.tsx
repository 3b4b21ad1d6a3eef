// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { readSection } from '../../shared/attention/fixtures.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { sampleProject } from '../fixtures/sample-account.ts';
import { Running } from './running.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
afterEach(cleanup);

it('a version that is being restored is going on like a run, with its time and no Stop', async () => {
  const { snapshot: kept, ...calm } = popupStates(NOW).calm;
  if (!kept) throw new Error('The state of this test has no snapshot.');
  const { snapshot } = kept;
  const run = { phase: 'finished', finishedAt: NOW - 600_000, ending: 'succeeded' } as const;
  const items = [{ ...sampleProject('shop', 'Shop', { run }), recovery: { startedAt: NOW - 60_000 } }];
  const sections = { ...snapshot.sections, projects: readSection({ total: 1, items }, NOW) };
  paintFrom({ ...calm, snapshot: { ...kept, snapshot: { ...snapshot, sections } } }, NOW);
  render(<Running />);
  fireEvent.click(await screen.findByText(/^Restoring a version · Usually takes/));
  await screen.findByRole('link', { name: 'Open preview' });
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

it("a deployment shows no step in the service's own words, which no language has", () => {
  paintFrom(popupStates(NOW).busy, NOW);
  render(<Running />);
  screen.getByText('Deploying');
  expect(screen.queryByText(/bundling/)).toBeNull();
});

it('what is over is not among what runs, also under the pointer, and each row is counted', () => {
  const { snapshot: kept, ...busy } = popupStates(NOW).busy;
  if (!kept) throw new Error('The state of this test has no snapshot.');
  const paint = (ended: string[]) => {
    const { projects } = kept.snapshot.sections;
    const items = (projects.data?.items ?? []).map((project) =>
      ended.includes(project.projectId) && project.run
        ? {
            ...project,
            run: {
              ...project.run,
              phase: 'finished' as const,
              finishedAt: NOW,
              ending: 'succeeded' as const,
            },
          }
        : project,
    );
    const sections = {
      ...kept.snapshot.sections,
      projects: readSection({ total: items.length, items }, NOW),
    };
    paintFrom({ ...busy, snapshot: { ...kept, snapshot: { ...kept.snapshot, sections } } }, NOW);
  };
  paint([]);
  render(<Running shownFirst={9} />);
  const list = () => screen.getByRole('region', { name: 'Running' });
  const rows = () => within(list()).getAllByRole('listitem').length;
  const count = () => Number(within(list()).getByRole('heading').textContent?.match(/\d+/)?.[0]);
  const before = rows();
  expect(count()).toBe(before);
  const running = (kept.snapshot.sections.projects.data?.items ?? []).filter(
    ({ run }) => run?.phase === 'running',
  );
  fireEvent.pointerEnter(list());
  act(() => paint([running[0]?.projectId ?? '']));
  expect(rows()).toBe(before - 1);
  expect(count()).toBe(before - 1);
});

// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readSection } from '../../../../shared/attention/fixtures.ts';
import { deployFixture, runFixture } from '../../../../shared/snapshot/project-fixture.ts';
import { apiError, success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { listedRow, readRow, sampleProject, unreadRow } from '../../../fixtures/sample-account.ts';
import { respondHere } from '../../../messaging/client.ts';
import { noteRows, rowOf } from '../../../reads/project-rows.ts';
import { useGroups } from '../../kit/use-groups.ts';
import { knownIds, narrowed, needs, rowState } from './row-state.ts';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
});
afterEach(cleanup);

it('projects read for their rows that the snapshot does not list come after its own, in the filters and in their rows', () => {
  // In the list, and not read yet.
  noteRows(['far-cap', 'far-failed', 'far-run', 'far-gone'].map((id) => listedRow(id)));
  const result = narrowed.needs.value.length;
  const isTold = narrowed.running.value.length;
  expect(knownIds.value.has('far-run')).toBe(false);
  const deploy = deployFixture({ phase: 'failed', startedAt: NOW - 60_000 });
  noteRows([
    readRow('far-cap', NOW, { development: 100, used: { development: 100, infrastructure: 0 } }),
    readRow('far-failed', NOW, { state: { deploy } }),
    readRow('far-run', NOW, { state: { run: runFixture() } }),
    { ...readRow('far-gone', NOW, { state: { run: runFixture() } }), isGone: true },
  ]);
  expect(narrowed.needs.value.slice(result)).toEqual(['far-cap', 'far-failed']);
  expect(narrowed.running.value.slice(isTold)).toEqual(['far-run']);
  expect(knownIds.value.has('far-run')).toBe(true);
  expect(rowState('far-cap', rowOf('far-cap').value)).toMatchObject({
    glyph: 'warning',
    words: 'At its cap',
  });
  expect(rowState('far-failed', rowOf('far-failed').value)).toMatchObject({
    glyph: 'failed',
    words: expect.stringMatching(/deployment failed/),
  });
  expect(rowState('far-run', rowOf('far-run').value).glyph).toBe('running');
});

it.each([
  ['of the snapshot', true],
  ['that only its row has read', false],
])(
  'a restoration and a starting server of a project %s are going on in its row, and in the filter',
  (_, isFollowed) => {
    const { snapshot: kept, ...busy } = popupStates(NOW).busy;
    if (!kept) throw new Error('The state of this test has no snapshot.');
    const { snapshot } = kept;
    const run = { phase: 'finished', finishedAt: NOW - 60_000, ending: 'succeeded' } as const;
    const started = NOW - 60_000;
    const items = [
      { ...sampleProject('back', 'Back', { run }), recovery: { startedAt: started } },
      { ...sampleProject('waking', 'Waking', { run }), server: 'Starting' },
    ];
    const projects = readSection({ total: 2, items: isFollowed ? items : [] }, NOW);
    const attention = { ...snapshot.attention, items: [] } as typeof snapshot.attention;
    const sections = { ...snapshot.sections, projects };
    paintFrom({ ...busy, snapshot: { ...kept, snapshot: { ...snapshot, attention, sections } } }, NOW);
    noteRows(
      items.map((state) =>
        isFollowed ? unreadRow(state.projectId) : readRow(state.projectId, NOW + 1, { state }),
      ),
    );
    const words = (['back', 'waking'] as const).map((id) => rowState(id, rowOf(id).value));
    expect(words).toMatchObject([
      { glyph: 'running', words: expect.stringMatching(/^Restoring a version · 1.min$/) },
      { glyph: 'running', words: 'Starting its server' },
    ]);
    if (isFollowed) expect(narrowed.running.value).toEqual(expect.arrayContaining(['back', 'waking']));
  },
);

it('what a project needs is one line, however many sentences it has', () => {
  paintFrom(popupStates(NOW)['everything-at-once'], NOW);
  const lines = [...needs.value].map(([id, { reason }]) => [reason.kind, rowState(id, null).words]);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.map(([, words]) => words).join()).toContain(' · ');
  for (const [kind, words] of lines) expect([kind, words]).toEqual([kind, expect.stringMatching(/^[^\n]+$/)]);
});

it('a need that was there before it was first seen says what is off, and no time that it is not of', () => {
  const { snapshot: kept, ...busy } = popupStates(NOW).busy;
  if (!kept) throw new Error('The state of this test has no snapshot.');
  const { attention } = kept.snapshot;
  if (!attention) throw new Error('The snapshot of this test has no items.');
  const items = attention.items.map((item) => ({ ...item, isEarlier: true as const }));
  paintFrom(
    { ...busy, snapshot: { ...kept, snapshot: { ...kept.snapshot, attention: { ...attention, items } } } },
    NOW,
  );
  const capped = items.find(({ reason }) => reason.kind === 'credit-cap')?.projectId ?? '';
  expect(rowState(capped, null).words).toMatch(/^Prompts off; resets on 1 Dec$/);
});

it.each([
  ['idle', 'Nothing built yet'],
  ['unknown', 'When it last changed is not known'],
  ['failed', 'When it last changed is not known'],
] as const)('a project whose run is %s, without a time of its end, says "%s"', (phase, words) => {
  const { snapshot: kept, ...busy } = popupStates(NOW).busy;
  if (!kept) throw new Error('The state of this test has no snapshot.');
  const { snapshot } = kept;
  const run = { phase, startedAt: null, finishedAt: null };
  const projects = readSection({ total: 1, items: [sampleProject('timeless', 'Timeless', { run })] }, NOW);
  const sections = { ...snapshot.sections, projects };
  paintFrom({ ...busy, snapshot: { ...kept, snapshot: { ...snapshot, sections } } }, NOW);
  expect(rowState('timeless', null).words).toBe(words);
});

it('a project that is listed and not read yet says that, not that nothing was built', () => {
  const { snapshot: kept, ...busy } = popupStates(NOW).busy;
  if (!kept) throw new Error('The state of this test has no snapshot.');
  const { snapshot } = kept;
  const projects = readSection({ total: 1, items: [sampleProject('new-here', 'New here')] }, NOW);
  const sections = { ...snapshot.sections, projects };
  paintFrom({ ...busy, snapshot: { ...kept, snapshot: { ...snapshot, sections } } }, NOW);
  expect(rowState('new-here', null)).toEqual({ glyph: null, words: 'not read yet', known: false });
});

it('groups are read to the last one, a hundred at a time; what cannot be read is said, and the others stay', async () => {
  const all = Array.from({ length: 230 }, (_, index) => ({ groupId: `g${index}`, name: `Group ${index}` }));
  const requested: string[] = [];
  let isBroken = false;
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const query = new URLSearchParams((request as { path: string }).path.split('?')[1]);
    const skip = Number(query.get('skip') ?? 0);
    requested.push(String(skip));
    if (isBroken && skip > 0) return Promise.resolve(apiError('service-failing'));
    return Promise.resolve(
      success({ value: all.slice(skip, skip + Number(query.get('limit'))), readAt: NOW + requested.length }),
    );
  });
  let refresh = () => Promise.resolve();
  function Count() {
    const groups = useGroups();
    refresh = groups.refresh;
    const state = groups.state.value;
    return (
      <p>{state.kind === 'shown' ? `${state.value.length} ${state.error?.kind ?? 'whole'}` : state.kind}</p>
    );
  }
  render(<Count />);
  await screen.findByText('230 whole');
  expect(requested).toEqual(['0', '100', '200']);
  isBroken = true;
  await refresh();
  await waitFor(() => screen.getByText('230 service-failing'));
});

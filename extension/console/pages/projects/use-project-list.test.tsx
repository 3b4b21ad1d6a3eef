// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../edge-client/api-error.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { listedRow } from '../../../fixtures/sample-account.ts';
import { respondHere } from '../../../messaging/client.ts';
import { EVERYTHING, type ListFilter } from '../../kit/project-list.ts';
import { needs, running } from './row-state.ts';
import { useProjectList } from './use-project-list.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const pageOf = (listed: readonly { projectId: string }[]) => ({
  rows: listed.map((one) => listedRow(one.projectId, one)),
  total: null,
});
const ALL = [
  { projectId: 'k7q-1', label: 'Recipe box', description: 'cooking' },
  { projectId: 'k7q-2', label: 'Barber shop', description: 'appointments' },
];

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).calm, NOW);
  respondHere((name, request) => {
    if (name !== 'readEdge') return null;
    const search = new URLSearchParams((request as { path: string }).path.split('?')[1]).get('search') ?? '';
    const found = ALL.filter(({ projectId, description }) => `${projectId} ${description}`.includes(search));
    return Promise.resolve(success({ value: pageOf(found), readAt: NOW }));
  });
});
afterEach(cleanup);

function Ids({ filter }: { filter: ListFilter }) {
  const { lines } = useProjectList(filter);
  const ids = lines.map((line) => (line.kind === 'project' ? line.projectId : '?'));
  return <output>{ids.filter((id) => id.startsWith('k7q')).join(' ')}</output>;
}

it('a project that was read is found by the name that is shown, which the service does not search (List Projects)', async () => {
  const { rerender } = render(<Ids filter={EVERYTHING} />);
  await screen.findByText('k7q-1 k7q-2');
  rerender(<Ids filter={{ ...EVERYTHING, search: 'barber' }} />);
  await screen.findByText('k7q-2');
  rerender(<Ids filter={{ ...EVERYTHING, search: 'cooking' }} />);
  await screen.findByText('k7q-1');
});

it('a search shows what was read and matches at once, before the service has answered', async () => {
  const { rerender } = render(<Ids filter={EVERYTHING} />);
  await screen.findByText('k7q-1 k7q-2');
  respondHere(() => new Promise(() => {}));
  rerender(<Ids filter={{ ...EVERYTHING, search: 'barb' }} />);
  screen.getByText('k7q-2');
  rerender(<Ids filter={{ ...EVERYTHING, search: 'recipe' }} />);
  screen.getByText('k7q-1');
});

it('what needs the user stands first, worst first, then what runs; each keeps its place once that is over', async () => {
  paintFrom(popupStates(NOW).busy, NOW);
  const listed = [...new Set([...needs.value.keys(), ...running.value.keys()])].toReversed();
  respondHere((name) =>
    name === 'readEdge'
      ? Promise.resolve(
          success({ value: pageOf(['far', ...listed].map((projectId) => ({ projectId }))), readAt: NOW }),
        )
      : null,
  );
  function All({ filter }: { filter: ListFilter }) {
    const { lines } = useProjectList(filter);
    return <output>{lines.map((line) => (line.kind === 'project' ? line.projectId : '?')).join(' ')}</output>;
  }
  const { rerender } = render(<All filter={EVERYTHING} />);
  const order = [...listed.toReversed(), 'far'].join(' ');
  expect(listed.length).toBeGreaterThan(1);
  await screen.findByText(order);
  paintFrom(popupStates(NOW).calm, NOW);
  await screen.findByText(order);
  rerender(<All filter={{ ...EVERYTHING, needsFirst: false }} />);
  await screen.findByText(['far', ...listed].join(' '));
});

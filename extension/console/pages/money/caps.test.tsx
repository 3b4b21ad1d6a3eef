// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { CapOverride } from '../../../../shared/edge-api/guards.ts';
import type { Role } from '../../../../shared/edge-api/role.ts';
import type { ProjectRow } from '../../../../shared/snapshot/projects-schema.ts';
import { apiError, success } from '../../../edge-client/api-error.ts';
import { apiErrorOf } from '../../../edge-client/edge-client.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { listedRow, readRow } from '../../../fixtures/sample-account.ts';
import { respondHere } from '../../../messaging/client.ts';
import { stored } from '../../../ui/stored-state.ts';
import { useCapRows } from './cap-rows.ts';
import { Caps } from './caps.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const GONE = apiError('service-failing', null, null);

type Cap = number | null;
/** Of each project this month: its development cap, and what it used of it. */
let projects: Record<string, { cap: Cap; used: number }>;
/** Credits of each of a project's days. */
let spent: Record<string, number>;
/** What the edge was asked to change: method, path and body. */
let changes: [string, string, unknown][];
/** Paths that were read. */
let reads: string[];
/** When the edge has read last. */
let readAt: number;
/** What of a project the edge could not read. */
let unread: Map<string, 'limits' | 'days'>;
/** Paths whose reads fail, and projects whose caps the edge refuses to change. */
let failing: RegExp | null;
let refusing: string | null;
let refusal: ReturnType<typeof apiError>;
/** The cap that a guard overrides. */
let overridden: CapOverride | null;
const LAYER = { kind: 'run-budget', credits: 15, since: NOW, until: null, by: null } as const;

/** The edge's rows. */
function read(path: string): unknown {
  const ids = new URLSearchParams(path.split('?')[1]).get('ids')?.split(',');
  if (ids === undefined) {
    const rows = Object.keys(projects).map((id) => listedRow(id, { label: `The ${id}` }));
    return { rows, total: rows.length };
  }
  return { rows: ids.map(rowOf), total: null };
}

function rowOf(id: string): ProjectRow {
  readAt += 1;
  const { cap, used } = projects[id] ?? { cap: null, used: 0 };
  const row = readRow(id, readAt, { development: cap, used: { development: used, infrastructure: 0 } });
  const days = { data: { daily: daysOf(spent[id] ?? 0) }, readAt, error: null };
  const failed = { data: null, readAt: null, error: { code: 'timeout', since: NOW } } as const;
  return { ...row, days, ...(unread.get(id) && { [unread.get(id) ?? '']: failed }) };
}

/** Twenty days with the same spending. */
const daysOf = (credits: number) =>
  Array.from({ length: credits > 0 ? 20 : 0 }, (_, day) => ({
    ...{ date: `2026-11-${String(day + 2).padStart(2, '0')}`, development: credits, infrastructure: 0 },
  }));

/** The edge, which compares a cap before it is set. */
function change({ method, path, body }: { method: string; path: string; body?: unknown }) {
  changes.push([method, path, body]);
  const projectId = path.slice('/caps/'.length);
  const { expected, to } = Object(body);
  const project = projects[projectId] ?? { cap: null, used: 0 };
  if (projectId === refusing) return apiErrorOf(403, { errorCode: 'OWNER_ONLY', errorMessage: 'No.' });
  if (project.cap !== expected && project.cap !== to)
    return apiErrorOf(409, {
      ...{ errorCode: 'EDGE_CAP_CHANGED', errorMessage: '', errorDetails: { found: project.cap } },
    });
  project.cap = to;
  return success({ value: null });
}

beforeEach(() => {
  fakeBrowser.reset();
  projects = { shop: { cap: 100, used: 40 }, blog: { cap: 60, used: 10 } };
  [changes, failing, refusing] = [[], null, null];
  [readAt, unread] = [Math.max(NOW, readAt ?? NOW), new Map()];
  reads = [];
  overridden = null;
  refusal = GONE;
  spent = {};
  respondHere((name, request) => {
    if (name === 'readEdge') {
      const { path } = request as { path: string };
      reads.push(path);
      return Promise.resolve(failing?.test(path) ? refusal : success({ value: read(path), readAt: NOW }));
    }
    return name === 'changeEdge' ? Promise.resolve(change(request as Parameters<typeof change>[0])) : null;
  });
});
afterEach(cleanup);

function Shown() {
  const { state, ...reads } = useCapRows();
  return <Caps state={state.value} {...reads} />;
}

/** Opens the part, which is folded. */
async function unfold(container: Element): Promise<void> {
  const fold = () => container.querySelector('.fold');
  await waitFor(() => expect(fold()).not.toBeNull());
  if (fold()?.getAttribute('aria-expanded') === 'false') fireEvent.click(fold() as Element);
}

async function show(role: Role = 'owner', now = NOW): Promise<Element> {
  const { calm } = popupStates(NOW);
  const { snapshot } = calm;
  paintFrom(
    {
      ...calm,
      ...(overridden &&
        snapshot && {
          snapshot: {
            ...snapshot,
            snapshot: {
              ...snapshot.snapshot,
              guards: { ...snapshot.snapshot.guards, overrides: [overridden] },
            },
          },
        }),
    } as typeof calm,
    now,
  );
  if (stored.value?.connection)
    stored.value = { ...stored.value, connection: { ...stored.value.connection, role } };
  const { container } = render(<Shown />);
  await unfold(container);
  await waitFor(() => expect(container.querySelector('table, [role="alert"]')).not.toBeNull());
  await waitFor(() => expect(container.textContent).not.toMatch(/read so far|Reading…/));
  return container;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const cellsOf = (page: Element) =>
  [...page.querySelectorAll('tbody tr')].map((row) => row.querySelector('td:last-child')?.textContent);

async function edit(project: string, cap: string): Promise<void> {
  press(new RegExp(`Cap of ${project}`));
  fireEvent.input(await screen.findByLabelText(`Cap of ${project}`), { target: { value: cap } });
  fireEvent.click(await screen.findByRole('button', { name: `Set to ${cap}` }));
}

it('a cap is edited in its row, compared with what was seen, read again alone, and set back', async () => {
  const page = await show();
  reads = [];
  await edit('shop', '70');
  await waitFor(() => expect(cellsOf(page).join()).toContain('70'));
  expect(changes).toEqual([['PUT', '/caps/shop', { category: 'development', expected: 100, to: 70 }]]);
  expect(reads.filter((path) => /blog/.test(path))).toEqual([]);
  await waitFor(() => expect(reads).toContain('/projects?ids=shop&days=1'));
  fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(projects.shop).toEqual({ cap: 100, used: 40 }));
});

it('a cap that somebody has set meanwhile stays, and is shown', async () => {
  const page = await show();
  projects.shop = { cap: 55, used: 40 };
  await edit('shop', '70');
  await waitFor(() => expect(page.textContent).toContain('55'));
  expect(projects.shop.cap).toBe(55);
});

it('a cap that stops its project at once is asked for', async () => {
  await show();
  await edit('shop', '30');
  await screen.findByRole('group', { name: /at once/ });
  expect(changes).toEqual([]);
});

it('the owner’s cap is edited while another stands in its place', async () => {
  overridden = {
    ...{ projectId: 'shop', category: 'development', cap: 55, own: 100, state: 'set', problem: null },
    layers: [LAYER],
  };
  projects.shop = { cap: 55, used: 40 };
  const page = await show();
  expect(cellsOf(page)[0]).toMatch(/^55 100/);
});

it('projects that have used most of their cap stand first', async () => {
  projects.blog = { cap: 60, used: 59 };
  const page = await show();
  expect([...page.querySelectorAll('tbody th')].map((cell) => cell.textContent)).toEqual([
    'The blog',
    'The shop',
  ]);
});

it.each(['limits', 'days'] as const)(
  'a project of which the edge could not read its %s is left out, and said',
  async (part) => {
    unread.set('blog', part);
    const page = await show();
    expect(page.textContent).toContain('1 project could not be read and is left out.');
    expect(page.querySelectorAll('tbody tr')).toHaveLength(1);
  },
);

it('a list that could not be read is said, with another try that reads it', async () => {
  failing = /^\/projects\?/;
  const page = await show();
  expect(page.querySelector('table')).toBeNull();
  failing = null;
  press('Try again');
  await waitFor(() => expect(page.querySelectorAll('tbody tr')).toHaveLength(2));
  expect(page.querySelector('[role="alert"]')).toBeNull();
});

it('says when the projects were read, and reads them again when asked', async () => {
  const page = await show();
  await screen.findByText('Read just now');
  projects.shop = { cap: 120, used: 40 };
  press('Read again');
  await waitFor(() => expect(cellsOf(page).join()).toContain('120'));
  expect(reads.at(-1)).toBe('/projects?ids=shop%2Cblog&days=1&fresh=1');
});

it('whoever is no owner sees the caps and can change none', async () => {
  const page = await show('builder');
  expect(cellsOf(page).toSorted()).toEqual(['100', '60']);
  expect(screen.queryByRole('button', { name: /Cap of/ })).toBeNull();
});

it('an edge without rows of projects is said to be older, without another try', async () => {
  failing = /^\/projects\?/;
  refusal = apiError('refused', 'EDGE_NOT_FOUND');
  const { container } = render(<Shown />);
  await unfold(container);
  await screen.findByText('Your edge is older than this extension');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

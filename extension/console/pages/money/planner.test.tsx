// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { CapOverride } from '../../../../shared/edge-api/guards.ts';
import type { Role } from '../../../../shared/edge-api/role.ts';
import { apiError, success } from '../../../edge-client/api-error.ts';
import { apiErrorOf } from '../../../edge-client/edge-client.ts';
import { isOff } from '../../../fixtures/is-off.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { readFormDraft } from '../../../storage/form-drafts.ts';
import { stored } from '../../../ui/stored-state.ts';
import { Planner } from './planner.tsx';
import { usePlannerRows } from './planner-rows.ts';

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
/** Paths whose reads fail, and projects whose caps the edge refuses to change. */
let failing: RegExp | null;
let refusing: string | null;
/** The cap that a guard overrides. */
let overridden: CapOverride | null;
const LAYER = { kind: 'run-budget', credits: 15, since: NOW, until: null, by: null } as const;

const limitsOf = ({ cap, used }: { cap: Cap; used: number }) => ({
  creditLimits: { maxDevelopmentCreditsPerMonth: cap, maxInfrastructureCreditsPerMonth: null },
  usedThisMonth: { development: used, infrastructure: 0 },
});

function read(path: string): unknown {
  const [, projectId] = /^\/service\/projects\/([^/]+)\/credit-limits/.exec(path) ?? [];
  if (projectId !== undefined) return limitsOf(projects[projectId] ?? { cap: null, used: 0 });
  if (path.startsWith('/service/projects?'))
    return Object.keys(projects).map((id) => ({ projectId: id, label: `The ${id}` }));
  const [, spender] = /spending-analytics.*projectId=(\w+)/.exec(path) ?? [];
  return { daily: daysOf(spent[spender ?? ''] ?? 0) };
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
  reads = [];
  overridden = null;
  spent = {};
  respondHere((name, request) => {
    if (name === 'readEdge') {
      const { path } = request as { path: string };
      reads.push(path);
      return Promise.resolve(failing?.test(path) ? GONE : success({ value: read(path), readAt: NOW }));
    }
    return name === 'changeEdge' ? Promise.resolve(change(request as Parameters<typeof change>[0])) : null;
  });
});
afterEach(cleanup);

function Shown() {
  const { state, ...reads } = usePlannerRows();
  return <Planner state={state.value} {...reads} />;
}

/** Opens the planner, which is folded until something is begun in it. */
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
            snapshot: { ...snapshot.snapshot, guards: { ...snapshot.snapshot.guards, laid: [overridden] } },
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

const foot = () => [...document.querySelectorAll('tfoot td.number')].map((cell) => cell.textContent);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const byHand = (project: string, cap: string) =>
  fireEvent.input(screen.getByLabelText(`Cap of ${project}`), { target: { value: cap } });

/** Presses a button and, once it is armed, the one that it asks with. */
async function confirm(name: RegExp): Promise<void> {
  press(name);
  const sure = screen.getByRole('group', { name }).querySelector('button');
  await waitFor(() => expect(sure?.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(sure as Element);
}

it('while a cap is typed, its bar and when it is reached are those of the plan', async () => {
  spent = { shop: 5 };
  projects.shop = { cap: 5000, used: 80 };
  await show();
  const row = () => screen.getByText('The shop').closest('tr');
  const bar = () => row()?.querySelector<HTMLElement>('.used-bar i')?.style.width;
  expect([bar(), row()?.textContent]).toEqual(['1.6%', expect.stringContaining('Far from its cap')]);
  press('by hand');
  byHand('shop', '100');
  await screen.findByText('Of its planned cap');
  expect([bar(), row()?.textContent]).toEqual(['80%', expect.stringContaining('about 25 November')]);
});

it('sums over all projects are exact; without one that could not be read they are said to be the least', async () => {
  await show();
  expect(foot()).toEqual(['50', '160', '160']);
  cleanup();
  failing = /projects\/blog\/credit-limits/;
  const part = await show();
  expect(foot()).toEqual(['at least 40', 'at least 100', 'at least 100']);
  expect(part.textContent).toContain('1 project could not be read and is left out.');
});

it('a project whose spending could not be read is left out, not taken for one that spends nothing', async () => {
  failing = /spending-analytics.*projectId=blog/;
  const part = await show();
  expect(part.textContent).toContain('1 project could not be read and is left out.');
  expect(part.querySelectorAll('tbody tr')).toHaveLength(1);
});

it('a list that could not be read is said, with another try that reads it', async () => {
  failing = /^\/service\/projects\?/;
  const page = await show();
  expect(page.querySelector('table')).toBeNull();
  failing = null;
  press('Try again');
  await waitFor(() => expect(page.querySelectorAll('tbody tr')).toHaveLength(2));
  expect(page.querySelector('[role="alert"]')).toBeNull();
});

it.each([
  ['0', 'Enter a number above 0.'],
  ['-3', 'Enter a number above 0.'],
])('a cap of %s by hand can’t be set, and the row to correct is named: %s', async (typed, words) => {
  const page = await show();
  press('by hand');
  byHand('blog', '90');
  byHand('shop', typed);
  const cellOf = (project: string) =>
    screen.getByLabelText(`Cap of ${project}`).closest('tr')?.querySelector('td:last-child')?.textContent;
  expect(cellOf('shop')).toBe(words);
  expect(cellOf('blog'), 'what is right keeps its difference').toBe('+30');
  expect(isOff(screen.getByRole('button', { name: 'Set 2 caps' }))).toBe(true);
  byHand('shop', '70');
  expect(page.querySelector('p.failure')).toBeNull();
  expect(screen.getByRole('button', { name: 'Set 2 caps' })).toBeTruthy();
});

it('caps are set after a question, each as it was seen, and undone as one', async () => {
  const page = await show();
  press('by hand');
  byHand('shop', '70');
  byHand('blog', '90');
  expect(changes).toEqual([]);
  await confirm(/^Set 2 caps/);
  await screen.findByText(/Caps set: 2 of 2/);
  expect(changes.map(([, path, body]) => [path, body])).toEqual([
    ['/caps/shop', { category: 'development', expected: 100, to: 70 }],
    ['/caps/blog', { category: 'development', expected: 60, to: 90 }],
  ]);
  await waitFor(() => expect(foot()).toEqual(['50', '160', '160']));
  expect([projects.shop?.cap, projects.blog?.cap]).toEqual([70, 90]);
  press('Undo');
  await waitFor(() => expect([projects.shop?.cap, projects.blog?.cap]).toEqual([100, 60]));
  await waitFor(() => expect(page.querySelector('progress')).toBeNull());
  await screen.findByText('All caps are set back.');
  expect(foot(), 'what it says is what the table shows').toEqual(['50', '160', '160']);
  press('infrastructure');
  await waitFor(() => expect(screen.queryByText('All caps are set back.')).toBeNull());
});

it.each<[string, () => void]>([
  ['refuses', () => (refusing = 'blog')],
  ['finds set by somebody else', () => (projects.blog = { cap: 75, used: 10 })],
])('a plan stops at what the edge %s, says where, and offers to take back the rest', async (_, happen) => {
  const page = await show();
  press('by hand');
  byHand('shop', '70');
  byHand('blog', '90');
  happen();
  await confirm(/^Set 2 caps/);
  await screen.findByText(/Caps set: 1 of 2/);
  expect(page.querySelector('p.failure')?.textContent).toMatch(/blog/i);
  expect(projects.blog?.cap).not.toBe(90);
  press('Undo');
  await waitFor(() => expect(projects.shop?.cap).toBe(100));
});

it('a total is spread over the caps that are set: one that a guard overrides is left alone, and has no share', async () => {
  overridden = { projectId: 'shop', own: 100, cap: 55, state: 'laid', layers: [LAYER], problem: null };
  projects = { shop: { cap: 55, used: 40 }, blog: { cap: 60, used: 10 } };
  await show();
  press('evenly');
  fireEvent.input(screen.getByLabelText('Total to spread'), { target: { value: '200' } });
  await waitFor(() => expect(foot()).toEqual(['50', '160', '300']));
  await confirm(/^Set 1 cap/);
  await screen.findByText(/Caps set: 1 of 1/);
  expect(changes.map(([, path, body]) => [path, body])).toEqual([
    ['/caps/blog', { category: 'development', expected: 60, to: 200 }],
  ]);
});

it.each([
  ['budget', LAYER, 55, '55 then 100', '72.72727272727273%'],
  ['raise', { ...LAYER, kind: 'raise' } as const, 150, '150 then 100', '26.666666666666668%'],
])(
  'the cap in force is that of a %s while it overrides, and the bar is measured against it',
  async (_, layer, cap, now, part) => {
    overridden = { projectId: 'shop', own: 100, cap, state: 'laid', layers: [layer], problem: null };
    projects = { shop: { cap, used: 40 }, blog: { cap: 60, used: 10 } };
    await show();
    const row = screen.getByText('The shop').closest('tr');
    expect(row?.textContent).toContain(now);
    expect(row?.querySelector<HTMLElement>('.used-bar i')?.style.width).toBe(part);
    expect(row?.textContent).toContain(`overrides your cap of 100.`);
  },
);

it('what was spread is where caps by hand begin', async () => {
  await show();
  press('evenly');
  fireEvent.input(screen.getByLabelText('Total to spread'), { target: { value: '200' } });
  await waitFor(() => expect(foot()).toEqual(['50', '160', '200']));
  press('by hand');
  await waitFor(() => expect(foot()).toEqual(['50', '160', '200']));
  byHand('blog', '90');
  expect(screen.getByRole('button', { name: 'Set 2 caps' })).toBeTruthy();
});

it('whoever is no owner sees the caps and can plan none', async () => {
  const page = await show('builder');
  expect(page.querySelectorAll('tbody tr')).toHaveLength(2);
  expect(page.querySelector('tfoot')).toBeNull();
  expect(screen.queryByRole('button', { name: 'by hand' })).toBeNull();
  expect(page.textContent).toContain('Only owners may do that.');
});

it('an account without projects has nothing to plan', async () => {
  projects = {};
  const { calm } = popupStates(NOW);
  paintFrom(calm, NOW);
  const { container } = render(<Shown />);
  await unfold(container);
  await vi.waitFor(() => expect(container.textContent).not.toMatch(/Reading|so far/));
  expect(container.querySelector('table')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Set / })).toBeNull();
});

it('a plan that was begun before says of which day it is, until it is discarded or set', async () => {
  await show();
  fireEvent.input(screen.getByLabelText('Total to spread'), { target: { value: '800' } });
  expect(screen.queryByText(/^Your plan from/)).toBeNull();
  await waitFor(async () => expect(await readFormDraft('planner')).not.toBeNull());
  cleanup();
  await show();
  await screen.findByText(/^Your plan from .+ is not set yet\.$/);
  press('Discard');
  expect(screen.queryByText(/^Your plan from/)).toBeNull();
});

it('beside a total it is said over how many projects it is spread', async () => {
  projects.fresh = { cap: 160, used: 0 };
  await show();
  fireEvent.input(screen.getByLabelText('Total to spread'), { target: { value: '640' } });
  await screen.findByText('640 over 3 projects');
  expect(foot().at(-1)).toBe('640');
});

it('the total that lets projects spend what is left, and no more, is offered', async () => {
  await show();
  press('evenly');
  press(/^Fill in .+: used so far, and what is left$/);
  await waitFor(() => expect(foot().at(-1)).toBe(String(50 + 412)));
});

it('once caps are set, only the projects whose caps they are are read again', async () => {
  await show();
  reads = [];
  press('by hand');
  byHand('shop', '70');
  await confirm(/^Set 1 cap/);
  await screen.findByText(/Caps set: 1 of 1/);
  expect(reads.filter((path) => path.startsWith('/service/projects'))).toEqual([
    '/service/projects/shop/credit-limits',
  ]);
});

it('says when the projects were read, and reads them again when asked', async () => {
  await show();
  await screen.findByText('Read just now');
  projects.shop = { cap: 120, used: 40 };
  press('Read again');
  await waitFor(() => expect(foot()).toEqual(['50', '180', '180']));
});

it('a cap by hand that is used already may be set, and it is said that it stops the project', async () => {
  const page = await show();
  press('by hand');
  byHand('shop', '30');
  expect(page.textContent).toContain('Setting this stops shop at once: as much is used already.');
  expect(isOff(screen.getByRole('button', { name: 'Set 1 cap' }))).toBe(false);
});

it('caps typed by hand are still there after a total was spread', async () => {
  await show();
  press('by hand');
  byHand('shop', '77');
  press('evenly');
  fireEvent.input(screen.getByLabelText('Total to spread'), { target: { value: '200' } });
  press('by hand');
  expect((screen.getByLabelText('Cap of shop') as HTMLInputElement).value).toBe('77');
});

it('what is typed for the caps of one kind is still there after a look at the others, and a discard leaves it', async () => {
  await show();
  const total = () => (screen.getByLabelText('Total to spread') as HTMLInputElement).value;
  const typeTotal = (value: string) =>
    fireEvent.input(screen.getByLabelText('Total to spread'), { target: { value } });
  typeTotal('800');
  press('infrastructure');
  await waitFor(() => expect(total()).toBe(''));
  typeTotal('900');
  press('Discard');
  expect([total(), screen.queryByRole('button', { name: 'Discard' })]).toEqual(['', null]);
  press('development');
  expect(total()).toBe('800');
  await waitFor(async () => expect(await readFormDraft('planner')).not.toBeNull());
  cleanup();
  await show('owner', Date.UTC(2026, 11, 2, 9));
  expect(total(), 'a month later it is a plan of the past').toBe('');
});

// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../edge-client/api-error.ts';
import { apiErrorOf } from '../../../edge-client/edge-client.ts';
import { paintFrom } from '../../../fixtures/paint-from.ts';
import { popupStates } from '../../../fixtures/popup-states.ts';
import { respondHere } from '../../../messaging/client.ts';
import { type Chosen, Several } from './several.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

let caps: Record<string, { cap: number | null; used: number }>;
/** Caps that were set, in turn. */
let set: [string, unknown][];
let refusing: string | null;

beforeEach(() => {
  fakeBrowser.reset();
  caps = { shop: { cap: 100, used: 40 }, blog: { cap: null, used: 10 }, docs: { cap: 80, used: 0 } };
  [set, refusing] = [[], null];
  paintFrom(popupStates(NOW).calm, NOW);
  respondHere(async (name, request) => {
    const { path, body } = request as { path: string; body?: { expected: number | null; to: number | null } };
    const id = /(?:projects|caps)\/(\w+)/.exec(path)?.[1] ?? '';
    const project = caps[id];
    if (name === 'readEdge' && path.endsWith('/credit-limits') && project)
      return success({
        value: {
          creditLimits: {
            maxDevelopmentCreditsPerMonth: project.cap,
            maxInfrastructureCreditsPerMonth: null,
          },
          usedThisMonth: { development: project.used, infrastructure: 0 },
        },
        readAt: NOW,
      });
    if (name !== 'changeEdge' || !project || !body) return success({ value: [], readAt: NOW });
    if (id === refusing) return apiErrorOf(403, { errorCode: 'OWNER_ONLY', errorMessage: 'No.' });
    expect(project.cap).toBe(body.expected);
    set.push([id, body.to]);
    project.cap = body.to;
    return success({ value: null });
  });
  const names = Object.keys(caps).map((id): [string, Chosen] => [id, { name: `The ${id}`, groupId: null }]);
  render(<Several chosen={signal(new Map(names))} onEnd={() => {}} />);
});
afterEach(cleanup);

async function setTo(cap: string): Promise<void> {
  fireEvent.input(screen.getByLabelText(/^Cap of each/), { target: { value: cap } });
  fireEvent.click(await screen.findByRole('button', { name: 'Set the caps of 3 projects' }));
}
const capsNow = () => Object.values(caps).map(({ cap }) => cap);

it('one cap is set for all selected projects, said and undone as one', async () => {
  await setTo('60');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(screen.getByRole('status').textContent).toMatch(/^3 projects done\./);
  expect(capsNow()).toEqual([60, 60, 60]);
  fireEvent.click(undo);
  await waitFor(() => expect(capsNow()).toEqual([100, null, 80]));
});

it('one that stops projects at once is asked for, with their names', async () => {
  await setTo('30');
  await screen.findByRole('group', { name: 'This stops The shop at once: as much is used already.' });
  expect(set).toEqual([]);
});

it('where one is refused it says so, and what was set is undone', async () => {
  refusing = 'blog';
  await setTo('60');
  await screen.findByText(/Stopped at The blog/);
  expect(capsNow()).toEqual([60, null, 80]);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(capsNow()).toEqual([100, null, 80]));
});

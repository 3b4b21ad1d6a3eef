// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readSection } from '../../../../../shared/attention/fixtures.ts';
import { deployFixture, projectFixture, runFixture } from '../../../../../shared/snapshot/project-fixture.ts';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { apiError, success } from '../../../../edge-client/api-error.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { paidCallsItem } from '../../../../storage/paid-calls.ts';
import { readPromptDraft } from '../../../../storage/prompt-drafts.ts';
import { followPaidCalls } from '../../../../ui/paid-calls.ts';
import { PromptForm } from './prompt-form.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere(() => Promise.resolve(apiError('edge-failing')));
});
afterEach(cleanup);

const show = (projectId = 'shop', begun: string | null = null) =>
  render(<PromptForm projectId={projectId} begun={begun} />);
const words = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Prompt/ });
/** The button that sends, once what is known beforehand was read. */
const sending = () =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ });
    expect(isOff(button)).toBe(false);
    return button;
  });
const choice = (name: string) => screen.getByLabelText<HTMLSelectElement>(name);

it('words, how they are run, and an address that goes along are there again after the page was closed', async () => {
  const { unmount } = show();
  fireEvent.input(await words(), { target: { value: 'Add prices' } });
  fireEvent.change(choice('Model'), { target: { value: 'sonnet' } });
  fireEvent.change(choice('Effort'), { target: { value: 'high' } });
  fireEvent.click(screen.getByRole('button', { name: '+ file' }));
  fireEvent.input(screen.getByLabelText('Address'), {
    target: { value: 'https://a.example/prices.pdf' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  const source = { kind: 'address', url: 'https://a.example/prices.pdf' };
  await waitFor(async () =>
    expect(await readPromptDraft('shop')).toMatchObject({
      ...{ text: 'Add prices', model: 'sonnet', effort: 'high' },
      attachments: [{ name: 'prices.pdf', source }],
    }),
  );
  unmount();
  show();
  expect((await words()).value).toBe('Add prices');
  expect(choice('Model').value).toBe('sonnet');
  expect(choice('Effort').value).toBe('high');
  expect(screen.getByRole('button', { name: '1 file' })).toBeTruthy();
});

const runCredits = { low: 12, high: 30, count: 8 };
const runDurationMs = { low: 9 * 60_000, high: 22 * 60_000, count: 8 };

it.each([
  ['both', { runCredits, runDurationMs }, ' · 12–30 credits', /^9–22\smin$/],
  ['no durations', { runCredits, runDurationMs: null }, ' · 12–30 credits', /^$/],
  ['no costs', { runCredits: null, runDurationMs }, '', /^9–22\smin$/],
  ['neither', { runCredits: null, runDurationMs: null }, '', /^$/],
])('what a run usually takes is said once, as far as it is known: %s', async (_, known, cost, said) => {
  const { busy } = popupStates(NOW);
  if (!busy.snapshot) throw new Error('The state has no snapshot.');
  const { snapshot } = busy.snapshot;
  const history = readSection({ ...known, deployDurationMs: null }, NOW);
  const sections = { ...snapshot.sections, history };
  paintFrom({ ...busy, snapshot: { ...busy.snapshot, snapshot: { ...snapshot, sections } } }, NOW);
  show('recipe-box');
  fireEvent.input(await words(), { target: { value: 'A page of prices' } });
  const button = await screen.findByRole('button', { name: `Send after this run${cost}` });
  await waitFor(() => expect(button.title).toMatch(said));
});

it('a goal, of which nobody knows the number of runs, has the range of each', async () => {
  show('recipe-box');
  await words();
  fireEvent.change(choice('Run as'), { target: { value: 'goal' } });
  await screen.findByRole('button', { name: 'Send after this run · 12–24 credits a prompt' });
});

it('the question says that the cap may stop the run, with the raise beside it', async () => {
  respondHere(async (name, request) => {
    const { path = '' } = request as { path?: string };
    if (name !== 'readEdge' || !path.endsWith('/credit-limits')) return apiError('edge-failing');
    const creditLimits = { maxDevelopmentCreditsPerMonth: 140 };
    const usedThisMonth = { development: 139, infrastructure: 0 };
    return success({ value: { creditLimits, usedThisMonth }, readAt: NOW });
  });
  show('recipe-box');
  fireEvent.input(await words(), { target: { value: 'Add prices' } });
  fireEvent.click(await sending());
  const question = await screen.findByRole('group', { name: /the cap may stop it\.$/ });
  expect(within(question).getByRole('button', { name: 'Raise by 50 for one run' })).toBeTruthy();
});

const call = {
  ...({ key: 'key-00001', method: 'POST', path: '/projects/shop/agent/start', body: null } as const),
  about: { operation: 'startAgent', projectId: 'shop', words: 'Add prices' },
  ...{ confirmedAt: Date.now() + MINUTE_MS, confirmedFor: null, settledAt: null, error: null, record: null },
};

it('a prompt that the service took leaves the field empty and nothing kept, but what was chosen for it', async () => {
  await followPaidCalls();
  show();
  fireEvent.input(await words(), { target: { value: 'Add prices' } });
  fireEvent.change(choice('Effort'), { target: { value: 'high' } });
  await waitFor(async () => expect(await readPromptDraft('shop')).toMatchObject({ effort: 'high' }));
  await paidCallsItem.setValue([{ ...call, state: 'sending' }]);
  await screen.findByText('Sending…');
  await paidCallsItem.setValue([{ ...call, state: 'done', settledAt: Date.now() }]);
  await waitFor(async () => expect((await words()).value).toBe(''));
  await waitFor(async () => expect(await readPromptDraft('shop')).toBeNull());
  expect(choice('Effort').value).toBe('high');
});

it('words that lead to the field wait for the prompt that is on its way, and do not bring it back', async () => {
  await followPaidCalls();
  const { unmount } = show();
  fireEvent.input(await words(), { target: { value: 'Add prices' } });
  await waitFor(async () => expect(await readPromptDraft('shop')).toMatchObject({ text: 'Add prices' }));
  unmount();
  await paidCallsItem.setValue([{ ...call, state: 'sending' }]);
  show('shop', 'You have the key now.');
  await screen.findByText('Sending…');
  expect((await words()).value).toBe('Add prices');
  await paidCallsItem.setValue([{ ...call, state: 'done', settledAt: Date.now() }]);
  await waitFor(async () => expect((await words()).value).toBe('You have the key now.'));
});

/** The service's limits of the project, and its guards. */
const respondWithCap = (
  maxDevelopmentCreditsPerMonth: number | null,
  development: number,
  guards: unknown[] = [],
) =>
  respondHere((name, request) => {
    const { path } = request as { path: string };
    if (name !== 'readEdge') return Promise.resolve(apiError('edge-failing'));
    if (path.startsWith('/guards/'))
      return Promise.resolve(
        success({ value: { projectId: 'shop', limit: null, guards, acts: [] }, readAt: NOW }),
      );
    if (!path.includes('/credit-limits')) return Promise.resolve(apiError('edge-failing'));
    const creditLimits = { maxDevelopmentCreditsPerMonth, maxInfrastructureCreditsPerMonth: null };
    const usedThisMonth = { development, infrastructure: 0 };
    return Promise.resolve(success({ value: { creditLimits, usedThisMonth }, readAt: NOW }));
  });

it.each([
  ['its cap', 50, 30, '20', 'Its cap has 20 credits left: it stops the run before this budget.'],
  ['the balance', null, 30, '300', 'they run out before this budget.'],
])('a budget above what is left of %s says which of them ends first', async (_, cap, used, left, said) => {
  const { calm } = popupStates(NOW);
  if (!calm.snapshot) throw new Error('The state has no snapshot.');
  const { snapshot } = calm.snapshot;
  const run = runFixture({ phase: 'stopped', startedAt: NOW - 2, finishedAt: NOW - 1 });
  const items = [projectFixture({ run, deploy: deployFixture({ phase: 'live' }) })];
  const sections = { ...snapshot.sections, projects: readSection({ total: 1, items }, NOW) };
  paintFrom({ ...calm, snapshot: { ...calm.snapshot, snapshot: { ...snapshot, sections } } }, NOW);
  respondWithCap(cap, used);
  show();
  await words();
  fireEvent.change(await screen.findByLabelText('Budget'), { target: { value: 'own' } });
  const credits = await screen.findByLabelText(/Credits that this run may use/);
  fireEvent.input(credits, { target: { value: left } });
  await screen.findByText(/The service stops a run/);
  expect(screen.queryByText(said, { exact: false })).toBeNull();
  fireEvent.input(credits, { target: { value: '10000' } });
  await screen.findByText(said, { exact: false });
});

it("the range of a run ends at the project's own budget, which is named before it is sent, for a batch as one", async () => {
  const { calm } = popupStates(NOW);
  if (!calm.snapshot) throw new Error('The state has no snapshot.');
  const { snapshot } = calm.snapshot;
  const history = readSection({ runCredits, runDurationMs, deployDurationMs: null }, NOW);
  const sections = { ...snapshot.sections, history };
  paintFrom({ ...calm, snapshot: { ...calm.snapshot, snapshot: { ...snapshot, sections } } }, NOW);
  const unset = { setBy: null, since: null, number: null, problem: null, until: null };
  respondWithCap(null, 0, [
    { guard: { kind: 'run-budget', credits: 15 }, setAt: NOW, state: 'ready', ...unset },
  ]);
  show();
  fireEvent.input(await words(), { target: { value: 'Add prices\n---\nAdd a map' } });
  await screen.findByRole('button', { name: 'Send · 12–15 credits' });
  await screen.findByText(/· Budget 15 ▾/);
  fireEvent.change(choice('Run as'), { target: { value: 'several' } });
  await screen.findByRole('button', { name: 'Send 2 prompts · 15 credits' });
  await screen.findByText(/Budget of all together 15 /);
});

it('a prompt that the service will refuse is confirmed with the reason, not as a run that starts', async () => {
  respondWithCap(50, 50);
  show();
  fireEvent.input(await words(), { target: { value: 'Add prices' } });
  // It is not the thing to do next.
  await waitFor(async () => expect((await sending()).className).not.toContain('primary'));
  fireEvent.keyDown(await words(), { key: 'Enter', ctrlKey: true });
  const question = await screen.findByRole('group');
  expect(question.textContent).toMatch(/cap is reached.*The service will refuse this while that is so\./);
  expect(question.textContent).not.toContain('This starts a run');
});

it('the question before several prompts says what the service takes as a run begins', async () => {
  respondWithCap(null, 0);
  show();
  fireEvent.input(await words(), { target: { value: 'Add prices\n---\nAdd a map' } });
  fireEvent.change(choice('Run as'), { target: { value: 'several' } });
  fireEvent.click(await sending());
  expect((await screen.findByRole('group')).textContent).toMatch(/2 runs .* Each takes about 10 credits/);
});

it('a project of the older engine is offered no model, as none but its own choice is documented', async () => {
  respondHere((_, request) =>
    Promise.resolve(
      (request as { path: string }).path === '/service/projects/shop'
        ? success({ value: { projectId: 'shop' }, readAt: NOW })
        : apiError('edge-failing'),
    ),
  );
  show();
  await words();
  await screen.findByText('Older engine, its most capable model');
  expect(screen.queryByLabelText('Model')).toBeNull();
  expect(choice('Effort')).toBeTruthy();
});

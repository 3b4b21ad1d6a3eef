// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { WorkEntry, WorkPage } from '../../../../../shared/edge-api/work.ts';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { success } from '../../../../edge-client/api-error.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { readPromptDraft } from '../../../../storage/prompt-drafts.ts';
import { TalkTab } from './talk-tab.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const at = (minutes: number) => new Date(NOW - 60 * MINUTE_MS + minutes * MINUTE_MS).toISOString();
const said = (author: string, message: string, minutes: number, more = {}) => ({
  ...{ author, message, createdAt: at(minutes) },
  ...more,
});
const turn = (prompt: string, minutes: number, version: string) => [
  said('user', prompt, minutes),
  said('agent', `Answer to ${prompt}`, minutes + 5, { messageType: 'finished', versionId: version }),
];
const PROMPTS = [
  'A landing page',
  'The menu does not close',
  'The menu still does not close',
  'menu stays open',
];
let conversation: object[];
/** What the agent asks for at the end, and what the project has of it. */
let keys: { asked: Record<string, object>; given: string[] };
let changes: unknown[];
let work: WorkPage;
/** Until then the rows of work are not read. */
let workRead: Promise<void>;

beforeEach(() => {
  fakeBrowser.reset();
  changes = [];
  conversation = PROMPTS.flatMap((prompt, index) =>
    turn(prompt, index === 0 ? 0 : 10 + 10 * index, `v${index + 1}`),
  );
  keys = { asked: {}, given: [] };
  work = { rows: [], next: null, chain: null };
  workRead = Promise.resolve();
  respondHere(async (name, request) => {
    if (name === 'changeEdge') changes.push(request);
    if (name === 'changeEdge') keys.given.push(...Object.keys(keys.asked));
    const { path = '' } = (request ?? {}) as { path?: string };
    const value = path.includes('full-conversation')
      ? { conversation: [...conversation, said('agent', 'It waits', 60, { secretKeysNeeded: keys.asked })] }
      : path.startsWith('/sites/')
        ? { deployments: [], marks: [] }
        : path.startsWith('/events')
          ? { events: [], nextBefore: null }
          : path.startsWith('/work/')
            ? await workRead.then(() => work)
            : { projectId: 'shop', secrets: keys.given.map((name) => ({ _id: name, secretName: name })) };
    return success({ value, readAt: NOW });
  });
  paintFrom(popupStates(NOW).busy, NOW);
});
afterEach(cleanup);

const row = (id: number, mark: WorkEntry['mark'] = null): WorkEntry => ({
  ...{ id, projectId: 'shop', kind: 'run', call: `prompt-${id}`, by: 'Ada', prompt: PROMPTS[id - 1] ?? '' },
  promptedAt: Date.parse(at(id === 1 ? 0 : 10 * id)),
  ...{ begunAt: Date.parse(at(5 + 10 * id)), sentAt: null, startedAt: null, isOver: true },
  ...{ endedAt: null, overAt: null, ending: 'succeeded', reason: null, credits: 20, refunded: null },
  ...{
    versionId: `v${id}`,
    deploymentId: null,
    fixAttempts: null,
    batch: null,
    stoppedAt: null,
    capped: null,
  },
  ...{ withoutBudget: null, hasEvent: true, mark, acts: [], told: [] },
});

it('a run that succeeded is said not to be fixed, and the same press takes it back', async () => {
  work = {
    rows: [row(4), row(3), row(2, { mark: 'not-fixed', by: 'Ada', at: NOW })],
    next: null,
    chain: null,
  };
  render(<TalkTab projectId="shop" rest={[]} />);
  const verbs = await screen.findAllByRole('button', { name: /^Not fixed/ });
  expect(verbs.map((verb) => verb.getAttribute('aria-pressed'))).toEqual(['true', 'false', 'false']);
  fireEvent.click(verbs[2] as HTMLElement);
  await waitFor(() =>
    expect(changes).toMatchObject([{ method: 'POST', path: '/work/4/mark', body: { mark: 'not-fixed' } }]),
  );
  fireEvent.click(verbs[0] as HTMLElement);
  await waitFor(() => expect(changes[1]).toMatchObject({ path: '/work/2/mark', body: { mark: null } }));
});

it('while it is not fixed, the line above Send counts what it took, ends it, and has what was tried', async () => {
  const since = Date.parse(at(25));
  work = {
    ...{ rows: [row(4), row(3), row(2)], next: null },
    chain: {
      ...{ workId: 2, lastWorkId: 4, markedAt: since, since, lastAt: NOW, count: 3, credits: 62 },
      isAtLeast: true,
    },
  };
  render(<TalkTab projectId="shop" rest={[]} />);
  const line = (await screen.findByText(/^Not fixed at \d/)).closest('p') as HTMLElement;
  expect(line.textContent).toContain('3 prompts, at least 62 credits since');
  fireEvent.click(within(line).getByRole('button', { name: 'Fixed' }));
  await waitFor(() => expect(changes).toMatchObject([{ path: '/work/4/mark', body: { mark: 'fixed' } }]));
  expect(within(line).getByRole('button', { name: 'Copy what was tried' }).title).toBe(
    PROMPTS.slice(1)
      .map((prompt) => `- ${prompt}\n  finished`)
      .join('\n'),
  );
});

it('words that were sent before ask whether it was not fixed, and nothing else does', async () => {
  work = { rows: [row(4)], next: null, chain: null };
  render(<TalkTab projectId="shop" rest={[]} />);
  const field = await screen.findByRole('textbox', { name: /^Prompt/ });
  await screen.findAllByRole('button', { name: /^Not fixed/ });
  expect(screen.queryByText('You asked for this before.')).toBeNull();
  fireEvent.input(field, { target: { value: `${PROMPTS[3]}!` } });
  const line = (await screen.findByText('You asked for this before.')).closest('p') as HTMLElement;
  fireEvent.click(within(line).getByRole('button', { name: /^Not fixed/ }));
  await waitFor(() => expect(changes).toMatchObject([{ path: '/work/4/mark', body: { mark: 'not-fixed' } }]));
});

it('a run has the receipt of its row, also where nothing closed it and where the row tells more than the conversation', async () => {
  work = {
    rows: [
      { ...row(4), credits: 31.5 },
      { ...row(3), versionId: null, ending: 'stopped', credits: 7 },
    ],
    next: null,
    chain: null,
  };
  render(<TalkTab projectId="shop" rest={[]} />);
  await screen.findByText('31.5 credits');
  const receipts = [...document.querySelectorAll('.said-receipt')].map((one) => one.textContent);
  expect(receipts).toHaveLength(4);
  expect(receipts[2]).toContain('stopped');
  expect(receipts[2]).toContain('7 credits');
});

it('a run that goes on has none, and what was over before the edge was set up says what the conversation does', async () => {
  work = {
    rows: [{ ...row(4), isOver: false, ending: null, credits: null, versionId: null }],
    next: null,
    chain: null,
  };
  render(<TalkTab projectId="shop" rest={[]} />);
  await waitFor(() => expect(document.querySelectorAll('.said-receipt')).toHaveLength(3));
  expect(await screen.findAllByRole('button', { name: /^This works/ })).toHaveLength(3);
});

it('the prompt of a failed run is put into the field once, though the row of that run is read a moment later', async () => {
  conversation.push(said('agent', 'Something broke', 46, { messageType: 'error' }));
  work = { rows: [{ ...row(4), versionId: null, ending: 'failed', credits: 7 }], next: null, chain: null };
  let read = () => {};
  workRead = new Promise((resolve) => (read = resolve));
  render(<TalkTab projectId="shop" rest={['again']} />);
  const text = async () => (await readPromptDraft('shop'))?.text;
  await waitFor(async () => expect(await text()).toBe(PROMPTS[3]));
  read();
  await screen.findByRole('button', { name: /^This works.*08:45/ });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await text()).toBe(PROMPTS[3]);
});

it('a run that made a version is marked as one that works', async () => {
  render(<TalkTab projectId="shop" rest={[]} />);
  const stars = await screen.findAllByRole('button', { name: /^This works/ });
  expect(stars).toHaveLength(4);
  fireEvent.click(stars.at(-1) as HTMLElement);
  await waitFor(() =>
    expect(changes).toMatchObject([
      { method: 'PUT', path: '/sites/shop/marks/v4', body: { madeAt: Date.parse(at(45)) } },
    ]),
  );
});

it('once the last key was added, what comes next has the focus', async () => {
  keys.asked = { SMS_KEY: { description: 'of the provider' } };
  render(<TalkTab projectId="shop" rest={[]} />);
  const value = await screen.findByLabelText('Value');
  fireEvent.input(value, { target: { value: 'canary' } });
  value.focus();
  fireEvent.submit(value.closest('form') as Element);
  const next = await screen.findByRole('link', { name: 'Continue' });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

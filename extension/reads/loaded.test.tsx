// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import * as z from 'zod/mini';
import { ChangeStatus } from '../console/parts/part.tsx';
import { type ApiError, apiError, type Result, success } from '../edge-client/api-error.ts';
import { paintFrom } from '../fixtures/paint-from.ts';
import { popupStates } from '../fixtures/popup-states.ts';
import { respondHere } from '../messaging/client.ts';
import { cacheResponse } from '../storage/console.ts';
import { browserNow } from '../ui/page-state.ts';
import { useChange } from './change.ts';
import { Loaded } from './loaded.tsx';
import { useResource } from './resource.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
/** Another one in each test: views of the same path share what was read. */
let path: string;
let count = 0;
const schema = z.object({ words: z.string() });

let answers: (Result<unknown> | 'never')[];
let sent: string[];
const respondWith = (words: unknown) => success({ value: { words }, readAt: NOW });
const refused = (code: string, kind: ApiError['kind'] = 'refused') => apiError(kind, code, `told: ${code}`);

beforeEach(() => {
  fakeBrowser.reset();
  path = `/service/projects/shop-${count++}/versions`;
  paintFrom(popupStates(NOW).busy, NOW);
  answers = [];
  sent = [];
  respondHere((name) => {
    sent.push(name);
    const answer = answers.shift() ?? 'never';
    return answer === 'never' ? new Promise(() => {}) : Promise.resolve(answer);
  });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

/** The edge reports that something changed. */
function reportChange(): void {
  const states = popupStates(NOW).busy;
  const kept = states.snapshot;
  if (!kept) throw new Error('The state of this test has no snapshot.');
  const { snapshot } = kept;
  paintFrom(
    { ...states, snapshot: { ...kept, snapshot: { ...snapshot, version: snapshot.version + 1 } } },
    NOW,
  );
}

function View({ isGate = false }: { isGate?: boolean }) {
  return (
    <Loaded of={useResource({ path, schema })} isGate={isGate}>
      {({ words }) => <p>{words}</p>}
    </Loaded>
  );
}

it('what only decides which view is shown stays without a word when it can’t be read again', async () => {
  await cacheResponse(path, { value: { words: 'before' }, readAt: NOW });
  answers = [refused('SERVER_NOT_READY')];
  const { container } = render(<View isGate />);
  await screen.findByText('before');
  await waitFor(() => expect(sent).toHaveLength(1));
  await Promise.resolve();
  expect(container.textContent).toBe('before');
});

describe('a view whose service', () => {
  it('hangs says so after a moment, and offers to try again once it is given up', async () => {
    vi.useFakeTimers();
    let giveUp: (result: Result<never>) => void = () => {};
    respondHere(() => new Promise((resolve) => (giveUp = resolve)));
    render(<View />);
    screen.getByText('Reading…');
    await vi.advanceTimersByTimeAsync(4_100);
    screen.getByText('Reading takes long.');
    giveUp(apiError('service-failing', 'EDGE_SERVICE_TIMEOUT'));
    await vi.advanceTimersByTimeAsync(10);
    respondHere(() => Promise.resolve(respondWith('here')));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.advanceTimersByTimeAsync(10);
    screen.getByText('here');
  });

  it('hangs shows what was read before, with its age', async () => {
    await cacheResponse(path, { value: { words: 'kept' }, readAt: NOW - 3 * 60_000 });
    vi.useFakeTimers();
    render(<View />);
    await vi.advanceTimersByTimeAsync(4_100);
    screen.getByText('kept');
    screen.getByText(/^Read 3 min ago; the next answer takes long/);
  });

  it('answers half of it says that, and keeps what was read before', async () => {
    await cacheResponse(path, { value: { words: 'kept' }, readAt: NOW - 60_000 });
    answers = [refused('ANSWER_BROKEN_OFF', 'edge-failing')];
    render(<View />);
    const told = await screen.findByText(/reading it again failed/);
    expect(told.textContent).toMatch(/The answer broke off on its way/);
    screen.getByText('kept');
  });

  it('fails is announced without the age of what was read before, which changes every second', async () => {
    await cacheResponse(path, { value: { words: 'kept' }, readAt: NOW - 60_000 });
    answers = [refused('ANSWER_BROKEN_OFF', 'edge-failing')];
    render(<View />);
    const told = await screen.findByRole('status');
    const before = told.textContent;
    browserNow.value = NOW + 30 * 60_000;
    await screen.findByText(/31 min/);
    expect(told.textContent).toBe(before);
  });

  it('answers in a form that is not known says that', async () => {
    answers = [respondWith(7)];
    render(<View />);
    await screen.findByText("This version can't read the answer.");
  });

  it.each([
    ['this role may not ask', refused('EDGE_ROLE_FORBIDDEN', 'role'), /Ask an owner/],
    ['the edge does not let it through', refused('EDGE_NOT_ALLOWED', 'role'), /does not offer this here/],
    ['the account lacks it', refused('ROUTE_NOT_FOUND'), 'Not available here.'],
    ['the engine lacks it', refused('ENGINE_NOT_SUPPORTED'), 'Not available here.'],
    ['the edge found nothing there', refused('EDGE_SERVICE_NOT_AVAILABLE'), 'Not available here.'],
    ['the project was deleted meanwhile', refused('PROJECT_NOT_FOUND'), /no longer exists/],
  ])('refuses because %s says why', async (_, answer, words) => {
    answers = [answer];
    render(<View />);
    await screen.findByText(words);
  });
});

it('a read is made again when the browser ended the background meanwhile', async () => {
  answers = [refused('NO_BACKGROUND', 'edge-failing'), respondWith('here')];
  render(<View />);
  await screen.findByText('here');
  expect(sent).toEqual(['readEdge', 'readEdge']);
});

it('a failure stays on the page while its read is made again by itself', async () => {
  vi.useFakeTimers();
  answers = [refused('PROJECT_NOT_FOUND')];
  render(<View />);
  await vi.advanceTimersByTimeAsync(100);
  screen.getByText(/no longer exists/);
  reportChange();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(sent).toHaveLength(2);
  screen.getByText(/no longer exists/);
});

it('what a view has read ends with it, also when it was there for less than a frame', async () => {
  answers = [respondWith('before')];
  render(<View />);
  cleanup();
  await waitFor(() => expect(sent).toHaveLength(1));
  answers = [respondWith('after')];
  render(<View />);
  await screen.findByText('after');
});

it('a read is made again after the one in progress when the edge reports a change meanwhile', async () => {
  let finish: (result: Result<unknown>) => void = () => {};
  respondHere(() => new Promise((resolve) => (finish = resolve)));
  render(<View />);
  await waitFor(() => screen.getByText('Reading…'));
  reportChange();
  await new Promise((resolve) => setTimeout(resolve));
  respondHere(() => Promise.resolve(respondWith('changed')));
  finish(respondWith('before'));
  await screen.findByText('changed');
});

describe('a free change', () => {
  const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

  function Verb({ method }: { method: (typeof METHODS)[number] }) {
    const change = useChange();
    useResource({ path, schema });
    return (
      <>
        <button type="button" onClick={() => void change.send({ method, path, body: {} }, [path])}>
          do it
        </button>
        <ChangeStatus state={change.state.value} />
      </>
    );
  }

  it.each(METHODS)(
    'by %s whose background is ended is sent once, says that it may have been made, and reads again',
    async (method) => {
      answers = [respondWith('before'), refused('NO_BACKGROUND', 'edge-failing'), respondWith('after')];
      render(<Verb method={method} />);
      await waitFor(() => expect(sent).toEqual(['readEdge']));
      fireEvent.click(screen.getByText('do it'));
      fireEvent.click(screen.getByText('do it'));
      await screen.findByText(/It may have been done all the same: look first\.$/);
      expect(sent).toEqual(['readEdge', 'changeEdge', 'readEdge']);
    },
  );

  it('that was refused says why, and nothing of doubt', async () => {
    answers = [respondWith('before'), refused('OWNER_ONLY'), respondWith('before')];
    render(<Verb method="PUT" />);
    await waitFor(() => expect(sent).toEqual(['readEdge']));
    fireEvent.click(screen.getByText('do it'));
    await waitFor(() => expect(sent).toHaveLength(3));
    await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe('Sending…'));
    expect(screen.getByRole('status').textContent).not.toMatch(/all the same/);
    expect(screen.getByRole('status').textContent).not.toBe('');
  });
});

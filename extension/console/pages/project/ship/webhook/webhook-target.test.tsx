// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../../../edge-client/api-error.ts';
import { isOff } from '../../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../../messaging/client.ts';
import { readFormDraft } from '../../../../../storage/form-drafts.ts';
import { WebhookTarget } from './webhook-target.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const THEIRS = 'https://app.example/hook';
const EDGES = 'https://edge.example/hooks/projects/shop';
const HOOK = { projectId: 'shop', ready: true, secretChangedAt: null };

/** What the service has, which a change sets. */
const url = signal<string | null>(null);
const sent: unknown[] = [];

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  sent.length = 0;
  respondHere((name, request) => {
    if (name !== 'changeEdge') return null;
    const { path, body } = request as { path: string; body: { url?: string } };
    sent.push([path, body]);
    url.value = body.url ?? EDGES;
    return Promise.resolve(success({ value: null, readAt: NOW }));
  });
});
afterEach(cleanup);

const show = (at: string | null) => {
  url.value = at;
  const Shown = () => (
    <WebhookTarget projectId="shop" url={url.value} hook={url.value === EDGES ? HOOK : undefined} />
  );
  render(<Shown />);
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const isArmed = (name: RegExp) =>
  waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('false'));
const type = (text: string) =>
  fireEvent.input(screen.getByLabelText('Its address'), { target: { value: text } });

it('asks before it points anywhere for the first time, which has no way back', async () => {
  show(null);
  press('Point it at your edge');
  expect(sent).toEqual([]);
  await isArmed(/^Point it at your edge now/);
  press('Point it at your edge now');
  await screen.findByText(/^It points at your edge/);
  expect(sent).toEqual([['/subscriptions/projects/shop', { replace: false }]]);
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

it('takes an address of one’s own only if it is https, and keeps what is typed until it is set', async () => {
  show(null);
  press('Another address');
  type('http://app.example/hook');
  screen.getByText('The address must start with https://.');
  const set = screen.getByRole<HTMLButtonElement>('button', { name: 'Point it there' });
  expect(isOff(set)).toBe(true);
  await waitFor(async () => expect(await readFormDraft('project webhook shop')).not.toBeNull());
  press('Close');
  press('Another address');
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Its address').value).toBe('http://app.example/hook'),
  );
  type(THEIRS);
  press('Point it there');
  expect(sent).toEqual([]);
  await isArmed(/^Point it at app\.example now/);
  press('Point it at app.example now');
  await screen.findByText('It points at app.example.');
  expect(sent).toEqual([['/service/projects/shop/webhook', { url: THEIRS }]]);
});

it('the address that was replaced is set back by Undo, be it somebody’s or this edge’s', async () => {
  show(THEIRS);
  press('Point it at your edge');
  screen.getByText(/makes a new secret unless/);
  await isArmed(/^Replace app\.example/);
  press(/^Replace app\.example/);
  await screen.findByText(/^It points at your edge/);
  fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await screen.findByText('It points at app.example.');
  expect(sent.at(-1)).toEqual(['/service/projects/shop/webhook', { url: THEIRS }]);
  await screen.findByText('Set back.');
  cleanup();
  show(EDGES);
  press('Change the address');
  type(THEIRS);
  press('Point it there');
  await isArmed(/^Replace edge\.example/);
  press(/^Replace edge\.example/);
  fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(sent.at(-1)).toEqual(['/subscriptions/projects/shop', { replace: true }]));
});

it('offers no Undo beside a rotation, which has none', async () => {
  show(THEIRS);
  press('Point it at your edge');
  await isArmed(/^Replace app\.example/);
  press(/^Replace app\.example/);
  await screen.findByRole('button', { name: /^Undo/ });
  press('Rotate the secret');
  await isArmed(/^Make a new secret/);
  press(/^Make a new secret/);
  await waitFor(() => expect(sent.at(-1)).toEqual(['/subscriptions/projects/shop/rotate', {}]));
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../../../edge-client/api-error.ts';
import { isOff } from '../../../../fixtures/is-off.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { paidCallsItem, type StoredPaidCall } from '../../../../storage/paid-calls.ts';
import { followPaidCalls } from '../../../../ui/paid-calls.ts';
import { Versions } from './versions.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const DIFF =
  'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,1 @@\n same\n-old\n--- older, a comment\n+new\ndiff --git a/y b/y\n';

let live: string;
const respond: Parameters<typeof respondHere>[0] = (name, request) => {
  if (name !== 'readEdge') return null;
  const { path } = request as { path: string };
  const version = (number: number) => ({
    ...{
      _id: `v${number}`,
      name: `Version ${number}`,
      prompt: `Prompt ${number}`,
      commitSha: `c${number}`,
      ...(number === 3 && { recoveredVersionId: 'v1' }),
    },
    createdAt: new Date(NOW - (10 - number) * 1000).toISOString(),
  });
  const value = path.includes('version-diff')
    ? { diff: DIFF }
    : path.includes('/versions')
      ? { versions: [version(1), version(2), version(3)], totalCount: 3 }
      : { status: 'success', createdAt: new Date(NOW).toISOString(), versionId: live };
  return Promise.resolve(success({ value, readAt: NOW }));
};
beforeEach(() => {
  live = 'v1';
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  respondHere(respond);
});
afterEach(cleanup);

it('the version that a link leads to is unfolded and has the focus', async () => {
  render(<Versions project={{ projectId: 'shop' }} arrivedAt="v2" />);
  const row = await screen.findByRole('button', { name: /Version 2/, expanded: true });
  await waitFor(() => expect(document.activeElement).toBe(row));
  expect(screen.getAllByRole('button', { expanded: false, name: /^Version/ })).toHaveLength(2);
  expect(screen.getByText('2 versions are newer than the live one.')).toBeTruthy();
});

it('marks the newest version where visitors see it, and calls none newer', async () => {
  live = 'v3';
  render(<Versions project={{ projectId: 'shop' }} arrivedAt={null} />);
  await screen.findByText(/^live/);
  expect(screen.queryByText(/newer than the live one/)).toBeNull();
});

it('what a version changed is told apart by the kind of its lines, and folds again', async () => {
  render(<Versions project={{ projectId: 'shop' }} arrivedAt="v3" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show what it changed: Version 3' }));
  const fold = await screen.findByRole('button', { name: 'Hide what it changed: Version 3' });
  const code = (await screen.findByText('same')).closest('pre');
  expect([...(code?.children ?? [])].map(({ className, textContent }) => [className, textContent])).toEqual([
    ['diff-head', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,1 @@\n'],
    ['diff-same', ' same\n'],
    ['diff-removed', '-old\n--- older, a comment\n'],
    ['diff-added', '+new\n'],
    ['diff-head', 'diff --git a/y b/y\n'],
  ]);
  fireEvent.click(fold);
  expect(screen.queryByText('same')).toBeNull();
});

const recovered = (versionId: string): StoredPaidCall => ({
  ...{ key: 'key-00001', method: 'POST', path: `/service/projects/shop/versions/${versionId}/recover` },
  ...{ body: null, about: { operation: 'recoverVersion', projectId: 'shop', words: '' } },
  ...{ confirmedAt: NOW, confirmedFor: null, state: 'done', settledAt: NOW, error: null, record: null },
});

it('what became of a restoration stands beside its own version alone', async () => {
  await followPaidCalls();
  await paidCallsItem.setValue([recovered('v1')]);
  render(<Versions project={{ projectId: 'shop' }} arrivedAt="v2" />);
  fireEvent.click(await screen.findByRole('button', { name: /^Version 1/ }));
  const accepted = await screen.findByText(/^The service accepted it just now/);
  expect(accepted.closest('li')?.textContent).toContain('Prompt 1');
});

it('while a version is restored it is named, and no other can be, also where that is asked already', async () => {
  const { rerender } = render(<Versions project={{ projectId: 'shop' }} arrivedAt="v2" />);
  fireEvent.click(await screen.findByRole('button', { name: /^Restore · .*: Version 2$/ }));
  const sure = screen.getByRole<HTMLButtonElement>('button', { name: /^Confirm: Restore · / });
  const versionRecovery = { status: 'recovering', versionId: 'v1', startedAt: new Date(NOW).toISOString() };
  rerender(<Versions project={{ projectId: 'shop', versionRecovery }} arrivedAt="v2" />);
  await screen.findByText(/^Restoring .?Version 1.?\.$/);
  const other = screen.getByRole<HTMLButtonElement>('button', { name: 'Restore: Version 1' });
  expect(sure.isConnected).toBe(false);
  expect(other.title).toBe('A version is being restored.');
  expect(isOff(other)).toBe(true);
  expect(screen.getByRole('group').textContent).toContain(other.title);
});

it('a restored version says in its row what it was made from, and leads to its deployment while it is not live', async () => {
  render(<Versions project={{ projectId: 'shop' }} arrivedAt={null} />);
  await screen.findByRole('button', { name: /^Version 3.*Made from .*Version 1/ });
  screen.getByRole('button', { name: /^Deploy/ });
  cleanup();
  live = 'v3';
  render(<Versions project={{ projectId: 'shop' }} arrivedAt={null} />);
  await screen.findByRole('button', { name: /Version 3.*live · / });
  expect(screen.queryByRole('button', { name: /^Deploy/ }), 'it is live already').toBeNull();
});

it('the way back leads to the last good version with its question, which names what is lost; a star marks one for everybody', async () => {
  const sent: unknown[] = [];
  const answered = respond;
  respondHere((name, request) => {
    const { path } = request as { path: string };
    if (name === 'changeEdge') {
      sent.push(request);
      return Promise.resolve(success({ value: null }));
    }
    if (!path.startsWith('/sites/')) return answered(name, request);
    const value = { deployments: [], marks: [{ versionId: 'v1', madeAt: NOW - 9000 }] };
    return Promise.resolve(success({ value, readAt: NOW }));
  });
  render(<Versions project={{ projectId: 'shop' }} arrivedAt="back" />);
  await screen.findByRole('button', { name: /Version 1/, expanded: true });
  await screen.findByText('2 later versions are not in it');
  expect([...document.querySelectorAll('.lost li')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Prompt 3'),
    expect.stringContaining('Prompt 2'),
  ]);
  const marked = screen.getByRole('button', { name: /This works: .*Version 1/ });
  expect(marked.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(marked);
  fireEvent.click(screen.getByRole('button', { name: /This works: .*Version 2/ }));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { method: 'DELETE', path: '/sites/shop/marks/v1' },
      { method: 'PUT', path: '/sites/shop/marks/v2', body: { madeAt: NOW - 8000 } },
    ]),
  );
});

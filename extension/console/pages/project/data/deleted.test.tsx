// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { HOUR_MS } from '../../../../../shared/time.ts';
import { apiError, type Result, success } from '../../../../edge-client/api-error.ts';
import { apiErrorOf } from '../../../../edge-client/edge-client.ts';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { respondHere } from '../../../../messaging/client.ts';
import { changesOf } from '../../../grid/staged-changes.ts';
import { sourceKey } from './data-source.ts';
import { DeletedRecords } from './deleted.tsx';

const NOW = Date.UTC(2026, 10, 22, 9);
const ANN = {
  ...{ objectId: 'a1', type: 'member', deletedAt: new Date(NOW - HOUR_MS).toISOString(), deletedBy: 'Bo' },
  object: { _id: 'a1', name: 'Ann', createdAt: '2026-11-01' },
};

let deleted: unknown;
let isFailing: boolean;
let restore: () => Result<unknown>;
let changes: string[];
/** Each test has its own project: a project's write mode lasts. */
let turn = 0;

beforeEach(() => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).calm, NOW);
  turn += 1;
  [deleted, isFailing, changes] = [[ANN], false, []];
  restore = () => {
    deleted = [];
    return success({ value: null });
  };
  respondHere((name, request) => {
    const { method, path } = request as { method: string; path: string };
    if (name === 'readEdge')
      return Promise.resolve(
        isFailing ? apiError('service-failing') : success({ value: deleted, readAt: NOW }),
      );
    if (name !== 'changeEdge') return null;
    if (path.startsWith('/write-mode/')) return Promise.resolve(success({ value: null }));
    changes.push(`${method} ${path}`);
    return Promise.resolve(restore());
  });
});
afterEach(cleanup);

const show = () => render(<DeletedRecords projectId={`p${turn}`} />).container;
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

it('a deleted record is named by its values, when and by whom, and brought back only while editing', async () => {
  const page = show();
  await screen.findByText(/Ann/);
  expect(page.textContent).toMatch(/member.*1\shr\sago.*Bo/);
  expect(screen.queryByRole('button', { name: /^Bring back/ })).toBeNull();
  await press('Edit records');
  await press(/^Bring back/);
  await screen.findByText('Nothing yet.');
  expect(changes).toEqual([`PUT /data/p${turn}/data-deleted/undo-delete-object/a1`]);
});

it('what was brought back is no longer said to be deleted where its table says what was sent', async () => {
  const { sent } = changesOf(sourceKey(`p${turn}`, 'member'));
  sent.value = { count: 2, undo: [], deleted: ['a1', 'b2'] };
  show();
  await press('Edit records');
  await press(/^Bring back/);
  await waitFor(() => expect(sent.value).toEqual({ count: 1, undo: [], deleted: ['b2'] }));
});

it('a refusal is said beside its record, which stays listed', async () => {
  restore = () => apiErrorOf(409, { errorCode: 'TAKEN', errorMessage: 'The name is taken.' });
  const page = show();
  await press('Edit records');
  await press(/^Bring back/);
  await waitFor(() => expect(page.querySelector('li')?.textContent).toContain('The name is taken.'));
  expect(page.querySelectorAll('li')).toHaveLength(1);
});

it('a failed read is no empty list, and is tried again', async () => {
  isFailing = true;
  const page = show();
  await screen.findByRole('alert');
  expect(page.textContent).not.toContain('Nothing yet');
  isFailing = false;
  await press('Try again');
  await screen.findByText(/Ann/);
});

it('an answer of another form is shown as it came, and an entry without an id can’t be brought back', async () => {
  deleted = { trash: 'of another form' };
  show();
  expect((await screen.findByText(/of another form/)).textContent).toContain('trash');
  cleanup();
  turn += 1;
  deleted = [{ type: 'member', object: { name: 'Ann' } }];
  show();
  await screen.findByText(/Ann/);
  await press('Edit records');
  await screen.findByRole('button', { name: /stop editing/i });
  expect(screen.queryByRole('button', { name: /^Bring back/ })).toBeNull();
});

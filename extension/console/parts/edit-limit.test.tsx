// @vitest-environment happy-dom
import { Signal, signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { success } from '../../edge-client/api-error.ts';
import { isOff } from '../../fixtures/is-off.ts';
import { readFormDraft } from '../../storage/form-drafts.ts';
import { CAP_RANGE } from '../../ui/limit-input.tsx';
import { comparedHere, EditLimit } from './edit-limit.tsx';

beforeEach(() => fakeBrowser.reset());
afterEach(cleanup);

/** What the service has now, which another owner may have set; undefined: it can't be read. */
let now: number | null | undefined;
const send = vi.fn();

function show(value: number | null | Signal<number | null>, isOverridden = false): void {
  const read = value instanceof Signal ? value : signal(value);
  now = read.value;
  send.mockReset().mockResolvedValue(success(null));
  const Shown = () => (
    <EditLimit
      id="shop development"
      label="Development"
      value={read.value}
      range={CAP_RANGE}
      canRemove
      isOverridden={isOverridden}
      stops={(to) => (to >= 10 && to <= 20 ? 'It stops at once.' : null)}
      set={comparedHere(
        async () => now,
        async (change, to) => {
          change.state.value = { kind: 'kept' };
          return send(to);
        },
      )}
    />
  );
  render(<Shown />);
}
const open = () => fireEvent.click(screen.getByRole('button', { name: /^Change/ }));
const field = () => screen.getByLabelText('Development') as HTMLInputElement;
const type = (amount: string) => fireEvent.input(field(), { target: { value: amount } });
const submit = async () => fireEvent.click(await screen.findByRole('button', { name: 'Set to 60' }));
const isKept = async () => (await readFormDraft('limit shop development')) !== null;

it('opens with its value selected, so that what is typed replaces it', () => {
  show(50);
  open();
  const select = vi.spyOn(HTMLInputElement.prototype, 'select');
  expect(document.activeElement).toBe(field());
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  open();
  expect(select.mock.contexts).toEqual([field()]);
});

it('a limit that another owner has set meanwhile is shown, and replaced only when it is set again', async () => {
  show(50);
  open();
  type('60');
  now = 55;
  await submit();
  await screen.findByText(/Somebody has set it to 55 meanwhile/);
  expect(send).not.toHaveBeenCalled();
  expect(field().value).toBe('60');
  await submit();
  await waitFor(() => expect(send.mock.calls).toEqual([[60]]));
});

it('a cap may be less than a credit, but must be positive (Credit limits)', async () => {
  show(50);
  open();
  type('0');
  await screen.findByText('Enter a number above 0.');
  expect(isOff(screen.getByRole('button', { name: 'Set' }))).toBe(true);
  type('0.25');
  fireEvent.click(await screen.findByRole('button', { name: 'Set to 0.25' }));
  await waitFor(() => expect(send.mock.calls).toEqual([[0.25]]));
});

it('a value that stops something at once is asked for once; changing it asks again', async () => {
  show(50);
  open();
  type('20');
  await screen.findByText('It stops at once.');
  fireEvent.click(screen.getByRole('button', { name: 'Set to 20' }));
  await screen.findByRole('group', { name: 'It stops at once.' });
  type('10');
  fireEvent.click(await screen.findByRole('button', { name: 'Set to 10' }));
  expect(send).not.toHaveBeenCalled();
  const question = await screen.findByRole('group', { name: 'It stops at once.' });
  const sure = within(question).getByRole('button', { name: 'Set to 10' });
  await waitFor(() => expect(sure.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(sure);
  await waitFor(() => expect(send.mock.calls).toEqual([[10]]));
});

it('says that a value was set back once it was undone, no longer that one was saved', async () => {
  const value = signal<number | null>(50);
  show(value);
  open();
  type('60');
  await submit();
  await screen.findByText('Saved.');
  value.value = 60;
  now = 60;
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: Development' }));
  await screen.findByText('Set back.');
  expect(screen.queryByText('Saved.')).toBeNull();
  expect(send.mock.calls).toEqual([[60], [50]]);
});

it('a limit that was removed can be set back, with the focus on its button', async () => {
  const value = signal<number | null>(50);
  show(value);
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Saved.');
  value.value = null;
  now = null;
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: Development' }));
  await screen.findByText('Set back.');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change: Development' }));
  expect(send.mock.calls).toEqual([[null], [50]]);
});

it('Undo stays where it could not be done', async () => {
  const value = signal<number | null>(50);
  show(value);
  open();
  type('60');
  await submit();
  await screen.findByText('Saved.');
  value.value = 60;
  now = undefined;
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: Development' }));
  await waitFor(() => expect(send.mock.calls).toEqual([[60]]));
  expect(screen.getByRole('button', { name: 'Undo: Development' })).toBeTruthy();
});

it('one that cannot be compared is not changed', async () => {
  show(50);
  open();
  type('60');
  now = undefined;
  await submit();
  await screen.findByText(/nothing was changed/);
  expect(send).not.toHaveBeenCalled();
});

it('what was typed survives the page, is compared with what it began with, and goes when it is set', async () => {
  show(50);
  open();
  type('60');
  await waitFor(async () => expect(await isKept()).toBe(true));
  cleanup();
  show(55);
  await waitFor(() => expect(field().value).toBe('60'));
  await submit();
  await screen.findByText(/Somebody has set it to 55 meanwhile/);
  await submit();
  await waitFor(() => expect(send.mock.calls).toEqual([[60]]));
  await waitFor(async () => expect(await isKept()).toBe(false));
});

it('what was typed goes when it is so by now: its page was closed while it was sent', async () => {
  show(50);
  open();
  type('60');
  await waitFor(async () => expect(await isKept()).toBe(true));
  cleanup();
  show(60);
  await waitFor(async () => expect(await isKept()).toBe(false));
  expect(screen.queryByLabelText('Development')).toBeNull();
});

it('what was typed goes when it is cancelled', async () => {
  show(50);
  open();
  type('60');
  await waitFor(async () => expect(await isKept()).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(await isKept()).toBe(false));
});

it('what is set already is not set again', async () => {
  show(50);
  open();
  expect(isOff(screen.getByRole('button', { name: 'Set' }))).toBe(true);
  fireEvent.submit(field().closest('form') as HTMLFormElement);
  expect(send).not.toHaveBeenCalled();
});

it('what is set already is set again where something else stands in its place: that ends it', async () => {
  show(50, true);
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Set to 50' }));
  await waitFor(() => expect(send.mock.calls).toEqual([[50]]));
});

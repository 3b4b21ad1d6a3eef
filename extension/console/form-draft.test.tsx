// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { byteLength, LOCAL_BOUNDS } from '../storage/bounds.ts';
import { formDraftsItem, readFormDraft, writeFormDraft } from '../storage/form-drafts.ts';
import { Discard, resumed, useFormDraft } from './form-draft.tsx';

beforeEach(() => fakeBrowser.reset());
afterEach(cleanup);

function Form({ label = 'Shop', sentAt = 0 }: { label?: string; sentAt?: number }) {
  const form = useFormDraft('project shop', { label, description: '' });
  return (
    <>
      <input
        aria-label="Label"
        value={form.fields.value.label}
        onInput={({ currentTarget }) => form.edit({ label: currentTarget.value })}
      />
      <p>{form.isSentBy({ state: 'done', confirmedAt: sentAt }) ? 'is sent' : 'is not sent'}</p>
      <button type="button" onClick={form.forget}>
        sent
      </button>
      <Discard of={form} />
    </>
  );
}
const field = () => screen.getByLabelText('Label') as HTMLInputElement;
const type = (value: string) => fireEvent.input(field(), { target: { value } });
const kept = async () => (await readFormDraft('project shop'))?.fields.label;

describe('a form', () => {
  it('survives its page: what was typed stands there again', async () => {
    render(<Form />);
    type('Shop of mine');
    await waitFor(async () => expect(await kept()).toBe('Shop of mine'));
    cleanup();
    render(<Form />);
    await waitFor(() => expect(field().value).toBe('Shop of mine'));
  });

  it('is discarded by a button, which stands there only once something was typed', async () => {
    render(<Form />);
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    type('Shop of mine');
    await waitFor(async () => expect(await kept()).toBe('Shop of mine'));
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(field().value).toBe('Shop'));
    await waitFor(async () => expect(await kept()).toBeUndefined());
  });

  it('counts as sent by a call that was confirmed after it was typed, never by an earlier one', async () => {
    const { rerender } = render(<Form sentAt={Date.now() + 60_000} />);
    screen.getByText('is not sent');
    type('Shop of mine');
    await screen.findByText('is sent');
    rerender(<Form sentAt={1} />);
    screen.getByText('is not sent');
  });

  it('keeps nothing of what was sent, nor of what was typed back to what it was', async () => {
    render(<Form />);
    type('Shop of mine');
    await waitFor(async () => expect(await kept()).toBe('Shop of mine'));
    type('Shop');
    await waitFor(async () => expect(await kept()).toBeUndefined());
    type('Shop of yours');
    await waitFor(async () => expect(await kept()).toBe('Shop of yours'));
    fireEvent.click(screen.getByText('sent'));
    await waitFor(async () => expect(await kept()).toBeUndefined());
  });
});

it('what somebody else has changed since is taken over where nothing was typed, and met by a question where something was', () => {
  const draft = { fields: { label: 'Mine', group: 'a' }, base: { label: 'Shop', group: 'a' } };
  expect(resumed(draft, { label: 'Theirs', group: 'b' })).toEqual({
    fields: { label: 'Mine', group: 'b' },
    base: { label: 'Shop', group: 'b' },
  });
});

describe('stored forms', () => {
  const draft = (text: string, at: number) => ({ fields: { text }, base: { text: '' }, at });

  it('stay within their bytes: the oldest make room', async () => {
    for (let at = 1; at <= 8; at++) await writeFormDraft(`f${at}`, draft('x'.repeat(10_000), at), at);
    expect(byteLength(await formDraftsItem.getValue())).toBeLessThanOrEqual(LOCAL_BOUNDS['form-drafts'].each);
    expect(await readFormDraft('f8')).not.toBeNull();
    expect(await readFormDraft('f1')).toBeNull();
  });

  it('go after 30 days; what cannot be read is passed over', async () => {
    await formDraftsItem.setValue({ odd: 3, old: draft('a', 0) });
    await writeFormDraft('new', draft('b', 40 * 86_400_000), 40 * 86_400_000);
    expect([await readFormDraft('odd'), await readFormDraft('old')]).toEqual([null, null]);
    expect(await readFormDraft('new')).not.toBeNull();
  });
});

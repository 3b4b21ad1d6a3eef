// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { byteLength, LOCAL_BOUNDS } from '../../storage/bounds.ts';
import { formDraftsItem, readFormDraft, readFormDrafts, writeFormDraft } from '../../storage/form-drafts.ts';
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
const keptAs = async (id: string) => {
  const draft = await readFormDraft(id);
  return draft === 'unreadable' ? draft : draft?.fields;
};
const kept = async () => Object(await keptAs('project shop')).label;

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

it('what was typed and is so by now is no draft: its page was closed while it was sent', async () => {
  await writeFormDraft('project shop', { fields: { label: 'Mine' }, base: { label: 'Shop' }, at: 1 }, 1);
  render(<Form label="Mine" />);
  await waitFor(async () => expect(await readFormDraft('project shop')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
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

  it('go after 30 days', async () => {
    await formDraftsItem.setValue({ old: draft('a', 0) });
    await writeFormDraft('new', draft('b', 40 * 86_400_000), 40 * 86_400_000);
    expect(await readFormDraft('old')).toBeNull();
    expect(await readFormDraft('new')).not.toBeNull();
  });

  it('that do not fit by themselves are refused, and take none of the others away', async () => {
    await writeFormDraft('f1', draft('short', 1), 1);
    const long = draft('x'.repeat(LOCAL_BOUNDS['form-drafts'].each), 2);
    await expect(writeFormDraft('f2', long, 2)).rejects.toThrow('no room');
    expect(await readFormDraft('f1')).not.toBeNull();
  });

  it('of two pages at once are kept both', async () => {
    await Promise.all([1, 2, 3].map((at) => writeFormDraft(`f${at}`, draft('a', at), at)));
    expect(Object.keys(await readFormDrafts())).toHaveLength(3);
  });

  it('about the data of users are never on disk', async () => {
    await writeFormDraft('user', draft('Ada', 1), 1, 'memory');
    expect(await readFormDraft('user')).toBeNull();
    expect(await readFormDraft('user', 'memory')).not.toBeNull();
    expect(JSON.stringify(await browser.storage.local.get(null))).not.toContain('Ada');
  });

  it('that do not fit their form are kept, and said, until they are discarded', async () => {
    const other = { label: ['of another', 'form'] };
    await writeFormDraft('project shop', { fields: other, base: other, at: 1 }, 1);
    render(<Form />);
    await screen.findByText(/A draft could not be read/);
    type('Shop of mine');
    expect(await keptAs('project shop')).toEqual(other);
    const [discardButton] = screen.getAllByRole('button', { name: 'Discard' }).slice(-1);
    fireEvent.click(discardButton as HTMLElement);
    await waitFor(async () => expect(await kept()).toBe('Shop of mine'));
  });

  it('that cannot be read are kept by what other forms write, said, and replaced only once they are discarded', async () => {
    await formDraftsItem.setValue({ 'project shop': 3 });
    await writeFormDraft('other', draft('b', 1), 1);
    render(<Form />);
    await screen.findByText(/A draft could not be read/);
    type('Shop of mine');
    expect(await keptAs('project shop')).toBe('unreadable');
    const [discardButton] = screen.getAllByRole('button', { name: 'Discard' }).slice(-1);
    fireEvent.click(discardButton as HTMLElement);
    await waitFor(async () => expect(await kept()).toBe('Shop of mine'));
    expect(screen.queryByText(/A draft could not be read/)).toBeNull();
  });
});

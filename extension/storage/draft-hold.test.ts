import { afterEach, expect, it, vi } from 'vitest';
import { type DraftHold, heldDrafts, holdDraft } from './draft-hold.ts';

const holds: DraftHold[] = [];

/** A form that notes what it is told; `storing`: until when its last words are being stored. */
function form(id: string, storing: Promise<void> = Promise.resolve()) {
  const seen: string[] = [];
  const hold = holdDraft(id, {
    onHeld: () => seen.push('held'),
    onElsewhere: () => seen.push('elsewhere'),
    settle: async () => {
      await storing;
      seen.push('settled');
    },
  });
  holds.push(hold);
  return { seen, hold };
}

afterEach(async () => {
  for (const hold of holds.splice(0)) await hold.end();
});

it('a second form of a draft says that it is edited elsewhere, and has it once the first is closed', async () => {
  const first = form('a');
  await vi.waitFor(() => expect(first.seen).toEqual(['held']));
  const second = form('a');
  const other = form('b');
  await vi.waitFor(() => expect(second.seen).toEqual(['elsewhere']));
  expect(other.seen, 'another draft is not').toEqual(['held']);
  await first.hold.end();
  await vi.waitFor(() => expect(second.seen).toEqual(['elsewhere', 'held']));
});

it('a form that takes a draft over has it when the other has stored everything', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = form('c', promise);
  await vi.waitFor(() => expect(first.seen).toEqual(['held']));
  const second = form('c');
  await vi.waitFor(() => expect(second.seen).toEqual(['elsewhere']));
  second.hold.take();
  await vi.waitFor(() => expect(first.seen).toEqual(['held', 'elsewhere']));
  expect(second.seen, 'what was typed last is not stored yet').toEqual(['elsewhere']);
  resolve();
  await vi.waitFor(() => expect(second.seen).toEqual(['elsewhere', 'held']));
  expect(first.seen.slice(0, 3)).toEqual(['held', 'elsewhere', 'settled']);
  await second.hold.end();
  await vi.waitFor(() => expect(first.seen.at(-1), 'and has it back later').toBe('held'));
});

it('tells which drafts are edited', async () => {
  const { seen, hold } = form('d');
  await vi.waitFor(() => expect(seen).toEqual(['held']));
  expect((await heldDrafts())('d')).toBe(true);
  await hold.end();
  await vi.waitFor(async () => expect((await heldDrafts())('d')).toBe(false));
});

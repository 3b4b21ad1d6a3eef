import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { StorageFull } from './bounds.ts';
import { type DraftBounds, type DraftPlace, draftCollection, oldestFirst } from './draft-collection.ts';

const draft = z.object({ at: z.number(), text: z.string() });
type Draft = z.infer<typeof draft>;

let kept: Record<string, unknown>;
/** Storage that takes its time, as a browser's does. */
const place: DraftPlace = {
  lock: 'test drafts',
  read: async (id) => kept[id],
  entries: async () => Object.entries(kept),
  write: async (id, value, gone) => {
    await new Promise((later) => setTimeout(later));
    for (const other of gone) delete kept[other];
    if (value === null) delete kept[id];
    else kept[id] = value;
  },
  watch: () => () => {},
};

const of = (bounds: Partial<DraftBounds<Draft>>) =>
  draftCollection(place, draft, {
    ...{ most: 3, bytes: null, keptForMs: null, evictable: oldestFirst },
    ...bounds,
  });
const write = (drafts: ReturnType<typeof of>, id: string, at: number, text = '') =>
  drafts.change(id, () => ({ at, text }), at);

beforeEach(() => {
  kept = {};
});

it('keeps what two pages append to one draft at the same time', async () => {
  const drafts = of({});
  const append = (text: string) =>
    drafts.change(
      'a',
      (stored) => ({
        at: 1,
        text: `${stored === null || stored === 'unreadable' ? '' : stored.text}${text}`,
      }),
      1,
    );
  await Promise.all([append('x'), append('y')]);
  expect(kept.a).toEqual({ at: 1, text: 'xy' });
});

it('evicts in the order of its kind, no more than needed, and tells what', async () => {
  const drafts = of({ evictable: (others) => others.filter(({ text }) => text !== 'stays') });
  await write(drafts, 'a', 1, 'stays');
  await write(drafts, 'b', 2, 'goes');
  await write(drafts, 'c', 3, 'goes too');
  expect(await write(drafts, 'd', 4, 'stays')).toMatchObject({ evicted: [{ text: 'goes' }] });
  expect(Object.keys(kept)).toEqual(['a', 'c', 'd']);
});

it('refuses what has no room beside drafts that may not go, and leaves all as it was', async () => {
  const drafts = of({ evictable: () => [] });
  for (const id of ['a', 'b', 'c']) await write(drafts, id, 1);
  await expect(write(drafts, 'd', 2)).rejects.toThrow(StorageFull);
  await write(drafts, 'a', 2, 'one that is there takes no further place');
  expect(Object.keys(kept).toSorted()).toEqual(['a', 'b', 'c']);
});

it('makes room by bytes, and never evicts what another version wrote', async () => {
  kept.odd = { text: 'of another version' };
  const drafts = of({ most: 10, bytes: 200 });
  await write(drafts, 'a', 1, 'x'.repeat(60));
  const { evicted } = await write(drafts, 'b', 2, 'y'.repeat(60));
  expect(evicted).toMatchObject([{ at: 1 }]);
  expect(Object.keys(kept)).toEqual(['odd', 'b']);
  await expect(write(drafts, 'c', 3, 'z'.repeat(200))).rejects.toThrow(StorageFull);
});

it('deletes what is too old with the next change', async () => {
  const drafts = of({ bytes: 10_000, keptForMs: 10 });
  await write(drafts, 'a', 1);
  await write(drafts, 'b', 11);
  expect(Object.keys(kept)).toEqual(['b']);
});

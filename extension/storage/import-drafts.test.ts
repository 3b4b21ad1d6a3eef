import { beforeEach, expect, it, vi } from 'vitest';
import { StorageFull } from './bounds.ts';
import type { DraftPlace } from './draft-collection.ts';
import type { ImportDraft, ImportPart } from './import-draft-schema.ts';
import {
  addImportDraft,
  listImportDrafts,
  newImportDraft,
  readImportDraft,
  setRemoved,
  writeImportDraft,
} from './import-drafts.ts';

const { kept, place } = vi.hoisted(() => {
  const kept = new Map<string, unknown>();
  const place: DraftPlace = {
    lock: 'imports',
    read: async (id) => kept.get(id),
    entries: async () => [...kept],
    write: async (id, value, gone) => {
      for (const other of gone) kept.delete(other);
      if (value === null) kept.delete(id);
      else kept.set(id, structuredClone({ ...Object(kept.get(id)), ...value }));
    },
    watch: () => () => {},
  };
  return { kept, place };
});
vi.mock('./import-table.ts', async (original) => ({
  ...(await original<object>()),
  importPlace: place,
  storedImportDraft: async (id: string) => kept.get(id),
}));

const NOW = Date.UTC(2026, 10, 22, 9);
const source = {
  ...{ kind: 'table' as const, title: '', columns: ['name'], rows: [[{ text: 'Cut' }]] },
  ...{ total: 24, hidden: 0, path: null },
};
const draftOf = (id: string, more: Partial<ImportDraft> = {}, url = `https://shop.example/${id}`) => ({
  ...newImportDraft(id, { title: id, url, language: null, readAt: NOW, sources: [source] }),
  ...more,
});
const part = (isSent: boolean): ImportPart => ({
  ...{ key: 'k', confirmedFor: null, isSent },
  body: {
    ...{ projectId: 'shop', table: 'service', duplicates: { by: null }, source: {} },
    rows: [{ values: { name: 'Cut' } }],
  },
});
const listed = async (now = NOW) => (await listImportDrafts(now)).map(({ id }) => id);

beforeEach(() => kept.clear());

it('three captures in three tabs are three drafts, each told by its source, rows and time', async () => {
  for (const [at, id] of ['a', 'b', 'c'].entries())
    await addImportDraft(draftOf(id, { tabId: at }), NOW + at);
  expect(await listed()).toEqual(['c', 'b', 'a']);
  expect((await listImportDrafts(NOW))[2]).toMatchObject({
    about: { title: 'a', url: 'https://shop.example/a', rows: 24, readAt: NOW },
    sending: null,
  });
});

it('the same page of the same tab read again replaces its draft only while nothing was decided about it', async () => {
  const page = 'https://shop.example/prices';
  await addImportDraft(draftOf('a', { tabId: 7 }, page), NOW);
  await addImportDraft(draftOf('b', { tabId: 7 }, page), NOW + 1);
  expect(await listed()).toEqual(['b']);
  await writeImportDraft(draftOf('b', { tabId: 7, included: { 0: false } }, page), NOW + 2);
  await addImportDraft(draftOf('c', { tabId: 7 }, page), NOW + 3);
  await addImportDraft(draftOf('d', { tabId: 8 }, page), NOW + 4);
  expect(await listed(), 'nor that of another tab').toEqual(['d', 'c', 'b']);
});

it('a page that shows other rows under the same address takes the place of none', async () => {
  const page = 'https://shop.example/prices';
  const first = draftOf('a', { tabId: 7 }, page);
  await addImportDraft(first, NOW);
  const [source] = first.data.sources;
  const second = { ...first.data, sources: [{ ...source!, title: 'Page 2' }] };
  await addImportDraft(draftOf('b', { tabId: 7, data: second }, page), NOW + 1);
  expect(await listed()).toEqual(['b', 'a']);
});
it('of two tabs the last writer has the draft; requests that one has made are never replaced by what the other has', async () => {
  await addImportDraft(draftOf('a', {}), NOW);
  await writeImportDraft(draftOf('a', { included: { 0: false } }), NOW + 1);
  expect(await writeImportDraft(draftOf('a', { included: { 1: false } }), NOW + 2)).toBe(true);
  expect((await readImportDraft('a'))?.included).toEqual({ 1: false });
  expect(await writeImportDraft(draftOf('a', { parts: [part(false)] }), NOW + 3, null)).toBe(true);
  const late = [{ ...part(false), key: 'made in the other tab' }];
  expect(await writeImportDraft(draftOf('a', { parts: late }), NOW + 4, null), 'it sends nothing').toBe(
    false,
  );
  expect(await writeImportDraft(draftOf('a', {}), NOW + 5, null)).toBe(false);
  expect((await readImportDraft('a'))?.parts).toEqual([part(false)]);
  expect(await writeImportDraft(draftOf('a', {}), NOW + 6, part(false).key), 'who made them').toBe(true);
});

it('a finished import stays beside what is read after it', async () => {
  await addImportDraft(draftOf('a', { tabId: 7 }), NOW);
  await writeImportDraft(draftOf('a', { tabId: 7, parts: [part(true)] }), NOW);
  await addImportDraft(draftOf('b', { tabId: 7 }, 'https://shop.example/a'), NOW + 1);
  expect(await listed()).toEqual(['b', 'a']);
  expect((await readImportDraft('a'))?.parts).toHaveLength(1);
});

it('beyond twenty, sent ones go first, then those without input; what is dropped is noted, what is not sent stays', async () => {
  const added = async (id: string, more: Partial<ImportDraft>, at: number) => {
    await addImportDraft(draftOf(id), NOW + at);
    await writeImportDraft(draftOf(id, more), NOW + at);
  };
  await added('sending', { parts: [part(false)] }, 1);
  await added('typed', { included: { 0: true } }, 2);
  await added('looked', {}, 3);
  await added('sent', { parts: [part(true)] }, 4);
  for (let at = 5; at <= 20; at += 1) await added(`d${at}`, { included: { 0: true } }, at);
  for (const [at, gone] of ['sent', 'looked', 'typed'].entries()) {
    await addImportDraft(draftOf(`n${at}`, { included: { 0: true } }), NOW + 30 + at);
    expect((await readImportDraft(`n${at}`))?.dropped).toMatchObject([{ title: gone, rows: 24 }]);
  }
  expect(await listed()).toContain('sending');
  expect(await listed()).toHaveLength(20);
});

it('with twenty that are not sent yet another one is refused', async () => {
  for (let at = 0; at < 20; at += 1) await addImportDraft(draftOf(`d${at}`, { parts: [part(false)] }), NOW);
  await expect(addImportDraft(draftOf('more'), NOW)).rejects.toThrow(StorageFull);
  expect(await listed()).toHaveLength(20);
});

it('a deleted draft comes back for some minutes, and nothing that is typed elsewhere brings it back', async () => {
  await addImportDraft(draftOf('a'), NOW);
  await setRemoved('a', NOW);
  expect(await writeImportDraft(draftOf('a', { included: { 0: true } }), NOW + 1)).toBe(false);
  expect(await readImportDraft('a')).toBeNull();
  expect(await listed(NOW + 60_000)).toEqual(['a']);
  await setRemoved('a', null);
  expect(await readImportDraft('a')).toMatchObject({ id: 'a', included: {} });
  await setRemoved('a', NOW);
  expect(await listed(NOW + 11 * 60_000)).toEqual([]);
  await addImportDraft(draftOf('b'), NOW + 11 * 60_000);
  expect([...kept.keys()]).toEqual(['b']);
});

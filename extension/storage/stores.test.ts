import { describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { draftFixture, entryFixture, recordFixture } from '../launch/entry-fixture.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { draftStore, FIRST_SETTINGS, lastSettings, secretStore } from './drafts.ts';
import { type LaunchEntry, launchStore, runnerStore, withinBound } from './launches.ts';

describe('drafts', () => {
  it('come back as they were, the newest change first', async () => {
    fakeBrowser.reset();
    await draftStore.write(draftFixture({ id: 'a', updatedAt: 1 }));
    await draftStore.write(draftFixture({ id: 'b', updatedAt: 2 }));
    expect((await draftStore.list()).map((draft) => draft.id)).toEqual(['b', 'a']);
    expect(await draftStore.read('a')).toEqual(draftFixture({ id: 'a', updatedAt: 1 }));
    await draftStore.remove('a');
    expect(await draftStore.read('a')).toBeNull();
  });

  it('of a form that this version cannot read are left alone', async () => {
    fakeBrowser.reset();
    await browser.storage.local.set({ 'draft:odd': { words: 3 } });
    expect(await draftStore.list()).toEqual([]);
    expect(await draftStore.read('odd')).toBeNull();
  });
});

describe('values of secrets', () => {
  it('are in session storage only', async () => {
    fakeBrowser.reset();
    await secretStore.write('draft-1', { s: 'canary' });
    expect(await secretStore.read('draft-1')).toEqual({ s: 'canary' });
    expect(JSON.stringify(await browser.storage.local.get(null))).not.toContain('canary');
    await secretStore.remove('draft-1');
    expect(JSON.stringify(await browser.storage.session.get(null))).not.toContain('canary');
  });
});

describe('launches and settings', () => {
  it('are read one by one: an odd one takes no other with it', async () => {
    fakeBrowser.reset();
    await runnerStore.write([entryFixture(), { key: 'odd' } as never]);
    expect((await launchStore.read()).map((entry) => entry.key)).toEqual(['key-1']);
    await lastSettings.write({ model: 'of tomorrow' } as never);
    expect((await lastSettings.read()).model).toBe('opus');
  });

  it('start from those of the last launch, except its caps and run budget, which were not chosen for this one', async () => {
    fakeBrowser.reset();
    await lastSettings.write({ ...FIRST_SETTINGS, model: 'sonnet', developmentCap: '20', runBudget: '60' });
    expect(await lastSettings.read()).toEqual({ ...FIRST_SETTINGS, model: 'sonnet', runBudget: '' });
  });
});

describe('launches within their bound', () => {
  const reference = {
    kind: 'page',
    title: 'T',
    url: 'https://e.org/a',
    capturedAt: 0,
    text: 'A long page. '.repeat(7_000),
    notes: ['shortened'],
    candidates: [],
  } as const;
  const long = (key: string, changes: Partial<LaunchEntry> = {}) =>
    entryFixture({
      key,
      draft: draftFixture({ reference: { ...reference, notes: [], candidates: [] } }),
      ...changes,
    });
  const settled = (key: string) => ({ record: recordFixture({ key }) });
  const texts = (entries: LaunchEntry[]) => entries.map(({ draft }) => draft.reference?.text !== '');

  it('give up the texts of pages, the oldest first, and nothing of the user', () => {
    const all = Array.from({ length: 30 }, (_, n) => long(`key-${n}`, settled(`key-${n}`)));
    const kept = withinBound(all);
    expect(byteLength(kept)).toBeLessThanOrEqual(LOCAL_BOUNDS.launches.each);
    expect(kept.map(({ key }) => key)).toEqual(all.map(({ key }) => key));
    expect([texts(kept)[0], texts(kept).at(-1)]).toEqual([true, false]);
    expect(kept.at(-1)?.draft.reference).toMatchObject({ url: reference.url, notes: ['text-dropped'] });
    expect(withinBound(kept), 'once').toEqual(kept);
  });

  it('keep what may still be sent: of an open launch, and of a run that did not start', () => {
    const warned = recordFixture({
      warnings: [{ step: 'agent', errorCode: 'AGENT_START_ERROR', errorMessage: 'No' }],
    });
    const all = [
      ...Array.from({ length: 30 }, (_, n) => long(`key-${n}`, settled(`key-${n}`))),
      long('warned', { record: warned }),
      long('open'),
    ];
    expect(texts(withinBound(all)).slice(-2)).toEqual([true, true]);
  });

  it('let settled ones go when words alone are too many, the oldest first, and never an open one', () => {
    const wordy = (key: string, changes: Partial<LaunchEntry>) =>
      entryFixture({ key, draft: draftFixture({ words: 'word '.repeat(20_000) }), ...changes });
    const all = [
      ...Array.from({ length: 20 }, (_, n) => wordy(`key-${n}`, settled(`key-${n}`))),
      wordy('open', {}),
    ];
    const kept = withinBound(all).map(({ key }) => key);
    expect(kept).toEqual([...Array.from({ length: kept.length - 1 }, (_, n) => `key-${n}`), 'open']);
    expect(byteLength(withinBound(all))).toBeLessThanOrEqual(LOCAL_BOUNDS.launches.each);
  });

  it('are a hundred at most, and those whose end is open', () => {
    const all = [
      ...Array.from({ length: 120 }, (_, n) => entryFixture({ key: `key-${n}`, ...settled(`key-${n}`) })),
      entryFixture({ key: 'open' }),
    ];
    expect(withinBound(all)).toHaveLength(101);
  });
});

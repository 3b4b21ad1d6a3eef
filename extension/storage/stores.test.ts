import { describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { draftFixture } from '../launch/draft-fixture.ts';
import { entryFixture } from '../launch/entry-fixture.ts';
import { draftStore, FIRST_SETTINGS, lastSettings } from './drafts.ts';
import { launchStore, runnerStore } from './launches.ts';
import { secretStore } from './session.ts';

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

  it('start from those of the last launch, but for its caps: nobody chose them for this one', async () => {
    fakeBrowser.reset();
    await lastSettings.write({ ...FIRST_SETTINGS, model: 'sonnet', developmentCap: '20' });
    expect(await lastSettings.read()).toEqual({ ...FIRST_SETTINGS, model: 'sonnet' });
  });
});

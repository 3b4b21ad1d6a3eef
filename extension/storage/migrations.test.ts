import { beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import * as z from 'zod/mini';
import { draftFixture, entryFixture, recordFixture } from '../launch/entry-fixture.ts';
import { attentionItem, capChangesItem, healthItem, readSnapshot } from './account.ts';
import { byteLength, LOCAL_BOUNDS } from './bounds.ts';
import { captureStore } from './captures.ts';
import { draftStore, lastSettings, templateStore } from './drafts.ts';
import underWay from './fixtures/build-943bcfc9.json' with { type: 'json' };
import recorded from './fixtures/build-ecd18bc.json' with { type: 'json' };
import { readFormDraft } from './form-drafts.ts';
import { importDraft } from './import-draft-schema.ts';
import { launchStore, requestStore } from './launches.ts';
import { LOCAL_SCHEMAS, migrateStorage, type StoredSchema } from './migrations.ts';
import { notSentItem } from './not-sent.ts';
import { noticesItem } from './notices.ts';
import { readPaidCalls } from './paid-calls.ts';
import { connectionItem, deviceTokenItem } from './pairing.ts';
import { readPromptDraft } from './prompt-drafts.ts';
import { secretStore } from './session.ts';
import { DEFAULT_SETTINGS, entryPointsItem, readSettings } from './settings.ts';
import { stagedEditsStore } from './staged-edits.ts';

const local = () => browser.storage.local.get(null);

beforeEach(() => {
  fakeBrowser.reset();
});

describe('anyone who updates from the first version loses nothing', () => {
  beforeEach(async () => {
    await browser.storage.local.set(structuredClone(recorded.local));
    await browser.storage.session.set(structuredClone(recorded.session));
    await migrateStorage();
  });

  test('the pairing', async () => {
    expect(await connectionItem.getValue()).toEqual(recorded.local.connection);
    expect(await deviceTokenItem.getValue()).toBe(recorded.local['device-token']);
  });

  test('the settings and entry points', async () => {
    expect(await readSettings()).toEqual(recorded.local.settings);
    expect(await entryPointsItem.getValue()).toEqual(recorded.local['launch-ways']);
    expect((await lastSettings.read()).model).toBe(recorded.local['launch-settings'].model);
  });

  test('drafts, with their secrets, and templates', async () => {
    const ids = Object.keys(recorded.local).filter((key) => key.startsWith('draft:'));
    expect(ids).toHaveLength(5);
    expect(await draftStore.list()).toHaveLength(5);
    const [owner] = Object.keys(recorded.session).filter((key) => key.startsWith('secret-values:'));
    const draftId = owner?.slice('secret-values:'.length) ?? '';
    expect((await draftStore.read(draftId))?.words).toBe('Words that must not be lost');
    expect(Object.values(await secretStore.read(draftId))).toEqual(['test-only-secret-value']);
    expect(await templateStore.read()).toEqual(recorded.local['launch-templates']);
  });

  test('launches, in every state, with what is still to be sent', async () => {
    const entries = await launchStore.read();
    expect(entries).toEqual(recorded.local.launches.map((entry) => ({ ...entry, confirmedFor: null })));
    expect(new Set(entries.map(({ record }) => record?.state))).toEqual(
      new Set(['sent', 'unknown', 'launched', 'refused', 'absent']),
    );
    for (const { key, record } of entries.filter((one) => one.record?.state === 'unknown')) {
      expect(await requestStore.read(key), `${record?.requestedProjectId} has its request`).not.toBeNull();
    }
  });

  test('how first runs and deployments ended, by the names that endings have now', async () => {
    const [first] = recorded.local.launches;
    const outcome = { phase: 'finished', creditsSpent: 3, finishedAt: 9 };
    const stored = (ending: string | null) => ({ ...first, outcome: { ...outcome, ending } });
    await browser.storage.local.set({
      launches: [stored('finished'), stored('untold'), stored('capped'), stored(null), { ...first, outcome }],
      'storage-versions': {},
    });
    await migrateStorage();
    expect((await launchStore.read()).map((entry) => entry.outcome?.ending)).toEqual([
      'succeeded',
      'not-known',
      'capped',
      null,
      undefined,
    ]);
  });

  test('a page that no draft was made of yet', async () => {
    expect((await captureStore.list()).map(({ captured }) => captured !== null)).toEqual([true]);
  });

  test('attention, notices and raised caps: nothing is announced again, and undo is still offered', async () => {
    const { names, numbers } = recorded.local.attention;
    expect(await attentionItem.getValue()).toEqual({ cursor: null, names, numbers, seen: {} });
    // Only the names of endings are others.
    const notices = JSON.stringify(recorded.local.notices)
      .replaceAll('"outcome":"finished"', '"outcome":"succeeded"')
      .replaceAll('"outcome":"live"', '"outcome":"succeeded"');
    expect(await noticesItem.getValue()).toEqual(JSON.parse(notices));
    expect(await capChangesItem.getValue()).toEqual(recorded.local['cap-changes']);
    expect((await healthItem.getValue()).lastOkAt).toBe(recorded.local.health.lastOkAt);
  });

  test('and every value that was stored has its form, its bound and its version', async () => {
    for (const key of Object.keys(recorded.local)) {
      const name = key.slice(0, key.indexOf(':') + 1 || undefined);
      expect(Object.keys(LOCAL_SCHEMAS), `${key} is missing in storage/migrations.ts`).toContain(name);
    }
    expect((await local())['storage-versions']).toEqual(
      Object.fromEntries(
        Object.entries(LOCAL_SCHEMAS).map(([key, { migrations }]) => [key, migrations.length + 1]),
      ),
    );
  });
});

describe('anyone who updates in the middle of work loses nothing (written by the stores of 943bcfc9)', () => {
  beforeEach(async () => {
    await browser.storage.local.set(structuredClone(underWay.local));
    await browser.storage.session.set(structuredClone(underWay.session));
    await migrateStorage();
  });

  test('every value stays as it is, in its place', async () => {
    const { 'storage-versions': _, ...before } = underWay.local;
    const { 'storage-versions': versions, ...after } = await local();
    expect(after).toEqual(before);
    expect(Object.keys(Object(versions))).toEqual(Object.keys(LOCAL_SCHEMAS));
    expect(await browser.storage.session.get(null)).toEqual(underWay.session);
  });

  test('launches, one of unknown outcome, one not sent and one whose run is retried, with their requests', async () => {
    const { launches } = underWay.local;
    expect(await launchStore.read()).toEqual(launches);
    for (const { key, phase, record } of launches)
      if (phase === 'stored' || record?.state === 'unknown')
        expect(await requestStore.read(key), key).toEqual(
          Object(underWay.local)[`launch-request:${key}`] ?? 'missing',
        );
  });

  test('paid calls in every state, with budgets, files and the run that one waits for; what was not sent', async () => {
    expect(await readPaidCalls()).toEqual(underWay.local['paid-calls']);
    expect(await notSentItem.getValue()).toEqual(underWay.local['not-sent']);
  });

  test('what was typed: drafts, a prompt, a form, a table’s changes, and an import whose rows are not all sent', async () => {
    expect((await draftStore.read('draft-kept'))?.words).toBe('Words that must not be lost');
    expect((await readPromptDraft('shop'))?.text).toBe('A prompt that was begun');
    expect(await readFormDraft('limit shop development')).toMatchObject({ fields: { amount: '640' } });
    expect((await stagedEditsStore.read('shop/development/orders')).staged).toMatchObject([{ key: 'r1' }]);
    const [begun] = underWay.imports;
    expect(importDraft.parse(begun)).toMatchObject(begun ?? {});
  });

  test('the pairing, the settings, what was announced, and the cap that can be set back', async () => {
    expect(await connectionItem.getValue()).toEqual(underWay.local.connection);
    expect(await deviceTokenItem.getValue()).toBe(underWay.local['device-token']);
    expect((await readSettings()).theme).toBe('dark');
    expect(await noticesItem.getValue()).toEqual(underWay.local.notices);
    expect(await attentionItem.getValue()).toEqual(underWay.local.attention);
    expect(await capChangesItem.getValue()).toEqual(underWay.local['cap-changes']);
    expect(await readSnapshot(), 'nothing that was read is read as nothing').not.toBeNull();
  });
});

test('nothing is read or written once all versions are current', async () => {
  await migrateStorage();
  const [get, set] = [vi.spyOn(browser.storage.local, 'get'), vi.spyOn(browser.storage.local, 'set')];
  await migrateStorage();
  expect(get.mock.calls).toEqual([['storage-versions']]);
  expect(set).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

describe('a key whose form changes', () => {
  const renamed: StoredSchema = {
    schema: z.object({ words: z.string() }),
    migrations: [
      (old) => ({ text: (old as { word: string }).word }),
      (old) => ({ words: (old as { text: string }).text }),
    ],
    misfit: 'keep',
  };
  const forms = { 'console-address': renamed };

  test('takes every step from the version in which it was stored, once', async () => {
    await browser.storage.local.set({ 'console-address': { word: 'a' } });
    await migrateStorage(forms);
    await migrateStorage(forms);
    expect((await local())['console-address']).toEqual({ words: 'a' });
  });

  test('takes only the steps that are left', async () => {
    await browser.storage.local.set({
      'console-address': { text: 'b' },
      'storage-versions': { 'console-address': 2 },
    });
    await migrateStorage(forms);
    expect((await local())['console-address']).toEqual({ words: 'b' });
  });
});

describe('a value that does not fit', () => {
  test('is read again where the edge shows it', async () => {
    await browser.storage.local.set({ snapshot: { snapshot: { sections: {} } }, health: 'odd' });
    await migrateStorage();
    expect(await local()).not.toHaveProperty('snapshot');
    expect(await healthItem.getValue()).toEqual(healthItem.fallback);
  });

  test('is kept where it is the user’s own, and read over', async () => {
    await browser.storage.local.set({ 'draft:odd': { words: 3 } });
    await migrateStorage();
    expect((await local())['draft:odd']).toEqual({ words: 3 });
    expect(await draftStore.list()).toEqual([]);
  });

  test('of the settings costs that one setting', async () => {
    await browser.storage.local.set({ settings: { theme: 'dark', longAfterMinutes: 'long' } });
    await migrateStorage();
    expect(await readSettings()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
  });
});

test('a browser that an earlier version filled has room again, and every launch and every word of the user', async () => {
  const text = 'A long page. '.repeat(8_000);
  const reference = {
    kind: 'page',
    title: 'T',
    url: 'https://e.org',
    capturedAt: 0,
    text,
    notes: [],
    candidates: [],
  };
  const launches = Array.from({ length: 60 }, (_, n) =>
    entryFixture({
      key: `key-${n}`,
      confirmedAt: 60 - n,
      record: recordFixture({ key: `key-${n}` }),
      draft: draftFixture({ words: `Words ${n}`, reference: reference as never }),
    }),
  );
  const looked = Array.from({ length: 30 }, (_, n) =>
    draftFixture({ id: `looked-${n}`, words: '', updatedAt: n, reference: reference as never }),
  );
  await browser.storage.local.set({ launches });
  for (const draft of [...looked, draftFixture({ id: 'typed', words: 'Mine' })])
    await browser.storage.local.set({ [`draft:${draft.id}`]: draft });
  await migrateStorage();
  expect((await launchStore.read()).map(({ draft }) => draft.words)).toEqual(
    launches.map(({ draft }) => draft.words),
  );
  expect((await draftStore.read('typed'))?.words).toBe('Mine');
  expect(await draftStore.read('looked-29'), 'the newest are there').not.toBeNull();
  const drafts = Object.entries(await local()).filter(([key]) => key.startsWith('draft:'));
  expect(drafts.reduce((sum, [, value]) => sum + byteLength(value), 0)).toBeLessThanOrEqual(
    LOCAL_BOUNDS['draft:'].all,
  );
});

test('what a newer version wrote is set aside; the pairing, calls and drafts stay, with their version', async () => {
  const written = { attention: { a: 1 }, 'paid-calls': { b: 2 }, 'draft:a': { c: 3 } };
  await browser.storage.local.set({
    ...written,
    'storage-versions': { attention: 9, 'paid-calls': 9, 'draft:': 9 },
  });
  for (let start = 0; start < 2; start += 1) {
    await migrateStorage();
    const { 'storage-versions': versions, ...rest } = await local();
    expect(rest).toEqual({
      'aside:attention': { a: 1 },
      'paid-calls': written['paid-calls'],
      'draft:a': written['draft:a'],
    });
    expect(versions).toMatchObject({ attention: 2, 'paid-calls': 9, 'draft:': 9 });
  }
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { HOUR_MS } from '../../../shared/time.ts';
import { draftCaptures, takePrepared } from '../../launch/captured-drafts.ts';
import { hasDataKeyItem } from '../../storage/account.ts';
import { captures } from '../../storage/captures.ts';
import { draftStore, templateStore } from '../../storage/drafts.ts';
import { DEFAULT_ENTRY_POINTS } from '../../storage/settings.ts';
import { applyMenu, listenToEntryPoints, placeOfMenu, prepareDraft } from './entry-points.ts';

const NOW = Date.UTC(2026, 10, 21);
const tab = { id: 7, url: 'https://studio.example/classes', title: 'Classes' };
const capture = {
  kind: 'article',
  title: 'Classes',
  url: tab.url,
  capturedAt: NOW,
  markdown: 'Vinyasa at 18:30',
  candidates: [],
  notes: [],
};
const injection = vi.fn();

beforeEach(() => {
  fakeBrowser.reset();
  injection.mockReset();
  Object.assign(browser, { scripting: { executeScript: injection } });
});
afterEach(() => vi.restoreAllMocks());

async function prepared() {
  await draftCaptures(NOW);
  const request = await takePrepared();
  return request?.draftId ? draftStore.read(request.draftId) : null;
}

describe('prepareDraft', () => {
  it('captures the tab into a draft for the page that opens next', async () => {
    injection.mockResolvedValue([{ result: { capture, block: null } }]);
    await prepareDraft(tab, null, NOW);
    expect(await prepared()).toMatchObject({
      name: 'classes',
      reference: { text: 'Vinyasa at 18:30', url: tab.url },
    });
  });

  it('takes the words of the template for this address', async () => {
    injection.mockResolvedValue([{ result: { capture, block: null } }]);
    await templateStore.write([
      { id: 't', name: 'T', text: 'Like {title}', addressPattern: 'studio.example' },
    ]);
    await prepareDraft(tab, null, NOW);
    expect(await prepared()).toMatchObject({ words: 'Like Classes', templateId: 't' });
  });

  it('keeps every capture until a page makes its draft, and makes each once', async () => {
    injection.mockResolvedValue([{ result: { capture, block: null } }]);
    await prepareDraft(tab, null, NOW);
    await prepareDraft(tab, null, NOW + 1);
    const [first] = await captures.list();
    expect(await draftStore.list()).toEqual([]);
    await draftCaptures(NOW);
    const drafts = await draftStore.list();
    expect(drafts).toHaveLength(2);
    expect(await captures.list()).toEqual([]);
    // A page that had read the captures before another took them leaves what was typed since alone.
    const typed = { ...drafts[0], id: first?.[0] ?? '', words: 'typed' } as (typeof drafts)[number];
    await draftStore.write(typed);
    const reading = { tab, answer: { capture, block: null }, refused: false };
    await captures.write(typed.id, { asked: reading, told: null, at: NOW });
    await draftCaptures(NOW);
    expect((await draftStore.read(typed.id))?.words).toBe('typed');
  });

  it('takes what the browser reported of a selection where we cannot read it ourselves', async () => {
    injection.mockRejectedValue(new Error('Cannot access contents of the page'));
    const pdf = { ...tab, url: 'https://studio.example/paper.pdf' };
    await prepareDraft(pdf, { text: ' A passage ', url: pdf.url }, NOW);
    expect((await prepared())?.reference).toMatchObject({
      kind: 'selection',
      text: 'A passage',
      notes: ['plain-text'],
    });
  });

  it.each([
    ['https://studio.example/paper.pdf', 'pdf'],
    ['https://studio.example/', 'refused'],
    ['chrome://settings/', 'browser-page'],
  ])('says why nothing could be read of %s: %s', async (url, block) => {
    injection.mockRejectedValue(new Error('No'));
    await prepareDraft({ ...tab, url }, null, NOW);
    await draftCaptures(NOW);
    expect(await takePrepared(), 'whichever page made drafts before').toEqual({ draftId: null, block });
    expect(await takePrepared()).toBeNull();
    await draftCaptures(NOW + HOUR_MS);
    expect(await captures.list()).toEqual([]);
  });

  it('believes nothing of a page that is not a capture in form', async () => {
    injection.mockResolvedValue([{ result: { capture: { ...capture, markdown: 3 }, block: null } }]);
    await prepareDraft(tab, null, NOW);
    expect((await takePrepared())?.block).toBe('refused');
  });
});

const menu = new Map<string, { title?: string }>();

beforeEach(() => {
  menu.clear();
  Object.assign(browser, {
    contextMenus: {
      create: vi.fn((entry: { id: string; title?: string }) => menu.set(entry.id, entry)),
      removeAll: vi.fn(async () => menu.clear()),
    },
  });
});

it('there is an entry for a page, one for a selection, and one that saves rows once an app has a data key', async () => {
  await applyMenu(DEFAULT_ENTRY_POINTS);
  expect([...menu.keys()]).toEqual(['launch-page-popup', 'launch-selection-popup']);
  await hasDataKeyItem.setValue(true);
  await applyMenu(DEFAULT_ENTRY_POINTS);
  expect([...menu.keys()]).toEqual(['launch-page-popup', 'launch-selection-popup', 'import']);
  expect(menu.get('launch-selection-popup')?.title).toBe('Launch a project from this selection…');
});

it('the entries say where they open, and follow the settings', async () => {
  await applyMenu(DEFAULT_ENTRY_POINTS);
  await applyMenu({ ...DEFAULT_ENTRY_POINTS, place: 'panel' });
  expect([...menu.keys()]).toEqual(['launch-page-panel', 'launch-selection-panel']);
  await applyMenu({ ...DEFAULT_ENTRY_POINTS, menu: false });
  expect([...menu.keys()]).toEqual([]);
});

it('another entry is not ours', () => {
  expect(placeOfMenu('launch-page-panel')).toBe('panel');
  expect(placeOfMenu('something-else')).toBeNull();
  expect(placeOfMenu(3)).toBeNull();
});

describe('in a browser that lacks some of it', () => {
  it('listens without a menu and without keys, as in Firefox for Android', async () => {
    Object.assign(browser, { contextMenus: undefined, commands: undefined });
    expect(() => listenToEntryPoints()).not.toThrow();
    await applyMenu(DEFAULT_ENTRY_POINTS);
    expect([...menu.keys()]).toEqual([]);
  });

  it('opens the popup where there is no side panel, as in Opera', async () => {
    const clicked = vi.fn();
    const openPopup = vi.fn(async () => {});
    injection.mockResolvedValue([{ result: { capture, block: null } }]);
    Object.assign(browser, {
      contextMenus: { onClicked: { addListener: clicked } },
      commands: undefined,
      sidePanel: undefined,
      action: { openPopup },
    });
    listenToEntryPoints();
    const [listener] = clicked.mock.calls[0] ?? [];
    listener({ menuItemId: 'launch-page-panel' }, { ...tab, windowId: 1 });
    await vi.waitFor(() => expect(openPopup).toHaveBeenCalledOnce(), { timeout: 20_000 });
  });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { DEFAULT_WAYS } from '../../launch/launch-ways.ts';
import { applyMenu, placeOfMenu } from './launch-menu.ts';

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

test('there is an entry for a page and one for a selection', async () => {
  await applyMenu(DEFAULT_WAYS);
  expect([...menu.keys()]).toEqual(['launch-page-popup', 'launch-selection-popup']);
  expect(menu.get('launch-selection-popup')?.title).toBe('Launch a project from this selection…');
});

test('the entries say where they open, and follow the settings', async () => {
  await applyMenu(DEFAULT_WAYS);
  await applyMenu({ ...DEFAULT_WAYS, place: 'panel' });
  expect([...menu.keys()]).toEqual(['launch-page-panel', 'launch-selection-panel']);
  await applyMenu({ ...DEFAULT_WAYS, menu: false });
  expect([...menu.keys()]).toEqual([]);
});

test('another entry is not ours', () => {
  expect(placeOfMenu('launch-page-panel')).toBe('panel');
  expect(placeOfMenu('something-else')).toBeNull();
  expect(placeOfMenu(3)).toBeNull();
});

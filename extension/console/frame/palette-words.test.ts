// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { paintFrom } from '../../fixtures/paint-from.ts';
import { popupStates } from '../../fixtures/popup-states.ts';
import { draftStore } from '../../storage/drafts.ts';
import { readPromptDraft } from '../../storage/prompt-drafts.ts';
import { openRequestItem } from '../../storage/session.ts';
import { stored } from '../../ui/stored-state.ts';
import { followAddress } from '../parts/navigation.ts';
import { wordsFindings } from './palette-words.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const run = async (typed: string, at: number) => {
  const found = wordsFindings(typed)[at];
  if (found?.kind !== 'act') throw new Error('it is no action');
  await found.keep?.();
  found.run();
};

beforeEach(async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  location.hash = '#/projects/shop/talk';
  await followAddress();
});

it('takes what is typed along, into the field of the project at hand or the form of a new one, and sends nothing', async () => {
  expect(wordsFindings('Shop limits')).toEqual([]);
  await run('Add a page with prices', 0);
  await vi.waitFor(async () =>
    expect(await readPromptDraft('shop')).toMatchObject({ text: 'Add a page with prices' }),
  );
  await run('A tea shop with prices', 1);
  await vi.waitFor(async () => expect(await openRequestItem.getValue()).not.toBeNull());
  expect(await draftStore.list()).toMatchObject([
    { words: 'A tea shop with prices', name: 'tea-shop-with-prices' },
  ]);
  await vi.waitFor(() => expect(location.hash).toBe('#/launch'));
});

it('offers a viewer none of it', () => {
  const { value } = stored;
  if (value?.connection) stored.value = { ...value, connection: { ...value.connection, role: 'viewer' } };
  expect(wordsFindings('Add a page with prices')).toEqual([]);
});

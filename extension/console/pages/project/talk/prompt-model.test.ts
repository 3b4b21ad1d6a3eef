// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readPromptDraft } from '../../../../storage/prompt-drafts.ts';
import { createPromptModel } from './prompt-model.ts';

beforeEach(() => fakeBrowser.reset());

/** A page that shows the prompt of a project. */
async function openedPage(projectId: string) {
  const model = createPromptModel(projectId);
  await model.open();
  model.watch();
  return model;
}

/** Nobody types within the millisecond of another's page. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5));

it('two pages of one project show each other’s words, so that the next one to write loses none', async () => {
  const [one, other] = [await openedPage('shop'), await openedPage('shop')];
  await aMoment();
  one.edit({ text: 'Add prices' });
  await vi.waitFor(() => expect(other.draft.value?.text).toBe('Add prices'));
  await aMoment();
  other.edit({ text: `${other.draft.value?.text} and a map` });
  await vi.waitFor(() => expect(one.draft.value?.text).toBe('Add prices and a map'));
  expect((await readPromptDraft('shop'))?.text).toBe('Add prices and a map');
});

it('how a prompt is to be run is part of it, on every page that shows it and after all of them', async () => {
  const [one, other] = [await openedPage('shop'), await openedPage('shop')];
  await aMoment();
  one.edit({ text: 'Add prices', effort: 'high', budget: '12' });
  await vi.waitFor(() => expect(other.draft.value).toMatchObject({ effort: 'high', budget: '12' }));
  const later = await openedPage('shop');
  expect(later.draft.value).toMatchObject({ text: 'Add prices', effort: 'high', budget: '12', run: 'one' });
  later.clear();
  await vi.waitFor(async () => expect(await readPromptDraft('shop')).toBeNull());
  expect(later.draft.value, 'it stays chosen for the next prompt').toMatchObject({
    text: '',
    effort: 'high',
  });
});

it('pages of two projects that are typed in at the same time keep both', async () => {
  const [one, other] = [await openedPage('shop'), await openedPage('yoga')];
  one.edit({ text: 'for the shop' });
  other.edit({ text: 'for yoga' });
  await vi.waitFor(async () => {
    expect((await readPromptDraft('shop'))?.text).toBe('for the shop');
    expect((await readPromptDraft('yoga'))?.text).toBe('for yoga');
  });
});

// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readPromptDraft } from '../../../storage/prompt-drafts.ts';
import { createPromptModel, readPrompt } from './prompt-model.ts';

beforeEach(() => fakeBrowser.reset());

/** A page that shows the prompt of a project. */
async function openedPage(projectId: string) {
  const model = createPromptModel(projectId, () => ({
    run: 'one',
    model: '',
    effort: '',
    fastMode: false,
    budget: '',
  }));
  await model.show((await readPrompt(projectId)).draft);
  return model;
}

/** Nobody types within the millisecond of another's page. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 5));

it('two pages of one project show each other’s words, so that the next one to write loses none', async () => {
  const [one, other] = [await openedPage('shop'), await openedPage('shop')];
  await aMoment();
  one.edit({ words: 'Add prices' });
  await vi.waitFor(() => expect(other.draft.value?.words).toBe('Add prices'));
  await aMoment();
  other.edit({ words: `${other.draft.value?.words} and a map` });
  await vi.waitFor(() => expect(one.draft.value?.words).toBe('Add prices and a map'));
  expect((await readPromptDraft('shop'))?.text).toBe('Add prices and a map');
});

it('pages of two projects that are typed in at the same time keep both', async () => {
  const [one, other] = [await openedPage('shop'), await openedPage('yoga')];
  one.edit({ words: 'for the shop' });
  other.edit({ words: 'for yoga' });
  await vi.waitFor(async () => {
    expect((await readPromptDraft('shop'))?.text).toBe('for the shop');
    expect((await readPromptDraft('yoga'))?.text).toBe('for yoga');
  });
});

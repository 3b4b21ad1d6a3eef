// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { paintFrom } from '../../../../fixtures/paint-from.ts';
import { popupStates } from '../../../../fixtures/popup-states.ts';
import { newDraft } from '../../../../launch/draft.ts';
import { MaterialProvider } from '../../../../launch/ui/material.ts';
import { draftStore, FIRST_SETTINGS } from '../../../../storage/drafts.ts';
import { readPromptDraft } from '../../../../storage/prompt-drafts.ts';
import { PageChoice } from './page-choice.tsx';
import { createPromptModel, type PromptModel } from './prompt-model.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const page = (title: string, url: string) => ({
  ...{ kind: 'article' as const, title, url, capturedAt: NOW, candidates: [], notes: [] },
  leftOut: { hidden: 0, invisible: 0 },
});
const tab = (id: number, lastAccessed: number, url?: string, title?: string) => ({
  ...{ id, lastAccessed, index: id, active: false, url, title },
});

let model: PromptModel;
const executeScript = vi.fn();

beforeEach(async () => {
  fakeBrowser.reset();
  paintFrom(popupStates(NOW).busy, NOW);
  model = createPromptModel('shop');
  await model.open();
  Object.assign(browser, { scripting: { executeScript } });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = () =>
  render(
    <MaterialProvider value={model.material}>
      <PageChoice />
    </MaterialProvider>,
  );
const names = () => screen.getAllByRole('option').map((option) => option.textContent);
const choose = (name: RegExp) => {
  const option = screen.getByRole('option', { name }) as HTMLOptionElement;
  fireEvent.change(screen.getByRole('combobox'), { target: { value: option.value } });
};

it('offers the tabs that the extension was called on, the last used one first, then pages of drafts', async () => {
  vi.spyOn(browser.tabs, 'query').mockResolvedValue([
    tab(1, 5, 'https://a.example/one', 'One'),
    tab(2, 9, 'https://b.example/two', 'Two'),
    tab(3, 8),
    tab(4, 7, 'chrome-extension://x/console.html', 'Pilot Light'),
  ] as never);
  const draft = newDraft('d1', NOW, FIRST_SETTINGS);
  await draftStore.write({ ...draft, reference: { ...page('Three', 'https://c.example/'), text: 'Words' } });
  await draftStore.write({
    ...{ ...draft, id: 'd2' },
    reference: { ...page('One', 'https://a.example/one'), text: 'Older words' },
  });
  show();
  await waitFor(() => expect(names()).toHaveLength(4));
  expect(names()).toEqual(['+ page', 'Two · b.example', 'One · a.example', 'Three · c.example']);
  choose(/^Three/);
  await waitFor(async () => expect((await readPromptDraft('shop'))?.reference?.text).toBe('Words'));
});

it('reads the tab that is chosen, and keeps its text with the prompt', async () => {
  vi.spyOn(browser.tabs, 'query').mockResolvedValue([tab(7, 1, 'https://a.example/one', 'One')] as never);
  const capture = { ...page('One', 'https://a.example/one'), markdown: 'What it says' };
  executeScript.mockResolvedValue([{ result: { capture, block: null, title: 'One', url: capture.url } }]);
  show();
  await screen.findByRole('option', { name: /^One/ });
  choose(/^One/);
  await waitFor(async () => expect((await readPromptDraft('shop'))?.reference?.text).toBe('What it says'));
  expect(executeScript).toHaveBeenCalledWith({ target: { tabId: 7 }, files: ['/capture.js'] });
});

it('says how a page comes here where there is none', async () => {
  vi.spyOn(browser.tabs, 'query').mockResolvedValue([tab(3, 8)] as never);
  show();
  await screen.findByText(/^Click the flame on a page/);
});

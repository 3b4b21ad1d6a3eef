import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { StorageFull } from './bounds.ts';
import { attachmentStore } from './drafts.ts';
import {
  changePromptDraft,
  emptyPrompt,
  PROMPT_DRAFT_MAX,
  type PromptDraft,
  promptDraftsItem,
  readPromptDraft,
  removePromptDrafts,
} from './prompt-drafts.ts';

const T0 = Date.UTC(2026, 10, 22, 9);
const words = (text: string): PromptDraft => ({ ...emptyPrompt(T0), text });
const write = (projectId: string, draft: PromptDraft | null) => changePromptDraft(projectId, () => draft, T0);

beforeEach(() => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
});

it('prompts of two projects that two pages write at the same time are both kept', async () => {
  await Promise.all(['shop', 'yoga', 'blog'].map((id) => write(id, words(`for ${id}`))));
  for (const id of ['shop', 'yoga', 'blog']) expect((await readPromptDraft(id))?.text).toBe(`for ${id}`);
});

it('what two pages append to one prompt at the same time is both in it', async () => {
  const append = (text: string) =>
    changePromptDraft('shop', (begun) => words([begun?.text, text].filter(Boolean).join('\n')), T0);
  await Promise.all([append('one'), append('two')]);
  expect((await readPromptDraft('shop'))?.text).toBe('one\ntwo');
});

it('words of the account before do not come back from a page that writes while all are deleted', async () => {
  await write('shop', words('of the old account'));
  await Promise.all([
    removePromptDrafts(() => promptDraftsItem.removeValue()),
    write('yoga', words('of the new one')),
  ]);
  expect(Object.keys(Object(await promptDraftsItem.getValue()))).toEqual(['yoga']);
});

it('a prompt that is too long to be kept is refused, and leaves what was kept before with its files', async () => {
  const remove = vi.spyOn(attachmentStore, 'remove').mockResolvedValue();
  const source = { kind: 'file' as const, bytes: 4, mime: 'image/png' };
  const kept = { ...words('short'), attachments: [{ id: 'f1', name: 'a.png', description: '', source }] };
  await write('shop', kept);
  await expect(write('shop', words('x'.repeat(PROMPT_DRAFT_MAX + 1)))).rejects.toThrow(StorageFull);
  expect(await readPromptDraft('shop')).toEqual(kept);
  expect(remove).not.toHaveBeenCalled();
  await write('shop', null);
  expect(remove.mock.calls).toEqual([[['f1']]]);
});

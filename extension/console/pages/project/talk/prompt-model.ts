import { signal } from '@preact/signals';
import { referenceOf } from '../../../../launch/draft.ts';
import { browserDependencies } from '../../../../launch/ui/launch-model-dependencies.ts';
import { createMaterial } from '../../../../launch/ui/material.ts';
import { latestWriter } from '../../../../storage/latest-writer.ts';
import {
  changePromptDraft,
  emptyPrompt,
  type PromptDraft,
  readPromptDraft,
  watchPromptDraft,
} from '../../../../storage/prompt-drafts.ts';

export type PromptModel = ReturnType<typeof createPromptModel>;

/** The unsent prompt of a project. It is stored on every change, and follows what other pages store of it. */
export function createPromptModel(projectId: string) {
  const draft = signal<PromptDraft | null>(null);
  /** The browser could not store it. */
  const notKept = signal(false);
  const writer = latestWriter<PromptDraft>(
    (prompt) => changePromptDraft(projectId, () => (isEmpty(prompt) ? null : prompt), Date.now()),
    (state) => (notKept.value = state === 'failed'),
  );

  function edit(changes: Partial<PromptDraft>): void {
    if (!draft.value) return;
    draft.value = { ...draft.value, ...changes, at: Date.now() };
    void writer.write(draft.value);
  }

  const material = createMaterial(browserDependencies, draft, {
    edit,
    take: (capture) => edit({ reference: referenceOf(capture), keptLines: [] }),
    keeping: async (write) => {
      notKept.value = await write().then(
        () => false,
        () => true,
      );
      return !notKept.value;
    },
  });

  /** Shows what is stored. @returns whether there is anything */
  async function open(): Promise<boolean> {
    const kept = await readPromptDraft(projectId);
    draft.value = kept ?? emptyPrompt(Date.now());
    return kept !== null;
  }

  /** Follows what is stored, until the function that it returns is called. */
  const watch = () =>
    watchPromptDraft(projectId, (kept) => {
      if (kept && draft.value && kept.at > draft.value.at) draft.value = kept;
    });

  /** Takes everything out of it, but how it is to be run. */
  const clear = () => edit({ text: '', reference: null, keptLines: [], attachments: [] });

  return { draft, notKept, material, edit, open, watch, clear };
}

const isEmpty = ({ text, reference, attachments }: PromptDraft): boolean =>
  text.trim() === '' && reference === null && attachments.length === 0;

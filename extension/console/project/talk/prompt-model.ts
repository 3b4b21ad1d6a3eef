import { newDraft } from '../../../launch/draft.ts';
import { createLaunchModel, type LaunchModel } from '../../../launch/ui/launch-model.ts';
import { browserDependencies } from '../../../launch/ui/launch-model-dependencies.ts';
import { type Draft, FIRST_SETTINGS } from '../../../storage/drafts.ts';
import {
  changePromptDraft,
  type PromptDraft,
  readPromptDraft,
  watchPromptDraft,
} from '../../../storage/prompt-drafts.ts';
import type { PromptChoices } from './prompt-request.ts';

/** The run's budget is kept as it was typed; what is sent of it is not part of the body. */
type KeptChoices = PromptChoices & { budget: string };

/**
 * The model of a launch over the prompt of a project that exists, so that a page, its flags and files are handled as a launch
 * handles them. It is kept on every change, as the project's prompt draft. @param choices how it is to be run, at any time
 */
export function createPromptModel(projectId: string, choices: () => KeptChoices): LaunchModel {
  return createLaunchModel({
    ...browserDependencies,
    drafts: {
      read: async () => null,
      write: async (draft) => {
        const prompt = promptDraftOf(draft, choices());
        await changePromptDraft(projectId, () => prompt, Date.now());
      },
      remove: () => changePromptDraft(projectId, () => null, Date.now()),
      list: async () => [],
      watch: (_, onChange) =>
        watchPromptDraft(projectId, (kept) => onChange(kept && draftOf(projectId, kept))),
    },
  });
}

/** The stored draft of a prompt; null when empty. */
function promptDraftOf(draft: Draft, choices: KeptChoices): PromptDraft | null {
  const { words, reference, keptLines, attachments, updatedAt } = draft;
  if (words.trim() === '' && reference === null && attachments.length === 0) return null;
  return { text: words, ...choices, reference, keptLines, attachments, at: updatedAt };
}

/** The draft that the model begins with, and how it is to be run. */
export async function readPrompt(projectId: string): Promise<{ draft: Draft; kept: PromptDraft | null }> {
  const kept = await readPromptDraft(projectId);
  return { kept, draft: kept ? draftOf(projectId, kept) : emptyDraft(projectId) };
}

const emptyDraft = (projectId: string): Draft => newDraft(`prompt ${projectId}`, Date.now(), FIRST_SETTINGS);

const draftOf = (projectId: string, { text, reference, keptLines, attachments, at }: PromptDraft): Draft => ({
  ...emptyDraft(projectId),
  words: text,
  reference: reference ?? null,
  keptLines: keptLines ?? [],
  attachments: attachments ?? [],
  updatedAt: at,
});

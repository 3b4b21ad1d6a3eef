import type { ConversationMessage } from '../../../../../shared/builder-api/agent.ts';
import { ATTACHMENTS_MAX } from '../../../../../shared/operations/new-project.ts';
import { runsOfRequest } from '../../../../../shared/spending/runs.ts';
import { parseInstant } from '../../../../../shared/time.ts';
import type { Prompted } from '../../../../launch/into-prompt.ts';
import { assemblePrompt, takeApart } from '../../../../launch/launch-request.ts';
import type { Attachment } from '../../../../storage/drafts.ts';
import type { PaidCallFile } from '../../../../storage/paid-calls.ts';
import type { PromptDraft } from '../../../../storage/prompt-drafts.ts';
import { decoded } from '../../../parts/escaped-text.ts';

/** Most prompts of one batch (service reference, start of a run). */
export const PROMPTS_MAX = 50;

/** Fast mode is for Opus, also the service's own choice (service reference, Launch Project, `fastMode`). */
export const takesFastMode = (model: string): boolean => model === '' || model === 'opus';

/** Prompts that a line of three hyphens or more parts; empty ones are none. */
export const promptsIn = (words: string): string[] =>
  words
    .split(/^[ \t]*-{3,}[ \t]*$/m)
    .map((prompt) => prompt.trim())
    .filter((prompt) => prompt !== '');

/**
 * Request for a prompt. A page's text goes into the first prompt of several. `runs`: how many runs it starts,
 * null = the service decides.
 */
export function promptRequestOf(draft: Omit<PromptDraft, 'budget' | 'keptLines' | 'at'>) {
  const { text, reference, attachments, run, model, effort, fastMode } = draft;
  const prompts = run === 'several' ? promptsIn(text) : [text.trim()];
  const [first = '', ...others] = prompts;
  const prompt = assemblePrompt(first, reference);
  const multiPrompt =
    run === 'goal'
      ? { letServiceDecide: true }
      : others.length > 0
        ? { prompts: [prompt, ...others] }
        : undefined;
  const { runs, isMore } = runsOfRequest(multiPrompt ? { multiPrompt } : {});
  return {
    runs: isMore ? null : runs,
    body: {
      prompt,
      ...(multiPrompt && { multiPrompt }),
      ...(model === '' ? {} : { model }),
      ...(effort === '' ? {} : { effort }),
      ...(fastMode && takesFastMode(model) ? { fastMode } : {}),
    },
    files: attachments.slice(0, ATTACHMENTS_MAX).map(fileOf),
  };
}

function fileOf({ id, name, description, source }: Attachment): PaidCallFile {
  return {
    name: name.trim(),
    imageDescription: description.trim(),
    source:
      source.kind === 'file'
        ? { kind: 'content', contentId: id }
        : { kind: 'address', url: source.url.trim() },
  };
}

/** Parts of a prompt in the conversation: its words, the page that went along, and files by address. */
export function promptedIn({ message, createdAt, files }: ConversationMessage): Prompted {
  const { words, page } = takeApart(decoded(message ?? ''));
  return {
    words,
    reference: page && {
      ...{ title: '', url: page.url, text: page.text, kind: page.isSelection ? 'selection' : 'page' },
      ...{ capturedAt: parseInstant(createdAt) ?? 0, notes: [], candidates: [] },
    },
    // Whatever in the page needs a look is shown again.
    keptLines: [],
    attachments: (files ?? []).flatMap(({ name, url, imageDescription }) =>
      url
        ? [
            {
              id: crypto.randomUUID(),
              name: decoded(name ?? ''),
              description: decoded(imageDescription ?? ''),
              source: { kind: 'address', url: decoded(url) },
            },
          ]
        : [],
    ),
  };
}

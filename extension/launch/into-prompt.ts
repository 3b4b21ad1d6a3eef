import type { InstantMs } from '../../shared/time.ts';
import type { Draft } from '../storage/drafts.ts';
import { emptyPrompt, type PromptDraft } from '../storage/prompt-drafts.ts';

/** What a prompt is made of, whatever it was written for. */
export type Prompted = Pick<Draft, 'words' | 'reference' | 'keptLines' | 'attachments'>;

/** The settings of a launch's first run, for a prompt. An older engine takes no model, which Talk says. */
export const promptSettings = ({ settings }: Pick<Draft, 'settings'>) => ({
  model: settings.model,
  effort: settings.effort ?? '',
  fastMode: settings.fastMode && settings.model === 'opus',
  budget: settings.runBudget ?? '',
});

/** The prompt of a project with this appended to what was begun; null when empty. */
export function intoPrompt(
  { words, reference, keptLines, attachments }: Prompted,
  begun: PromptDraft | null,
  at: InstantMs,
  settings?: ReturnType<typeof promptSettings>,
): PromptDraft | null {
  if (words.trim() === '' && reference === null && attachments.length === 0) return begun;
  const before = begun ?? emptyPrompt(at);
  return {
    ...before,
    ...settings,
    budget: settings?.budget || before.budget,
    text: [before.text, words].filter((text) => text.trim() !== '').join('\n\n'),
    reference: reference ?? before.reference,
    keptLines: reference ? keptLines : before.keptLines,
    attachments: [...before.attachments, ...attachments],
    at,
  };
}

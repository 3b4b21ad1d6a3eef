import { t } from '../../i18n/t.ts';
import { useModel } from '../../launch/ui/launch-model.ts';
import type { Draft } from '../../storage/drafts.ts';
import { type PromptDraft, readPromptDrafts, writePromptDraft } from '../../storage/prompt-drafts.ts';
import { naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { goTo } from '../navigation.ts';
import { projectAddress } from '../routes.ts';

/**
 * Whom the form is for: a new project, or one that exists. Then its words, page and files become the prompt of that project,
 * and are sent from its conversation.
 */
export function LaunchTarget() {
  const model = useModel();
  const names = stored.value?.attention.names ?? {};
  const draft = model.draft.value;
  if (!draft || model.screen.value !== 'form' || Object.keys(names).length === 0) return null;
  const take = async (projectId: string) => {
    const { [projectId]: begun } = await readPromptDrafts();
    const prompt = promptOf(draft, begun ?? null, Date.now());
    if (prompt !== null && !(await writePromptDraft(projectId, prompt, Date.now()))) {
      model.notKept.value = true;
      return;
    }
    // Its files are the prompt's now: only the draft itself goes.
    await model.dependencies.drafts.remove(draft.id);
    goTo(projectAddress(projectId, 'talk'));
  };
  return (
    <label class="launch-target field">
      <span class="meta">{t('console.launch.target')}</span>
      <select
        class="input"
        value=""
        onChange={({ currentTarget }) => {
          const { value } = currentTarget;
          currentTarget.value = '';
          if (value !== '') void take(value);
        }}
      >
        <option value="">{t('console.launch.newProject')}</option>
        <optgroup label={t('console.launch.existing')}>
          {Object.keys(names).map((id) => (
            <option key={id} value={id}>
              {naming.value.project(id)}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}

/** The prompt that a draft becomes, after the one that was begun already; null when nothing was said. */
export function promptOf(
  { words, reference, keptLines, attachments }: Draft,
  begun: PromptDraft | null,
  at: number,
): PromptDraft | null {
  if (words.trim() === '' && reference === null && attachments.length === 0) return begun;
  return {
    ...begun,
    text: [begun?.text ?? '', words].filter((text) => text.trim() !== '').join('\n\n'),
    reference: reference ?? begun?.reference ?? null,
    keptLines: reference ? keptLines : (begun?.keptLines ?? []),
    attachments: [...(begun?.attachments ?? []), ...attachments],
    at,
  };
}

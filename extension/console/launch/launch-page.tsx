import { useSignal } from '@preact/signals';
import { projectList } from '../../../shared/builder-api/projects.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { intoPrompt } from '../../launch/into-prompt.ts';
import { useModel } from '../../launch/ui/launch-model.ts';
import { browserDependencies } from '../../launch/ui/launch-model-dependencies.ts';
import { LaunchView } from '../../launch/ui/launch-view.tsx';
import { TypedGroup } from '../../launch/ui/settings-editors.tsx';
import { useResource } from '../../reads/resource.ts';
import { changePromptDraft } from '../../storage/prompt-drafts.ts';
import { Question } from '../../ui/confirm.tsx';
import { SelectField } from '../../ui/form.tsx';
import { naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { decoded } from '../parts/escaped-text.ts';
import { goTo, wide } from '../parts/navigation.ts';
import { projectAddress } from '../parts/routes.ts';
import { EVERYTHING, listPath } from '../projects/project-list.ts';
import { groupName, useGroups } from '../projects/use-groups.ts';

const CONSOLE = { ...browserDependencies, GroupField };

/** A new project, or a prompt for an existing one: the form with drafts, templates and earlier launches. */
export function LaunchPage() {
  const onBack = wide.value ? {} : { onBack: () => goTo('#/menu') };
  return <LaunchView place="console" target={<LaunchTarget />} dependencies={CONSOLE} {...onBack} />;
}

/** The group of a new project, chosen by its name; typed as an id where the groups can't be read. */
function GroupField({ value, onChange }: { value: string; onChange: (groupId: string) => void }) {
  const state = useGroups().state.value;
  const list = state.kind === 'shown' ? state.value : [];
  const isKnown = value === '' || list.some(({ groupId }) => groupId === value);
  if (list.length === 0) return <TypedGroup value={value} onChange={onChange} />;
  return (
    <SelectField
      id="launch-group"
      label={t('launch.advanced.groupName')}
      value={value}
      none={t('launch.advanced.groupNone')}
      options={list.map((group) => [group.groupId, groupName(group)])}
      onChoose={onChange}
    >
      {!isKnown && <option value={value}>{value}</option>}
    </SelectField>
  );
}

/**
 * What the form is for: a new project, or an existing one, recently changed ones first. For an existing one, text, page
 * and files become its prompt, and are sent from its conversation.
 */
function LaunchTarget() {
  const model = useModel();
  /** The existing project that was chosen, until it is confirmed. */
  const chosen = useSignal<string | null>(null);
  const list = useResource({ path: listPath(EVERYTHING, 0), schema: projectList }).state.value;
  const listed = list.kind === 'shown' ? list.value : [];
  const names = new Map([
    ...listed.map(({ projectId, label }) => [projectId, label || projectId] as const),
    ...Object.keys(stored.value?.attention.names ?? {}).map((id) => [id, id] as const),
  ]);
  const draft = model.form.draft.value;
  if (!draft || model.screen.value !== 'form' || names.size === 0) return null;
  const take = async (projectId: string) => {
    try {
      await changePromptDraft(projectId, (begun) => intoPrompt(draft, begun, Date.now()), Date.now());
    } catch {
      model.form.notKept.value = true;
      return;
    }
    // Its files are the prompt's now: only the draft itself goes.
    await model.dependencies.drafts.remove(draft.id);
    goTo(projectAddress(projectId, 'talk'));
  };
  const nameOf = (id: string) => {
    const label = names.get(id) ?? id;
    return naming.value.screened || label === id ? naming.value.project(id) : isolated(decoded(label));
  };
  return (
    <div class="launch-target field">
      <label class="meta" for="launch-target">
        {t('console.launch.target')}
      </label>
      <select
        id="launch-target"
        class="input"
        value={chosen.value ?? ''}
        onChange={({ currentTarget }) => (chosen.value = currentTarget.value || null)}
      >
        <option value="">{t('console.launch.newProject')}</option>
        <optgroup label={t('console.launch.existing')}>
          {[...names.keys()].map((id) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </optgroup>
      </select>
      {chosen.value !== null && (
        <Question
          key={chosen.value}
          label={t('console.launch.takeQuestion', { name: nameOf(chosen.value) })}
          verb={t('console.launch.take')}
          look="primary"
          onSure={() => void take(chosen.value ?? '')}
          onBack={() => (chosen.value = null)}
        >
          <span class="meta">{t('console.launch.takeQuestion', { name: nameOf(chosen.value) })}</span>
        </Question>
      )}
    </div>
  );
}

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type ProjectRecord, projectRecord } from '../../../../shared/builder-api/projects.ts';
import { DESCRIPTION_MAX, LABEL_MAX } from '../../../../shared/operations/new-project.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { PROJECT_LISTS, PROJECT_ROWS, projectPath } from '../../../reads/paths.ts';
import { readNow } from '../../../reads/read-now.ts';
import { Button } from '../../../ui/button.tsx';
import { useOpener } from '../../../ui/confirm.tsx';
import { ConfirmTyped } from '../../../ui/confirm-typed.tsx';
import { onSent, SelectField, TextField } from '../../../ui/form.tsx';
import { mayAct } from '../../../ui/stored-state.ts';
import { groupName, useGroups } from '../../kit/use-groups.ts';
import { decoded } from '../../parts/escaped-text.ts';
import { Discard, useFormDraft } from '../../parts/form-draft.tsx';
import { goTo } from '../../parts/navigation.ts';
import { ChangeStatus } from '../../parts/part.tsx';
import { viewAddress } from '../../parts/routes.ts';

/** A project's descriptive fields. `groupId`: empty = in no group. */
type About = Readonly<Record<'label' | 'description' | 'groupId', string>>;

const aboutOf = ({ label, description, groupId }: ProjectRecord): About => ({
  label: decoded(label ?? ''),
  description: decoded(description ?? ''),
  groupId: groupId ?? '',
});

const FIELDS = ['label', 'description', 'groupId'] as const;

/** The changed fields in the service's form: null removes the group (unlisted reference, Acting). */
export function changedFields(from: About, to: About): Record<string, string | null> {
  return Object.fromEntries(
    FIELDS.filter((field) => from[field] !== to[field]).map((field) => [
      field,
      field === 'groupId' && to.groupId === '' ? null : to[field],
    ]),
  );
}

/** Form for a project's name, description and group, kept until saved; its deletion requires its name. */
export function EditProject({ project, onClose }: { project: ProjectRecord; onClose: () => void }) {
  const { projectId } = project;
  const path = projectPath(projectId);
  const groups = useGroups().state.value;
  const form = useFormDraft<About>(`project ${projectId}`, aboutOf(project));
  const { base, fields, edit } = form;
  const others = useSignal<string | null>(null);
  const undo = useSignal<{ from: About; to: About } | null>(null);
  const change = useChange();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);

  const save = async (from: About, to: About) => {
    const now = await readNow(path, projectRecord, false);
    const read = now ? aboutOf(now) : from;
    const theirs = changedFields(from, read);
    if (Object.keys(theirs).length > 0) {
      others.value = Object.values(theirs)
        .map((value) => value || t('console.projects.nothing'))
        .join(' · ');
      form.rebase(read);
      return;
    }
    others.value = null;
    const body = changedFields(from, to);
    const result = await change.send({ method: 'PATCH', path, body }, PROJECT_LISTS);
    if (!result.ok) return;
    form.reset(to);
    undo.value = { from: to, to: from };
  };

  return (
    <section
      class="edit-project"
      aria-label={t('fact.aboutProject')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <form
        class="inline-form"
        onSubmit={onSent(() => form.isBegun.value && void save(base.value, fields.value))}
      >
        <TextField
          label={t('fact.displayName')}
          at={field}
          maxLength={LABEL_MAX}
          placeholder={projectId}
          {...form.text('label')}
        />
        <TextField
          class="field wide-field"
          label={t('fact.description')}
          maxLength={DESCRIPTION_MAX}
          {...form.text('description')}
        />
        {groups.kind === 'shown' && (
          <SelectField
            label={t('fact.group')}
            value={fields.value.groupId}
            onChoose={(chosen) => edit({ groupId: chosen })}
            none={t('console.projects.noGroup')}
            options={groups.value.map((group) => [group.groupId, groupName(group)])}
          />
        )}
        <Button type="submit" off={!form.isBegun.value && t('refusal.NOTHING_TO_UPDATE')}>
          {t('verb.save')}
        </Button>
        <Discard of={form} />
        <Button quiet onClick={onClose}>
          {t('verb.close')}
        </Button>
        {undo.value && (
          <Button
            quiet
            onClick={() => {
              const back = undo.value;
              undo.value = null;
              if (back) void save(back.from, back.to).then(() => (undo.value = null));
            }}
          >
            {t('verb.undo')}
          </Button>
        )}
        <ChangeStatus state={change.state.value} />
        {others.value !== null && (
          <span class="meta" role="status">
            {t('status.changedMeanwhile', { values: others.value })}
          </span>
        )}
      </form>
      {mayAct('owner') && <DeleteProject projectId={projectId} name={base.value.label} />}
    </section>
  );
}

/** Deletes it permanently, once its name or id was typed. */
function DeleteProject({ projectId, name }: { projectId: string; name: string }) {
  const isAsking = useSignal(false);
  const opener = useOpener(isAsking.value);
  const change = useChange();
  const path = projectPath(projectId);
  if (!isAsking.value)
    return (
      <div class="verbs">
        <Button at={opener} danger onClick={() => (isAsking.value = true)}>
          {t('console.projects.delete')}
        </Button>
      </div>
    );
  return (
    <>
      <ConfirmTyped
        verb={t('console.projects.deleteForGood')}
        question={t('console.projects.deleteQuestion', { name: name || projectId })}
        names={[projectId, name].filter((one) => one.trim() !== '')}
        onSure={() => {
          // Not what is read of the project itself, which is gone.
          const lists = [PROJECT_ROWS];
          void change.send({ method: 'DELETE', path, body: undefined }, lists).then((result) => {
            if (result.ok) goTo(viewAddress('projects'));
          });
        }}
        onBack={() => (isAsking.value = false)}
      />
      <ChangeStatus state={change.state.value} />
    </>
  );
}

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type * as z from 'zod/mini';
import { projectGroup } from '../../../../shared/builder-api/projects.ts';
import { formatFacts } from '../../../i18n/format.ts';
import { t } from '../../../i18n/t.ts';
import { useChange } from '../../../reads/change.ts';
import { Loaded } from '../../../reads/loaded.tsx';
import { PROJECT_LISTS, servicePath } from '../../../reads/paths.ts';
import { readNow } from '../../../reads/read-now.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton, useOpener, verbOf } from '../../../ui/confirm.tsx';
import { onSent, TextField } from '../../../ui/form.tsx';
import { useModal } from '../../../ui/modal.ts';
import { naming } from '../../../ui/page-state.ts';
import { mayAct } from '../../../ui/stored-state.ts';
import { GROUPS_PATH, groupName, useGroups } from '../../kit/use-groups.ts';
import { decoded } from '../../parts/escaped-text.ts';
import { Discard, useFormDraft } from '../../parts/form-draft.tsx';
import { ChangeStatus } from '../../parts/part.tsx';

type Group = z.infer<typeof projectGroup>;

/** The groups of projects: create, edit, and delete, which keeps their projects. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const { attributes, close } = useModal(onClose);
  const groups = useGroups();
  return (
    <dialog {...attributes} class="groups" aria-label={t('console.projects.groups')}>
      <header class="spread">
        <h2>{t('console.projects.groups')}</h2>
        <Button quiet onClick={close}>
          {t('verb.close')}
        </Button>
      </header>
      <Loaded of={groups}>
        {(rows) => (
          <ul class="group-list">
            {rows.length === 0 && <li class="meta">{t('status.nothingYet')}</li>}
            {rows.map((group) => (
              <GroupLine key={group.groupId} group={group} />
            ))}
          </ul>
        )}
      </Loaded>
      {mayAct('builder') ? <NewGroup /> : <p class="meta">{t('blocker.roleTooLow')}</p>}
    </dialog>
  );
}

function GroupLine({ group }: { group: Group }) {
  const editing = useSignal(false);
  const edit = useOpener(editing.value);
  const change = useChange();
  const count = group.projectCount ?? null;
  const shown = groupName(group);
  if (editing.value) return <GroupForm group={group} onEnd={() => (editing.value = false)} />;
  return (
    <li class="line group-line">
      <span class="list-words">
        <strong class="clip" dir="auto">
          {shown}
        </strong>
        <span class="meta clip">
          {formatFacts(
            count === null ? '' : t('count.projects', count),
            naming.value.screened ? '' : decoded(group.description ?? ''),
          )}
        </span>
      </span>
      <span class="verbs">
        <ChangeStatus state={change.state.value} />
        {mayAct('builder') && !naming.value.screened && (
          <Button at={edit} aria-label={verbOf(t('verb.edit'), shown)} onClick={() => (editing.value = true)}>
            {t('verb.edit')}
          </Button>
        )}
        {mayAct('owner') && (
          <ConfirmButton
            label={t('console.delete')}
            sure={t('console.projects.deleteGroupSure', { name: shown })}
            onSure={() =>
              void change.send({ method: 'DELETE', path: pathOf(group), body: undefined }, PROJECT_LISTS)
            }
          />
        )}
      </span>
    </li>
  );
}

const pathOf = ({ groupId }: Group) => servicePath('/project-groups/:groupId', { groupId });

const textsOf = ({ name, description }: Group) => ({
  name: decoded(name ?? ''),
  description: decoded(description ?? ''),
});

/** Name and description of a group, kept until they are saved or discarded. */
function GroupForm({ group, onEnd }: { group: Group; onEnd: () => void }) {
  const form = useFormDraft(`group ${group.groupId}`, textsOf(group));
  const { name, description } = form.fields.value;
  const others = useSignal<string | null>(null);
  const change = useChange();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const path = pathOf(group);
  const save = async () => {
    const now = await readNow(path, projectGroup);
    const base = form.base.peek();
    const read = now ? textsOf(now) : base;
    if (read.name !== base.name || read.description !== base.description) {
      others.value = formatFacts(read.name, read.description);
      form.rebase(read);
      return;
    }
    others.value = null;
    const body = { name: name.trim(), description: description.trim() };
    const result = await change.send({ method: 'PATCH', path, body }, PROJECT_LISTS);
    if (!result.ok) return;
    form.forget();
    onEnd();
  };
  return (
    <li class="line">
      <form class="inline-form" onSubmit={onSent(() => name.trim() !== '' && void save())}>
        <TextField label={t('fact.name')} at={field} {...form.text('name')} />
        <TextField label={t('fact.description')} {...form.text('description')} />
        <Button type="submit" off={(name.trim() === '' || !form.isBegun.value) && t('status.incomplete')}>
          {t('verb.save')}
        </Button>
        <Discard of={form} />
        <Button quiet onClick={onEnd}>
          {t('verb.close')}
        </Button>
        {others.value !== null && (
          <span class="meta" role="status">
            {t('status.changedMeanwhile', { values: others.value })}
          </span>
        )}
        <ChangeStatus state={change.state.value} />
      </form>
    </li>
  );
}

const NOTHING = { name: '' };

function NewGroup() {
  const form = useFormDraft('new group', NOTHING);
  const { name } = form.fields.value;
  const change = useChange();
  return (
    <form
      class="inline-form"
      onSubmit={onSent(() => {
        const wanted = name.trim();
        if (wanted === '') return;
        void change
          .send({ method: 'POST', path: GROUPS_PATH, body: { name: wanted } }, [GROUPS_PATH])
          .then((result) => {
            if (result.ok) form.reset(NOTHING);
          });
      })}
    >
      <TextField label={t('console.projects.newGroup')} {...form.text('name')} />
      <Button type="submit" off={name.trim() === '' && t('status.incomplete')}>
        {t('console.projects.makeGroup')}
      </Button>
      <Discard of={form} />
      <ChangeStatus state={change.state.value} />
    </form>
  );
}

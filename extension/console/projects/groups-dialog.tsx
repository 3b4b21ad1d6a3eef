import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { projectGroup } from '../../../shared/builder-api/projects.ts';
import { mayActAs } from '../../../shared/edge-api/role.ts';
import { formatNumber } from '../../i18n/format.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { naming } from '../../ui/page-state.ts';
import { stored } from '../../ui/stored-state.ts';
import { useChange } from '../change.ts';
import { Loaded } from '../loaded.tsx';
import { ChangeStatus } from '../part.tsx';
import { readNow } from '../read-now.ts';
import { decoded } from '../talk/escaped-text.ts';
import { GROUPS_PATH, groupName, useGroups } from './use-groups.ts';

type Group = {
  groupId: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
  projectCount?: number | null | undefined;
};

const REREADS = [GROUPS_PATH, '/service/projects'];

/** The groups of projects: create, edit, and delete, which keeps their projects. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const groups = useGroups();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const role = stored.value?.connection?.role ?? 'viewer';
  return (
    <dialog ref={dialog} class="groups" aria-label={t('console.projects.groups')} onClose={onClose}>
      <header class="spread">
        <h2>{t('console.projects.groups')}</h2>
        <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>
          {t('verb.close')}
        </button>
      </header>
      <Loaded of={groups}>
        {(rows) => (
          <ul class="group-list">
            {rows.length === 0 && <li class="meta">{t('console.projects.noGroups')}</li>}
            {rows.map((group) => (
              <GroupLine key={group.groupId} group={group} role={role} />
            ))}
          </ul>
        )}
      </Loaded>
      {mayActAs(role, 'builder') ? <NewGroup /> : <p class="meta">{t('console.needsBuilder')}</p>}
    </dialog>
  );
}

function GroupLine({ group, role }: { group: Group; role: 'viewer' | 'builder' | 'owner' }) {
  const editing = useSignal(false);
  const name = useSignal('');
  const description = useSignal('');
  const others = useSignal<string | null>(null);
  const before = useRef<{ name: string; description: string }>({ name: '', description: '' });
  const change = useChange();
  const path = `${GROUPS_PATH}/${encodeURIComponent(group.groupId)}`;
  const count = group.projectCount ?? null;
  const shown = groupName(group);
  const textsOf = (of: Group) => ({
    name: decoded(of.name ?? ''),
    description: decoded(of.description ?? ''),
  });
  const save = async () => {
    const now = await readNow(path, projectGroup);
    const read = now ? textsOf(now) : before.current;
    if (read.name !== before.current.name || read.description !== before.current.description) {
      others.value = [read.name, read.description].filter(Boolean).join(' · ');
      before.current = read;
      return;
    }
    others.value = null;
    const body = { name: name.value.trim(), description: description.value.trim() };
    const result = await change.send({ method: 'PATCH', path, body }, REREADS);
    if (result.ok) editing.value = false;
  };
  if (editing.value)
    return (
      <li class="line">
        <form
          class="inline-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.value.trim() !== '') void save();
          }}
        >
          <label class="field">
            <span class="meta">{t('console.projects.groupName')}</span>
            <input
              class="input"
              value={name.value}
              onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            />
          </label>
          <label class="field">
            <span class="meta">{t('console.projects.description')}</span>
            <input
              class="input"
              value={description.value}
              onInput={({ currentTarget }) => (description.value = currentTarget.value)}
            />
          </label>
          <button type="submit" class="button" disabled={name.value.trim() === ''}>
            {t('console.projects.save')}
          </button>
          <button type="button" class="button quiet" onClick={() => (editing.value = false)}>
            {t('verb.cancel')}
          </button>
          {others.value !== null && (
            <span class="meta" role="status">
              {t('console.projects.changedMeanwhile', { values: others.value })}
            </span>
          )}
          <ChangeStatus state={change.state.value} />
        </form>
      </li>
    );
  return (
    <li class="line group-line">
      <span class="list-words">
        <strong class="clip">{shown}</strong>
        <span class="meta clip">
          {[
            count === null ? '' : t('console.projects.countOf', count, { count: formatNumber(count) }),
            naming.value.screened ? '' : decoded(group.description ?? ''),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span class="verbs">
        <ChangeStatus state={change.state.value} />
        {mayActAs(role, 'builder') && !naming.value.screened && (
          <button
            type="button"
            class="button"
            aria-label={t('console.projects.verbOf', { verb: t('console.projects.edit'), name: shown })}
            onClick={() => {
              before.current = textsOf(group);
              name.value = before.current.name;
              description.value = before.current.description;
              others.value = null;
              editing.value = true;
            }}
          >
            {t('console.projects.edit')}
          </button>
        )}
        {mayActAs(role, 'owner') && (
          <ConfirmButton
            label={t('console.delete')}
            sure={
              count === null
                ? t('console.projects.deleteGroupSure', { name: shown })
                : t('console.projects.deleteGroupSureCount', count, {
                    name: shown,
                    count: formatNumber(count),
                  })
            }
            onSure={() => void change.send({ method: 'DELETE', path, body: undefined }, REREADS)}
          />
        )}
      </span>
    </li>
  );
}

function NewGroup() {
  const name = useSignal('');
  const change = useChange();
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = name.value.trim();
        if (wanted === '') return;
        void change
          .send({ method: 'POST', path: GROUPS_PATH, body: { name: wanted } }, [GROUPS_PATH])
          .then((result) => {
            if (result.ok) name.value = '';
          });
      }}
    >
      <label class="field">
        <span class="meta">{t('console.projects.newGroup')}</span>
        <input
          class="input"
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
      </label>
      <button type="submit" class="button" disabled={name.value.trim() === ''}>
        {t('console.projects.makeGroup')}
      </button>
      <ChangeStatus state={change.state.value} />
    </form>
  );
}

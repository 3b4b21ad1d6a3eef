import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import { dataUser } from '../../../shared/data-api/records.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { Answered } from '../answer-status.tsx';
import { useChange } from '../change.ts';
import { ChangeStatus, Part } from '../part.tsx';
import { dataPath } from '../paths.ts';
import { useResource } from '../resource.ts';
import { EditSwitch } from '../rows/edit-switch.tsx';
import { writeMode } from '../rows/write-mode.ts';

const ROLES = ['user', 'manager', 'admin'] as const;
const users = z.array(dataUser);

/** The people who can sign in to the app: for owners only, and never with a password. */
export function Users({ projectId }: { projectId: string }) {
  const path = dataPath(projectId, '/user');
  const list = useResource({ path, schema: users, keep: false });
  const removal = useChange();
  const mode = writeMode(projectId, 'app');
  const remove = (id: string) => {
    mode.touch();
    void removal.send({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}`, body: undefined }, [
      path,
    ]);
  };
  return (
    <>
      <Part title={t('console.data.section.users')} side={<EditSwitch mode={mode} place="app" />}>
        <Answered of={list}>
          {(people) =>
            people.length === 0 ? (
              <p class="meta">{t('console.data.noUsers')}</p>
            ) : (
              <ul class="lines-list">
                {people.map(({ _id, name, email, role }) => (
                  <li key={_id ?? email} class="line spread">
                    <span>
                      <strong>{isolated(name || email || '–')}</strong>{' '}
                      <span class="meta">{[name && email, role].filter(Boolean).join(' · ')}</span>
                    </span>
                    {_id && mode.on.value && (
                      <ConfirmButton
                        label={t('console.delete')}
                        sure={t('console.data.deleteUserSure', { name: isolated(name || email || '–') })}
                        onSure={() => remove(_id)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Answered>
        <ChangeStatus state={removal.state.value} />
      </Part>
      {mode.on.value && <NewUser projectId={projectId} />}
    </>
  );
}

function NewUser({ projectId }: { projectId: string }) {
  const name = useSignal('');
  const email = useSignal('');
  // Held in the page only, and gone when it was sent.
  const password = useSignal('');
  const role = useSignal<(typeof ROLES)[number]>('user');
  const change = useChange();
  const mode = writeMode(projectId, 'app');
  const path = dataPath(projectId, '/user');
  const add = async (event: Event) => {
    event.preventDefault();
    mode.touch();
    const body = {
      name: name.value.trim(),
      email: email.value.trim(),
      password: password.value,
      role: role.value,
    };
    const result = await change.send({ method: 'POST', path, body }, [path]);
    if (!result.ok) return;
    for (const field of [name, email, password]) field.value = '';
  };
  const text = (field: typeof name) => ({
    class: 'input',
    required: true,
    autocomplete: 'off',
    value: field.value,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => (field.value = currentTarget.value),
  });
  return (
    <Part title={t('console.data.newUser')}>
      <form class="inline-form" onSubmit={(event) => void add(event)}>
        <label class="field">
          <span class="meta">{t('console.data.userName')}</span>
          <input {...text(name)} />
        </label>
        <label class="field">
          <span class="meta">{t('console.data.userEmail')}</span>
          <input {...text(email)} type="email" />
        </label>
        <label class="field">
          <span class="meta">{t('console.data.userPassword')}</span>
          <input {...text(password)} type="password" />
        </label>
        <label class="field">
          <span class="meta">{t('console.data.userRole')}</span>
          <select
            class="input"
            value={role.value}
            onChange={({ currentTarget }) => (role.value = currentTarget.value as (typeof ROLES)[number])}
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {t(`console.data.role.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="submit"
          class="button"
          disabled={[name, email, password].some(({ value }) => value.trim() === '')}
        >
          {t('console.data.addUser')}
        </button>
        <ChangeStatus state={change.state.value} />
      </form>
    </Part>
  );
}

import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import { dataUser, type Table } from '../../../shared/data-api/records.ts';
import { parse } from '../../../shared/parse.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmButton } from '../../ui/confirm.tsx';
import { useChange } from '../change.ts';
import { Loaded } from '../loaded.tsx';
import { ChangeStatus, Part } from '../part.tsx';
import { dataPath } from '../paths.ts';
import { useResource } from '../resource.ts';
import { EditSwitch } from '../rows/edit-switch.tsx';
import { writeMode } from '../rows/write-mode.ts';
import { useTables } from './use-tables.ts';

const ROLES = ['user', 'manager', 'admin'] as const;
const users = z.array(dataUser);
type User = z.infer<typeof dataUser>;

/** A user's permissions per table (data reference, User); pages have ids that only the app's own settings name. */
const may = z.looseObject({ read: z.boolean(), write: z.nullish(z.boolean()) });
const access = z.looseObject({
  types: z.nullish(z.record(z.string(), may)),
  pages: z.optional(z.unknown()),
  customPages: z.optional(z.unknown()),
});
type TableAccess = Record<string, { read: boolean; write?: boolean }>;

/** The users who can sign in to the app: for owners only, and never with a password. */
export function Users({ projectId }: { projectId: string }) {
  const path = dataPath(projectId, '/user');
  const list = useResource({ path, schema: users, keep: false });
  const tables = useTables(projectId);
  const editing = useSignal<string | null>(null);
  const mode = writeMode(projectId, 'app');
  const removal = useChange(mode);
  const remove = (id: string) => {
    void removal.send({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}`, body: undefined }, [
      path,
    ]);
  };
  return (
    <>
      <Part title={t('console.data.section.users')} side={<EditSwitch mode={mode} place="app" />}>
        <Loaded of={list}>
          {(people) =>
            people.length === 0 ? (
              <p class="meta">{t('console.data.noUsers')}</p>
            ) : (
              <ul class="lines-list">
                {people.map((user) => {
                  const { _id, name, email, role } = user;
                  return (
                    <li key={_id ?? email} class="line">
                      <span class="spread">
                        <span>
                          <strong>{isolated(name || email || '–')}</strong>{' '}
                          <span class="meta">
                            {[name && email, role, accessWords(user, tables)].filter(Boolean).join(' · ')}
                          </span>
                        </span>
                        {_id && mode.on.value && (
                          <span class="verbs">
                            <button
                              type="button"
                              class="button"
                              aria-expanded={editing.value === _id}
                              onClick={() => (editing.value = editing.value === _id ? null : _id)}
                            >
                              {t('console.users.edit')}
                            </button>
                            <ConfirmButton
                              label={t('console.delete')}
                              sure={t('console.data.deleteUserSure', {
                                name: isolated(name || email || '–'),
                              })}
                              onSure={() => remove(_id)}
                            />
                          </span>
                        )}
                      </span>
                      {_id && mode.on.value && editing.value === _id && (
                        <UserForm
                          projectId={projectId}
                          tables={tables}
                          user={user}
                          onKept={() => (editing.value = null)}
                        />
                      )}
                    </li>
                  );
                })}
              </ul>
            )
          }
        </Loaded>
        <ChangeStatus state={removal.state.value} />
      </Part>
      {mode.on.value && (
        <Part title={t('console.data.newUser')}>
          <UserForm projectId={projectId} tables={tables} user={null} />
        </Part>
      )}
    </>
  );
}

function pagesOf(user: User | null): { pages?: unknown; customPages?: unknown } {
  const { pages, customPages } = parse(access, user?.access) ?? {};
  return { ...(pages != null && { pages }), ...(customPages != null && { customPages }) };
}

const accessOf = (user: User | null): TableAccess => {
  const types = parse(access, user?.access)?.types ?? {};
  return Object.fromEntries(
    Object.entries(types).map(([type, { read, write }]) => [
      type,
      { read, ...(write == null ? {} : { write }) },
    ]),
  );
};

/** "reads Bookings, Services; writes Bookings"; empty where only the user's role decides. */
function accessWords(user: User, tables: readonly Table[]): string {
  const entries = Object.entries(accessOf(user));
  const named = (kind: 'read' | 'write') =>
    entries
      .filter(([, may]) => may[kind])
      .map(([type]) => isolated(tables.find((one) => one.type === type || one.id === type)?.label ?? type))
      .join(', ');
  const [reads, writes] = [named('read'), named('write')];
  return [
    reads && t('console.users.reads', { tables: reads }),
    writes && t('console.users.writes', { tables: writes }),
  ]
    .filter(Boolean)
    .join('; ');
}

/** Form of a user: new, or changed as a whole, since the reference requires every field. */
function UserForm({
  projectId,
  tables,
  user,
  onKept,
}: {
  projectId: string;
  tables: readonly Table[];
  user: User | null;
  onKept?: () => void;
}) {
  const name = useSignal(user?.name ?? '');
  const email = useSignal(user?.email ?? '');
  // In memory only, and deleted once sent.
  const password = useSignal('');
  const role = useSignal<string>(user?.role ?? 'user');
  const types = useSignal<TableAccess>(accessOf(user));
  const change = useChange(writeMode(projectId, 'app'));
  const path = dataPath(projectId, '/user');
  const save = async (event: Event) => {
    event.preventDefault();
    const body = {
      name: name.value.trim(),
      email: email.value.trim(),
      password: password.value,
      role: role.value,
      // Also when the last table was taken away; the user's permissions on pages are kept as they are.
      ...((user?.access != null || Object.keys(types.value).length > 0) && {
        access: { ...pagesOf(user), types: types.value },
      }),
    };
    const id = user?._id;
    const request = id
      ? ({ method: 'PATCH', path: `${path}/${encodeURIComponent(id)}`, body } as const)
      : ({ method: 'POST', path, body } as const);
    const result = await change.send(request, [path]);
    if (!result.ok) return;
    password.value = '';
    if (user === null) for (const field of [name, email]) field.value = '';
    onKept?.();
  };
  const text = (field: typeof name) => ({
    class: 'input',
    required: true,
    autocomplete: 'off',
    value: field.value,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => (field.value = currentTarget.value),
  });
  const set = (type: string, to: { read: boolean; write: boolean }) => {
    const { [type]: _, ...others } = types.value;
    types.value = to.read || to.write ? { ...others, [type]: to } : others;
  };
  return (
    <form class="inline-form" onSubmit={(event) => void save(event)}>
      <label class="field">
        <span class="meta">{t('console.data.userName')}</span>
        <input {...text(name)} />
      </label>
      <label class="field">
        <span class="meta">{t('console.data.userEmail')}</span>
        <input {...text(email)} type="email" />
      </label>
      <label class="field">
        <span class="meta">{t(user ? 'console.users.newPassword' : 'console.data.userPassword')}</span>
        <input {...text(password)} type="password" />
      </label>
      <label class="field">
        <span class="meta">{t('console.data.userRole')}</span>
        <select
          class="input"
          value={role.value}
          onChange={({ currentTarget }) => (role.value = currentTarget.value)}
        >
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {t(`console.data.role.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {tables.length > 0 && (
        <details class="more wide-field">
          <summary>{t('console.users.access')}</summary>
          <ul class="lines-list">
            {tables.map((table) => {
              const key = types.value[table.id] ? table.id : table.type;
              const now = types.value[key];
              const [read, write] = [now?.read ?? false, now?.write ?? false];
              return (
                <li key={table.type} class="line spread">
                  <span>{isolated(table.label)}</span>
                  <span class="verbs">
                    <label class="check">
                      <input
                        type="checkbox"
                        checked={read}
                        onChange={({ currentTarget }) =>
                          set(key, { read: currentTarget.checked, write: currentTarget.checked && write })
                        }
                      />
                      {t('console.users.read')}
                    </label>
                    <label class="check">
                      <input
                        type="checkbox"
                        checked={write}
                        onChange={({ currentTarget }) =>
                          set(key, { read: read || currentTarget.checked, write: currentTarget.checked })
                        }
                      />
                      {t('console.users.write')}
                    </label>
                  </span>
                </li>
              );
            })}
          </ul>
        </details>
      )}
      <button
        type="submit"
        class="button"
        disabled={[name, email, password].some(({ value }) => value.trim() === '')}
      >
        {t(user ? 'console.users.save' : 'console.data.addUser')}
      </button>
      <ChangeStatus state={change.state.value} />
      {user && <p class="meta watch-means">{t('console.users.wholeNote')}</p>}
    </form>
  );
}

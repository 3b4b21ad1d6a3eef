import { useSignal } from '@preact/signals';
import * as z from 'zod/mini';
import type { dataUser, Table } from '../../../../../shared/data-api/records.ts';
import { parse } from '../../../../../shared/parse.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { dataPath } from '../../../../reads/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../../../../ui/form.tsx';
import { writeMode } from '../../../grid/write-mode.ts';
import { Discard, useFormDraft } from '../../../parts/form-draft.tsx';
import { ChangeStatus, Part } from '../../../parts/part.tsx';

const ROLES = ['user', 'manager', 'admin'] as const;

type User = z.infer<typeof dataUser>;

/** A user's permissions per table (data reference, User); pages have ids that only the app's own settings name. */
const may = z.looseObject({ read: z.boolean(), write: z.nullish(z.boolean()) });
const access = z.looseObject({
  types: z.nullish(z.record(z.string(), may)),
  pages: z.optional(z.unknown()),
  customPages: z.optional(z.unknown()),
});
type TableAccess = Record<string, { read: boolean; write?: boolean }>;

function pagesOf(user: User | null): { pages?: unknown; customPages?: unknown } {
  const { pages, customPages } = parse(access, user?.access) ?? {};
  return { ...(pages != null && { pages }), ...(customPages != null && { customPages }) };
}

const accessIn = (value: unknown): TableAccess => {
  const types = parse(access, value)?.types ?? {};
  return Object.fromEntries(
    Object.entries(types).map(([type, { read, write }]) => [
      type,
      { read, ...(write == null ? {} : { write }) },
    ]),
  );
};

/** "reads Bookings, Services; writes Bookings"; empty where only the user's role decides. */
export function accessWords(user: User, tables: readonly Table[]): string {
  const entries = Object.entries(accessIn(user?.access));
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

export const draftId = (projectId: string, userId: string | null): string =>
  `user ${projectId} ${userId ?? '+'}`;

const fieldsOf = (user: User | null) => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  role: user?.role ?? 'user',
  /** As JSON. */
  types: JSON.stringify(accessIn(user?.access)),
});

/**
 * Form of a user: new, or changed as a whole, since the reference requires every field. What is typed stays, disabled, when write
 * mode ends; the password is in this page's memory only.
 */
export function UserForm({
  projectId,
  tables,
  user,
  onClose,
}: {
  projectId: string;
  tables: readonly Table[];
  user: User | null;
  onClose?: () => void;
}) {
  const form = useFormDraft(draftId(projectId, user?._id ?? null), fieldsOf(user), 'memory');
  const { name, email, role } = form.fields.value;
  const types = accessIn({ types: JSON.parse(form.fields.value.types) });
  // Never stored, and deleted once sent.
  const password = useSignal('');
  const mode = writeMode(projectId, 'app');
  const change = useChange(mode);
  const path = dataPath(projectId, '/user');
  const save = async (event: Event) => {
    event.preventDefault();
    const body = {
      name: name.trim(),
      email: email.trim(),
      password: password.value,
      role,
      // Also when the last table was taken away; the user's permissions on pages are kept as they are.
      ...((user?.access != null || Object.keys(types).length > 0) && {
        access: { ...pagesOf(user), types },
      }),
    };
    const id = user?._id;
    const request = id
      ? ({ method: 'PATCH', path: `${path}/${encodeURIComponent(id)}`, body } as const)
      : ({ method: 'POST', path, body } as const);
    const result = await change.send(request, [path]);
    if (!result.ok) return;
    password.value = '';
    form.reset(
      user === null ? { ...fieldsOf(null), role, types: form.fields.peek().types } : form.fields.peek(),
    );
    onClose?.();
  };
  const edit = (part: Partial<ReturnType<typeof fieldsOf>>) => {
    mode.touch();
    form.edit(part);
  };
  const always = { required: true, autocomplete: 'off' } as const;
  const set = (type: string, to: { read: boolean; write: boolean }) => {
    const { [type]: _, ...others } = types;
    edit({ types: JSON.stringify(to.read || to.write ? { ...others, [type]: to } : others) });
  };
  const isBegun = form.isBegun.value || form.isUnreadable.value || password.value !== '';
  if (!mode.on.value && !isBegun) return null;
  const shown = (
    <form onSubmit={(event) => void save(event)}>
      {!mode.on.value && (
        <p class="meta" role="status">
          {t('console.users.editToSave', { verb: t('console.database.edit.app') })}
        </p>
      )}
      <fieldset class="inline-form" disabled={!mode.on.value}>
        <TextField {...always} label={t('fact.name')} value={name} onText={(text) => edit({ name: text })} />
        <TextField
          {...always}
          label={t('console.data.userEmail')}
          type="email"
          value={email}
          onText={(text) => edit({ email: text })}
        />
        <TextField
          {...always}
          label={t(user ? 'console.users.newPassword' : 'console.data.userPassword')}
          type="password"
          value={password.value}
          hint={form.isBegun.value && password.value === '' && t('console.users.passwordNotKept')}
          onText={(text) => {
            mode.touch();
            password.value = text;
          }}
        />
        <SelectField
          label={t('console.data.userRole')}
          value={role}
          onChoose={(chosen) => edit({ role: chosen })}
          options={ROLES.map((one) => [one, t(`console.data.role.${one}`)])}
        />
        {tables.length > 0 && (
          <details class="more wide-line">
            <summary>{t('console.users.access')}</summary>
            <ul class="lines-list">
              {tables.map((table) => {
                const key = types[table.id] ? table.id : table.type;
                const now = types[key];
                const [read, write] = [now?.read ?? false, now?.write ?? false];
                return (
                  <li key={table.type} class="line spread">
                    <span>{isolated(table.label)}</span>
                    <span class="verbs">
                      <Checkbox
                        class="check"
                        label={t('console.users.read')}
                        checked={read}
                        onChange={(checked) => set(key, { read: checked, write: checked && write })}
                      />
                      <Checkbox
                        class="check"
                        label={t('console.users.write')}
                        checked={write}
                        onChange={(checked) => set(key, { read: read || checked, write: checked })}
                      />
                    </span>
                  </li>
                );
              })}
            </ul>
          </details>
        )}
        <Button
          type="submit"
          off={[name, email, password.value].some((value) => value.trim() === '') && t('console.incomplete')}
        >
          {t(user ? 'verb.save' : 'verb.add')}
        </Button>
        <ChangeStatus state={change.state.value} />
        {user && <p class="meta watch-means">{t('console.users.wholeNote')}</p>}
      </fieldset>
      <Discard of={form} />
    </form>
  );
  return user === null ? <Part title={t('console.data.newUser')}>{shown}</Part> : shown;
}

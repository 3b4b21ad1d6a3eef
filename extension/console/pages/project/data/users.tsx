import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import * as z from 'zod/mini';
import { dataUser } from '../../../../../shared/data-api/records.ts';
import { formatFacts } from '../../../../i18n/format.ts';
import { isolated } from '../../../../i18n/naming.ts';
import { t } from '../../../../i18n/t.ts';
import { useChange } from '../../../../reads/change.ts';
import { Loaded } from '../../../../reads/loaded.tsx';
import { dataPath } from '../../../../reads/paths.ts';
import { useResource } from '../../../../reads/resource.ts';
import { readFormDrafts } from '../../../../storage/form-drafts.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton, verbOf } from '../../../../ui/confirm.tsx';
import { EditSwitch } from '../../../grid/edit-switch.tsx';
import { writeMode } from '../../../grid/write-mode.ts';
import { ChangeStatus, Lines, Part } from '../../../parts/part.tsx';
import { useTables } from './use-tables.ts';
import { accessWords, draftId, UserForm } from './user-form.tsx';

const users = z.array(dataUser);

/** The users who can sign in to the app: for owners only, and never with a password. */
export function Users({ projectId }: { projectId: string }) {
  const path = dataPath(projectId, '/user');
  const list = useResource({ path, schema: users, keep: false });
  const tables = useTables(projectId);
  const editing = useSignal<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const { value: open } = editing;
    editing.value = open.has(id) ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id]);
  };
  useEffect(() => {
    // Forms that were begun are shown again.
    void readFormDrafts('memory').then((drafts) => {
      const prefix = draftId(projectId, '');
      const begun = Object.keys(drafts).filter((id) => id.startsWith(prefix));
      editing.value = new Set([...editing.peek(), ...begun.map((id) => id.slice(prefix.length))]);
    });
  }, []);
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
          {(people) => (
            <Lines>
              {people.map((user) => {
                const { _id, name, email, role } = user;
                const shown = isolated(name || email || '–');
                return (
                  <li key={_id ?? email} class="line">
                    <span class="spread">
                      <span>
                        <strong>{shown}</strong>{' '}
                        <span class="meta">
                          {formatFacts(name && email, role, accessWords(user, tables))}
                        </span>
                      </span>
                      {_id && mode.on.value && (
                        <span class="verbs">
                          <Button
                            aria-label={verbOf(t('verb.edit'), shown)}
                            aria-expanded={editing.value.has(_id)}
                            onClick={() => toggle(_id)}
                          >
                            {t('verb.edit')}
                          </Button>
                          <ConfirmButton
                            label={t('console.delete')}
                            of={shown}
                            sure={t('console.data.deleteUserSure', { name: shown })}
                            onSure={() => remove(_id)}
                          />
                        </span>
                      )}
                    </span>
                    {_id && editing.value.has(_id) && (
                      <UserForm
                        projectId={projectId}
                        tables={tables}
                        user={user}
                        onClose={() => toggle(_id)}
                      />
                    )}
                  </li>
                );
              })}
            </Lines>
          )}
        </Loaded>
        <ChangeStatus state={removal.state.value} />
      </Part>
      <UserForm projectId={projectId} tables={tables} user={null} />
    </>
  );
}

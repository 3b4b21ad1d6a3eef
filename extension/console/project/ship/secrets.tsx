import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ProjectRecord } from '../../../../shared/builder-api/projects.ts';
import { mayActAs } from '../../../../shared/edge-api/role.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { sendMessage } from '../../../messaging/client.ts';
import { useChange } from '../../../reads/change.ts';
import { projectPath } from '../../../reads/paths.ts';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { stored } from '../../../ui/stored-state.ts';
import { Discard, useFormDraft } from '../../parts/form-draft.tsx';
import { ChangeStatus, Part } from '../../parts/part.tsx';

const ENVIRONMENTS = ['both', 'development', 'production'] as const;

/** The app's environment variables by name: added and removed, their values never shown again. */
export function Secrets({ project }: { project: ProjectRecord }) {
  const { projectId, secrets } = project;
  const role = stored.value?.connection?.role ?? 'viewer';
  const removal = useChange();
  return (
    <Part title={t('console.ship.secrets')} side={<span class="meta">{t('console.ship.secretsNote')}</span>}>
      {(secrets ?? []).length === 0 && <p class="meta">{t('console.ship.noSecrets')}</p>}
      <ul class="lines-list">
        {(secrets ?? []).map(({ _id, secretName, environment }) => (
          <li key={_id} class="line spread">
            <span class="clip">
              <strong>{isolated(secretName)}</strong>{' '}
              <span class="meta">{environmentWords(environment ?? null)}</span>
            </span>
            {mayActAs(role, 'owner') && (
              <ConfirmButton
                label={t('console.delete')}
                of={isolated(secretName)}
                sure={t('console.ship.deleteSecretSure', { name: isolated(secretName) })}
                onSure={() =>
                  void removal.send(
                    {
                      method: 'DELETE',
                      path: projectPath(projectId, `/secrets/${encodeURIComponent(_id)}`),
                      body: undefined,
                    },
                    [projectPath(projectId)],
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
      <ChangeStatus state={removal.state.value} />
      {mayActAs(role, 'builder') && <AddSecret projectId={projectId} />}
    </Part>
  );
}

/** Adds an environment variable. @param name fixed when the agent requested it */
export function AddSecret({ projectId, name: given }: { projectId: string; name?: string }) {
  const form = useFormDraft(`secret ${projectId} ${given ?? ''}`, {
    name: given ?? '',
    environment: 'both',
  });
  const { name, environment } = form.fields.value;
  // In memory only: a secret is never written to the browser's storage.
  const value = useSignal('');
  const change = useChange();
  const nameField = useRef<HTMLInputElement>(null);
  const add = async (event: Event) => {
    event.preventDefault();
    const result = await change.send(
      {
        method: 'POST',
        path: projectPath(projectId, '/secrets'),
        body: { secretName: name.trim(), secretValue: value.value, environment },
      },
      [projectPath(projectId)],
    );
    if (!result.ok) return;
    // Whoever was asked for it is not asked on.
    if (given !== undefined) void sendMessage('refresh', { fresh: true });
    value.value = '';
    form.reset({ name: given ?? '', environment: 'both' });
    // The button that had the focus can't be pressed now: the next variable may follow.
    nameField.current?.focus();
  };
  return (
    <form class="inline-form" onSubmit={(event) => void add(event)}>
      <TextField
        label={t('console.ship.secretName')}
        at={nameField}
        {...(given === undefined && { 'data-arrive': true })}
        autocomplete="off"
        spellcheck={false}
        required
        readOnly={given !== undefined}
        value={name}
        onText={(text) => form.edit({ name: text })}
      />
      <TextField
        label={t('console.ship.secretValue')}
        type="password"
        {...(given !== undefined && { 'data-arrive': true })}
        autocomplete="off"
        required
        value={value.value}
        onText={(text) => (value.value = text)}
      />
      <SelectField
        label={t('console.ship.environment')}
        value={environment}
        onChoose={(chosen) => form.edit({ environment: chosen })}
        options={ENVIRONMENTS.map((one) => [one, environmentWords(one)])}
      />
      <button type="submit" class="button" disabled={name.trim() === '' || value.value === ''}>
        {t('console.ship.addSecret')}
      </button>
      <Discard of={form} />
      <ChangeStatus state={change.state.value} kept={t('console.ship.secretAdded')} />
    </form>
  );
}

function environmentWords(environment: string | null): string {
  const known = ENVIRONMENTS.find((one) => one === environment);
  return known ? t(`console.ship.env.${known}`) : isolated(environment ?? '');
}

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ProjectRecord } from '../../../../shared/builder-api/projects.ts';
import { mayActAs } from '../../../../shared/edge-api/role.ts';
import { isolated } from '../../../i18n/naming.ts';
import { t } from '../../../i18n/t.ts';
import { sendMessage } from '../../../messaging/client.ts';
import { useChange } from '../../../reads/change.ts';
import { projectPath } from '../../../reads/paths.ts';
import { ConfirmButton, OpenButton, verbOf } from '../../../ui/confirm.tsx';
import { SelectField, TextField } from '../../../ui/form.tsx';
import { Glyph } from '../../../ui/icons.tsx';
import { stored } from '../../../ui/stored-state.ts';
import { Discard, useFormDraft } from '../../parts/form-draft.tsx';
import { ChangeStatus, Part } from '../../parts/part.tsx';

const ENVIRONMENTS = ['both', 'development', 'production'] as const;

type Secret = NonNullable<ProjectRecord['secrets']>[number];

/** The app's environment variables by name: added, replaced and removed, their values never shown again. */
export function Secrets({ project }: { project: ProjectRecord }) {
  const { projectId } = project;
  const secrets = project.secrets ?? [];
  const role = stored.value?.connection?.role ?? 'viewer';
  const removal = useChange();
  const replacing = useSignal<Secret | null>(null);
  const replaced = useSignal<string | null>(null);
  /** Whether what was done last is a deletion. */
  const wasDeleted = useSignal(false);
  const old = replacing.value;
  return (
    <Part title={t('console.ship.secrets')} side={<span class="meta">{t('console.ship.secretsNote')}</span>}>
      {secrets.length === 0 && <p class="meta">{t('console.ship.noSecrets')}</p>}
      <ul class="lines-list">
        {secrets.map((secret) => {
          const { _id, secretName, environment } = secret;
          const name = isolated(secretName);
          return (
            <li key={_id} class="line spread">
              <span class="clip">
                <strong>{name}</strong> <span class="meta">{environmentWords(environment ?? null)}</span>
              </span>
              {mayActAs(role, 'owner') && (
                <span class="verbs">
                  <OpenButton
                    label={verbOf(t('console.ship.replaceSecret'), name)}
                    isOpen={old?._id === _id}
                    onOpen={(isOpen) => {
                      replaced.value = null;
                      replacing.value = isOpen ? secret : null;
                    }}
                  >
                    {t('console.ship.replaceSecret')}
                  </OpenButton>
                  <ConfirmButton
                    label={t('console.delete')}
                    of={name}
                    sure={t('console.ship.deleteSecretSure', { name })}
                    onSure={() => {
                      replaced.value = null;
                      wasDeleted.value = true;
                      void removal.send(deletionOf(projectId, _id), [projectPath(projectId)]);
                    }}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <ChangeStatus
        state={removal.state.value}
        kept={wasDeleted.value ? t('console.ship.secretDeleted') : ''}
      />
      {old !== null && (
        <AddSecret
          key={old._id}
          projectId={projectId}
          name={old.secretName}
          replaces={{ ...old, isGone: !secrets.some(({ _id }) => _id === old._id) }}
          onClose={(isDone) => {
            replaced.value = isDone ? old.secretName : null;
            replacing.value = null;
          }}
        />
      )}
      {replaced.value !== null && <Replaced key={replaced.value} name={replaced.value} />}
      {old === null && mayActAs(role, 'builder') && (
        <AddSecret
          projectId={projectId}
          taken={secrets.map(({ secretName }) => secretName ?? '')}
          isPast={wasDeleted.value}
          onAdd={() => (wasDeleted.value = false)}
        />
      )}
    </Part>
  );
}

/** Takes the focus: nothing is left of the form that had it. */
function Replaced({ name }: { name: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => line.current?.focus(), []);
  return (
    <p class="meta" role="status" tabIndex={-1} ref={line}>
      {t('console.ship.secretReplaced', { name: isolated(name) })}
    </p>
  );
}

const deletionOf = (projectId: string, secretId: string) =>
  ({
    method: 'DELETE',
    path: projectPath(projectId, `/secrets/${encodeURIComponent(secretId)}`),
    body: undefined,
  }) as const;

/**
 * Adds an environment variable. @param name fixed when the agent requested it
 * @param replaces the one whose value it takes the place of; the service can't change a value, so that one is deleted first.
 * `isGone`: it is deleted already
 */
export function AddSecret({
  projectId,
  name: given,
  replaces = null,
  taken = [],
  isPast = false,
  onAdd,
  onClose,
}: {
  projectId: string;
  name?: string;
  replaces?: (Secret & { isGone: boolean }) | null;
  /** Names that the project has already. */
  taken?: readonly string[];
  /** Whether something else was done since the last one was added. */
  isPast?: boolean;
  onAdd?: () => void;
  onClose?: (isDone: boolean) => void;
}) {
  const initial = {
    name: given ?? '',
    environment: ENVIRONMENTS.find((one) => one === replaces?.environment) ?? 'both',
  };
  const form = useFormDraft(`secret ${projectId} ${given ?? ''}`, initial);
  const { name, environment } = form.fields.value;
  const usual = usualName(name.trim());
  // In memory only: a secret is never written to the browser's storage.
  const value = useSignal('');
  const change = useChange();
  const forgetOutcome = () => (change.state.value = { kind: 'idle' });
  // Once it is added it is in the list, shortly before the form is empty.
  const isTaken = taken.includes(name.trim()) && change.state.value.kind !== 'sending';
  const nameField = useRef<HTMLInputElement>(null);
  const valueField = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (replaces) valueField.current?.focus();
  }, []);
  const add = async (event: Event) => {
    event.preventDefault();
    onAdd?.();
    const rereads = [projectPath(projectId)];
    if (replaces && !replaces.isGone) {
      const deleted = await change.send(deletionOf(projectId, replaces._id), rereads);
      if (!deleted.ok) return;
    }
    const result = await change.send(
      {
        method: 'POST',
        path: projectPath(projectId, '/secrets'),
        body: { secretName: name.trim(), secretValue: value.value, environment },
      },
      rereads,
    );
    if (!result.ok) return;
    // Whoever was asked for it is not asked on.
    if (given !== undefined) void sendMessage('refresh', { fresh: true });
    value.value = '';
    form.reset(initial);
    if (onClose) return onClose(true);
    // The button that had the focus can't be pressed now: the next variable may follow.
    nameField.current?.focus();
  };
  const close = () => {
    form.reset(initial);
    onClose?.(false);
  };
  const { kind } = change.state.value;
  // In the place of the hint, so that nothing moves; that the last one was added makes room once the next is typed.
  const isSaid = usual === null && (kind === 'kept' ? !isPast && name === (given ?? '') : kind !== 'idle');
  const hint = () => {
    if (replaces) return t('console.ship.replaceHow');
    if (given !== undefined) return null;
    if (isTaken) return t('console.ship.secretTaken', { name: isolated(name.trim()) });
    if (usual === null) return t('console.ship.secretRule');
    return (
      <span class="with-glyph">
        <Glyph name="warning" />
        {t('console.ship.secretOdd')}
        {usual !== '' && (
          <button
            type="button"
            class="button"
            onClick={() => {
              form.edit({ name: usual });
              valueField.current?.focus();
            }}
          >
            {t('console.ship.secretUsual', { name: usual })}
          </button>
        )}
      </span>
    );
  };
  return (
    <form
      class="inline-form"
      aria-label={replaces ? verbOf(t('console.ship.replaceSecret'), isolated(name)) : undefined}
      onSubmit={(event) => void add(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onClose) return;
        event.preventDefault();
        close();
      }}
    >
      <TextField
        label={t('console.ship.secretName')}
        at={nameField}
        {...(given === undefined && { 'data-arrive': true })}
        autocomplete="off"
        spellcheck={false}
        required
        readOnly={given !== undefined}
        value={name}
        onText={(text) => {
          form.edit({ name: text });
          // It was about the other name.
          if (change.state.peek().kind === 'failed') forgetOutcome();
        }}
      />
      <TextField
        label={t('console.ship.secretValue')}
        at={valueField}
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
      <button
        type="submit"
        class="button"
        disabled={name.trim() === '' || value.value === '' || usual !== null}
      >
        {t(replaces ? 'console.ship.replaceSecret' : 'console.ship.addSecret')}
      </button>
      {onClose ? (
        <button type="button" class="button quiet" onClick={close}>
          {t('verb.cancel')}
        </button>
      ) : (
        <Discard
          of={form}
          beside={{
            isBegun: value.value !== '',
            discard: () => {
              value.value = '';
              forgetOutcome();
            },
          }}
        />
      )}
      <p class="meta wide-line">
        <ChangeStatus
          state={isSaid ? change.state.value : { kind: 'idle' }}
          kept={replaces ? '' : t('console.ship.secretAdded')}
        />
        {!isSaid && <span role="status">{hint()}</span>}
      </p>
      {replaces?.isGone && change.state.value.kind === 'failed' && (
        <p class="meta failure wide-line">{t('console.ship.replacedHalf')}</p>
      )}
    </form>
  );
}

/** The usual form of a name that no environment variable has, empty where nothing is left of it; null: it may have it. */
export function usualName(name: string): string | null {
  if (name === '' || /^[a-z_]\w*$/i.test(name)) return null;
  return name
    .replace(/\W+/g, '_')
    .replace(/^[\d_]+|_+$/g, '')
    .toUpperCase();
}

function environmentWords(environment: string | null): string {
  const known = ENVIRONMENTS.find((one) => one === environment);
  return known ? t(`console.ship.env.${known}`) : isolated(environment ?? '');
}

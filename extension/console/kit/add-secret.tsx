import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ProjectRecord } from '../../../shared/builder-api/projects.ts';
import { isVariableName } from '../../../shared/operations/new-project.ts';
import { environmentName } from '../../i18n/attention-words.ts';
import { isolated } from '../../i18n/naming.ts';
import { t } from '../../i18n/t.ts';
import { sendMessage } from '../../messaging/client.ts';
import { useChange } from '../../reads/change.ts';
import { projectPath } from '../../reads/paths.ts';
import { Button } from '../../ui/button.tsx';
import { verbOf } from '../../ui/confirm.tsx';
import { onEscape, onSent, SelectField, TextField } from '../../ui/form.tsx';
import { Glyph } from '../../ui/icons.tsx';
import { Discard, useFormDraft } from '../parts/form-draft.tsx';
import { ChangeStatus } from '../parts/part.tsx';

const ENVIRONMENTS = ['both', 'development', 'production'] as const;

export type Secret = NonNullable<ProjectRecord['secrets']>[number];

export type NamedSecret = Pick<Secret, 'secretName' | 'environment'>;

export const secretDeletion = (projectId: string, secretId: string) =>
  ({
    method: 'DELETE',
    path: projectPath(projectId, '/secrets/:secretId', { secretId }),
    body: undefined,
  }) as const;

/**
 * Adds an environment variable.
 * @param name fixed when the agent requested it
 * @param replaces the one to delete first, as no value can be changed; `isGone`: it is deleted already
 */
export function AddSecret({
  projectId,
  name: given,
  replaces = null,
  others = [],
  mayReplace = false,
  onDone,
  onCancel,
}: {
  projectId: string;
  name?: string;
  replaces?: (Secret & { isGone: boolean }) | null;
  /** What the project has already: a name that is among them is replaced, as the service takes none twice. */
  others?: readonly Secret[];
  mayReplace?: boolean;
  /** @param words of what was done, said here without this */
  onDone?: (words: string, secret: NamedSecret) => void;
  onCancel?: () => void;
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
  const forgetOutcome = () => {
    isDeleted.value = false;
    change.state.value = { kind: 'idle' };
  };
  const isSending = change.state.value.kind === 'sending';
  // Once it is added it is in the list, shortly before the form is empty.
  const same = isSending ? undefined : others.find(({ secretName }) => secretName === name.trim());
  /** Whether the one of this name was deleted for what is typed. */
  const isDeleted = useSignal(false);
  const nameField = useRef<HTMLInputElement>(null);
  const valueField = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (replaces) valueField.current?.focus();
  }, []);
  const add = async () => {
    const rereads = [projectPath(projectId)];
    const old = replaces?.isGone ? undefined : (replaces ?? same);
    if (old) {
      const deleted = await change.send(secretDeletion(projectId, old._id), rereads);
      if (!deleted.ok) return;
      isDeleted.value = true;
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
    const words = t(replaces || isDeleted.value ? 'did.changed' : 'did.added', {
      thing: isolated(name.trim()),
    });
    value.value = '';
    isDeleted.value = false;
    form.reset(initial);
    onDone?.(words, { secretName: name.trim(), environment });
    // The button that had the focus can't be pressed now: the next variable may follow.
    nameField.current?.focus();
  };
  const close = () => {
    form.reset(initial);
    onCancel?.();
  };
  const takeUsual = (usual: string) => {
    form.edit({ name: usual });
    valueField.current?.focus();
  };
  const { kind } = change.state.value;
  // In the place of the hint, so that nothing moves.
  const isSaid = usual === null && kind !== 'idle' && !(kind === 'kept' && onDone);
  return (
    <form
      class="inline-form"
      aria-label={
        given === undefined ? undefined : verbOf(t(replaces ? 'verb.replace' : 'verb.add'), isolated(name))
      }
      onSubmit={onSent(() => void add())}
      onKeyDown={onCancel && onEscape(close)}
    >
      <TextField
        label={t('fact.name')}
        at={nameField}
        {...(given === undefined && { 'data-arrive': true })}
        autocomplete="off"
        spellcheck={false}
        required
        readOnly={given !== undefined}
        placeholder="STRIPE_KEY"
        value={name}
        onText={(text) => {
          form.edit({ name: text });
          // It was about the other name.
          if (change.state.peek().kind === 'failed') forgetOutcome();
        }}
      />
      <TextField
        label={t('fact.value')}
        at={valueField}
        type="password"
        {...(given !== undefined && { 'data-arrive': true })}
        autocomplete="off"
        required
        value={value.value}
        onText={(text) => (value.value = text)}
      />
      <SelectField
        label={t('fact.env')}
        value={environment}
        onChoose={(chosen) => form.edit({ environment: chosen })}
        options={ENVIRONMENTS.map((one) => [one, environmentName(one)])}
      />
      <Button
        type="submit"
        off={
          (name.trim() === '' ||
            value.value === '' ||
            usual !== null ||
            (same !== undefined && !mayReplace)) &&
          t('status.incomplete')
        }
      >
        {t(replaces || same || isDeleted.value ? 'verb.replace' : 'verb.add')}
      </Button>
      {onCancel ? (
        <Button quiet onClick={close}>
          {t('verb.cancel')}
        </Button>
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
          kept={t('did.added', { thing: isolated(name) })}
        />
        {!isSaid && (
          <span role="status">
            {replaces ? (
              t('variable.replaceHow')
            ) : given === undefined ? (
              <NameHint name={name.trim()} same={same} mayReplace={mayReplace} onUsual={takeUsual} />
            ) : null}
          </span>
        )}
      </p>
      {(replaces?.isGone || isDeleted.value) && change.state.value.kind === 'failed' && (
        <p class="meta failure wide-line">{t('variable.replacedHalf')}</p>
      )}
    </form>
  );
}

/** What is to be known of a typed name: it is taken, or no environment variable has such a one. */
function NameHint({
  name,
  same,
  mayReplace,
  onUsual,
}: {
  name: string;
  same: Secret | undefined;
  mayReplace: boolean;
  onUsual: (name: string) => void;
}) {
  const usual = usualName(name);
  if (same) {
    const environment = environmentName(same.environment ?? '');
    const taken = t('variable.taken', { name: isolated(name), environment });
    return <>{mayReplace ? `${taken} ${t('variable.replaceHow')}` : taken}</>;
  }
  if (usual === null) return null;
  return (
    <span class="with-glyph">
      <Glyph name="warning" />
      {t('variable.odd')}
      {usual !== '' && <Button onClick={() => onUsual(usual)}>{t('variable.usual', { name: usual })}</Button>}
    </span>
  );
}

/** Turns a name into a usual one, empty where nothing is left of it; null: none is typed, or it is valid. */
function usualName(name: string): string | null {
  if (name === '' || isVariableName(name)) return null;
  return name
    .replace(/\W+/g, '_')
    .replace(/^[\d_]+|_+$/g, '')
    .toUpperCase();
}

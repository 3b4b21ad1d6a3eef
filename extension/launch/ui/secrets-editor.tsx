import { useMemo } from 'preact/hooks';
import { isVariableName, SECRETS_MAX } from '../../../shared/operations/new-project.ts';
import { t } from '../../i18n/t.ts';
import { ENVIRONMENTS, type SecretSlot } from '../../storage/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { draftProblems } from '../draft-problems.ts';
import { focusNewest } from './focus-field.ts';
import { useForm, useModel } from './launch-model.ts';

/** Secrets of the project: names are part of the draft, values stay in memory until the launch. */
export function SecretsEditor() {
  const { form, dependencies } = useModel();
  // To type in where there is none yet: it is part of the draft once something is in it.
  const blank = useMemo<SecretSlot>(
    () => ({ id: dependencies.newId(), name: '', environment: 'both' }),
    [dependencies],
  );
  const draft = form.draft.value;
  if (!draft) return null;
  const slots = draft.secrets.length > 0 ? draft.secrets : [blank];
  const problems = draftProblems(draft, form.withValue.value).filter((one) => one.field === 'secrets');
  const add = () => {
    form.edit({
      secrets: [...draft.secrets, { id: dependencies.newId(), name: '', environment: 'both' }],
    });
    focusNewest('#launch-editor .launch-items');
  };
  return (
    <>
      <div class="editor-head">
        <strong>{t('launch.secrets.heading')}</strong>
      </div>
      <p class="meta">{t('launch.secrets.how')}</p>
      <ul class="launch-items inside">
        {slots.map((slot) => (
          <SecretRow
            key={slot.id}
            slot={slot}
            twice={problems.some((one) => one.item === slot.id && one.code === 'secret-twice')}
          />
        ))}
      </ul>
      {draft.secrets.length < SECRETS_MAX && (
        <div class="verbs">
          <Button off={draft.secrets.length === 0 && t('status.incomplete')} onClick={add}>
            {t('launch.secrets.add')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Whether an app can read a variable of this name, or none is typed yet. */
const isUsual = (name: string): boolean => name === '' || isVariableName(name);

function SecretRow({ slot, twice }: { slot: SecretSlot; twice: boolean }) {
  const form = useForm();
  const kept = form.withValue.value.has(slot.id);
  const isIn = (secrets: readonly SecretSlot[]) => secrets.some(({ id }) => id === slot.id);
  const change = (changes: Partial<SecretSlot>) => {
    const secrets = form.draft.value?.secrets ?? [];
    form.edit({
      secrets: (isIn(secrets) ? secrets : [...secrets, slot]).map((one) =>
        one.id === slot.id ? { ...one, ...changes } : one,
      ),
    });
  };
  const keep = (value: string) => {
    if (!isIn(form.draft.value?.secrets ?? [])) change({});
    void form.setSecret(slot.id, value);
  };
  const remove = async () => {
    await form.setSecret(slot.id, '');
    form.edit({ secrets: (form.draft.value?.secrets ?? []).filter((one) => one.id !== slot.id) });
  };
  return (
    <li>
      <div class="two">
        <input
          class="input"
          aria-label={t('fact.name')}
          placeholder={t('fact.name')}
          spellcheck={false}
          autocomplete="off"
          value={slot.name}
          aria-invalid={twice}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
        <Button
          class="button icon"
          aria-label={t('launch.files.remove', { name: slot.name || t('launch.secrets.unnamed') })}
          off={!isIn(form.draft.value?.secrets ?? []) && t('status.incomplete')}
          onClick={() => void remove()}
        >
          <Icon name="cross" />
        </Button>
      </div>
      <div class="two even">
        <input
          class="input"
          type="password"
          aria-label={t('fact.value')}
          placeholder={kept ? t('launch.secrets.valueKept') : t('fact.value')}
          autocomplete="off"
          onInput={(event) => keep(event.currentTarget.value)}
          onBlur={(event) => (event.currentTarget.value = '')}
        />
        <Select
          aria-label={t('launch.secrets.environment')}
          value={slot.environment}
          options={ENVIRONMENTS.map((name) => [name, t(`environment.${name}`)])}
          onChoose={(environment) => change({ environment })}
        />
      </div>
      <span class={twice ? 'meta bad' : 'meta'}>
        {twice
          ? t('problem.secret_twice')
          : isUsual(slot.name.trim())
            ? kept
              ? t('launch.secrets.valueKept')
              : ''
            : t('variable.odd')}
      </span>
    </li>
  );
}

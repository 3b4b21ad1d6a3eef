import { t } from '../../i18n/t.ts';
import { capOf } from '../draft-problems.ts';
import { useModel } from './model-context.ts';

/** Monthly credit caps, set when the project is made, so that they cover the first run. */
export function CapsEditor() {
  const model = useModel();
  const settings = model.draft.value?.settings;
  if (!settings) return null;
  const none = capOf(settings.developmentCap) === null;
  return (
    <>
      <CapField
        label={t('launch.caps.development')}
        value={settings.developmentCap}
        onInput={(developmentCap) => model.editSettings({ developmentCap })}
        hint={none ? t('launch.caps.developmentNone') : t('launch.caps.developmentHint')}
      />
      <CapField
        label={t('launch.caps.infrastructure')}
        value={settings.infrastructureCap}
        onInput={(infrastructureCap) => model.editSettings({ infrastructureCap })}
        hint={t('launch.caps.infrastructureHint')}
      />
    </>
  );
}

function CapField(props: { label: string; value: string; hint: string; onInput: (value: string) => void }) {
  const invalid = capOf(props.value) === 'invalid';
  return (
    <label class="field">
      <span class="meta">{props.label}</span>
      <input
        class="input"
        inputMode="decimal"
        value={props.value}
        aria-invalid={invalid}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      <span class={invalid ? 'meta bad' : 'meta'}>
        {invalid ? t('launch.problem.cap_not_positive') : props.hint}
      </span>
    </label>
  );
}

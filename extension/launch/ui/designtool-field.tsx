import { t } from '../../i18n/t.ts';
import { DESIGNTOOL_TOKEN } from '../../storage/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useForm } from './launch-model.ts';

/** The token of a design tool to connect (service reference, Launch Project, `designtool`): in memory until the launch. */
export function DesigntoolField() {
  const form = useForm();
  const wanted = form.draft.value?.designtool === true;
  const isKept = form.withValue.value.has(DESIGNTOOL_TOKEN);
  const set = async (token: string) => {
    form.edit({ designtool: token !== '' });
    await form.setSecret(DESIGNTOOL_TOKEN, token);
  };
  const isMissing = wanted && !isKept;
  return (
    <div class="field">
      <label class="meta" for="launch-designtool">
        {t('launch.advanced.designtool')}
      </label>
      <div class={wanted ? 'two' : undefined}>
        <input
          id="launch-designtool"
          class="input"
          type="password"
          autocomplete="off"
          placeholder={isKept ? t('launch.secrets.valueKept') : ''}
          aria-invalid={isMissing}
          aria-describedby="launch-designtool-hint"
          onInput={({ currentTarget }) => void set(currentTarget.value.trim())}
          onBlur={({ currentTarget }) => (currentTarget.value = '')}
        />
        {wanted && (
          <Button
            class="button icon"
            aria-label={t('launch.files.remove', { name: t('launch.advanced.designtool') })}
            onClick={() => void set('')}
          >
            <Icon name="cross" />
          </Button>
        )}
      </div>
      <span id="launch-designtool-hint" class={isMissing ? 'meta bad' : 'meta'}>
        {isMissing ? t('launch.problem.designtool_valueless') : t('launch.advanced.designtoolHint')}
      </span>
    </div>
  );
}

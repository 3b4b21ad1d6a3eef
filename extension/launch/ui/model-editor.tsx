import { t } from '../../i18n/t.ts';
import { EFFORTS, type LaunchSettings, MODELS } from '../draft.ts';
import { useModel } from './model-context.ts';

/** Model, effort and fast mode of the first run. */
export function ModelEditor() {
  const model = useModel();
  const settings = model.draft.value?.settings;
  if (!settings) return null;
  const isOpus = settings.model === 'opus';
  return (
    <>
      <div class="two">
        <label class="field">
          <span class="meta">{t('launch.model.model')}</span>
          <select
            class="input"
            value={settings.model}
            onChange={(event) =>
              model.editSettings({ model: event.currentTarget.value as LaunchSettings['model'] })
            }
          >
            {MODELS.map((name) => (
              <option key={name} value={name}>
                {t(`launch.chip.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span class="meta">{t('launch.model.effort')}</span>
          <select
            class="input"
            value={settings.effort ?? ''}
            onChange={(event) =>
              model.editSettings({ effort: (event.currentTarget.value || null) as LaunchSettings['effort'] })
            }
          >
            <option value="">{t('launch.model.effortService')}</option>
            {EFFORTS.map((level) => (
              <option key={level} value={level}>
                {t(`launch.level.${level}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={isOpus && settings.fastMode}
          disabled={!isOpus}
          onChange={(event) => model.editSettings({ fastMode: event.currentTarget.checked })}
        />
        {t('launch.model.fast')}
      </label>
      {!isOpus && <p class="meta">{t('launch.model.fastNotHere')}</p>}
    </>
  );
}

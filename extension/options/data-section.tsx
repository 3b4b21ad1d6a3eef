import { useSignal } from '@preact/signals';
import { waysItem } from '../launch/store/launch-ways.ts';
import { SureButton } from '../look/sure-button.tsx';
import { sendCommand } from '../messaging/send-command.ts';
import { settingsNow } from '../popup/page-context.ts';
import { stored } from '../popup/stored-model.ts';
import { t } from '../words/t.ts';
import { readSettingsFile, settingsFileText } from './settings-file.ts';

const FILE_NAME = 'pilot-light-settings.json';

/** Settings as a file, and the way back to the beginning. */
export function DataSection() {
  const told = useSignal('');
  const importFile = async (file: File | undefined) => {
    if (!file) return;
    told.value = (await importSettings(await file.text()))
      ? t('options.imported')
      : t('options.importFailed');
  };
  return (
    <section aria-labelledby="data-heading">
      <h2 id="data-heading">{t('options.data')}</h2>
      <p class="meta">{t('options.dataFacts')}</p>
      <div class="verbs">
        <button type="button" class="button" onClick={exportSettings}>
          {t('options.export')}
        </button>
        <label class="button">
          {t('options.import')}
          <input
            class="hidden-words"
            type="file"
            accept="application/json"
            onChange={(event) => void importFile(event.currentTarget.files?.[0])}
          />
        </label>
        <span class="meta" role="status">
          {told}
        </span>
      </div>
      <h3>{t('options.reset')}</h3>
      <p class="meta">{t('options.resetFacts')}</p>
      <div class="verbs">
        <SureButton
          label={t('options.reset')}
          sure={t('options.resetSure')}
          onSure={() => void sendCommand('resetAll', {})}
        />
      </div>
    </section>
  );
}

function exportSettings(): void {
  const ways = stored.value?.ways ?? waysItem.fallback;
  const text = settingsFileText({ settings: settingsNow.value, ways });
  const file = new Blob([text], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @returns whether the file was one of ours, and all of it is kept */
async function importSettings(text: string): Promise<boolean> {
  const file = readSettingsFile(text, Date.now());
  if (!file) return false;
  await waysItem.setValue(file.ways);
  return (await sendCommand('saveSettings', { settings: file.settings })).ok;
}
